"""The record on disk: matches, their entries, and which phones are let in. Knows rows, not games.

Entries are only ever appended. A store is one connection: it belongs to one request, or one command, at a time.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Protocol

from companion.store.columns import tag
from companion.store.copying import copy
from companion.store.rows import (
    ALPHABET,
    CODE_LENGTH,
    Alike,
    Appended,
    Claim,
    DamagedMatch,
    EntryRow,
    Guest,
    Head,
    MatchRow,
    Opened,
    PartRow,
    Restored,
    Settings,
    Unavailable,
    Upgraded,
    Version,
)
from companion.store.shape import is_ours
from companion.store.sql import SqlStore
from companion.store.sqlite import SqliteStore, brought_up

__all__ = [
    "ALPHABET",
    "CODE_LENGTH",
    "Alike",
    "Appended",
    "Claim",
    "DamagedMatch",
    "EntryRow",
    "Guest",
    "Head",
    "MatchRow",
    "Opened",
    "Opener",
    "PartRow",
    "Restored",
    "Settings",
    "SqlStore",
    "SqliteStore",
    "Store",
    "Unavailable",
    "Upgraded",
    "Version",
    "brought_up",
    "copy",
    "is_address",
    "is_ours",
    "open_store",
    "tag",
]


class Store(Protocol):
    """What the app asks of its database; every method that writes is one transaction."""

    def prepare(self) -> Upgraded | None:
        """Create or migrate the tables; safe when several processes start at once.

        Tables of a later version are left as they are: Unavailable, "later".
        """

    def idle(self) -> None:
        """Between two users: nothing half done is left."""

    def close(self) -> None: ...

    # --- matches

    def create(self, game: str, head: Head, *, owner: str, at: str, entries: Iterable[EntryRow] = ()) -> MatchRow:
        """A new match, with entries if it comes from a file. It belongs to the phone `owner`, which may write.

        Without an owner it will belong to the first phone that is let in to write.
        """

    def rematch(self, old: MatchRow, head: Head, *, at: str) -> str:
        """The match after this one, with the same owner, settings and phones: its id, also if it was made before."""

    def match(self, match_id: str) -> MatchRow | None: ...

    def by_code(self, code: str, *, at: str) -> Opened | None:
        """What a join code, or an invitation that is still good at that time, opens."""

    def invite(self, match_id: str, *, owner: bool, until: str, instead: str = "") -> str:
        """A code that lets one phone in to write, once; or to the seat of another phone, which is then out."""

    def matches_of(self, phone: str) -> list[MatchRow]:
        """The matches a phone was let in to, the latest written first."""

    def owned(self, phone: str) -> int:
        """How many matches belong to a phone."""

    def ids(self) -> list[str]:
        """All matches, oldest first."""

    def renew_codes(self, match_id: str, *, write: bool, read: bool) -> None:
        """New join codes; the old ones stop working."""

    def set_settings(self, match_id: str, settings: Settings) -> None: ...

    def archive(self, match_id: str, archived: bool) -> None: ...

    def delete(self, match_id: str) -> None: ...

    def version(self, match_id: str) -> Version | None:
        """Differs whenever phones have something new to see; None if there is no such match."""

    def version_for(self, match_id: str, phone: str) -> Version | None:
        """The version for a phone that asks what is new, None if it is not let in."""

    def version_and_key(self, match_id: str, phone: str) -> tuple[Version, str] | None:
        """The same with the key that its cookie must hold (`key_of`): one query for each poll."""

    # --- entries

    def entries(self, match_id: str, *, after: int = 0) -> list[EntryRow]:
        """All entries, or those beyond a number; what they are known as beside is asked for apart (`known_as`).

        DamagedMatch where one of them is missing or cannot be read.
        """

    def known_as(self, match_id: str) -> dict[int, tuple[Alike, ...]]:
        """What other phones have sent that was taken for an entry, by the number of the entry, oldest first."""

    def count(self, match_id: str) -> int: ...

    def append(self, match_id: str, row: EntryRow) -> Appended:
        """Write an entry in its place: `known` if this entry was written before, `behind` if somebody was first.

        A match that goes on is none of the past: whoever writes takes it out of the archive.
        """

    def append_all(self, match_id: str, rows: Sequence[EntryRow], head: Head | None = None) -> Appended:
        """Write entries that belong together, in their places: all of them or, as with one, none.

        `head`: what the match begins with, where they are its first and it begins otherwise than was thought.
        """

    def note_same(self, match_id: str, number: int, sent: Alike) -> None:
        """Remember that what a phone sent stands there as entry `number`, written by another."""

    # --- phones

    def guest(self, match_id: str, phone: str) -> Guest | None: ...

    def guests(self, match_id: str) -> list[Guest]:
        """The phones at the table, in the order in which they came."""

    def let_in(self, match_id: str, phone: str, *, may_write: bool, at: str) -> None:
        """Let a phone in; a reading code never takes the pen from one that may already write."""

    def accept(self, match_id: str, phone: str, code: str, *, at: str) -> bool:
        """Let a phone in by an invitation, which is spent by that; False if another was quicker."""

    def set_player(self, match_id: str, phone: str, player: str, *, at: str) -> None:
        """Which player a phone says it is; empty for none. Who changes is remembered."""

    def claims(self, match_id: str) -> list[Claim]:
        """Who has said when that it is another player, the latest last."""

    def set_owner(self, match_id: str, phone: str) -> None:
        """Hand the match over to a phone that is let in; it may write from now on."""

    def pass_pen(self, match_id: str, phone: str, *, may_write: bool) -> None:
        """Give a phone the pen, or take it away: then the code for writing, which it may know, is renewed too.

        The owner keeps it.
        """

    def show_out(self, match_id: str, phones: Sequence[str], *, renew: bool, at: str) -> None:
        """Phones that are no longer let in, which stands among the claims. The owner stays.

        With `renew` the codes that they may know do not let them in again.
        """

    def forget(self, phone: str) -> None:
        """A phone that is let in nowhere any more. What it owned goes to whoever writes there, else looks on, longest.

        A match that it alone had is deleted. No backup lets it in again.
        """

    def key_of(self, phone: str) -> str:
        """The key that the cookie of a phone must hold; empty where it has gained no match yet."""

    def renew_key(self, phone: str, key: str) -> None: ...

    # --- parts of a deal, where each writes for himself

    def put_part(self, match_id: str, part: PartRow, *, seen: Version, closing: EntryRow | None) -> Appended:
        """Keep a player's part of the next deal, in the place of an earlier one, and with the last the deal itself.

        `behind`, and nothing is written, if the match has changed since `seen`. Parts of other deals are dropped.
        """

    def parts(self, match_id: str, number: int) -> list[PartRow]: ...

    # --- the whole

    def backup(self, target: Path) -> None:
        """A consistent copy of the whole database, also while the app is running."""

    def restore(self, source: Path) -> Restored:
        """Put a backup in the place of everything, brought up to this version; whoever was forgotten since stays so."""


Opener = Callable[[], Store]


def open_store(place: Path | str) -> SqlStore:
    """A connection to the database in that file, or at that address (`postgresql://...`)."""
    if not is_address(place):
        return SqliteStore(place)
    from companion.store.postgres import PostgresStore  # noqa: PLC0415 - its driver is not everywhere

    return PostgresStore(str(place))


def is_address(place: Path | str) -> bool:
    return str(place).startswith(("postgresql://", "postgres://"))
