"""How often each name did something lately: counted by one server for itself, or by all that share a database."""

import hmac
from collections import deque
from collections.abc import Callable
from contextlib import closing
from threading import Lock
from time import monotonic
from typing import Protocol

from companion.limits import Pace
from companion.store import Store

KEYS = 10_000  # names remembered at once; beyond it the idle ones are forgotten
SWEPT = 100  # rows that are past, taken away with each that is added


class Counter(Protocol):
    """What each name did within the last seconds of a pace."""

    def is_full(self, name: str) -> bool: ...

    def count(self, name: str) -> None: ...


class OwnCounter:
    """In memory, for as long as the process lives."""

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
        if name not in self.seen and len(self.seen) >= KEYS:
            self._forget()
        times = self.seen.setdefault(name, deque(maxlen=self.pace.times))
        while times and times[0] < monotonic() - self.pace.seconds:
            times.popleft()
        return times

    def _forget(self) -> None:
        """Drop the names that did nothing lately; if all did, all of them: memory is bounded, not the rate."""
        oldest = monotonic() - self.pace.seconds
        self.seen = {name: times for name, times in self.seen.items() if times and times[-1] >= oldest}
        if len(self.seen) >= KEYS:
            self.seen.clear()


class SharedCounter:
    """In the PostgreSQL database of several servers, by its clock; names are signed, so that it holds no addresses."""

    def __init__(self, database: Callable[[], Store], key: bytes, kind: str, pace: Pace):
        self.database, self.key, self.kind, self.pace = database, key, kind, pace

    def is_full(self, name: str) -> bool:
        sql = "SELECT count(*) AS n FROM counted WHERE name = ? AND until > now()"
        with closing(self.database()) as store:
            found: int = store.rows(sql, self._signed(name))[0]["n"]
        return found >= self.pace.times

    def count(self, name: str) -> None:
        past = f"SELECT ctid FROM counted WHERE until <= now() LIMIT {SWEPT} FOR UPDATE SKIP LOCKED"  # noqa: S608 - ours
        new = "INSERT INTO counted (name, until) VALUES (?, now() + make_interval(secs => ?))"
        with closing(self.database()) as store, store.writing():
            store.run(f"DELETE FROM counted WHERE ctid = ANY (ARRAY ({past}))")  # noqa: S608 - our own words
            store.run(new, self._signed(name), self.pace.seconds)

    def _signed(self, name: str) -> str:
        return hmac.digest(self.key, f"{self.kind} {name}".encode(), "sha256").hex()
