"""The app under waitress, which reads slow requests without a thread and runs the others on a few."""

import logging
import re
import socket
import sys
from typing import Any
from wsgiref.types import WSGIApplication

from companion.audit_log import log_events
from companion.limits import LARGEST_UPLOAD

EVERYWHERE = "all"
THREADS = 16  # for all but polls: what takes long shares the processor with what does not
SLACK = 64 * 1024  # bytes of a multipart form around a match file
LONGEST_HEAD = 32 * 1024  # bytes of a request before its body
SWITCH = 0.0005  # seconds after which a thread that computes lets another answer: Python's own 5 ms add up in a poll
SERVING = re.compile(r"(?:Exception|Client disconnected) while serving ")


def listening(app: WSGIApplication, host: str, port: int) -> Any:
    """Bind the app to a port; `run()` of what is returned serves it.

    Args:
        host: A name or an address; EVERYWHERE for all addresses of this machine.
        port: 0 for a free one.

    Raises:
        OSError: The port or the address cannot be used, or nobody knows the name (socket.gaierror).
    """
    from waitress import create_server  # noqa: PLC0415 - of the commands only `serve` needs these

    from companion.pdf.render_process import RENDER_PROCESS  # noqa: PLC0415
    from companion.server.requests import Queues, StrictChannel  # noqa: PLC0415

    log_events()
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a short queue is no news
    logging.getLogger("waitress").addFilter(_without_address)
    RENDER_PROCESS.is_wanted = True
    sys.setswitchinterval(SWITCH)
    server = create_server(
        app,
        sockets=[_listener(host, port)],
        threads=THREADS,
        connection_limit=900,  # phones and tabs: a process may open 1024 files, if nobody has said otherwise
        channel_timeout=30,  # seconds until a silent connection is closed
        max_request_header_size=LONGEST_HEAD,
        max_request_body_size=LARGEST_UPLOAD + SLACK,
        clear_untrusted_proxy_headers=False,  # they show that there is a proxy: see web/pages/admin.py
        asyncore_use_poll=True,  # select() ends at 1024 files
        ident="",
    )
    server.channel_class = StrictChannel
    server.task_dispatcher = Queues(server.task_dispatcher)
    server.fix_addr = lambda client: (client[0].removeprefix("::ffff:"), *client[1:])  # IPv4 on a socket for both
    return server


def _listener(host: str, port: int) -> socket.socket:
    if host == EVERYWHERE:
        both = socket.has_dualstack_ipv6()
        family = socket.AF_INET6 if both else socket.AF_INET
        return socket.create_server(("", port), family=family, dualstack_ipv6=both)
    family, *_, address = min(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))  # IPv4 first
    return socket.create_server(address, family=family)


def _without_address(record: logging.LogRecord) -> bool:
    """Take the address out of a log line: it may hold a code, or a line break that forges a line."""
    if said := SERVING.match(record.getMessage()):  # waitress puts the address into the message itself
        record.msg, record.args = f"{said[0]}a request", ()
    return True
