"""Read stored rows as a match for one phone, and store match files and event files as rows."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.limits import CORRECTED, ENTRIES, LARGEST_MATCH
from companion.match_cache import cached_match, stored_match
from companion.parsing import Match, read_match, write_match
from companion.parsing.event_file import FORMAT as EVENT_FORMAT
from companion.parsing.json_decoder import from_json, plain
from companion.parsing.renaming import as_written, json_redacted, renamed, writers_renamed
from companion.rules.entries import Body, Correction, LetStand, Player
from companion.rules.field_metadata import Json
from companion.rules.game import Game
from companion.rules.history import AnyRecord
from companion.rules.messages import say
from companion.rules.people import Names, renamed_here
from companion.rules.rulings import Ruling, refuse
from companion.rules.tally import Tally
from companion.store import EVENT, EntryRow, Guest, Head, MatchRow, Store, Version, label, tag

EventData = Mapping[str, Any]  # the content of an event file
MATCH_ID = "match_id"  # in the place of a match that an entry of a stored event names
MATCHES = "matches"  # those of the tables of a round
STOOD = "stood"  # what the match of a result came to when that was written
RUNNING = "A match that was still running when this file was written."
ENVELOPE = ("id", "at", "by")  # of an entry in a file, beside its content


@dataclass(frozen=True)
class MatchSession:
    """A match as one phone sees it: the stored rows, the record in them, and the phones that may open it.

    All players have their shown names here; only the stored rows keep the names of the head. `is_closed`: it is at a
    table of a closed round, and only a director of the event may still write in it.
    """

    row: MatchRow
    rows: list[EntryRow]
    match: Match
    guest: Guest
    guests: tuple[Guest, ...]
    is_closed: bool = False

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def tally(self) -> Tally:
        return self.match.tally

    @property
    def in_parts(self) -> bool:
        """Return True if each player writes only their own part of a deal; False if the game has no such parts."""
        return self.row.settings.own_parts and self.game.in_parts

    @property
    def number(self) -> int:
        """Return the number of the next entry."""
        return len(self.rows) + 1

    @property
    def last(self) -> EntryRow | None:
        return self.rows[-1] if self.rows else None

    @property
    def players(self) -> tuple[Player, ...]:
        return self.match.record.players

    @property
    def stored_names(self) -> Names:
        """Return the stored name for each shown name; without players whose name was never changed."""
        return {shown: head for head, shown in renamed_here(self.match.record).items()}

    def stored_name(self, player: str) -> str:
        """Return the stored name for the shown name of a phone's player or of a writer."""
        return writers_renamed(player, self.stored_names) or ""

    def stored_data(self, body: Body, data: Json) -> Json:
        """Return the content of an entry in its stored form."""
        return plain(renamed(body, self.stored_names)) if self.stored_names else data

    @property
    def version(self) -> Version:
        """Return the version that a poll compares: see Store.version."""
        return Version(len(self.rows), self.row.changes)

    @property
    def writers(self) -> list[str]:
        """Return the names of the phones that may write here, this one included: by their players, if known."""
        return [phone.name for phone in named_phones(self.row.id, self.guests) if phone.guest.may_write]

    @property
    def is_owner(self) -> bool:
        return self.row.owner == self.guest.phone

    @property
    def is_locked(self) -> bool:
        """Return True if this phone may no longer write, because the round is closed."""
        return self.is_closed and not self.guest.may_write


def open_session(store: Store, match_id: str, phone: str) -> MatchSession | None:
    """Open a match for a phone that may open it; None if it may not, or if this version cannot read the match."""
    row, guests = store.match(match_id), store.guests(match_id)
    guest = next((guest for guest in guests if guest.phone == phone), None)
    return session_of(store, row, guest, guests) if row and guest else None


