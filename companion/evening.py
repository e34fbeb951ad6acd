"""Read events whose entries name stored matches, write in them, and form an evening of the same people's matches.

Inside the store `{"kind": "played", "match_id": "..."}` stands for the match itself, and so does the `match_id` of a
`result`: the match is put in its place whenever standings are computed, so that its correction ranks anew.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from companion.clock import now, seconds_between
from companion.events.judge import play
from companion.events.state import State
from companion.limits import EARLIER_MATCHES, ENTRY_ID_LENGTH, EVENING, LARGEST_ENTRY
from companion.parsing import Match, read_match, write_match
from companion.parsing.event_file import FORMAT, read_event
from companion.parsing.json_decoder import from_json
from companion.parsing.renaming import json_redacted
from companion.repository import label, stored_match, take_in, too_long
from companion.rules.messages import say
from companion.rules.people import names_of
from companion.rules.rulings import Ruling, refuse
from companion.store import EVENT, EntryRow, Guest, Head, MatchRow, Store, Version
from companion.submission import CHANGED_SINCE_SENT, AccessLost, Outcome, Refused, Written
from companion.submission.conflict import Conflict

Json = Mapping[str, Any]
LEFT_OUT = "A match that is not on this server any more, or that this version cannot read."
MATCH_ID = "match_id"
ENVELOPE = ("id", "at", "by")
# entries that others may write meanwhile: none changes what theirs say
ASIDE = ("note", "ruling", "paid", "played", "confirm")
RUNNING = "A match that was still running when this file was written."


@dataclass(frozen=True)
class Listed:
    """A match that entry `entry` of an event names; `match` is None where it cannot be read."""

    entry: int
    row: MatchRow
    match: Match | None

    @property
    def is_finished(self) -> bool:
        return self.match is not None and bool(self.match.tally.places)

    @property
    def is_running(self) -> bool:
        return self.match is not None and self.match.tally.status != "finished"


@dataclass(frozen=True)
class EventSession:
    """An event as one phone has it before it.

    `data` is its file, with the matches themselves in their places; `state` is what it comes to, or why it cannot be
    counted.
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
        """Return the number that the next entry gets."""
        return len(self.rows) + 1

    @property
    def is_owner(self) -> bool:
        return self.row.owner == self.guest.phone

    @property
    def is_evening(self) -> bool:
        """Tell whether whoever plays is thereby in, whatever is played."""
        return not {"players", "game"} & set(self.row.head.get("event", {}))

    @property
    def last(self) -> Listed | None:
        """Return the match that was begun last."""
        return self.listed[-1] if self.listed else None

    def of_entry(self, number: int) -> Listed | None:
        """Return the match that an entry names now."""
        return next((one for one in self.listed if one.entry == number), None)


def open_event(store: Store, event_id: str, phone: str) -> EventSession | None:
    """Open an event for a phone that was let in to it or to one of its matches; None if it was not."""
    row, guest = store.match(event_id), store.guest_through(event_id, phone)
    return seated(store, row, guest) if row and row.game == EVENT and guest else None


def seated(store: Store, row: MatchRow, guest: Guest) -> EventSession:
    """Open the event of that row for that phone."""
    version, rows = store.version_of_event(row.id), entries_of(store, row)
    stored = {one.id: one for one in store.matches_in(row.id)}
    read = {match_id: stored_match(store, one) for match_id, one in stored.items()}
    head = {"format": FORMAT, "title": row.title, **json_redacted(row.head.get("event", {}), row.redacted)}
    data = {**head, "entries": [_entry(row.id, entry, read) for entry in rows]}
    now_there = contents([entry.body for entry in rows])
    named = [(n, str(body[MATCH_ID])) for n, body in now_there.items() if MATCH_ID in body]
    listed = tuple(Listed(n, stored[one], read[one]) for n, one in named if one in stored)
    return EventSession(row, rows, data, listed, guest, version, counted(data))


