"""Define the values that are stored (matches, entries, phones, parts of deals) and their columns."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property, lru_cache  # noqa: TID251 - of one body: over in a moment
from pathlib import Path
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict, cast

from companion.limits import ALPHABET

EVENT = "event"  # instead of a game's key: the row is an event, whose entries may name matches
SERVER_ID_PREFIX = ":"  # of entry ids that the server creates; ids from phones never begin with it
FORGOTTEN = "~"  # the prefix of the pseudonym of a forgotten phone, which no cookie can hold
VERSION = re.compile(r"(\d{1,9})\.(\d{1,9})")


@dataclass(frozen=True)
class Version:
    """The version of a match: the number of its entries, and of its other changes (parts of deals, settings, rights).

    Not a tuple, because `url_for` would make two fields of it.
    """

    entries: int
    changes: int

    @classmethod
    def parse(cls, text: str) -> "Version | None":
        """Parse a version such as `12.3`; None for any other text."""
        matched = VERSION.fullmatch(text)
        return cls(int(matched[1]), int(matched[2])) if matched else None

    def __str__(self) -> str:
        return f"{self.entries}.{self.changes}"


@dataclass(frozen=True)
class Settings:
    """The settings of a table. `confirm`: other players confirm deals; `own_parts`: each player writes their own part.

    `uncounted`: this match, or the matches of this event, are left out of the statistics. `hides_open`: only those who
    play at a table of the open round see its scores. `league`: this event was made to count evenings. `directors`: the
    tags of the phones that direct the tournament too.
    """

    confirm: bool = False
    own_parts: bool = False
    uncounted: bool = False
    hides_open: bool = False
    league: bool = False
    directors: tuple[str, ...] = ()


class Head(TypedDict):
    """A match file without its entries; for an event, `event` has the head of its file and the rest is empty."""

    title: str
    players: list[str]
    options: Mapping[str, object]
    opening: Mapping[str, object]
    continues: NotRequired[Mapping[str, object]]
    event: NotRequired[Mapping[str, object]]


@dataclass(frozen=True)
class MatchRow:
    """A match as stored, or an event.

    `follows` and `followed_by` are the matches before and after it, `event` is the event that it belongs to.
    """

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
    event: str | None
    hidden: Mapping[str, str] = field(default_factory=dict)  # the signs of forgotten people, by their names
    damaged: bool = False  # its head or settings cannot be read; they are empty then

    @property
    def players(self) -> list[str]:
        """Return the players of the head, with signs for forgotten people."""
        return [self.hidden.get(name, name) for name in self.head["players"]]

    def redacted(self, text: str) -> str:
        """Return a text with the names of forgotten people replaced by signs."""
        return redacted(text, self.hidden)

    def without(self, hidden: Mapping[str, str]) -> "MatchRow":
        """Return the row with signs for those names; the stored head is unchanged."""
        return replace(self, hidden=hidden, title=redacted(self.title, hidden)) if hidden else self


def redacted(text: str, hidden: Mapping[str, str]) -> str:
    """Return a text with whole words that are these names replaced by signs."""
    for name in sorted(hidden, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", hidden[name].replace("\\", r"\\"), text)
    return text


class MatchState(NamedTuple):
    """The state of a match without its entries, cheap to read for many; `began` is the time of its first entry."""

    id: str
    entries: int
    changes: int
    began: str
    created_at: str
    uncounted: bool  # it, or the event to which it belongs, is left out of the statistics


@dataclass(frozen=True)
class MergedSubmission:
    """A submission that was merged into an entry because another phone had already written the same."""

    entry_id: str
    at: str
    by: str
    phone: str


@dataclass(frozen=True)
class EntryRow:
    """An entry as stored: `body` is its JSON, `phone` the device that sent it.

    `known_as`: the submissions of other phones that were merged into it.
    """

    number: int
    entry_id: str
    at: str
    by: str
    phone: str
    body: Mapping[str, object]
    known_as: tuple[MergedSubmission, ...] = field(default=(), compare=False)

    @property
    def column(self) -> str:
        return json.dumps(self.body, ensure_ascii=False)

    @cached_property
    def size(self) -> int:
        """Return the size of its JSON in bytes."""
        return len(self.column.encode())

    @property
    def ids(self) -> set[str]:
        return {self.entry_id, *(sent.entry_id for sent in self.known_as)}


@dataclass(frozen=True)
class Guest:
    """A phone that was let in to a match, and which player it says it is."""

    phone: str
    may_write: bool
    player: str
    joined_at: str


@dataclass(frozen=True)
class Claim:
    """A change of the player that a phone says it is; `before` is the former one, empty for none."""

    phone: str
    player: str
    before: str
    at: str


@dataclass(frozen=True)
class Opened:
    """The match that a code opens, with or without write access. An `invitation` lets in one phone, perhaps as owner.

    `instead`: the phone whose seat it takes over, with its rights and player.
    """

    match: MatchRow
    may_write: bool
    invitation: bool = False
    owner: bool = False
    instead: str = ""


@dataclass(frozen=True)
class PartRow:
    """One player's part of the future deal `number`, which the others do not see yet."""

    number: int
    player: str
    phone: str
    at: str
    body: Mapping[str, object]


Appended = Literal["written", "known", "behind"]


