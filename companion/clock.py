"""The time as the record keeps it, and how long a thought may take."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta


def now(minutes: int = 0) -> str:
    """This moment, or one so many minutes later, as RFC 3339 in UTC, to the second: 2026-11-21T20:15:00Z."""
    moment = datetime.now(UTC) + timedelta(minutes=minutes)
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z")


def later(at: str, minutes: int) -> str:
    """The moment so many minutes after another, both as the record keeps them; comparable as texts."""
    moment = datetime.fromisoformat(at).astimezone(UTC) + timedelta(minutes=minutes)
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z")


def seconds_between(one: str, other: str) -> int:
    """From one moment to another, both as the record keeps them; negative where that was before."""
    return int((datetime.fromisoformat(other) - datetime.fromisoformat(one)).total_seconds())


def patience(seconds: float) -> Callable[[], bool]:
    """Tell whether this thread has worked for so long since now; waiting for others does not count."""
    until = _worked() + seconds
    return lambda: _worked() > until


_worked = getattr(time, "thread_time", time.monotonic)  # a browser has one thread, and no clock of it
