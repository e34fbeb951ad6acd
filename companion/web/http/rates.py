"""How often something may happen."""

import shutil
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

from flask import abort, current_app, request

from companion.limits import (
    HEAVY,
    HEAVY_HERE,
    LEAST_FREE,
    MATCHES,
    NEW_MATCHES,
    NEW_MATCHES_DAILY,
    NEW_SCREENS,
    WRITES,
    WRONG_CODES,
    WRONG_CODES_ALL,
    WRONG_CODES_HERE,
    Pace,
)
from companion.store import Unavailable
from companion.web.http.counters import KEYS, Counter, OwnCounter
from companion.web.http.device import phone
from companion.web.http.locale import gettext as _
from companion.web.http.request_store import store

HOST_BITS = 64  # of an IPv6 address, which are its owner's to choose


class Rates:
    """The counters of one app. `counter` makes one, for what is counted and its pace."""

    def __init__(self, counter: Callable[[str, Pace], Counter] = lambda _, pace: OwnCounter(pace)) -> None:
        self.wrong_codes = counter("wrong codes", WRONG_CODES)
        self.wrong_codes_here = counter("wrong codes here", WRONG_CODES_HERE)
        self.wrong_codes_all = counter("wrong codes in all", WRONG_CODES_ALL)
        self.writes = counter("writes", WRITES)
        self.heavy = counter("heavy", HEAVY)
        self.heavy_here = counter("heavy here", HEAVY_HERE)
        self.new_matches = counter("new matches", NEW_MATCHES)
        self.new_matches_daily = counter("new matches daily", NEW_MATCHES_DAILY)
        self.new_screens = counter("new screens", NEW_SCREENS)


def rates() -> Rates:
    found: Rates = current_app.extensions["rates"]
    return found


def here() -> str:
    """Where a request comes from: its address, or the network of an IPv6 address, which gives each host millions."""
    return neighbourhood(request.remote_addr or "")


@lru_cache(maxsize=KEYS)
def neighbourhood(address: str) -> str:
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    return str(found.ipv4_mapped or IPv6Address(int(found) >> HOST_BITS << HOST_BITS))


def keep_pace(counter: Counter, name: str) -> None:
    """Count one more, or turn the request away: 429."""
    if counter.is_full(name):
        abort(429)
    counter.count(name)


def slow_down() -> None:
    """Turn away a phone that sends more than people can tap."""
    if request.method == "POST":
        keep_pace(rates().writes, phone() or here())


def make_room(owner: str) -> None:
    """Turn away a new match where too many were made: from this address lately (429) or by this phone (403).

    Nor is one begun on a disk that is nearly full: what is left there is for those that are being played.
    """
    if shutil.disk_usage(current_app.instance_path).free < LEAST_FREE:
        raise Unavailable("full")
    keep_pace(rates().new_matches_daily, here())
    keep_pace(rates().new_matches, here())
    if store().owned(owner) >= MATCHES:
        abort(
            403,
            description=_("This phone has %(n)s matches: delete some first. They can be saved as files.", n=MATCHES),
        )
