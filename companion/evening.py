"""Read and write stored events, and put the matches that the same people play in one night into an evening.

In the store, an entry `{"kind": "played", "match_id": "..."}` or a `result` with a `match_id` refers to a match. It is
replaced by the match whenever standings are computed, so that corrections of the match change the standings. In a
league the id may be that of an evening, which counts with its present state. A `round` may list under `matches` the
match of each table; a later `note` lists new matches, with "" for a table that keeps its match. A `result` stores under
`stood` the result of its match at that time. Event files do not contain these ids.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from companion.clock import now
from companion.events.judge import play
from companion.events.standings import standings
from companion.events.state import State
from companion.limits import EARLIER_MATCHES, ENTRY_ID_LENGTH, LARGEST_ENTRY
from companion.match_cache import as_it_ended, is_near, people, stored_match
from companion.parsing import Match
from companion.parsing.event_file import FORMAT, read_event
from companion.parsing.renaming import json_redacted
from companion.repository import MATCH_ID, MATCHES, STOOD, contents, entries_of, is_director, shown_names
from companion.rules.messages import say
from companion.rules.rulings import Ruling, refuse
from companion.store import EVENT, EntryRow, Guest, Head, MatchRow, Store, Version, label
from companion.submission import CHANGED_SINCE_SENT, AccessLost, Outcome, Refused, Written
from companion.submission.conflict import Conflict

Json = Mapping[str, Any]
LEFT_OUT = "A match that was taken out or is not on this server any more, or that this version cannot read."
# entries that never conflict with entries written at the same time
ASIDE = ("note", "ruling", "paid", "played", "confirm")


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

    def of_entry(self, number: int) -> Listed | None:
        """Return the match to which an entry refers now."""
        return next((one for one in self.listed if one.entry == number), None)


def is_evening(event: MatchRow) -> bool:
    """Return True for an evening or a league: it has no list of players and no fixed game."""
    return not {"players", "game"} & set(event.head.get("event", {}))


def open_event(store: Store, event_id: str, phone: str) -> EventSession | None:
    """Open an event for a phone that may open it or one of its matches; None if it may not."""
    row, guest = store.match(event_id), store.guest_through(event_id, phone)
    return seated(store, row, guest) if row and row.game == EVENT and guest else None


def seated(store: Store, row: MatchRow, guest: Guest) -> EventSession:
    """Open the event of a row for a phone."""
    version, rows = store.version_of_event(row.id), entries_of(store, row)
    stored = {one.id: one for one in store.matches_in(row.id)}
    read = {match_id: _read(store, one) for match_id, one in stored.items()}
    data = _data(row, rows, read)
    said = contents([entry.body for entry in rows])
    named = {one: (number, table) for number, body in said.items() for table, one in _named_in(body)}
    listed = tuple(Listed(n, stored[one], read[one], table) for one, (n, table) in named.items() if one in stored)
    return EventSession(row, rows, data, listed, guest, version, counted(data))


def _read(store: Store, row: MatchRow) -> Match | Json | None:
    """Return a match, or the present file of an evening; None if it cannot be read or counts for nobody."""
    if row.game != EVENT:
        return stored_match(store, row)
    matches = {
        one.id: stored_match(store, one) for one in store.matches_in(row.id)
    }  # an evening contains no other evenings
    data = _data(row, entries_of(store, row), matches)
    state = counted(data)
    if isinstance(state, Ruling) or not any(one.rank for one in standings(state)):
        return None
    return data if state.is_ended else {**data, "entries": [*data["entries"], {"kind": "end"}]}


def _data(row: MatchRow, rows: Sequence[EntryRow], read: Mapping[str, Match | Json | None]) -> Json:
    """Return the content of an event file, including the matches to which its entries refer."""
    head = {"format": FORMAT, "title": row.title, **json_redacted(row.head.get("event", {}), row.redacted)}
    return {**head, "entries": [_entry(row, entry, read) for entry in rows]}


def _named_in(body: Json) -> list[tuple[int, str]]:
    """Return the table (0 for none) and the id of each match to which an entry refers."""
    if MATCH_ID in body:
        return [(0, str(body[MATCH_ID]))]
    return [(table, str(one)) for table, one in enumerate(body.get(MATCHES, ()), start=1) if one]


def counted(data: Json) -> State | Ruling:
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
    return {**rest, "match": as_it_ended(found, event) if body.get("kind") == "result" else found}


# --- writing


@dataclass(frozen=True)
class EventSubmission:
    """An entry that a phone sends to an event.

    Attributes:
        body: the content of the entry as JSON; it may refer to a match by `match_id`.
        entry_id: the id given by the phone, the same for each attempt to send it.
        seen: the number of entries that the phone had seen; None if newer entries cannot conflict with it. An entry
            about a table conflicts only with newer entries about the same table.
    """

    body: Json
    entry_id: str
    seen: int | None = None


def write_event(store: Store, session: EventSession, submission: EventSubmission) -> Outcome:
    """Check and append an entry, after entries that others have written meanwhile and that do not conflict with it."""
    if store.guest(session.row.id, session.guest.phone) is None:  # it could open the event through a match
        store.let_in(session.row.id, session.guest.phone, may_write=session.guest.may_write, at=now())
    current: EventSession | None = session
    while current:
        outcome = _try(store, current, submission)
        if outcome is not None:
            return outcome
        current = open_event(store, session.row.id, session.guest.phone)
    return AccessLost()


def put_in(store: Store, session: EventSession, match_id: str, entry_id: str) -> Outcome:
    """Put a match into an event, or an evening into a league. If it was taken out, it comes back to its old place."""
    evening = store.match(match_id)
    if evening and evening.game == EVENT:
        inside = store.matches_in(match_id)
        is_apart = session.row.event is None and evening.id != session.row.id and is_evening(evening)
        if not is_apart or any(one.game == EVENT for one in inside):
            return Refused(refuse("event.inside", IN_ONE))
        for guest in (guest for one in inside for guest in store.guests(one.id)):
            store.let_in(session.row.id, guest.phone, may_write=guest.may_write, at=now())
    played = {"kind": "played", MATCH_ID: match_id}
    place = next((row.number for row in session.rows if row.body.get(MATCH_ID) == match_id), 0)
    there = session.of_entry(place)
    if place and (there is None or there.row.id == match_id):
        back = EventSubmission({"kind": "correction", "entry": place, "with": played}, entry_id)
        outcome = write_event(store, session, back)
        if not isinstance(outcome, Refused):
            return outcome
    return write_event(store, session, EventSubmission(played, entry_id))


def _try(store: Store, session: EventSession, submission: EventSubmission) -> Outcome | None:
    """Append the entry; return None if the event has newer entries than the session."""
    if known := next((row for row in session.rows if row.entry_id == submission.entry_id), None):
        alike = dict(known.body) == dict(submission.body)
        return Written(known.number, "known") if alike else Refused(CHANGED_SINCE_SENT)
    if newer := rivals(session, submission):
        return Conflict(newer)
    guest, entry_id = session.guest, submission.entry_id[:ENTRY_ID_LENGTH]
    row = EntryRow(session.number, entry_id, now(), guest.player, guest.phone, submission.body)
    if wrong := _refusal(store, session, row):
        return Refused(wrong)
    named = _moved(session, submission.body)
    if store.append_all(session.row.id, [row], named=named) != "written":
        taken = [one for one, stands in named.items() if stands and not _is_free(store, one, session.row.id)]
        return Refused(refuse("event.taken", TAKEN)) if taken else None
    return Written(row.number)


def rivals(session: EventSession, submission: EventSubmission) -> tuple[int, ...]:
    """Return the numbers of newer entries with which the submission conflicts."""
    since = session.rows[submission.seen :] if submission.seen is not None else ()
    said = contents([row.body for row in session.rows])
    if table := _table_of(submission.body, said):
        return tuple(row.number for row in since if _table_of(row.body, said, "confirm") == table)
    return tuple(row.number for row in since if row.body.get("kind") not in ASIDE)


def _table_of(body: Json, said: Mapping[int, Json], but: str = "") -> tuple[int, int] | None:
    """Return the round and the table of an entry about a table; None for other entries and those of the kind `but`."""
    about = body.get("with") or said.get(body.get("entry", 0), {}) if body.get("kind") == "correction" else body
    is_of_table = about.get("kind") in ("result", "confirm") and about["kind"] != but
    return (about.get("round", 0), about.get("table", 0)) if is_of_table else None


IN_ONE = say("Only an evening can be put into a league, and no league into another one.")
TAKEN = say("This match belongs to another evening. Take it out there first.")


def _is_free(store: Store, match_id: str, event_id: str) -> bool:
    row = store.match(match_id)
    return row is not None and row.event in (None, event_id)


def _refusal(store: Store, session: EventSession, row: EntryRow) -> Ruling | None:
    """Return why an entry cannot be added, by the rules of the event and of its games; None if it can."""
    if len(row.column) > LARGEST_ENTRY:
        return refuse("limit.entry", say("This entry is too long: at most {n} characters.", n=LARGEST_ENTRY))
    read = {one.row.id: one.counts for one in session.listed}
    for match_id in (one for one, stands in _moved(session, row.body).items() if stands):
        stored = store.match(match_id)
        read[match_id] = _read(store, stored) if stored else None
    entries = [
        _entry(session.row, one, read) for one in (*session.rows, row)
    ]  # an entry may bring back a match that was taken out
    state = counted({**session.data, "entries": entries})
    return state if isinstance(state, Ruling) else None


def _moved(session: EventSession, body: Json) -> dict[str, bool]:
    """Return the matches that an entry puts into the event (True) or takes out of it (False)."""
    if body.get("kind") != "correction":
        return {one: True for _, one in _named_in(body)}
    said = contents([row.body for row in session.rows])
    at_tables = {one for other in said.values() if MATCHES in other for _, one in _named_in(other)}
    named = {one.row.id for one in session.listed if one.entry == body.get("entry")}
    gone = dict.fromkeys(named - at_tables, False)
    return {**gone, **{one: True for _, one in _named_in(body.get("with") or {})}}


# --- putting matches into evenings


def follow(store: Store, earlier: MatchRow, match_id: str, phone: str) -> None:
    """Put a match into the evening of the match before it; if that has none, make an evening of the two."""
    new = store.match(match_id)
    if new is None or new.event or new.game == EVENT:
        return
    session = open_event(store, earlier.event, phone) if earlier.event else None
    if session is None or not _takes(store, session, new):
        free = replace(earlier, event=None)
        session = _begun(store, free, phone) if earlier.event is None else None
    if session:
        write_event(store, session, EventSubmission({"kind": "played", MATCH_ID: new.id}, f"played-{new.id}"))


def _takes(store: Store, session: EventSession, new: MatchRow) -> bool:
    """Return True if a match can be put into an evening."""
    row = EntryRow(session.number, "", now(), "", "", {"kind": "played", MATCH_ID: new.id})
    return is_evening(session.row) and _refusal(store, session, row) is None


def _begun(store: Store, first: MatchRow, phone: str) -> EventSession | None:
    """Make an evening of a match, or open it if another phone has just made it."""
    event_id = sha256(f"evening of {first.id}".encode()).hexdigest()[:12]
    head = Head(title="", players=[], options={}, opening={}, event={})
    made = store.create(EVENT, head, owner=first.owner or phone, at=first.created_at, match_id=event_id)
    row = EntryRow(1, f"played-{first.id}", now(), "", "", {"kind": "played", MATCH_ID: first.id})
    store.append_all(made.id, [row], named={first.id: True})
    return open_event(store, made.id, phone)


def follow_tonight(store: Store, earlier: MatchRow, match_id: str, phone: str) -> None:
    """Put the next match of the same people into their evening, unless that was on another day."""
    new, known = store.match(match_id), stored_match(store, earlier)
    if new and known and is_near(earlier, known, new.created_at):
        follow(store, earlier, match_id, phone)


def form_evening(store: Store, match_id: str, phone: str, into: str = "") -> None:
    """Put a new match into an evening, and let in the phones of the match before it whose players play on.

    The evening is `into`, if the phone may write there. Else it is that evening of this phone with which the match
    shares most people, and the latest of several; at least two of them must have played a match there whose last entry
    is less than half a day old.
    """
    session = open_event(store, into, phone) if into else None
    if session and is_evening(session.row) and session.guest.may_write:
        put_in(store, session, match_id, f"played-{match_id}")
    new = store.match(match_id)
    match = stored_match(store, new) if new else None
    if new is None or match is None:
        return
    playing, nights = people(match), dict[str, list[tuple[MatchRow, Match]]]()
    for row in store.matches_of(phone)[:EARLIER_MATCHES]:
        known = stored_match(store, row) if row.id != new.id else None
        if known and not is_near(row, known, new.created_at):
            break  # the following ones are older
        if known and new.event in (None, row.event):
            nights.setdefault(row.event or row.id, []).append((row, known))

    def shared(*night: tuple[MatchRow, Match]) -> int:
        return len(playing & {name for _, one in night for name in people(one)})

    alike = [night for night in nights.values() if any(shared(one) > 1 for one in night)]
    if alike:
        earlier, known = next(one for one in max(alike, key=lambda night: shared(*night)) if shared(one) > 1)
        follow(store, earlier, new.id, phone)
        is_next = known.tally.status == "finished" and store.link(earlier.id, new.id)
        _bring_along(store, earlier, new.id, playing, with_others=is_next)


def _bring_along(
    store: Store, earlier: MatchRow, match_id: str, playing: Collection[str], *, with_others: bool
) -> None:
    """Let in to a new match the phones of the match before it whose players play on, with their write access.

    `with_others`: let in all other phones too, such as a television or that of a player who sits out.
    """
    shown = shown_names(store, earlier)
    inside = {guest.phone: guest.player for guest in store.guests(match_id)}
    for guest in store.guests(earlier.id):
        player = shown.get(guest.player, guest.player)
        if player in playing and guest.phone not in inside and player not in inside.values():
            store.let_in(match_id, guest.phone, may_write=guest.may_write, at=now())
            store.set_player(match_id, guest.phone, player, at=now())
        elif with_others and guest.phone not in inside:
            store.let_in(match_id, guest.phone, may_write=guest.may_write, at=now())