def session_of(store: Store, row: MatchRow, guest: Guest, guests: Sequence[Guest]) -> MatchSession | None:
    """Open the match of a row for a phone; None if this version cannot read it."""
    kept = cached_match(store, row)
    if kept is None:
        return None
    others = store.known_as(row.id)
    rows = [replace(row, known_as=others[row.number]) if row.number in others else row for row in kept.rows]
    if names := renamed_here(kept.match.record):
        rows = [replace(row, by=writers_renamed(row.by, names) or "") for row in rows]
        guest, *guests = (replace(one, player=names.get(Player(one.player), one.player)) for one in (guest, *guests))
    event = store.match(row.event) if row.event else None
    is_closed = event is not None and in_closed_round(store, row)
    if event and is_closed and not is_director(event, guest.phone):
        guest = replace(guest, may_write=False)
    return MatchSession(row, rows, kept.match, guest, tuple(guests), is_closed)


def is_director(event: MatchRow, phone: str) -> bool:
    """Return True if a phone directs an event: its owner's, or one that the owner has named."""
    return event.owner == phone or tag(event.id, phone) in event.settings.directors


def in_closed_round(store: Store, row: MatchRow) -> bool:
    """Return True if a match belongs to a table of a closed round or of a finished event."""
    said = contents([entry.body for entry in store.entries(row.event)]) if row.event else {}
    kinds = {n: body.get("kind") for n, body in said.items()}
    at_tables = [n for n, body in said.items() if row.id in (body.get(MATCH_ID), *body.get(MATCHES, ()))]
    begun = next((n for n in at_tables if kinds[n] != "played"), None)
    return begun is not None and any(n > begun and kind in ("close", "end") for n, kind in kinds.items())


def shown_names(store: Store, row: MatchRow) -> dict[str, str]:
    """Return the shown name of each player in the head of a stored match, in order."""
    match = stored_match(store, row)
    shown = match.record.players if match else row.players
    return dict(zip(row.head["players"], map(str, shown), strict=True))


def players_of(store: Store, rows: Sequence[MatchRow]) -> list[list[str]]:
    """Return the players of many matches by their shown names; only matches with a corrected name are read."""
    renamed = store.renamed(row.id for row in rows)
    return [list(shown_names(store, row).values()) if row.id in renamed else row.players for row in rows]


def too_long(record: AnyRecord) -> Ruling | None:
    """Refuse a record with too many entries, or with too many corrections for its length to be judged in a moment."""
    n = len(record.entries)
    judged_anew = sum(isinstance(entry.body, Correction | LetStand) for entry in record.entries)
    if n <= ENTRIES and n * judged_anew <= CORRECTED:
        return None
    return refuse("limit.entries", say("This match is full ({n} entries). Start a new match.", n=min(n, ENTRIES)))


def too_full(rows: Iterable[EntryRow]) -> Ruling | None:
    """Refuse entries that have more than LARGEST_MATCH bytes together."""
    if sum(row.size for row in rows) <= LARGEST_MATCH:
        return None
    kilobytes = LARGEST_MATCH // 1024
    wrong = say("This match is full ({n} kB). Start a new match.", n=kilobytes)
    return refuse("limit.match", wrong)


def take_in(store: Store, match: Match, *, owner: str, at: str) -> MatchRow:
    """Store a whole match; entries without a time get the time `at`."""
    return store.create(match.game.key, head_of(match), owner=owner, at=at, entries=rows_of(match, at))


def began_at(match: Match) -> str | None:
    """Return the time of the first entry that has one."""
    return next((entry.at for entry in match.record.entries if entry.at), None)


def head_of(match: Match) -> Head:
    """Return the content of the match file without its entries."""
    file = write_match(match)
    head = Head(title=file["title"], players=file["players"], options=file["options"], opening=file["opening"])
    return {**head, "continues": file["continues"]} if "continues" in file else head


def rows_of(match: Match, at: str) -> list[EntryRow]:
    """Return the entries of a match as stored rows."""
    return [
        EntryRow(entry.number, f"import-{entry.number}", entry.at or at, entry.by or "", "", plain(entry.body))
        for entry in as_written(match.record).entries
    ]


def guest_name(match_id: str, guest: Guest) -> str:
    """Return the player that a phone has named as its own, else the label of the phone."""
    return guest.player or label(match_id, guest.phone)


