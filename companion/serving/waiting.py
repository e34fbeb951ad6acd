"""How requests wait for waitress: polls never behind others, connections never more than there is room for."""

import logging
import re
from collections import OrderedDict, deque
from collections.abc import Iterable
from heapq import nsmallest
from itertools import groupby
from math import inf
from threading import Condition, Lock, Thread
from time import monotonic, thread_time
from typing import Any, NoReturn

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import BaseWSGIServer
from waitress.task import WSGITask

log = logging.getLogger("waitress")
FOR_POLLS = 2  # threads that serve polls and nothing else
PRESSED = 0.75  # of the connections that there is room for: from there on the crowd that takes most of it makes room
ACCEPTED = 32  # connections at most between two looks at what all the others want, which take long with many
CLOSED = 16  # a crowd makes room by so small a part of all connections at once
UNFINISHED = 32  # of the largest requests: as much of requests that are not whole yet is kept of all together
LOOK = 512 * 1024  # bytes that may come in until it is looked at how much is kept of them
FOR_ENTRIES = 1  # threads at least that neither news nor pages hold
NEWS = 2  # at once: more would only take each other's time
FOR_KNOWN = 1  # of them at least for those that are known to be cheap
HALF = 5.0  # seconds in which half of what an address has taken is forgotten
OF_A_PHONE = 1.0  # seconds of the processor lately: pages loaded now and then, and its polls, on a small machine too
CHEAP = 0.2  # seconds of the processor: what a table asks, on a small machine and among others too
UNKNOWN = 0.3  # of a request of which nothing is known: behind what is known to be cheap
RECALLED = 60.0  # seconds in which half of what a request has cost is forgotten
WARMING = 5.0  # seconds in which a server that has just begun reads what all requests need: no match is judged by them
KINDS = 16_384  # of requests whose costs are kept: a hundred bytes each
STRANGERS = 2  # at once: requests that are not known to be cheap leave the others half of the processor
FORGOTTEN = 0.001  # seconds of the processor: an address that has taken less is as any other
NEWCOMERS = 1  # of those who begin a match or join one at once: before an entry the disk has one such write to do
PUT_OFF = "companion.put_off"
POLL = re.compile(r"/(?:live|healthz)$")  # whoever watches the server asks as often as phones do
NEWCOMER = re.compile(r"/(?:new/[^/]*|join)$")
OF_A_MATCH = re.compile(r"/m/[0-9a-f]{1,32}")
OF_THE_HOUSE = re.compile(r"/?[^/]{0,32}")
MOUNTED = "HTTP_X_FORWARDED_PREFIX"
POLL_AFTER = re.compile(r"/m/[0-9a-f]+/(?:share|entries/[0-9]+)$")


class Used:
    """The time of the processor that each address has lately taken, in seconds; half of it is forgotten every HALF."""

    def __init__(self) -> None:
        self._of: dict[str, float] = {}
        self._since = monotonic()

    def add(self, address: str, seconds: float) -> None:
        now = monotonic()
        if now - self._since > HALF:
            self._since = now
            self._of = {one: used / 2 for one, used in self._of.items() if used > FORGOTTEN}
        self._of[address] = self._of.get(address, 0.0) + seconds

    def beyond_use(self, address: str) -> float:
        """What it has taken, where that is more than a phone takes; those that have not are alike."""
        used = self._of.get(address, 0.0)
        return used if used > OF_A_PHONE else 0.0


class Known:
    """What requests of a kind have lately cost, in seconds of the processor: those of a match, by their method.

    Addresses are had for nothing, and each may ask once: so what is asked counts too. A match that takes long has taken
    long before.
    """

    def __init__(self, warming: float | None = None) -> None:
        self._from = monotonic() + (WARMING if warming is None else warming)
        self._of: OrderedDict[str, tuple[float, float]] = OrderedDict()  # by kind: how much, and when

    def add(self, kind: str, seconds: float) -> None:
        if monotonic() < self._from:
            return
        self._of[kind] = (max(seconds, self._cost(kind) or 0.0), monotonic())
        self._of.move_to_end(kind)
        if len(self._of) > KINDS:
            self._of.popitem(last=False)

    def beyond_cheap(self, kind: str) -> float:
        """What it costs, where that is more than a table's requests do; those that cost less are alike."""
        cost = self._cost(kind)
        if cost is None:
            return UNKNOWN if monotonic() > self._from else 0.0  # at first everybody is a stranger, and nobody one
        return cost if cost > CHEAP else 0.0

    def _cost(self, kind: str) -> float | None:
        if kind not in self._of:
            return None
        seconds, at = self._of[kind]
        return float(seconds / 2 ** ((monotonic() - at) / RECALLED))