def entries_of(store: Store, row: MatchRow) -> tuple[EntryRow, ...]:
    """Return the entries of an event, with signs for those who were forgotten."""
    rows = store.entries(row.id)
    if row.hidden:
        rows = [replace(one, by=row.redacted(one.by), body=json_redacted(one.body, row.redacted)) for one in rows]
    return tuple(rows)


def counted(data: Json) -> State | Ruling:
    """Return the state after all entries of an event, or what makes it impossible to count."""
    event = read_event(data)
    return event if isinstance(event, Ruling) else play(event)


def _entry(event_id: str, row: EntryRow, matches: Mapping[str, Match | None]) -> dict[str, object]:
    by = row.by or (label(event_id, row.phone) if row.phone else None)
    envelope = {"id": row.number, "at": row.at, "by": by}
    return {**{key: value for key, value in envelope.items() if value}, **_resolved(row.body, matches)}


def _resolved(body: Json, matches: Mapping[str, Match | None]) -> dict[str, object]:
    """Return the content of an entry with the match that it names in the place of its id."""
    if isinstance(body.get("with"), dict):
        return {**body, "with": _resolved(body["with"], matches)}
    if MATCH_ID not in body:
        return dict(body)
    match = matches.get(str(body[MATCH_ID]))
    if match is None:
        return {"kind": "note", "text": LEFT_OUT}
    return {**{key: value for key, value in body.items() if key != MATCH_ID}, "match": match}


# --- writing


@dataclass(frozen=True)
class EventSubmission:
    """One thing that a phone asks to be written in an event.

    Attributes:
        body: the content of the entry as JSON; it may name a match by `match_id`.
        entry_id: the name that the phone gave it, the same each time that it is sent.
        seen: how many entries the phone had before it; None for what holds whatever others have written.
    """

    body: Json
    entry_id: str
    seen: int | None = None


def write_event(store: Store, session: EventSession, submission: EventSubmission) -> Outcome:
    """Judge and append an entry, on top of what others have written meanwhile where that does not change it."""
    if store.guest(session.row.id, session.guest.phone) is None:  # in by one of its matches
        store.let_in(session.row.id, session.guest.phone, may_write=session.guest.may_write, at=now())
    current: EventSession | None = session
    while current:
        outcome = _try(store, current, submission)
        if outcome is not None:
            return outcome
        current = open_event(store, session.row.id, session.guest.phone)
    return AccessLost()


def _try(store: Store, session: EventSession, submission: EventSubmission) -> Outcome | None:
    """Return None where the event has grown since the session was opened."""
    if known := next((row for row in session.rows if row.entry_id == submission.entry_id), None):
        alike = dict(known.body) == dict(submission.body)
        return Written(known.number, "known") if alike else Refused(CHANGED_SINCE_SENT)
    since = session.rows[submission.seen :] if submission.seen is not None else ()
    if rivals := tuple(row.number for row in since if row.body.get("kind") not in ASIDE):
        return Conflict(rivals)
    row = EntryRow(
        session.number,
        submission.entry_id[:ENTRY_ID_LENGTH],
        now(),
        session.guest.player,
        session.guest.phone,
        submission.body,
    )
    if wrong := _refusal(store, session, row):
        return Refused(wrong)
    named = _moved(session, submission.body)
    if store.append_all(session.row.id, [row], named=named) != "written":
        taken = [one for one, stands in named.items() if stands and not _is_free(store, one, session.row.id)]
        return Refused(refuse("event.taken", TAKEN)) if taken else None
    return Written(row.number)


TAKEN = say("This match belongs to another evening. Take it out there first.")


def _is_free(store: Store, match_id: str, event_id: str) -> bool:
    row = store.match(match_id)
    return row is not None and row.event in (None, event_id)


def _refusal(store: Store, session: EventSession, row: EntryRow) -> Ruling | None:
    """Return why the event cannot take that entry, by its own rules and by those of the game inside it."""
    if len(row.column) > LARGEST_ENTRY:
        return refuse("limit.entry", say("This entry is too long: at most {n} characters.", n=LARGEST_ENTRY))
    read = {one.row.id: one.match for one in session.listed}
    for match_id in (one for one, stands in _moved(session, row.body).items() if stands):
        stored = store.match(match_id)
        read[match_id] = stored_match(store, stored) if stored else None
    further = {**session.data, "entries": [*session.data["entries"], _entry(session.row.id, row, read)]}
    state = counted(further)
    return state if isinstance(state, Ruling) else None


