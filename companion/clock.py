"""Times in the format of the record, and time limits for computations."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta


def now(minutes: int = 0) -> str:
    """Return the current time in RFC 3339, UTC, to the second: 2026-11-21T20:15:00Z.

    Args:
        minutes: added to the time.
    """
    moment = datetime.now(UTC) + timedelta(minutes=minutes)
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z")


def later(at: str, minutes: int) -> str:
    """Return a later time in the same format; such times compare as texts.

    Args:
        at: a time in RFC 3339.
        minutes: added to it.

    Raises:
        ValueError: `at` is not a time.
        OverflowError: the result is beyond the year 9999.
    """
    moment = datetime.fromisoformat(at).astimezone(UTC) + timedelta(minutes=minutes)
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z")


def seconds_between(one: str, other: str) -> int:
    """Return the seconds from one time to another; negative if the other is earlier."""
    return int((datetime.fromisoformat(other) - datetime.fromisoformat(one)).total_seconds())


def moment(at: str | None) -> str:
    """Convert a time from a file to the format of the record; empty if it is not a time."""
    try:
        return later(at or "", 0)
    except (ValueError, OverflowError):
        return ""


def patience(seconds: float) -> Callable[[], bool]:
    """Return a function that returns True once this thread has computed for too long, not counting waits.

    Args:
        seconds: of the processor, from now on.
    """
    until = _worked() + seconds
    return lambda: _worked() > until


_worked = getattr(time, "thread_time", time.monotonic)  # Python in browsers has no clock of the thread