@dataclass(frozen=True)
class Upgraded:
    """The tables were migrated from an earlier version; `kept` is the copy that was made before, if any."""

    kept: Path | None


@dataclass(frozen=True)
class Restored:
    """The numbers of phones of a restored backup that stay `forgotten`, and that are let in `again`."""

    forgotten: int
    again: int


Reason = Literal["busy", "full", "read_only", "damaged", "later", "gone", "away"]


class DamagedMatch(Exception):
    """The rows of a match cannot be read: `number` is the first such entry, 0 for the head."""

    def __init__(self, match_id: str, number: int = 0):
        super().__init__(f"{match_id}, entry {number}")
        self.match_id, self.number = match_id, number


class Unavailable(Exception):
    """The database cannot be read or written now; nothing was written."""

    def __init__(self, reason: Reason):
        super().__init__(reason)
        self.reason: Reason = reason


# --- conversion to and from columns


def entry_columns(match_id: str, row: EntryRow) -> dict[str, object]:
    sent = {"entry_id": row.entry_id, "at": row.at, "by": row.by, "phone": row.phone}
    return {"match": match_id, "number": row.number, **sent, "body": row.column}


def part_columns(match_id: str, part: PartRow) -> dict[str, object]:
    sent = {"player": part.player, "phone": part.phone, "at": part.at}
    return {"match": match_id, "number": part.number, **sent, "body": json.dumps(part.body, ensure_ascii=False)}


def tag(match_id: str, phone: str) -> str:
    """Return twelve hexadecimal digits that identify a phone in a match, and do not reveal its cookie."""
    if phone.startswith(FORGOTTEN):
        return phone.removeprefix(FORGOTTEN)
    return hashlib.sha256(f"{match_id} {phone}".encode()).hexdigest()[:12]


def label(match_id: str, device: str) -> str:
    """Return the label of a phone, used while its player is unknown, the same in every language: #4K7 is phone 4K7."""
    number = int(tag(match_id, device), 16)
    return "#" + "".join(ALPHABET[number // len(ALPHABET) ** place % len(ALPHABET)] for place in range(3))


def pseudonym(match_id: str, phone: str) -> str:
    """Return the id that replaces a forgotten phone in the rows of a match: its tag and label stay the same."""
    return FORGOTTEN + tag(match_id, phone)


def sign_of(phone: str) -> str:
    """Return the hash by which a forgotten phone is recognised, without storing its id."""
    return hashlib.sha256(f"forgotten {phone}".encode()).hexdigest()


def match_of(row: Mapping[str, Any]) -> MatchRow:
    """Read the row of a match; it is `damaged` if its head or settings cannot be read."""
    head, settings = _head(row["head"]), settings_of(row["settings"])
    read = {
        "head": head or Head(title=row["title"], players=[], options={}, opening={}),
        "settings": settings or Settings(),
        "archived": bool(row["archived"]),
        "damaged": head is None or settings is None,
    }
    return MatchRow(**{**row, **read})


def _object(column: str) -> dict[str, Any] | None:
    """Return the JSON object in a column; None if it is damaged."""
    try:
        data = json.loads(column)
    except ValueError:
        return None
    return data if isinstance(data, dict) else None


def _head(column: str) -> Head | None:
    head = _object(column) or {}
    players = head.get("players")
    is_whole = isinstance(players, list) and all(isinstance(name, str) for name in players)
    are_objects = all(isinstance(head.get(name, {}), dict) for name in ("options", "opening"))
    return cast(Head, head) if is_whole and are_objects else None


def state_of(row: Mapping[str, Any]) -> MatchState:
    """Read the state of a match; it is counted if the settings of its event are damaged."""
    settings = settings_of(row["event_settings"]) if row["event_settings"] else None
    uncounted = settings is not None and settings.uncounted
    return MatchState(row["id"], row["entries"], row["changes"], row["began"], row["created_at"], uncounted)


@lru_cache
def settings_of(column: str) -> Settings | None:
    """Read the column of a table's settings; None if it is damaged."""
    if (stored := _object(column)) is None:
        return None
    switches = {field.name: bool(stored.get(field.name)) for field in fields(Settings) if field.name != "directors"}
    named = stored.get("directors")
    return Settings(**switches, directors=tuple(map(str, named)) if isinstance(named, list) else ())


def settings_column(settings: Settings) -> str:
    return json.dumps(asdict(settings))


def entry_of(row: Mapping[str, Any]) -> EntryRow:
    """Read the row of an entry.

    Raises:
        DamagedMatch: its body is no JSON object.
    """
    return EntryRow(row["number"], row["entry_id"], row["at"], row["by"], row["phone"], _body(row))


def part_of(row: Mapping[str, Any]) -> PartRow:
    """Read the row of a part.

    Raises:
        DamagedMatch: its body is no JSON object.
    """
    return PartRow(row["number"], row["player"], row["phone"], row["at"], _body(row))


def _body(row: Mapping[str, Any]) -> dict[str, Any]:
    body = _object(row["body"])
    if body is None:
        raise DamagedMatch(row["match"], row["number"])
    return body


def guest_of(row: Mapping[str, Any]) -> Guest:
    return Guest(row["phone"], bool(row["may_write"]), row["player"], row["joined_at"])