class Fair:
    """Requests, the cheapest first of the address that has taken least time: a flood of one holds up its own, so do
    heavy questions, of however many addresses.

    Each address has its own in the order of their coming. At most so many are served `at_once`, however many threads
    are free.
    """

    def __init__(self, used: Used, known: Known, at_once: float = inf, kept: int = 0) -> None:
        self.free, self._kept = at_once, kept
        self._used, self._known = used, known
        self._waiting: OrderedDict[str, deque[HTTPChannel]] = OrderedDict()

    def append(self, channel: HTTPChannel) -> None:
        self._waiting.setdefault(_address(channel), deque()).append(channel)

    def popleft(self) -> HTTPChannel:
        address = self._first()
        own = self._waiting.pop(address)
        found = own.popleft()
        if own:
            self._waiting[address] = own
        return found

    def __len__(self) -> int:
        return len(self._waiting)

    def is_ready(self, strangers: int) -> bool:
        """Whether one may be served, with room for so many `strangers`; they leave those places free that are kept."""
        if not self._waiting or self.free <= 0:
            return False
        return (strangers > 0 and self.free > self._kept) or not self.is_strange(self._head(self._first()))

    def is_strange(self, channel: HTTPChannel) -> bool:
        return self._known.beyond_cheap(_kind(channel)) > 0

    def _first(self) -> str:
        return min(self._waiting, key=self._cost)

    def _cost(self, address: str) -> float:
        return max(self._used.beyond_use(address), self._known.beyond_cheap(_kind(self._head(address))))

    def _head(self, address: str) -> HTTPChannel:
        return self._waiting[address][0]


class PutOff(BaseException):
    """It takes longer than a thread for polls has time: no fault of it, so nothing that handles faults may catch it."""


class PollsApart:
    """Threads that serve requests: some short polls alone, the others entries first, then news, newcomers, the rest.

    A poll is short where it has nothing to hear; with news it takes its turn. News, newcomers and the rest are never on
    all threads at once: an entry finds one. Whoever begins a match or joins one writes too, waits for the disk, and may
    be anybody: one after another.
    """

    def __init__(self, threads: int):
        lock = Lock()
        self._used, self._known, self._strangers = Used(), Known(), STRANGERS
        pages = threads - NEWS - NEWCOMERS - FOR_ENTRIES
        rooms = ((inf, 0), (inf, 0), (NEWS, FOR_KNOWN), (NEWCOMERS, 0), (pages, 0))
        self._polls, *queues = (Fair(self._used, self._known, *room) for room in rooms)
        self._queues = self._entries, self._news, self._newcomers, self._others = tuple(queues)
        self._poll_waits, self._reader_waits, self._any_waits = (Condition(lock) for _ in range(3))
        self._stopped = False
        readers = self._queues[1:]  # one thread serves no entries: they may all wait for the disk
        kinds = [(self._polls,)] * FOR_POLLS + [readers] + [self._queues] * (threads - 1)
        self._threads = [Thread(target=self._serve, args=(kind,), daemon=True) for kind in kinds]
        for thread in self._threads:
            thread.start()

    def add_task(self, channel: HTTPChannel) -> None:
        request = channel.requests[0]
        if request.command == "GET" and _is_poll(request):
            self._add(channel, self._polls, self._poll_waits)
        elif request.command == "POST" and request.path.endswith("/entries"):
            self._add(channel, self._entries, self._any_waits)
        elif request.command == "POST" and NEWCOMER.search(request.path):
            self._add(channel, self._newcomers, self._any_waits)
        else:
            self._add(channel, self._others, self._any_waits)

    def _add(self, channel: HTTPChannel, queue: Fair, waits: Condition) -> None:
        with waits:
            queue.append(channel)
            waits.notify()
            if queue in self._queues[1:]:
                self._reader_waits.notify()

    def _serve(self, queues: tuple[Fair, ...]) -> None:
        only_polls = queues == (self._polls,)
        waits = self._poll_waits if only_polls else self._any_waits if queues == self._queues else self._reader_waits
        while taken := self._next(queues, waits):
            queue, channel, is_strange = taken
            address, kind, began = _address(channel), _kind(channel), thread_time()
            channel.is_short = only_polls
            try:
                channel.service()
            except PutOff:
                self._add(channel, self._news, self._any_waits)
            except BaseException:
                log.exception("A request has failed outside of the app")
            finally:
                self._served(queue, address, kind, thread_time() - began, is_strange=is_strange)

    def _next(self, queues: Iterable[Fair], waits: Condition) -> tuple[Fair, HTTPChannel, bool] | None:
        """The next request, its queue, and whether it is one that may take long; a short poll is put off if it does."""
        with waits:
            while not self._stopped:
                for queue in queues:
                    if queue.is_ready(self._room_in(queue)):
                        channel = queue.popleft()
                        is_strange = queue is not self._polls and queue.is_strange(channel)
                        queue.free -= 1
                        self._strangers -= is_strange
                        return queue, channel, is_strange
                waits.wait()
        return None

    def _room_in(self, queue: Fair) -> int:
        """For how many strangers: a table's first entry waits for no news and no pages, and a short poll for nobody."""
        return STRANGERS if queue is self._polls else self._strangers + (queue is self._entries)

    def _served(self, queue: Fair, address: str, kind: str, seconds: float, *, is_strange: bool) -> None:
        with self._any_waits:
            queue.free += 1
            self._strangers += is_strange
            self._used.add(address, seconds)
            if queue is not self._polls:
                self._known.add(kind, seconds)
                self._any_waits.notify()
                self._reader_waits.notify()

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """What is being served is served to its end, for so many seconds; what waits is not."""
        with self._any_waits:
            self._stopped = True
            self._poll_waits.notify_all()
            self._reader_waits.notify_all()
            self._any_waits.notify_all()
        end = monotonic() + timeout
        for thread in self._threads:
            thread.join(max(0.0, end - monotonic()))
        for queue in (self._polls, *self._queues) if cancel_pending else ():
            while queue:
                queue.popleft().cancel()
        return True