def _moved(session: EventSession, body: Json) -> dict[str, bool]:
    """Return the matches that stand in the event by that entry, and those that do no longer."""
    if body.get("kind") != "correction":
        return {str(body[MATCH_ID]): True} if MATCH_ID in body else {}
    before, after = session.of_entry(body.get("entry", 0)), body.get("with") or {}
    gone = {before.row.id: False} if before else {}
    return {**gone, str(after[MATCH_ID]): True} if MATCH_ID in after else gone


# --- the evening that forms itself


def follow(store: Store, earlier: MatchRow, match_id: str, phone: str) -> None:
    """Put a match into the evening of the one before it; the two make one where that stood alone."""
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
    """Tell whether an evening goes on with that match."""
    row = EntryRow(session.number, "", now(), "", "", {"kind": "played", MATCH_ID: new.id})
    return session.is_evening and _refusal(store, session, row) is None


def _begun(store: Store, first: MatchRow, phone: str) -> EventSession | None:
    """Make the evening of a match, or open the one that another phone has made of it in this moment."""
    event_id = sha256(f"evening of {first.id}".encode()).hexdigest()[:12]
    head = Head(title="", players=[], options={}, opening={}, event={})
    made = store.create(EVENT, head, owner=first.owner or phone, at=first.created_at, match_id=event_id)
    row = EntryRow(1, f"played-{first.id}", now(), "", "", {"kind": "played", MATCH_ID: first.id})
    store.append_all(made.id, [row], named={first.id: True})
    return open_event(store, made.id, phone)


def form_evening(store: Store, match_id: str, phone: str) -> None:
    """Put a new match into the evening of the last one of this phone in which two of its people have played.

    That is one whose last entry is less than half a day old; a phone knows no other matches than those it is let in to.
    """
    new = store.match(match_id)
    match = stored_match(store, new) if new else None
    if new is None or match is None or new.event:
        return
    for earlier in store.matches_of(phone)[:EARLIER_MATCHES]:
        if earlier.id != new.id and _belongs(store, earlier, match, new.created_at):
            follow(store, earlier, new.id, phone)
            _bring_along(store, earlier, new.id, people(match))
            return


def _bring_along(store: Store, earlier: MatchRow, match_id: str, playing: Collection[str]) -> None:
    """Let in to a new match the phones of the one before whose players play on, with the rights that they had."""
    inside = {guest.phone: guest.player for guest in store.guests(match_id)}
    for guest in store.guests(earlier.id):
        if guest.player in playing and guest.phone not in inside and guest.player not in inside.values():
            store.let_in(match_id, guest.phone, may_write=guest.may_write, at=now())
            store.set_player(match_id, guest.phone, guest.player, at=now())


def _belongs(store: Store, earlier: MatchRow, match: Match, at: str) -> bool:
    known = stored_match(store, earlier)
    if known is None:
        return False
    last = max((entry.at for entry in known.record.entries if entry.at), default=earlier.created_at)
    is_near = abs(seconds_between(max(last, earlier.created_at), at)) <= EVENING * 60
    return is_near and len(people(known) & people(match)) > 1


def people(match: Match) -> frozenset[str]:
    """Return the names of a match that are shown."""
    return frozenset(names_of(match.record).values())


def names_at(listed: Sequence[Listed]) -> list[str]:
    """Return everybody who plays in some matches, in the order in which they came."""
    named = [name for one in listed for name in (names_of(one.match.record).values() if one.match else ())]
    return list(dict.fromkeys(named))


# --- what a file holds


def contents(entries: Sequence[Json]) -> dict[int, Json]:
    """Return what each entry says now, by its number; those that were struck out are left out."""
    said: dict[int, Json] = {}
    for number, entry in enumerate(entries, start=1):
        if entry.get("kind") != "correction":
            said[number] = entry
        elif isinstance(entry.get("with"), dict):
            said[entry["entry"]] = entry["with"]
        else:
            said.pop(entry.get("entry", 0), None)
    return said


