"""Pair televisions: a screen shows a code and waits until somebody types it on a phone."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from threading import Lock
from time import monotonic

from flask import current_app

from companion.instance import new_code
from companion.limits import SCREEN_CODE, SCREEN_SECONDS, SCREENS
from companion.store import Store


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


def screens() -> MemoryScreens | DatabaseScreens:
    waiting: MemoryScreens | DatabaseScreens = current_app.extensions["screens"]
    return waiting
