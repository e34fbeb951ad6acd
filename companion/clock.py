"""The time as the record keeps it."""

from datetime import UTC, datetime


def now() -> str:
    """This moment as RFC 3339 in UTC, to the second: 2026-11-21T20:15:00Z."""
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
