"""Serve the app on a port with waitress, which reads requests without threads and answers them on a few threads."""

import logging
import re
import socket
import sys
from collections import deque
from functools import lru_cache, partial
from threading import Lock
from typing import Any
from wsgiref.types import WSGIApplication

from waitress import create_server
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.task import ThreadedTaskDispatcher

from companion.audit_log import log_events
from companion.limits import COUNTED_NAMES, LARGEST_HEAD, LARGEST_UPLOAD
from companion.network import EVERYWHERE
from companion.pdf.render_process import RENDER_PROCESS
from companion.web.http.access import is_poll
from companion.web.http.rate_limit import neighbourhood

THREADS = 16  # for all requests but polls
FOR_POLLS = 16  # threads; a poll that returns new entries of a long match computes for seconds
SHARE = 6  # requests of one address at the same time, as many as a browser sends; each one slows down every poll
SLACK = 64 * 1024  # bytes of a multipart form besides the match file
# seconds before a computing thread lets another one run; with Python's own 5 ms, polls take 3 times as long in a crowd
SWITCH = 0.0005
SERVING = re.compile(r"(?:Exception|Client disconnected) while serving ")


def listening(app: WSGIApplication, host: str, port: int) -> Any:
    """Bind the app to a port and return the server; its method `run()` serves the app.

    Args:
        host: a name or an address; EVERYWHERE for all addresses of this machine.
        port: 0 for a free one.

    Raises:
        OSError: the port or the address cannot be used, or the name is unknown (socket.gaierror).
    """
    log_events()
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # do not log short queues
    logging.getLogger("waitress").addFilter(_without_address)
    RENDER_PROCESS.is_wanted = True
    sys.setswitchinterval(SWITCH)
    server = create_server(
        app,
        sockets=[_listener(host, port)],
        threads=THREADS,
        connection_limit=900,  # phones and tabs; by default a process may open 1024 files
        channel_timeout=30,  # seconds until a silent connection is closed
        max_request_header_size=LARGEST_HEAD,
        max_request_body_size=LARGEST_UPLOAD + SLACK,
        clear_untrusted_proxy_headers=False,  # they reveal a proxy: see web/pages/admin.py
        asyncore_use_poll=True,  # select() supports only 1024 files
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
    """Remove the URL from a log line: it may contain a code, or a line break that fakes a second line."""
    if message := SERVING.match(record.getMessage()):  # waitress itself puts the URL into the message
        record.msg, record.args = f"{message[0]}a request", ()
    return True


class StrictParser(HTTPRequestParser):  # type: ignore[misc]
    """A parser that refuses invalid URIs, and requests with two lengths, which could smuggle a request past a proxy."""

    def parse_header(self, header_plus: bytes) -> None:
        """Parse the head of a request.

        Raises:
            ParsingError: it is invalid; waitress answers with status 400 and closes the connection.
        """
        try:
            super().parse_header(header_plus)
        except ValueError as error:
            raise ParsingError("Bad URI") from error
        if self.chunked and "CONTENT_LENGTH" in self.headers:
            raise ParsingError("Content-Length beside Transfer-Encoding")


class StrictChannel(HTTPChannel):  # type: ignore[misc]
    """A connection whose requests are parsed strictly."""

    parser_class = StrictParser


class AddressQueue:
    """The requests of one address: up to SHARE run at once, the others wait for these but not for other addresses.

    While one address requests pages over sixty connections, a page of another one takes 25 ms; with a single queue for
    all it took a second.
    """

    def __init__(self, threads: ThreadedTaskDispatcher):
        self._threads, self._lock, self._waiting, self._free = threads, Lock(), deque[HTTPChannel](), SHARE

    def add_task(self, channel: HTTPChannel) -> None:
        """Add a connection with a request to the queue."""
        with self._lock:
            self._waiting.append(channel)
            if self._free:
                self._free -= 1
                self._threads.add_task(self)

    def service(self) -> None:
        """Answer the request that has waited longest, then queue this task again for the next one."""
        with self._lock:
            if not self._waiting:
                self._free += 1
                return
            channel = self._waiting.popleft()
        try:
            channel.service()
        finally:
            self._threads.add_task(self)


class Queues:
    """A queue for polls, with its own threads so that polls never wait behind pages, and a queue for each address."""

    def __init__(self, others: ThreadedTaskDispatcher):
        self._polls = ThreadedTaskDispatcher()
        self._polls.set_thread_count(FOR_POLLS)
        self._queue_of = lru_cache(COUNTED_NAMES)(lambda _: AddressQueue(others))
        self.shutdown = partial(others.shutdown, cancel_pending=False)  # waiting requests end with the process

    def add_task(self, channel: HTTPChannel) -> None:
        """Add a connection with a request to its queue."""
        request = channel.requests[0]
        poll = not request.error and is_poll(request.command, request.path, request.query)
        (self._polls if poll else self._queue_of(neighbourhood(channel.addr[0]))).add_task(channel)