class Task(WSGITask):  # type: ignore[misc]
    """An answer. One without a body, as to a poll, ends with its head: the connection stays open for the next."""

    def get_environment(self) -> dict[str, Any]:
        """Under which path the app is mounted only the proxy says; of what else it says waitress sees to that."""
        found: dict[str, Any] = super().get_environment()
        if found["REMOTE_ADDR"] != self.channel.server.adj.trusted_proxy:
            found.pop(MOUNTED, None)
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
    channels.sort(key=_address)
    crowd = max((list(found) for _, found in groupby(channels, _address)), key=len)
    for channel in nsmallest(wanted, crowd, key=lambda one: float(one.last_activity)):
        channel.leave()


def _make_room_in_memory(server: BaseWSGIServer) -> None:
    """Whoever begins large requests and does not end them takes no more than a part of the memory."""
    keeping = [channel for channel in server.active_channels.values() if channel.unfinished]
    most, all_kept = UNFINISHED * server.adj.max_request_body_size, sum(channel.unfinished for channel in keeping)
    if all_kept <= most:
        return
    keeping.sort(key=lambda one: (_address(one), one.last_activity))
    by_address = [list(found) for _, found in groupby(keeping, _address)]
    while all_kept > PRESSED * most:
        crowd = max(by_address, key=lambda found: sum(channel.unfinished for channel in found))
        silent = crowd.pop(0)
        all_kept -= silent.unfinished
        silent.leave()


def _is_poll(request: HTTPRequestParser) -> bool:
    """Whether it is what phones ask all the time; a page that only names itself so must not come before entries."""
    return bool(POLL.search(request.path) or ("after=" in request.query and POLL_AFTER.search(request.path)))


def _put_off() -> NoReturn:
    raise PutOff


def _address(channel: HTTPChannel) -> str:
    return str(channel.addr[0])


def _kind(channel: HTTPChannel) -> str:
    """Of the request that is next on a connection: what is asked of a match, or of one part of the house."""
    request = channel.requests[0]
    place = OF_A_MATCH.search(request.path) or OF_THE_HOUSE.match(request.path)
    return f"{request.command} {place[0] if place else ''}"
