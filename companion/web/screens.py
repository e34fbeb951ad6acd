"""Televisions that wait for a board: in memory, for as long as the process lives; a screen asks again by itself."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from time import monotonic

from flask import current_app

from companion.limits import SCREEN_CODE, SCREEN_SECONDS, SCREENS
from companion.store import ALPHABET


@dataclass(frozen=True)
class Waiting:
    """A screen, the code it shows, and until when; the match whose board it was sent, once it was."""

    screen: str
    code: str
    until: float
    match_id: str = ""


class Screens:
    """The screens of one app, each by its identity."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.clock = clock
        self.waiting: dict[str, Waiting] = {}
        self.lock = Lock()

    def code_for(self, screen: str) -> str:
        """The code that this screen shows: the one it has while that is good, else another."""
        with self.lock:
            known = self.waiting.pop(screen, None)
            good = known is not None and known.until > self.clock() and not known.match_id
            found = known if known and good else Waiting(screen, self._fresh(), self.clock() + SCREEN_SECONDS)
            self.waiting[screen] = found
            while len(self.waiting) > SCREENS:
                del self.waiting[next(iter(self.waiting))]
            return found.code

    def _fresh(self) -> str:
        taken = {one.code for one in self.waiting.values()}
        while True:
            code = "".join(secrets.choice(ALPHABET) for _ in range(SCREEN_CODE))
            if code not in taken:
                return code

    def take(self, code: str, match_id: str) -> str | None:
        """The screen that shows a code, which is spent by that; None if none does."""
        with self.lock:
            found = next((one for one in self.waiting.values() if one.code == code and not one.match_id), None)
            if found is None or found.until <= self.clock():
                return None
            self.waiting[found.screen] = Waiting(found.screen, "", found.until, match_id)
            return found.screen

    def sent(self, screen: str) -> str:
        """The match whose board a screen is to show; empty while it waits."""
        with self.lock:
            found = self.waiting.get(screen)
            return found.match_id if found else ""

    def shows(self, screen: str, code: str) -> bool:
        """Whether the code on a screen is still good."""
        with self.lock:
            found = self.waiting.get(screen)
            return found is not None and found.code == code and found.until > self.clock()


def screens() -> Screens | None:
    """None where several servers share a database: a code known to one of them would be unknown to the others."""
    found: Screens | None = current_app.extensions["screens"]
    return found