@dataclass(frozen=True)
class NamedPhone:
    """A phone as others see it: its name among them, and the tag that identifies it in forms."""

    guest: Guest
    name: str
    tagged: str


def named_phones(match_id: str, guests: Sequence[Guest]) -> list[NamedPhone]:
    """Name the phones of a match; if several have named the same player, each gets its label beside the name."""
    players = [guest.player for guest in guests]
    names = [guest_name(match_id, guest) for guest in guests]
    for n, guest in enumerate(guests):
        if guest.player and players.count(guest.player) > 1:
            names[n] += f" {label(match_id, guest.phone)}"
    return [NamedPhone(guest, name, tag(match_id, guest.phone)) for guest, name in zip(guests, names, strict=True)]


def sent_alike(match_id: str, row: EntryRow) -> list[tuple[str, str]]:
    """Return who else sent the same entry, and when; both are empty in data of older versions."""
    return [(sent.by or (label(match_id, sent.phone) if sent.phone else ""), sent.at) for sent in row.known_as]


# --- events and their matches


def contents(entries: Sequence[EventData]) -> dict[int, EventData]:
    """Return the current content of each entry by its number, in order; without the entries that were struck out."""
    current: dict[int, EventData] = {}
    for number, entry in enumerate(entries, start=1):
        if entry.get("kind") != "correction":
            current[number] = entry
        elif isinstance(entry.get("with"), dict):
            current[entry["entry"]] = entry["with"]
        else:
            current.pop(entry.get("entry", 0), None)
    return dict(sorted(current.items()))


def entries_of(store: Store, row: MatchRow) -> tuple[EntryRow, ...]:
    """Return the entries of an event, with pseudonyms for people who were forgotten."""
    rows = store.entries(row.id)
    if row.hidden:
        rows = [replace(one, by=row.redacted(one.by), body=json_redacted(one.body, row.redacted)) for one in rows]
    return tuple(rows)


def matches_in(data: EventData) -> dict[int, Match]:
    """Return the matches of an event, by the number of the entry that contains each."""
    held = {number: body["match"] for number, body in contents(data.get("entries", [])).items() if body.get("match")}
    read = {number: one if isinstance(one, Match) else read_match(one) for number, one in held.items()}
    return {number: match for number, match in read.items() if isinstance(match, Match)}


def event_file(data: EventData) -> dict[str, object]:
    """Return the file of an event; a match that still runs is a note, so that every entry keeps its number.

    A part that goes on in a later one is written like a match that is finished.
    """
    return {**data, "entries": [_written(entry) for entry in data.get("entries", [])]}


def _written(entry: EventData) -> dict[str, object]:
    match = entry.get("match")
    if isinstance(entry.get("event"), dict):
        return {**entry, "event": event_file(entry["event"])}
    if isinstance(entry.get("with"), dict):
        return {**entry, "with": _written(entry["with"])}
    if not isinstance(match, Match):
        return dict(entry)
    if match.tally.places or match.tally.went_on:
        return {**entry, "match": write_match(match)}
    envelope = {key: entry[key] for key in ENVELOPE if key in entry}
    return {**envelope, "kind": "note", "text": RUNNING}


def event_data(content: bytes) -> EventData | None:
    """Return the event in a file; None if the file contains anything else."""
    if EVENT_FORMAT.encode() not in content:
        return None
    try:
        data = from_json(content)
    except ValueError:
        return None
    return data if isinstance(data, dict) and data.get("format") == EVENT_FORMAT else None


def too_large(data: EventData) -> Ruling | None:
    """Return a refusal if a match of the event has too many entries to be continued here."""
    return next(filter(None, (too_long(match.record) for match in matches_in(data).values())), None)


