"""What is stored, as values: matches, entries, phones, parts of deals. None of it knows a game."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property  # noqa: TID251 - of one body: over in a moment
from pathlib import Path
from typing import Literal, TypedDict

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # nothing that is misread aloud
CODE_LENGTH = 10  # 31**10 codes: see the rates in limits.py
VERSION = re.compile(r"(\d{1,9})\.(\d{1,9})")


@dataclass(frozen=True)
class Version:
    """How much of a match there is to see: its entries, and the changes that are no entry (parts, settings, rights).

    No tuple: an address would carry its two numbers as two fields.
    """

    entries: int
    changes: int

    @classmethod
    def parse(cls, text: str) -> "Version | None":
        """`12.3` as a page or a header carries it; None where it is no version."""
        found = VERSION.fullmatch(text)
        return cls(int(found[1]), int(found[2])) if found else None

    def __str__(self) -> str:
        return f"{self.entries}.{self.changes}"


@dataclass(frozen=True)
class Settings:
    """How a table uses the app. `confirm`: deals are confirmed by others; `own_parts`: each writes for himself."""

    confirm: bool = False
    own_parts: bool = False


class Head(TypedDict):
    """A match file without its entries."""

    title: str
    players: list[str]
    options: Mapping[str, object]
    opening: Mapping[str, object]


@dataclass(frozen=True)
class MatchRow:
    """A match as stored: `follows` and `followed_by` are other matches."""

    id: str
    game: str
    title: str
    head: Head
    created_at: str
    owner: str
    write_code: str
    read_code: str
    settings: Settings
    archived: bool
    changes: int
    follows: str | None
    followed_by: str | None
    damaged: bool = False  # what stands in its head or its settings cannot be read; these are empty then


@dataclass(frozen=True)
class Alike:
    """What another phone has sent that was taken for an entry which stands there: its id, when, and by whom."""

    entry_id: str
    at: str
    by: str
    phone: str


@dataclass(frozen=True)
class EntryRow:
    """An entry as stored: `body` is its JSON, `phone` the device that sent it.

    `known_as`: what other phones have sent that was taken for it.
    """

    number: int
    entry_id: str
    at: str
    by: str
    phone: str
    body: Mapping[str, object]
    known_as: tuple[Alike, ...] = field(default=(), compare=False)

    @property
    def column(self) -> str:
        """Its body as it is stored."""
        return json.dumps(self.body, ensure_ascii=False)

    @cached_property
    def size(self) -> int:
        """Bytes of that."""
        return len(self.column.encode())

    @property
    def ids(self) -> set[str]:
        return {self.entry_id, *(one.entry_id for one in self.known_as)}


@dataclass(frozen=True)
class Guest:
    """A phone that was let in to a match, and which player it says it is."""

    phone: str
    may_write: bool
    player: str
    joined_at: str


@dataclass(frozen=True)
class Claim:
    """A phone said that it is another player than `before`; empty is nobody."""

    phone: str
    player: str
    before: str
    at: str


@dataclass(frozen=True)
class Opened:
    """What a code opens: a match, for writing or not. An `invitation` is good for one phone, perhaps as its owner.

    `instead`: the seat of which phone it takes, with its rights and its player.
    """

    match: MatchRow
    may_write: bool
    invitation: bool = False
    owner: bool = False
    instead: str = ""


@dataclass(frozen=True)
class PartRow:
    """What one player wrote down of the deal that is to become entry `number`; the others do not see it yet."""

    number: int
    player: str
    phone: str
    at: str
    body: Mapping[str, object]


Appended = Literal["written", "known", "behind"]


@dataclass(frozen=True)
class Upgraded:
    """Tables of an earlier version were brought up to this one; `kept` is a copy of what they were, if one is made."""

    kept: Path | None


@dataclass(frozen=True)
class Restored:
    """How many phones of a backup stay `forgotten`, and how many are let in `again` where they were not any more."""

    forgotten: int
    again: int


Reason = Literal["busy", "full", "read_only", "damaged", "later", "gone", "away"]


class DamagedMatch(Exception):
    """What stands in the rows of one match cannot be read, with the number of its first such entry, 0: its head."""

    def __init__(self, match_id: str, number: int = 0):
        super().__init__(f"{match_id}, entry {number}")
        self.match_id, self.number = match_id, number


class Unavailable(Exception):
    """The record cannot be written or read now; nothing of what was to be written has been."""

    def __init__(self, reason: Reason):
        super().__init__(reason)
        self.reason: Reason = reason
