"""Whose request comes next: by what an address has lately taken, and by what such requests have lately cost."""

import gc
import re
from collections import OrderedDict, deque
from math import inf
from threading import local
from time import monotonic, thread_time

from waitress.channel import HTTPChannel

HALF = 5.0  # seconds in which half of what an address has taken is forgotten
OF_A_PHONE = 1.0  # seconds of the processor lately: pages loaded now and then, and its polls, on a small machine too
FORGOTTEN = 0.001  # seconds of the processor: an address that has taken less is as any other
CHEAP = 0.2  # seconds of the processor: what a table asks, on a small machine and among others too
UNKNOWN = 0.3  # of a request of which nothing is known: behind what is known to be cheap
RECALLED = 60.0  # seconds in which half of what a request has cost is forgotten
WARMING = 5.0  # seconds in which a server that has just begun reads what all requests need: no match is judged by them
LONGEST_ADDRESS = 64  # characters
KINDS = 16_384  # of requests whose costs are kept: a hundred bytes each
OF_A_MATCH = re.compile(r"/m/[0-9a-f]{1,32}")
OF_THE_HOUSE = re.compile(r"/?[^/]{0,32}")


class _Own(local):
    collecting = began = 0.0  # seconds of the processor, of this thread


_own = _Own()


def own_time() -> float:
    """Seconds of the processor that this thread has taken for its requests: the collector cleans up after others."""
    return thread_time() - _own.collecting


def leave_out_collector() -> None:
    """From now on `own_time` does: a table that it stopped would be taken for one that asks for what is dear."""
    if _collecting not in gc.callbacks:
        gc.callbacks.append(_collecting)


def _collecting(phase: str, _: object) -> None:
    if phase == "start":
        _own.began = thread_time()
    else:
        _own.collecting += thread_time() - _own.began


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
        self._waiting.setdefault(asker_of(channel), deque()).append(channel)

    def popleft(self) -> HTTPChannel:
        return self._taken(min(self._waiting, key=self._cost))

    def take(self, strangers: int) -> HTTPChannel | None:
        """The next that may be served, with room for so many `strangers`; they leave those places free that are kept.

        Where there is none for a stranger, nobody else waits behind one.
        """
        if self.free <= 0:
            return None
        room = strangers > 0 and self.free > self._kept
        served = self._waiting if room else [one for one in self._waiting if not self.is_strange(self._head(one))]
        first = min(served, key=self._cost, default=None)
        return self._taken(first) if first is not None else None

    def _taken(self, address: str) -> HTTPChannel:
        own = self._waiting.pop(address)
        found = own.popleft()
        if own:
            self._waiting[address] = own
        return found

    def __len__(self) -> int:
        return len(self._waiting)

    def is_strange(self, channel: HTTPChannel) -> bool:
        return self._known.beyond_cheap(kind_of(channel)) > 0

    def _cost(self, address: str) -> float:
        return max(self._used.beyond_use(address), self._known.beyond_cheap(kind_of(self._head(address))))

    def _head(self, address: str) -> HTTPChannel:
        return self._waiting[address][0]


def address_of(channel: HTTPChannel) -> str:
    return str(channel.addr[0])


def asker_of(channel: HTTPChannel) -> str:
    """Who has sent the request that is next on a connection: where a trusted proxy passes it on, whom that names."""
    address, proxy = address_of(channel), channel.server.adj.trusted_proxy
    named = channel.requests[0].headers.get("X_FORWARDED_FOR", "") if proxy and address == proxy else ""
    return named.rpartition(",")[2].strip()[:LONGEST_ADDRESS] or address


def kind_of(channel: HTTPChannel) -> str:
    """Of the request that is next on a connection: what is asked of a match, or of one part of the house."""
    request = channel.requests[0]
    place = OF_A_MATCH.search(request.path) or OF_THE_HOUSE.match(request.path)
    return f"{request.command} {place[0] if place else ''}"
