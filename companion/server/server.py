"""The app under waitress, which reads slow requests without a thread and runs the others on a few."""

import logging
import re
import socket
import sys
from typing import Any
from wsgiref.types import WSGIApplication

from companion.audit_log import log_events
from companion.limits import LARGEST_REQUEST

EVERYWHERE = "all"
MAPPED = "::ffff:"  # before an address of IPv4 on a socket for both
THREADS = 16  # for all but polls: what takes long shares the processor with what does not
CONNECTIONS = 900  # phones and tabs at once: a process may open 1024 files, if nobody has said otherwise
SLACK = 64 * 1024  # bytes of a multipart form around a match file
LONGEST_HEAD = 32 * 1024  # bytes of a request before its body
SWITCH = 0.0005  # seconds after which a thread that computes lets another answer: Python's own 5 ms add up in a poll
IDLE = 30  # seconds until a silent connection is closed
SERVING = re.compile(r"(?:Exception|Client disconnected) while serving ")


class Listener(socket.socket):
    """A listening socket for IPv4, IPv6 or both."""

    def accept(self) -> tuple[socket.socket, tuple[object, ...]]:
        """Return the next connection, and from which address it comes."""
        connection, (address, *rest) = super().accept()
        return connection, (address.removeprefix(MAPPED), *rest)


def open_listener(host: str, port: int) -> Listener:
    """Listen on a host, a name or an address; EVERYWHERE for all addresses of this machine. Port 0 for a free one.

    Raises:
        socket.gaierror: Nobody knows the name.
        OSError: The port or the address cannot be used.
    """
    if host == EVERYWHERE:
        both = socket.has_dualstack_ipv6()
        family = socket.AF_INET6 if both else socket.AF_INET
        bound = socket.create_server(("", port), family=family, dualstack_ipv6=both)
    else:
        family, *_, address = min(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))  # IPv4 first
        bound = socket.create_server(address, family=family)
    return Listener(family, bound.type, fileno=bound.detach())


def listening(app: WSGIApplication, host: str, port: int) -> Any:
    """Bind the app to a port; `run()` of what is returned serves it.

    Raises:
        socket.gaierror: Nobody knows the host.
        OSError: The port or the address cannot be used.
    """
    from waitress import create_server  # noqa: PLC0415 - of the commands only `serve` needs these

    from companion.pdf.render_process import RENDER_PROCESS  # noqa: PLC0415
    from companion.server.requests import PollsApart, StrictChannel  # noqa: PLC0415

    log_events()
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a short queue is no news
    logging.getLogger("waitress").addFilter(_without_address)
    RENDER_PROCESS.is_wanted = True
    sys.setswitchinterval(SWITCH)
    server = create_server(
        app,
        sockets=[open_listener(host, port)],
        threads=THREADS,
        connection_limit=CONNECTIONS,
        channel_timeout=IDLE,
        max_request_header_size=LONGEST_HEAD,
        max_request_body_size=LARGEST_REQUEST + SLACK,
        clear_untrusted_proxy_headers=False,  # they show that there is a proxy: see web/pages/admin.py
        asyncore_use_poll=True,  # select() ends at 1024 files
        ident="",
    )
    server.channel_class = StrictChannel
    server.task_dispatcher = PollsApart(server.task_dispatcher)
    return server


def _without_address(record: logging.LogRecord) -> bool:
    """Take the address out of a log line: it may hold a code, or a line break that forges a line."""
    if said := SERVING.match(record.getMessage()):  # waitress puts the address into the message itself
        record.msg, record.args = f"{said[0]}a request", ()
    return True
