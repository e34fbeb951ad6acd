"""Requests as waitress reads them and gives them to threads: ambiguous ones refused, polls and addresses apart."""

from collections import deque
from functools import lru_cache, partial
from threading import Lock

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.task import ThreadedTaskDispatcher

from companion.web.http.poll_middleware import is_poll
from companion.web.http.rate_limit import KEYS, neighbourhood

FOR_POLLS = 16  # threads: those with news of a long match compute for seconds
SHARE = 6  # requests of one address at once, as many as a browser sends: each that computes slows every poll


class StrictParser(HTTPRequestParser):  # type: ignore[misc]
    """A parser that refuses two lengths in one request, by which one may be smuggled past a proxy, and bad URIs."""

    def parse_header(self, header_plus: bytes) -> None:
        """Parse the head of a request; a ParsingError is answered with 400, and the connection closed."""
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
    """The requests of one address: a few are answered at once, the others wait for those, and for nobody else's."""

    def __init__(self, threads: ThreadedTaskDispatcher):
        self._threads, self._lock, self._waiting, self._free = threads, Lock(), deque[HTTPChannel](), SHARE

    def add_task(self, channel: HTTPChannel) -> None:
        """Queue a connection with a request to be answered."""
        with self._lock:
            self._waiting.append(channel)
            if self._free:
                self._free -= 1
                self._threads.add_task(self)

    def service(self) -> None:
        """Answer the request that has waited longest, as a task of a thread, and come again for the next."""
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
    """One queue for polls, with threads of its own so that they never wait behind pages, and one for each address."""

    def __init__(self, others: ThreadedTaskDispatcher):
        self._polls = ThreadedTaskDispatcher()
        self._polls.set_thread_count(FOR_POLLS)
        self._queue_of = lru_cache(KEYS)(lambda _: AddressQueue(others))
        self.shutdown = partial(others.shutdown, cancel_pending=False)  # what waits ends with the process

    def add_task(self, channel: HTTPChannel) -> None:
        """Queue a connection with a request to be answered."""
        request = channel.requests[0]
        poll = not request.error and is_poll(request.command, request.path, request.query)
        (self._polls if poll else self._queue_of(neighbourhood(channel.addr[0]))).add_task(channel)
