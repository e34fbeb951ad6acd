"""Count rates and pair televisions: in the memory of one process, or in the PostgreSQL database that several share.

A television to pair shows a code and waits until somebody types it on a phone.
"""

import hmac
from collections import deque
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from threading import Lock
from time import monotonic

from companion.instance import new_code
from companion.limits import COUNTED_NAMES, SCREEN_CODE, SCREEN_SECONDS, SCREENS, Pace
from companion.store.matches import Store

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
        if name not in self.seen and len(self.seen) >= COUNTED_NAMES:
            self._forget()
        times = self.seen.setdefault(name, deque(maxlen=self.pace.times))
        while times and times[0] < monotonic() - self.pace.seconds:
            times.popleft()
        return times

    def _forget(self) -> None:
        """Drop idle names; if none is idle, drop all, because memory must stay bounded."""
        oldest = monotonic() - self.pace.seconds
        self.seen = {name: times for name, times in self.seen.items() if times and times[-1] >= oldest}
        if len(self.seen) >= COUNTED_NAMES:
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


@dataclass(frozen=True)
class Waiting:
    """A waiting screen: its code, when that expires, and the match that was sent to it."""

    screen: str
    code: str
    until: float
    match_id: str = ""


class MemoryScreens:
    """The waiting screens, by identity, in the memory of this process."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.clock = clock
        self.waiting: dict[str, Waiting] = {}
        self.lock = Lock()

    def code_of(self, screen: str) -> str:
        """Return the code of a screen, or an empty string once it has expired."""
        with self.lock:
            waiting = self.waiting.get(screen)
            return waiting.code if waiting and waiting.until > self.clock() else ""

    def new_code(self, screen: str) -> str:
        """Return a new unique code for a screen; an empty string if `SCREENS` others are waiting."""
        with self.lock:
            now = self.clock()
            others = (one for one in self.waiting.values() if one.until > now and one.screen != screen)
            self.waiting = {one.screen: one for one in others}
            if len(self.waiting) >= SCREENS:
                return ""
            code = _other_than({one.code for one in self.waiting.values()})
            self.waiting[screen] = Waiting(screen, code, now + SCREEN_SECONDS)
            return code

    def take(self, code: str, match_id: str) -> str | None:
        """Use up a code and return the screen that shows it; None if none does."""
        with self.lock:
            waiting = next((one for one in self.waiting.values() if one.code == code and not one.match_id), None)
            if waiting is None or waiting.until <= self.clock():
                return None
            self.waiting[waiting.screen] = Waiting(waiting.screen, "", waiting.until, match_id)
            return waiting.screen

    def sent(self, screen: str) -> str:
        """Return the match that was sent to a screen; empty while it waits."""
        with self.lock:
            waiting = self.waiting.get(screen)
            return waiting.match_id if waiting else ""

    def shows(self, screen: str, code: str) -> bool:
        """Return True if the code on a screen is still valid."""
        return bool(code) and self.code_of(screen) == code


class DatabaseScreens:
    """The waiting screens in the PostgreSQL database that several servers share."""

    def __init__(self, database: Callable[[], Store]) -> None:
        self.database = database

    def code_of(self, screen: str) -> str:
        with closing(self.database()) as store:
            rows = store.rows("SELECT code FROM screen WHERE screen = ? AND until > now()", screen)
        return str(rows[0]["code"]) if rows else ""

    def new_code(self, screen: str) -> str:
        put = "INSERT INTO screen (screen, code, until) VALUES (?, ?, now() + make_interval(secs => ?))"
        with closing(self.database()) as store, store.writing():
            store.run("LOCK TABLE screen IN SHARE ROW EXCLUSIVE MODE")  # so that no code is given twice
            store.run("DELETE FROM screen WHERE until <= now() OR screen = ?", screen)
            taken = {row["code"] for row in store.rows("SELECT code FROM screen")}
            if store.rows("SELECT count(*) AS n FROM screen")[0]["n"] >= SCREENS:
                return ""
            code = _other_than(taken)
            store.run(put, screen, code, SCREEN_SECONDS)
            return code

    def take(self, code: str, match_id: str) -> str | None:
        sql = """UPDATE screen SET match = ?, code = '' WHERE code = ? AND match = '' AND until > now()
            RETURNING screen"""
        with closing(self.database()) as store:
            rows = store.rows(sql, match_id, code)
        return str(rows[0]["screen"]) if rows else None

    def sent(self, screen: str) -> str:
        with closing(self.database()) as store:
            rows = store.rows("SELECT match FROM screen WHERE screen = ?", screen)
        return str(rows[0]["match"]) if rows else ""

    def shows(self, screen: str, code: str) -> bool:
        return bool(code) and self.code_of(screen) == code


def _other_than(taken: set[str]) -> str:
    while True:
        code = new_code(SCREEN_CODE)
        if code not in taken:
            return code
