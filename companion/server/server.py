"""The app on a port, for a table's phones: plain, or encrypted with the owner's own certificate."""

import gc
import logging
import re
import socket
import sys
from functools import partial
from pathlib import Path
from typing import Any
from wsgiref.types import WSGIApplication

from companion.audit_log import log_events
from companion.limits import LARGEST_REQUEST

EVERYWHERE = "all"
EVERYWHERE_4 = "0.0.0.0"  # noqa: S104 - phones
THREADS = 8
CONNECTIONS = 4000  # phones and tabs at once; waitress' own 100 would keep the others waiting
OTHER_FILES = 100  # that the process has open beside its connections: databases, the log, libraries
SLACK = 64 * 1024  # bytes of a multipart form around a match file
LONGEST_HEAD = 32 * 1024  # bytes of a request before its body; as many are kept of every connection that stops there
SWITCH = 0.00005  # seconds after which a thread that computes lets another answer; Python's own 5 ms add up in a poll
IDLE = 30  # seconds
RARELY = 10_000  # rounds of Python's collector until it looks at all there is, for which all stand still
SERVING = re.compile(r"(?:Exception|Client disconnected) while serving ")
FORWARDED = {"x-forwarded-for", "x-forwarded-proto", "x-forwarded-host"}


def listening(
    app: WSGIApplication,
    host: str,
    port: int,
    *,
    tls: tuple[Path, Path] | None = None,
    proxy: str = "",
    mounted: str | None = None,
) -> Any:
    """The app on a port. Phones keep their connections open: there is room for many, idle ones are closed.

    Behind a `proxy` at that address the app may be mounted under a path, which X-Forwarded-Prefix tells: only the path
    `mounted` where that is given, and empty for none.
    """
    from waitress.server import create_server  # noqa: PLC0415

    from companion.server.connections import Channel, accept_many  # noqa: PLC0415
    from companion.server.encrypted import EncryptedChannel, accept, context  # noqa: PLC0415
    from companion.server.mounted import Mounted  # noqa: PLC0415
    from companion.server.sockets import Sockets  # noqa: PLC0415
    from companion.server.waiting import PollsApart  # noqa: PLC0415

    _tune()
    keys = context(*tls) if tls else None
    room: dict[str, object] = {
        "connection_limit": _connections(),
        "channel_timeout": IDLE,
        "max_request_header_size": LONGEST_HEAD,
        "max_request_body_size": LARGEST_REQUEST + SLACK,
        "url_scheme": "https" if keys else "http",
    }
    room["clear_untrusted_proxy_headers"] = bool(proxy)  # else they show that there is a proxy: see web/pages/admin.py
    if proxy:
        room |= {"trusted_proxy": proxy, "trusted_proxy_headers": FORWARDED}
        app = Mounted(app, mounted)
    host = _everywhere(port) if host == EVERYWHERE else host
    sockets = Sockets()
    server = create_server(app, host=host, port=port, ident="", map=sockets, _dispatcher=PollsApart(THREADS), **room)
    server.asyncore = sockets  # of which it runs the loop
    for one in getattr(server, "map", {0: server}).values():  # a name of several addresses has a socket for each
        one.channel_class = EncryptedChannel if keys else Channel
        if keys:
            one.accept = partial(accept, one, keys)
        one.handle_accept = partial(accept_many, one)
    return server


def _tune() -> None:
    """This process made one that answers many phones at once."""
    from companion.pdf.render_process import RENDER_PROCESS  # noqa: PLC0415

    log_events()
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a short queue is no news
    logging.getLogger("waitress").addFilter(_without_address)
    RENDER_PROCESS.is_wanted = True
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(*gc.get_threshold()[:2], RARELY)
    gc.freeze()  # what was made at the start stays: looking through it again and again is a tenth of an entry's time


def _everywhere(port: int) -> str:
    """All addresses, those of IPv6 too where this machine has it; of a port that is still to be chosen there is one."""
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::", 0))
    except OSError:
        return EVERYWHERE_4
    return "*" if port else EVERYWHERE_4


def _connections() -> int:
    """As many as the process may open: beyond that every answer would fail, and the log would fill the disk."""
    try:
        import resource  # noqa: PLC0415 - not on Windows
    except ImportError:
        return CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + OTHER_FILES
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(OTHER_FILES, min(CONNECTIONS, soft - OTHER_FILES))


def _without_address(record: logging.LogRecord) -> bool:
    """An address may hold a code, and a line break that forges a line of the log."""
    if said := SERVING.match(record.getMessage()):  # waitress puts the address into the message itself
        record.msg, record.args = f"{said[0]}a request", ()
    return True
