"""Limit how often something may happen, and run heavy work one at a time."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import lru_cache, wraps
from ipaddress import IPv6Address, ip_address
from threading import BoundedSemaphore
from typing import ParamSpec, TypeVar

from flask import abort, current_app, g, request
from flask_babel import gettext as _

from companion import limits
from companion.audit_log import noted
from companion.clock import patience
from companion.limits import Pace
from companion.store import Unavailable
from companion.store.shared import DatabaseCounter, MemoryCounter
from companion.web.http.device import phone
from companion.web.http.request_store import store

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


def client_address() -> str:
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
    """Count one event for a name.

    Raises:
        TooManyRequests: there were too many.
    """
    if counter.is_full(name):
        abort(429)
    counter.count(name)


def slow_down() -> None:
    """Refuse requests (429) from a phone that sends more than people can tap."""
    if request.method == "POST":
        enforce(rates().writes, phone() or client_address())


def make_room(owner: str, matches: int = 1) -> None:
    """Count a new match, and refuse it if there are too many.

    Raises:
        Unavailable: The disk is nearly full; the rest is for matches that are being played.
        TooManyRequests: Too many were made from this address lately.
        Forbidden: This phone owns too many.
    """
    if shutil.disk_usage(current_app.instance_path).free < limits.LEAST_FREE:
        raise Unavailable("full")
    enforce(rates().new_matches_daily, client_address())
    enforce(rates().new_matches, client_address())
    if store().owned(owner) + matches > (most := limits.MATCHES):
        many = _("This phone already has %(n)s matches. Delete some first. You can save them as files.", n=most)
        abort(403, description=many)


def count_wrong_code() -> None:
    """Count a wrong code in all, from this address and from this phone; 429 where there were too many."""
    enforce(rates().wrong_codes_all, "")
    enforce(rates().wrong_codes_here, client_address())
    enforce(rates().wrong_codes, phone() or client_address())
    noted("wrong code", address=client_address())
    g.told = True


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
    enforce(rates().heavy_here, client_address())
    enforce(rates().heavy, phone() or client_address())
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
                rest.append(patience(limits.LONG_QUESTION))
            return bool(rest) and rest[0]()

        yield give_up
