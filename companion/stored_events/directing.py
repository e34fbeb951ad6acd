"""Run the rounds of a stored event: make a match for each table, and write its result when it has ended.

A phone that has named its player is let in to that player's table of the next round.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import cast

from companion.clock import now
from companion.events import NoteWritten, RoundOpened
from companion.events.state import State, Table
from companion.parsing import game_of, read_head
from companion.parsing.json_decoder import plain
from companion.presentation.entry_text import STEP
from companion.repository import MATCH_ID, MATCHES, STOOD
from companion.rules.entries import Correction, Player
from companion.rules.messages import say
from companion.rules.rulings import Ruling, refuse
from companion.store import EntryRow, Guest, Head, Store, tag
from companion.stored_events import EventSession, Json, event_session
from companion.stored_events.tables import (
    CALL,
    PlayedTable,
    Seat,
    calls,
    director_phones,
    open_tables,
    people_at,
    refusal_of,
    result_as_stored,
    state_with_result,
    tables_of,
)
from companion.stored_events.writing import append_unsent, write_event
from companion.submission import Outcome, Refused, Written, sent_before

ABSENT = "tournament.score.absent"
ON_PAPER = say("This table plays on paper. Type its result, and tick who did not come.")
STAYS = say("The tables of this round stay as they are: it has begun.")
HAS_BEGUN = say("This table has already begun. Type its result, and tick who did not come.")


def set_director(store: Store, session: EventSession, guest: Guest, *, is_named: bool) -> None:
    """Make a phone a director and let it in to every table, or take this back.

    A phone that is no longer director can only read at tables where it has no player.
    """
    event_id = session.row.id
    others = tuple(one for one in session.row.settings.directors if one != tag(event_id, guest.phone))
    named = (*others, tag(event_id, guest.phone)) if is_named else others
    store.set_settings(event_id, replace(session.row.settings, directors=named))
    for match_id in (one.row.id for one in session.listed):
        at_table = store.guest(match_id, guest.phone)
        if is_named:
            store.let_in(match_id, guest.phone, may_write=True, at=now())
        elif at_table and at_table.may_write and not at_table.player:
            store.set_write_access(match_id, guest.phone, may_write=False)


def start_round(store: Store, session: EventSession, opened: RoundOpened, entry_id: str) -> Outcome:
    """Open a round: make a match for each table if the event names its game, and let in the phones of the players."""
    if known := sent_before(session.rows, entry_id):
        return Written(known.number, "known")
    body = plain(opened)
    if wrong := refusal_of(session, body):
        return Refused(wrong)
    state = session.state
    assert not isinstance(state, Ruling)
    people = [people_at(state, Table(table)) for table in opened.tables]
    made = _make_matches(store, session, people, entry_id)
    if isinstance(made, Ruling):
        return Refused(made)
    named = {MATCHES: made} if made else {}
    return _write_with_matches(store, session, {**body, **named}, entry_id, dict(zip(made, people, strict=False)))


def _write_with_matches(
    store: Store, session: EventSession, body: Json, entry_id: str, made: Mapping[str, Sequence[Player]]
) -> Outcome:
    """Write the entry that names new matches, and let in the phones of their players; else delete the matches."""
    outcome = write_event(store, session, body, entry_id)
    if isinstance(outcome, Written):
        _bring_phones(store, session, made)
    else:
        for match_id in made:
            store.delete(match_id)
    return outcome


def _read_again(store: Store, session: EventSession) -> EventSession:
    """Return the event with the entries that were written since it was read."""
    return event_session(store, store.match(session.row.id) or session.row, session.guest)


def _make_matches(
    store: Store, session: EventSession, people: Sequence[tuple[Player, ...]], entry_id: str
) -> list[str] | Ruling:
    """Make the match of each table; the first player at the table deals first."""
    event: Json = session.row.head.get("event", {})
    game = game_of(str(event.get("game", "")))
    if game is None:
        return []
    heads = [
        Head(title=session.row.title, players=[*names], options=event.get("options", {}), opening={"dealer": names[0]})
        for names in people
    ]
    if wrong := next((read for head in heads if isinstance(read := read_head(game, head), Ruling)), None):
        return wrong
    made = []
    for number, head in enumerate(heads, start=1):
        match_id = sha256(f"{session.row.id} {entry_id} {number}".encode()).hexdigest()[:12]
        row = store.create(game.key, head, owner=session.row.owner, at=now(), match_id=match_id)
        for guest in director_phones(store, session):
            store.let_in(row.id, guest.phone, may_write=True, at=now())
        made.append(row.id)
    return made


def take_back(store: Store, session: EventSession, entry_id: str) -> Outcome:
    """Take back the open round if nothing was played in it: delete its matches and redirect their phones to the event.

    Each phone keeps its player, and is let in again when the round is seated again.
    """
    if known := sent_before(session.rows, entry_id):
        return Written(known.number, "known")
    tables = open_tables(session)
    if not tables or any(one.is_played for one in tables):
        return Refused(refuse("event.begun", STAYS, "tournament.correct.seats"))
    said = session.contents
    opened = max(number for number, body in said.items() if body.get("kind") == "round")
    for number in (*(one.table.entry for one in tables if one.table.result), opened):
        back = {"kind": "correction", "entry": number, "with": None}
        outcome = write_event(store, session, back, entry_id if number == opened else f"{entry_id}-{number}")
        if not isinstance(outcome, Written):
            return outcome
        session = _read_again(store, session)
    for match in (one.match.row for one in tables if one.match):
        guests = store.guests(match.id)
        store.replace(match.id, session.row.id)
        for guest in guests:
            store.set_player(session.row.id, guest.phone, guest.player, at=now())
    return outcome


def seat_anew(store: Store, session: EventSession, tables: Sequence[PlayedTable], text: str, entry_id: str) -> Outcome:
    """Make new matches for tables that have none, or whose match has no entries, for the people who are present.

    Args:
        tables: tables of the open round; people who are `absent` there are left out of the match.
        text: the note with which the event names the matches.
    """
    if known := sent_before(session.rows, entry_id):
        return Written(known.number, "known")
    made = _make_matches(store, session, [one.present for one in tables], entry_id)
    if isinstance(made, Ruling) or not made:
        return Refused(made if isinstance(made, Ruling) else refuse("event.paper", ON_PAPER, ABSENT))
    by_table = dict(zip((one.number for one in tables), made, strict=True))
    names = [by_table.get(n, "") for n in range(1, max(by_table) + 1)]
    note = NoteWritten(text, round=tables[0].round, table=tables[0].number if len(tables) == 1 else None)
    seated = dict(zip(made, [one.present for one in tables], strict=True))
    outcome = _write_with_matches(store, session, {**plain(note), MATCHES: names}, entry_id, seated)
    for one in tables if isinstance(outcome, Written) else ():
        if one.match:
            _redirect_phones(store, session.row.id, one.match.row.id, by_table[one.number], one.absent)
    return outcome


def _redirect_phones(store: Store, event_id: str, old: str, new: str, absent: Sequence[Player]) -> None:
    """Redirect the phones of a match to its new one; phones of absent players can only watch, and keep their player."""
    guests = store.guests(old)
    store.replace(old, new)
    for guest in guests:
        if guest.player in absent:
            store.let_in(event_id, guest.phone, may_write=guest.may_write, at=now())
            store.set_player(event_id, guest.phone, guest.player, at=now())
            store.set_write_access(new, guest.phone, may_write=False)


def set_absent(store: Store, session: EventSession, one: PlayedTable, text: str, entry_id: str) -> Outcome:
    """Write the absent people of a table, as in `one`, and make a match for the others.

    If only one person is present, the table gets its result without a match.
    """
    stored = next((other for other in tables_of(session, one.round) if other.number == one.number), None)
    if stored is None or stored.is_played:
        return Refused(refuse("event.begun", HAS_BEGUN, ABSENT))
    if stored.table.result:
        back = {"kind": "correction", "entry": stored.table.entry, "with": None}
        outcome = write_event(store, session, back, f"{entry_id}-back")
        if not isinstance(outcome, Written):
            return outcome
        session = _read_again(store, session)
    if len(one.present) > 1:
        return seat_anew(store, session, [one], text, entry_id)
    body = {"kind": "result", "round": one.round, "table": one.number, "absent": [*one.absent]}
    return write_event(store, session, body, entry_id)


def _bring_phones(store: Store, session: EventSession, tables: Mapping[str, Sequence[Player]]) -> None:
    """Let in to each match the phones of its players, with the write access that they had at earlier tables."""
    state = session.state
    assert not isinstance(state, Ruling)
    seat_of = {name: match_id for match_id, names in tables.items() for name in names}
    latest = {guest.phone: guest for guest in store.players_in(session.row.id)}
    for guest in latest.values():
        player = state.name_of(state.row_of(Player(guest.player)))
        if match_id := seat_of.get(player):
            store.let_in(match_id, guest.phone, may_write=guest.may_write, at=now())
            store.set_player(match_id, guest.phone, player, at=now())


def with_results(store: Store, session: EventSession) -> EventSession:
    """Write the results that the matches of tables have now, and return the event with them.

    A finished match becomes the result of its table. If it was corrected later, the result is corrected too, so that
    the table has to confirm it again and everybody sees it.
    """
    tried: set[str] = set()
    while due := next((row for row in _due_results(session) if row.entry_id not in tried), None):
        tried.add(due.entry_id)
        says = cast(Json, due.body.get("with") or due.body)
        match_id = str(says[MATCH_ID])
        if append_unsent(store, session.row.id, due, match_id):
            session = _read_again(store, session)
    return session


def _due_results(session: EventSession) -> Iterator[EntryRow]:
    """Yield the results of finished matches that are not yet written, and corrections of those that have changed."""
    body_due: dict[str, object]
    for one in open_tables(session):
        after = state_with_result(session, one) if one.awaits else None
        table = after.table(one.round, one.number) if isinstance(after, State) else None
        if table:
            body_due = {**one.report, STOOD: result_as_stored(table)}
            yield EntryRow(session.number, f"result-{one.report[MATCH_ID]}", now(), "", "", body_due)
    state = session.state
    if isinstance(state, Ruling):
        return
    listed = {one.row.id: one.match for one in session.listed}
    for number, body in session.contents.items():
        match = listed.get(str(body.get(MATCH_ID, "")))
        table = state.table(body["round"], body["table"]) if match and STOOD in body else None
        if match and table and body[STOOD] != (now_stands := result_as_stored(table)):
            entries = match.record.entries
            last = next(entry for entry in reversed(entries) if not entry.body.aside)
            why = next((one.body.reason for one in reversed(entries) if isinstance(one.body, Correction)), "")
            body_due = {"kind": "correction", "entry": number, "with": {**body, STOOD: now_stands}}
            body_due |= {"reason": why} if why not in ("", STEP) else {}
            entry_id = f"again-{body[MATCH_ID]}-{last.number}"
            yield EntryRow(session.number, entry_id, now(), last.by or "", "", body_due)


def call(store: Store, session: EventSession, seat: Seat, entry_id: str) -> Outcome | None:
    """Call for the director from a seat; None if the table has an unanswered call."""
    if seat.table is None or any(one.table == seat.table.number for one in calls(session)):
        return None
    note = NoteWritten(CALL, round=seat.table.round, table=seat.table.number, player=seat.player, call=True)
    return write_event(store, session, plain(note), entry_id)
