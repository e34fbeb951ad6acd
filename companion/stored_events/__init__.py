"""Read a stored event as a phone sees it. The other modules of this folder:

evenings.py     put matches into evenings and evenings into leagues; the evening that forms itself
writing.py      place, judge and append an entry
tables.py       the rounds as they stand: each table with its match and its result, seats, calls for the director
directing.py    run the rounds: a match for each table, its result, the phones that come along

In the store, an entry `{"kind": "played", "match_id": "..."}` or a `result` with a `match_id` refers to a match. It is
replaced by the match whenever standings are computed, so that corrections of the match change the standings. In a
league the id may be that of an evening, which counts with its present state. A `round` may list under `matches` the
match of each table; a later `note` lists new matches, with "" for a table that keeps its match. A `result` stores under
`stood` the result of its match at that time. Event files do not contain these ids.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from json import dumps
from typing import Any

from companion.events.judge import play
from companion.events.standings import standings
from companion.events.state import State
from companion.match_cache import stored_match
from companion.parsing import Match
from companion.parsing.event_file import FORMAT, read_event
from companion.parsing.renaming import json_redacted
from companion.repository import ENVELOPE, MATCH_ID, MATCHES, RUNNING, STOOD, contents, entries_of, is_director
from companion.rules.entries import Player
from companion.rules.rulings import Ruling
from companion.store import EVENT, EntryRow, Guest, MatchRow, Store, Version, label

Json = Mapping[str, Any]
TAKEN_UP = 50  # entries in which a match that had ended is looked at again
NOBODY = Guest(phone="", may_write=False, player="", joined_at="")  # reads an event without any rights
LEFT_OUT = "A match that was taken out or is not on this server any more, or that this version cannot read."


@dataclass(frozen=True)
class Listed:
    """A match, or an evening of a league, to which entry `entry` of an event refers.

    `counts`: the match, or the present file of the evening; None if it cannot be read or counts for nobody. `table`:
    its table in a round, from 1; 0 if a result refers to it, or for an evening.
    """

    entry: int
    row: MatchRow
    counts: Match | Json | None
    table: int = 0

    @property
    def match(self) -> Match | None:
        return self.counts if isinstance(self.counts, Match) else None

    @property
    def is_finished(self) -> bool:
        return self.match is not None and bool(self.match.tally.places)

    @property
    def is_running(self) -> bool:
        return self.match is not None and self.match.tally.status != "finished"

    @property
    def is_continued(self) -> bool:
        """Return True if a later part counts instead."""
        ended = self.match.tally.ended if self.match else None
        return ended is not None and ended.by == "people"


@dataclass(frozen=True)
class EventSession:
    """An event as one phone sees it.

    `data`: the content of its file, including the matches. `state`: the state after all entries, or why it cannot be
    computed.
    """

    row: MatchRow
    rows: tuple[EntryRow, ...]
    data: Json
    listed: tuple[Listed, ...]
    guest: Guest
    version: Version
    state: State | Ruling

    @property
    def number(self) -> int:
        """Return the number of the next entry."""
        return len(self.rows) + 1

    @property
    def contents(self) -> dict[int, Json]:
        """Return the current content of each entry by its number, without the entries that were struck out."""
        return contents([row.body for row in self.rows])

    @property
    def is_owner(self) -> bool:
        return self.row.owner == self.guest.phone

    @property
    def is_director(self) -> bool:
        return is_director(self.row, self.guest.phone)

    @property
    def hides_open(self) -> bool:
        """Return True if this phone must not see the scores of other tables in the open round."""
        is_open = not isinstance(self.state, Ruling) and self.state.open is not None
        return is_open and self.row.settings.hides_open and not self.is_director


@dataclass(frozen=True)
class PaidLine:
    """A payment, with the number of its entry."""

    entry: int
    payer: Player
    payee: Player
    amount: int


def is_evening(event: MatchRow) -> bool:
    """Return True for an evening or a league: it has no list of players and no fixed game."""
    return not {"players", "game"} & set(event.head.get("event", {}))


def open_event(store: Store, event_id: str, phone: str) -> EventSession | None:
    """Open an event for a phone that may open it or one of its matches; None if it may not."""
    row, guest = store.match(event_id), store.guest_through(event_id, phone)
    return event_session(store, row, guest) if row and row.game == EVENT and guest else None


def event_session(store: Store, row: MatchRow, guest: Guest) -> EventSession:
    """Open the event of a row for a phone."""
    version, rows = store.version_of_event(row.id), entries_of(store, row)
    stored = {one.id: one for one in store.matches_in(row.id)}
    read = {match_id: present_content(store, one) for match_id, one in stored.items()}
    data = event_data(row, rows, read)
    said = contents([entry.body for entry in rows])
    named = {one: (number, table) for number, body in said.items() for table, one in matches_named(body)}
    listed = tuple(Listed(n, stored[one], read[one], table) for one, (n, table) in named.items() if one in stored)
    return EventSession(row, rows, data, listed, guest, version, event_state(data))


def present_content(store: Store, row: MatchRow) -> Match | Json | None:
    """Return a match, or the present file of an evening; None if it cannot be read or counts for nobody."""
    if row.game != EVENT:
        return stored_match(store, row)
    matches = {one.id: stored_match(store, one) for one in store.matches_in(row.id)}  # an evening contains no evenings
    data = event_data(row, entries_of(store, row), matches)
    state = event_state(data)
    if isinstance(state, Ruling) or not any(one.rank for one in standings(state)):
        return None
    return data if state.is_ended else {**data, "entries": [*data["entries"], {"kind": "end"}]}


def event_data(row: MatchRow, rows: Sequence[EntryRow], read: Mapping[str, Match | Json | None]) -> Json:
    """Return the content of an event file, including the matches to which its entries refer."""
    head = {"format": FORMAT, "title": row.title, **json_redacted(row.head.get("event", {}), row.redacted)}
    return {**head, "entries": [_entry(row, entry, read) for entry in rows]}


def matches_named(body: Json) -> list[tuple[int, str]]:
    """Return the table (0 for none) and the id of each match to which an entry refers."""
    if MATCH_ID in body:
        return [(0, str(body[MATCH_ID]))]
    return [(table, str(one)) for table, one in enumerate(body.get(MATCHES, ()), start=1) if one]


def event_state(data: Json) -> State | Ruling:
    """Return the state of an event after all its entries, or why it cannot be computed."""
    event = read_event(data)
    return event if isinstance(event, Ruling) else play(event)


def _entry(event: MatchRow, row: EntryRow, matches: Mapping[str, Match | Json | None]) -> dict[str, object]:
    by = row.by or (label(event.id, row.phone) if row.phone else None)
    envelope = {"id": row.number, "at": row.at, "by": by}
    return {**{key: value for key, value in envelope.items() if value}, **_resolved(event, row.body, matches)}


def _resolved(event: MatchRow, body: Json, matches: Mapping[str, Match | Json | None]) -> dict[str, object]:
    """Return the content of an entry with its match instead of the id of the match."""
    if isinstance(body.get("with"), dict):
        return {**body, "with": _resolved(event, body["with"], matches)}
    if MATCH_ID not in body:
        return {key: value for key, value in body.items() if key not in (MATCHES, STOOD)}
    found = matches.get(str(body[MATCH_ID]))
    if found is None:
        return {"kind": "note", "text": LEFT_OUT}
    rest = {key: value for key, value in body.items() if key not in (MATCH_ID, STOOD)}
    if not isinstance(found, Match):
        return {**rest, "event": found}
    return {**rest, "match": _as_it_ended(found, event) if body.get("kind") == "result" else found}


def _as_it_ended(match: Match, event: MatchRow) -> Match:
    """Return a match as it stood at its last end: if it was resumed, that result counts until it ends again.

    In a knockout somebody must have been ahead at that end, even if a correction has made it level since.
    """
    terms: Any = event.head.get("event", {}).get("terms", {})

    def has_ended(one: Match) -> bool:
        places = one.tally.places.values()
        return bool(places) and not (terms.get("lives") and len({*places}) < len(places))

    record = match.record
    last = len(record.entries)
    before = (Match(match.game, record.upto(n)) for n in range(last - 1, max(0, last - TAKEN_UP), -1))
    return match if has_ended(match) else next(filter(has_ended, before), match)


def paid_lines(session: EventSession) -> list[PaidLine]:
    """Return the payments that were not struck out."""
    if isinstance(session.state, Ruling):
        return []
    call = session.state.name_of
    return [PaidLine(n, call(one.payer), call(one.payee), one.amount) for n, one in session.state.paid]


# --- a file of an event that is stored already


def comparable(data: Json) -> tuple[str, list[str]]:
    """Return the head of an event and its entries as JSON, without the numbers, times and writers of the entries."""
    entries = [{key: value for key, value in one.items() if key not in ENVELOPE} for one in data.get("entries", [])]
    said = [dumps(one, sort_keys=True, ensure_ascii=False) for one in entries]
    return dumps({"title": "", **data, "entries": []}, sort_keys=True, ensure_ascii=False), said


IN_PLACE_OF_MATCH = {
    dumps({"kind": "note", "text": one}, sort_keys=True, ensure_ascii=False) for one in (RUNNING, LEFT_OUT)
}


def continues_file(known: Sequence[str], file: Sequence[str]) -> bool:
    """Return True if the stored event begins with the entries of the file.

    An entry may differ if its match was still running when the file was written, or was removed from the event later.
    """
    if not file or len(file) > len(known):
        return file == known
    return all(one == entry or {one, entry} & IN_PLACE_OF_MATCH for one, entry in zip(file, known, strict=False))