def take_in_event(
    store: Store,
    data: EventData,
    *,
    owner: str,
    at: str,
    known: Callable[[Match], MatchRow | None] = lambda _: None,
) -> MatchRow:
    """Store an event that was judged, and each of its matches as a match of its own.

    Args:
        data: the content of the event file.
        owner: the phone that becomes the owner; if empty, the first phone that is allowed to write becomes the owner.
        at: the time for entries that have no time of their own (RFC 3339 in UTC).
        known: returns a stored match with the same record that belongs to no event; such a match is not stored again.
    """
    file = {key: value for key, value in data.items() if key not in ("format", "title", "entries")}
    head = Head(title=data.get("title", ""), players=[], options={}, opening={}, event=file)
    entries: list[EventData] = data.get("entries", [])
    began = next((entry["at"] for entry in entries if entry.get("at")), at)
    event = store.create(EVENT, head, owner=owner, at=began)
    taken = _Taken(store, owner, began, known)
    rows = []
    for number, entry in enumerate(entries, start=1):
        body = {key: value for key, value in taken.content(number, entry).items() if key not in ENVELOPE}
        row = EntryRow(number, f"import-{number}", entry.get("at") or at, entry.get("by") or "", "", body)
        rows.append(row)
    if rows:
        store.append_all(event.id, rows, named=dict.fromkeys(taken.standing.values(), True))
    link_parts(store, taken.matches)
    return event


@dataclass
class _Taken:
    """Store the matches of an event file, each only once, even if entries remove it and add it again.

    `standing` are the ids of the matches that stand after the entries read so far, by the number of their entry. `rows`
    are all stored matches with their data in the file, and `matches` the same with the parsed match.
    """

    store: Store
    owner: str
    at: str
    known: Callable[[Match], MatchRow | None]
    standing: dict[int, str] = field(default_factory=dict)
    rows: list[tuple[object, MatchRow]] = field(default_factory=list)
    matches: list[tuple[Match, MatchRow]] = field(default_factory=list)

    def content(self, number: int, entry: EventData) -> dict[str, object]:
        """Return the content of an entry with the id of its match instead of the match."""
        if entry.get("kind") != "correction":
            return self._with_match_id(number, entry)
        self.standing.pop(entry["entry"], None)
        if isinstance(entry.get("with"), dict):
            return {**entry, "with": self._with_match_id(entry["entry"], entry["with"])}
        return dict(entry)

    def _with_match_id(self, number: int, body: EventData) -> dict[str, object]:
        held = "event" if body.get("event") else "match"
        row = self._row(body[held]) if body.get(held) else None
        if row is None:
            return dict(body)
        self.standing[number] = row.id
        return {**{key: value for key, value in body.items() if key != held}, MATCH_ID: row.id}

    def _row(self, file: object) -> MatchRow | None:
        """Return the row for a match or an evening of the event file, which is stored if `known` does not return it.

        A removed one with the same data is used again.
        """
        for taken, row in self.rows:
            if taken == file and row.id not in self.standing.values():
                return row
        if isinstance(file, dict) and file.get("format") == EVENT_FORMAT:
            if evening := self._evening(file):
                self.rows.append((file, evening))
            return evening
        match = read_match(file)
        if not isinstance(match, Match):
            return None
        row = self.known(match) or take_in(self.store, match, owner=self.owner, at=began_at(match) or self.at)
        self.rows.append((file, row))
        self.matches.append((match, row))
        return row

    def _evening(self, file: EventData) -> MatchRow | None:
        """Store an evening of a league, without the end that was added to its file; None for other events."""
        entries = file.get("entries", [])
        if {"players", "game"} & set(file) or any(one.get("event") for one in entries):
            return None
        whole = {**file, "entries": entries[:-1] if entries and entries[-1] == {"kind": "end"} else entries}
        return take_in_event(self.store, whole, owner=self.owner, at=self.at, known=self.known)


def link_parts(store: Store, taken: Sequence[tuple[Match, MatchRow]]) -> None:
    """Link each part of a match to the part before it, if both are among the stored ones."""
    ended = {match.tally.went_on: row for match, row in taken}
    for match, row in taken:
        earlier = ended.pop(match.record.continues, None) if match.record.continues else None
        if earlier:
            store.link(earlier.id, row.id)
