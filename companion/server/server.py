"""The app under waitress, which reads slow requests without a thread and runs the others on a few."""

import logging
import re
import sys
from pathlib import Path
from typing import Any
from wsgiref.types import WSGIApplication

from companion.audit_log import log_events
from companion.limits import LARGEST_REQUEST

THREADS = 16  # for all but polls: what takes long shares the processor with what does not
CONNECTIONS = 4000  # phones and tabs at once
OTHER_FILES = 100  # that the process has open beside its connections: databases, the log, libraries
SLACK = 64 * 1024  # bytes of a multipart form around a match file
LONGEST_HEAD = 32 * 1024  # bytes of a request before its body
SWITCH = 0.0005  # seconds after which a thread that computes lets another answer; Python's own 5 ms add up in a poll
IDLE = 30  # seconds until a silent connection is closed
SERVING = re.compile(r"(?:Exception|Client disconnected) while serving ")


def listening(
    app: WSGIApplication,
    host: str,
    port: int,
    *,
    tls: tuple[Path, Path] | None = None,
    proxy: str = "",
    mounted: str | None = None,
) -> Any:
    """Bind the app to a port; `run()` of what is returned serves it.

    Args:
        app: The app.
        host: A name or an address to listen on; EVERYWHERE for all.
        port: 0 for a free one.
        tls: The certificate and its key, PEM files.
        proxy: The address of a reverse proxy whose X-Forwarded headers are believed.
        mounted: The only path under which that may mount the app, empty for none; None for any.

    Raises:
        socket.gaierror: Nobody knows the host.
        OSError: The port, the address or the certificate cannot be used.
    """
    from waitress import create_server  # noqa: PLC0415 - of the commands only `serve` needs these

    from companion.server.listener import open_listener, tls_context  # noqa: PLC0415
    from companion.server.proxy import BehindProxy  # noqa: PLC0415
    from companion.server.requests import PollsApart, StrictChannel  # noqa: PLC0415

    _prepare_process()
    server = create_server(
        BehindProxy(app, proxy, mounted) if proxy else app,
        sockets=[open_listener(host, port, tls_context(*tls) if tls else None)],
        url_scheme="https" if tls else "http",
        threads=THREADS,
        connection_limit=_connection_limit(files_each=3 if tls else 1),
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


def _prepare_process() -> None:
    from companion.pdf.render_process import RENDER_PROCESS  # noqa: PLC0415

    log_events()
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a short queue is no news
    logging.getLogger("waitress").addFilter(_without_address)
    RENDER_PROCESS.is_wanted = True
    sys.setswitchinterval(SWITCH)


def _connection_limit(files_each: int) -> int:
    """Return how many connections the open files of this process allow; the limit of files is raised if it may be."""
    try:
        import resource  # noqa: PLC0415 - not on Windows
    except ImportError:
        return CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS * files_each + OTHER_FILES
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(OTHER_FILES, min(CONNECTIONS, (soft - OTHER_FILES) // files_each))


def _without_address(record: logging.LogRecord) -> bool:
    """Take the address out of a log line: it may hold a code, or a line break that forges a line."""
    if said := SERVING.match(record.getMessage()):  # waitress puts the address into the message itself
        record.msg, record.args = f"{said[0]}a request", ()
    return True
