"""Store matches, their entries and the phones that are let in. It knows rows, not games; entries are only appended.

matches.py and phones.py are written in the row operations of engine.py, which sqlite.py and postgres.py implement.
shared.py has what several servers share beside the matches: the counters of rates, and televisions that wait.
"""

from collections.abc import Callable
from pathlib import Path

from companion.store.engine import copy
from companion.store.matches import Store
from companion.store.migrations import is_ours
from companion.store.rows import (
    EVENT,
    SERVER_ID_PREFIX,
    Claim,
    DamagedMatch,
    EntryRow,
    Guest,
    Head,
    MatchRow,
    MatchState,
    MergedSubmission,
    Opened,
    PartRow,
    Settings,
    Unavailable,
    Upgraded,
    Version,
    label,
    redacted,
    tag,
)
from companion.store.sqlite import SqliteStore, brought_up

__all__ = [
    "EVENT",
    "SERVER_ID_PREFIX",
    "Claim",
    "DamagedMatch",
    "EntryRow",
    "Guest",
    "Head",
    "MatchRow",
    "MatchState",
    "MergedSubmission",
    "Opened",
    "Opener",
    "PartRow",
    "Settings",
    "SqliteStore",
    "Store",
    "Unavailable",
    "Upgraded",
    "Version",
    "brought_up",
    "copy",
    "is_address",
    "is_ours",
    "label",
    "open_store",
    "redacted",
    "tag",
]


Opener = Callable[[], Store]


def open_store(place: Path | str) -> Store:
    """Connect to the database in that file, or at that address (`postgresql://...`)."""
    if not is_address(place):
        return SqliteStore(place)
    from companion.store.postgres import PostgresStore  # noqa: PLC0415 - its driver is not everywhere

    return PostgresStore(str(place))


def is_address(place: Path | str) -> bool:
    """Return True if a place is the address of a PostgreSQL database, not a file."""
    return str(place).startswith(("postgresql://", "postgres://"))
