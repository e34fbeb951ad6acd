"""Limit how often something may happen, and run heavy work one at a time."""

import hmac
import shutil
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import lru_cache, wraps
from ipaddress import IPv6Address, ip_address
from threading import BoundedSemaphore, Lock
from time import monotonic
from typing import ParamSpec, TypeVar

from flask import abort, current_app, request
from flask_babel import gettext as _

from companion import limits
from companion.clock import patience
from companion.limits import Pace
from companion.store import Store, Unavailable
from companion.web.http.device import phone
from companion.web.http.request_store import store

SWEPT = 100  # expired rows deleted with each new one


class MemoryCounter:
    """Count events per name within the seconds of a pace, in the memory of this process."""

    def __init__(self, pace: Pace):
        self.pace = pace
        self.seen: dict[str, deque[float]] = {}
        self.lock = Lock()

    def is_full(self, name: str) -> bool:
        with self.lock:
            return len(self._recent(name)) >= self.pace.times

    def count(self, name: str) -> None:
        with self.lock:
            self._recent(name).append(monotonic())

    def _recent(self, name: str) -> "deque[float]":
        if name not in self.seen and len(self.seen) >= limits.COUNTED_NAMES:
            self._forget()
        times = self.seen.setdefault(name, deque(maxlen=self.pace.times))
        while times and times[0] < monotonic() - self.pace.seconds:
            times.popleft()
        return times

    def _forget(self) -> None:
        """Drop idle names; if none is idle, drop all, because memory must stay bounded."""
        oldest = monotonic() - self.pace.seconds
        self.seen = {name: times for name, times in self.seen.items() if times and times[-1] >= oldest}
        if len(self.seen) >= limits.COUNTED_NAMES:
            self.seen.clear()


class DatabaseCounter:
    """Count in the PostgreSQL database that several servers share; names are hashed, so that it holds no addresses."""

    def __init__(self, database: Callable[[], Store], key: bytes, kind: str, pace: Pace):
        self.database, self.key, self.kind, self.pace = database, key, kind, pace

    def is_full(self, name: str) -> bool:
        sql = "SELECT count(*) AS n FROM counted WHERE name = ? AND until > now()"
        with closing(self.database()) as store:
            times: int = store.rows(sql, self._signed(name))[0]["n"]
        return times >= self.pace.times

    def count(self, name: str) -> None:
        past = f"SELECT ctid FROM counted WHERE until <= now() LIMIT {SWEPT} FOR UPDATE SKIP LOCKED"  # noqa: S608 - ours
        new = "INSERT INTO counted (name, until) VALUES (?, now() + make_interval(secs => ?))"
        with closing(self.database()) as store, store.writing():
            store.run(f"DELETE FROM counted WHERE ctid = ANY (ARRAY ({past}))")  # noqa: S608 - our own words
            store.run(new, self._signed(name), self.pace.seconds)

    def _signed(self, name: str) -> str:
        return hmac.digest(self.key, f"{self.kind} {name}".encode(), "sha256").hex()


Counter = MemoryCounter | DatabaseCounter
HOST_BITS = 64  # of an IPv6 address, which its owner can choose freely


class Rates:
    """The counters of one app, made by `counter` from a name and a pace."""

    def __init__(self, counter: Callable[[str, Pace], Counter] = lambda _, pace: MemoryCounter(pace)) -> None:
        self.wrong_codes = counter("wrong codes", limits.WRONG_CODES)
        self.wrong_codes_here = counter("wrong codes here", limits.WRONG_CODES_HERE)
        self.wrong_codes_all = counter("wrong codes in all", limits.WRONG_CODES_ALL)
        self.writes = counter("writes", limits.WRITES)
        self.heavy = counter("heavy", limits.HEAVY)
        self.heavy_here = counter("heavy here", limits.HEAVY_HERE)
        self.new_matches = counter("new matches", limits.NEW_MATCHES)
        self.new_matches_daily = counter("new matches daily", limits.NEW_MATCHES_DAILY)
        self.new_screens = counter("new screens", limits.NEW_SCREENS)


def rates() -> Rates:
    """Return the counters of this app."""
    counters: Rates = current_app.extensions["rates"]
    return counters


def here() -> str:
    """Return the address of the client; for IPv6 its /64 network, because each host has millions of addresses."""
    return neighbourhood(request.remote_addr or "")


@lru_cache(maxsize=limits.COUNTED_NAMES)
def neighbourhood(address: str) -> str:
    """Return an IPv4 address unchanged, and the /64 network of an IPv6 address."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(ip, IPv6Address):
        return address
    return str(ip.ipv4_mapped or IPv6Address(int(ip) >> HOST_BITS << HOST_BITS))


def enforce(counter: Counter, name: str) -> None:
    """Count one event for a name; 429 if there were too many."""
    if counter.is_full(name):
        abort(429)
    counter.count(name)


def slow_down() -> None:
    """Refuse requests (429) from a phone that sends more than people can tap."""
    if request.method == "POST":
        enforce(rates().writes, phone() or here())


def make_room(owner: str, matches: int = 1) -> None:
    """Count a new match, and refuse it if there are too many.

    Raises:
        Unavailable: The disk is nearly full; the rest is for matches that are being played.
        TooManyRequests: Too many were made from this address lately.
        Forbidden: This phone owns too many.
    """
    if shutil.disk_usage(current_app.instance_path).free < limits.LEAST_FREE:
        raise Unavailable("full")
    enforce(rates().new_matches_daily, here())
    enforce(rates().new_matches, here())
    if store().owned(owner) + matches > (most := limits.MATCHES):
        many = _("This phone already has %(n)s matches. Delete some first. You can save them as files.", n=most)
        abort(403, description=many)


P = ParamSpec("P")
R = TypeVar("R")
WORKING = BoundedSemaphore(1)
WAITING = BoundedSemaphore(2)  # one working and one waiting: more would block the threads of other requests


@contextmanager
def lane() -> Iterator[None]:
    """Hold the only slot for heavy work.

    Raises:
        TooManyRequests: This phone or address asks too often.
        ServiceUnavailable: Others are being served.
    """
    enforce(rates().heavy_here, here())
    enforce(rates().heavy, phone() or here())
    if not WAITING.acquire(blocking=False):
        abort(503)
    try:
        if not WORKING.acquire(timeout=limits.HEAVY_WAIT):
            abort(503)
        try:
            yield
        finally:
            WORKING.release()
    finally:
        WAITING.release()


def heavy(view: Callable[P, R]) -> Callable[P, R]:
    """Decorate a view to run in the lane for heavy work."""

    @wraps(view)
    def in_turn(*args: P.args, **kwargs: P.kwargs) -> R:
        with lane():
            return view(*args, **kwargs)

    return in_turn


@contextmanager
def thinking() -> Iterator[Callable[[], bool]]:
    """Yield a `give_up` for one search: it first runs freely for a moment, then in the lane."""
    with ExitStack() as stack:
        moment = patience(limits.AT_ONCE)
        rest: list[Callable[[], bool]] = []

        def give_up() -> bool:
            if not rest and moment():
                stack.enter_context(lane())
                rest.append(patience(limits.THINKING))
            return bool(rest) and rest[0]()

        yield give_up