def matches_in(data: Json) -> dict[int, Match]:
    """Return the matches of an event, by the entry that holds each."""
    held = {number: said["match"] for number, said in contents(data["entries"]).items() if said.get("match")}
    read = {number: one if isinstance(one, Match) else read_match(one) for number, one in held.items()}
    return {number: match for number, match in read.items() if isinstance(match, Match)}


def event_file(data: Json) -> dict[str, object]:
    """Return the file of an event; a match that still runs is a note, so that every entry keeps its number."""
    return {**data, "entries": [_written(entry) for entry in data["entries"]]}


def _written(entry: Json) -> dict[str, object]:
    match = entry.get("match")
    if isinstance(entry.get("with"), dict):
        return {**entry, "with": _written(entry["with"])}
    if not isinstance(match, Match):
        return dict(entry)
    if match.tally.places:
        return {**entry, "match": write_match(match)}
    envelope = {key: entry[key] for key in ENVELOPE if key in entry}
    return {**envelope, "kind": "note", "text": RUNNING}


def event_data(content: bytes) -> Json | None:
    """Return the event that a file holds; None where it holds anything else."""
    if FORMAT.encode() not in content:
        return None
    try:
        data = from_json(content)
    except ValueError:
        return None
    return data if isinstance(data, dict) and data.get("format") == FORMAT else None


def too_large(data: Json) -> Ruling | None:
    """Return why a match of an event could not be played on here."""
    return next(filter(None, (too_long(match.record) for match in matches_in(data).values())), None)


def take_in_event(
    store: Store,
    data: Json,
    *,
    owner: str,
    at: str,
    known: Callable[[Match], MatchRow | None] = lambda _: None,
) -> MatchRow:
    """Store an event that was judged, and each match in it as one of its own.

    Args:
        store: the store.
        data: the event as its file holds it.
        owner: the phone to which all of it belongs; empty leaves it to the first that is let in to write.
        at: the time of what does not say when it was written (RFC 3339 in UTC).
        known: finds a match with the same record that stands in no event: it is not stored twice.
    """
    file = {key: value for key, value in data.items() if key not in ("format", "title", "entries")}
    head = Head(title=data.get("title", ""), players=[], options={}, opening={}, event=file)
    entries: list[Json] = data.get("entries", [])
    began = next((entry["at"] for entry in entries if entry.get("at")), at)
    event, taken = (
        store.create(EVENT, head, owner=owner, at=began),
        _Taken(store, owner, began, known),
    )
    rows = []
    for number, entry in enumerate(entries, start=1):
        body = {key: value for key, value in taken.named(entry).items() if key not in ENVELOPE}
        row = EntryRow(number, f"import-{number}", entry.get("at") or at, entry.get("by") or "", "", body)
        rows.append(row)
    if rows:
        now_there = {str(body.get(MATCH_ID)) for body in contents([row.body for row in rows]).values()}
        store.append_all(event.id, rows, named={one: True for one in taken.ids if one in now_there})
    return event


@dataclass
class _Taken:
    """Takes the matches of an event file into the store."""

    store: Store
    owner: str
    at: str
    known: Callable[[Match], MatchRow | None]
    ids: list[str] = field(default_factory=list)

    def named(self, entry: Json) -> dict[str, object]:
        """Return an entry with the id of its match in the place of that."""
        if isinstance(entry.get("with"), dict):
            return {**entry, "with": self.named(entry["with"])}
        match = read_match(entry["match"]) if entry.get("match") else None
        if not isinstance(match, Match):
            return dict(entry)
        began = next((one.at for one in match.record.entries if one.at), None) or self.at
        row = self.known(match) or take_in(self.store, match, owner=self.owner, at=began)
        self.ids.append(row.id)
        return {**{key: value for key, value in entry.items() if key != "match"}, MATCH_ID: self.ids[-1]}
