"""Connections, and requests as they come in on them: never more of either than there is room for."""

from heapq import nsmallest
from itertools import groupby
from typing import Any, NoReturn

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import BaseWSGIServer
from waitress.task import WSGITask

from companion.server.mounted import PREFIX
from companion.server.turns import address_of

PRESSED = 0.75  # of the connections that there is room for: from there on the crowd that takes most of it makes room
ACCEPTED = 32  # connections at most between two looks at what all the others want, which take long with many
CLOSED = 16  # a crowd makes room by so small a part of all connections at once
UNFINISHED = 32  # of the largest requests: as much of requests that are not whole yet is kept of all together
LOOK = 512 * 1024  # bytes that may come in until it is looked at how much is kept of them
PUT_OFF = "companion.put_off"


class PutOff(BaseException):
    """It takes longer than a thread for polls has time: no fault of it, so nothing that handles faults may catch it."""


class Task(WSGITask):  # type: ignore[misc]
    """An answer. One without a body, as to a poll, ends with its head: the connection stays open for the next."""

    def get_environment(self) -> dict[str, Any]:
        """Under which path the app is mounted only the proxy says; of what else it says waitress sees to that."""
        found: dict[str, Any] = super().get_environment()
        if found["REMOTE_ADDR"] != self.channel.server.adj.trusted_proxy:
            found.pop(PREFIX, None)
        if self.channel.is_short:
            found[PUT_OFF] = _put_off
        return found

    def set_close_on_finish(self) -> None:
        asked = self.request.headers.get("CONNECTION", "").lower()
        if self.version != "1.1" or self.has_body or asked == "close":
            super().set_close_on_finish()


class Head(HTTPRequestParser):  # type: ignore[misc]
    """A request as it comes in. Also one that is none has what the queues ask for, and is answered."""

    command = path = query = ""

    def parse_header(self, header_plus: bytes) -> None:
        try:
            super().parse_header(header_plus)
        except ValueError as fault:  # of an address
            raise ParsingError("Bad URI") from fault
        if self.chunked and "CONTENT_LENGTH" in self.headers:  # a proxy may believe the other: refused, and hung up on
            raise ParsingError("Content-Length beside Transfer-Encoding")

    @property
    def kept(self) -> int:
        return int(self.header_bytes_received + self.body_bytes_received)


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection. Where many are open, the address that has most of them makes room.

    First with those of which nothing was heard for longest, whether they wait for an answer or for nothing. The same
    where much is kept of requests that are not whole yet, with the address of which most is kept.
    """

    task_class = Task
    parser_class = Head
    is_short = False  # whether the thread that serves it has no time but for a poll that has nothing to hear
    heard = 0  # bytes that came in by all connections since it was last looked at how much is kept of them

    def __init__(self, server: BaseWSGIServer, *given: object, **named: HTTPChannel):
        room = server.adj.connection_limit
        if len(server.active_channels) >= PRESSED * room:
            staying = [channel for channel in server.active_channels.values() if not channel.will_close]
            if len(staying) >= PRESSED * room:
                _make_room(staying, max(1, room // CLOSED))
        super().__init__(server, *given, **named)

    def received(self, data: bytes) -> bool:
        going_on = bool(super().received(data))
        Channel.heard += len(data)
        if Channel.heard > LOOK:
            Channel.heard = 0
            _make_room_in_memory(self.server)
        return going_on

    def leave(self) -> None:
        """It is closed at the next look at the sockets, with what it still has to say."""
        self.will_close = True
        self._map.stir(self._fileno)

    @property
    def unfinished(self) -> int:
        """Bytes that are kept of a request that is not whole yet."""
        return self.request.kept if self.request and not self.will_close else 0


def accept_many(server: BaseWSGIServer) -> None:
    """What waits to be let in, in the place of waitress' one at a time."""
    for _ in range(ACCEPTED):
        before = len(server.active_channels)
        type(server).handle_accept(server)
        if not before < len(server.active_channels) < server.adj.connection_limit:
            break


def _make_room(channels: list[HTTPChannel], wanted: int) -> None:
    channels.sort(key=address_of)
    crowd = max((list(found) for _, found in groupby(channels, address_of)), key=len)
    for channel in nsmallest(wanted, crowd, key=lambda one: float(one.last_activity)):
        channel.leave()


def _make_room_in_memory(server: BaseWSGIServer) -> None:
    """Whoever begins large requests and does not end them takes no more than a part of the memory."""
    keeping = [channel for channel in server.active_channels.values() if channel.unfinished]
    most, all_kept = UNFINISHED * server.adj.max_request_body_size, sum(channel.unfinished for channel in keeping)
    if all_kept <= most:
        return
    keeping.sort(key=lambda one: (address_of(one), one.last_activity))
    by_address = [list(found) for _, found in groupby(keeping, address_of)]
    while all_kept > PRESSED * most:
        crowd = max(by_address, key=lambda found: sum(channel.unfinished for channel in found))
        silent = crowd.pop(0)
        all_kept -= silent.unfinished
        silent.leave()


def _put_off() -> NoReturn:
    raise PutOff
