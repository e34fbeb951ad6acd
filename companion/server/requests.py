"""Requests as waitress reads them and gives them to threads: ambiguous ones refused, polls apart from the rest."""

import re

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.task import ThreadedTaskDispatcher

FOR_POLLS = 16  # threads: those with news of a long match compute for seconds
POLL = re.compile(r"/(?:live|healthz)$")  # whoever watches the server asks as often as phones do
POLL_AFTER = re.compile(r"/m/[0-9a-f]+/(?:share|entries/[0-9]+)$")


class StrictParser(HTTPRequestParser):  # type: ignore[misc]
    """A parser that refuses two lengths in one request, by which one may be smuggled past a proxy, and bad URIs."""

    def parse_header(self, header_plus: bytes) -> None:
        """Parse the head of a request.

        Raises:
            ParsingError: It is answered with 400, and the connection closed.
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


class PollsApart:
    """Two queues with threads of their own, so that a poll never waits behind pages and paper."""

    def __init__(self, others: ThreadedTaskDispatcher):
        self._others, self._polls = others, ThreadedTaskDispatcher()
        self._polls.set_thread_count(FOR_POLLS)

    def add_task(self, channel: HTTPChannel) -> None:
        """Queue a connection with a request to be answered."""
        (self._polls if _is_poll(channel.requests[0]) else self._others).add_task(channel)

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """Let what is being answered end within so many seconds, and drop what waits."""
        polls, others = (one.shutdown(cancel_pending, timeout) for one in (self._polls, self._others))
        return bool(polls and others)


def _is_poll(request: HTTPRequestParser) -> bool:
    """Tell whether it is what phones ask every few seconds; requests that could not be parsed have no path."""
    if request.error or request.command != "GET":
        return False
    return bool(POLL.search(request.path) or ("after=" in request.query and POLL_AFTER.search(request.path)))
