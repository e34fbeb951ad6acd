"""The time as the record keeps it, periods of whole days, and how long a thought may take."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import cached_property  # noqa: TID251 - two sums: over in a moment

YEARS = range(1900, 2201)  # of the days of a period: any clock can tell where they begin


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


def moment(at: str | None) -> str:
    """Return a moment as the record keeps it, however a file wrote it; empty for text that is no time."""
    try:
        return later(at or "", 0)
    except (ValueError, OverflowError):
        return ""


@dataclass(frozen=True)
class Period:
    """Whole days from `first` to `last`, both included, in a zone (None: that of the machine); None is an open end."""

    first: date | None = None
    last: date | None = None
    zone: tzinfo | None = None

    def has(self, at: str) -> bool:
        """Tell whether a moment, as the record keeps it, lies in these days; one that is not known in no day."""
        since, until = self._ends
        return since <= at < until

    def day(self, at: str) -> str:
        """Return the day of a moment in this zone, as 2026-09-01."""
        return f"{datetime.fromisoformat(moment(at) or at).astimezone(self.zone):%Y-%m-%d}"

    @cached_property
    def _ends(self) -> tuple[str, str]:
        since = self._midnight(self.first) if self.first else ""
        return since, self._midnight(self.last + timedelta(days=1)) if self.last else "~"

    def _midnight(self, day: date) -> str:
        local = datetime(day.year, day.month, day.day, tzinfo=self.zone)
        return local.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def patience(seconds: float) -> Callable[[], bool]:
    """Tell whether this thread has worked for so long since now; waiting for others does not count."""
    until = _worked() + seconds
    return lambda: _worked() > until


_worked = getattr(time, "thread_time", time.monotonic)  # a browser has one thread, and no clock of it
