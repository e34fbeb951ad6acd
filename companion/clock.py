"""Times in the format of the record, periods of whole days, and time limits for computations."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import cached_property  # noqa: TID251 - two sums: over in a moment

YEARS = range(1900, 2201)  # of the days of a period: any clock can tell where they begin


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


@dataclass(frozen=True)
class Period:
    """The days from `first` to `last`, inclusive, in a time zone (None: that of the machine); None is an open end."""

    first: date | None = None
    last: date | None = None
    zone: tzinfo | None = None

    def has(self, at: str) -> bool:
        """Return True if a time is within these days; an empty one is not."""
        since, until = self._ends
        return since <= at < until

    def day(self, at: str) -> str:
        """Return the day of a time in this zone, as 2026-09-01."""
        return f"{datetime.fromisoformat(moment(at) or at).astimezone(self.zone):%Y-%m-%d}"

    @cached_property
    def _ends(self) -> tuple[str, str]:
        since = self._midnight(self.first) if self.first else ""
        return since, self._midnight(self.last + timedelta(days=1)) if self.last else "~"

    def _midnight(self, day: date) -> str:
        local = datetime(day.year, day.month, day.day, tzinfo=self.zone)
        return local.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def patience(seconds: float) -> Callable[[], bool]:
    """Return a function that returns True once this thread has computed for too long, not counting waits.

    Args:
        seconds: of the processor, from now on.
    """
    until = _worked() + seconds
    return lambda: _worked() > until


_worked = getattr(time, "thread_time", time.monotonic)  # Python in browsers has no clock of the thread
