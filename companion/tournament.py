"""Run the rounds of a stored event: each table is a match of its own, whose result is written once it has ended.

A phone that has said which player it is comes along to the table of the next round. Whoever sits at a table may call
for the director: the call is a note of the event, and answering it strikes the note out. Where somebody did not come,
or a round was taken in from a file, tables get new matches: a note of the event names them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from companion.clock import now
from companion.evening import MATCHES, EventSession, EventSubmission, Listed, counted, seated, write_event
from companion.events import Opened, Remark
from companion.events.state import Person, State, Table
from companion.parsing import game_of, read_head
from companion.parsing.json_decoder import plain
from companion.repository import MATCH_ID, contents
from companion.rules.entries import Player
from companion.rules.messages import say
from companion.rules.people import names_of
from companion.rules.rulings import Ruling, refuse
from companion.store import EntryRow, Guest, Head, Store, tag
from companion.submission import Outcome, Refused, Written

Json = Mapping[str, Any]
ABSENT = "tournament.score.absent"
ON_PAPER = say("This table plays on paper. Type its result, and tick who did not come.")
HAS_BEGUN = say("This table has already begun. Type its result, and tick who did not come.")
CALL = "The director is called to this table."  # what a person reads in the file; older notes are known by it


@dataclass(frozen=True)
class PlayedTable:
    """A table of a round: the people who sit there, in seat order, and their match, None where it is played on paper.

    `wrong`: why the match, which has ended, cannot be its result. `absent`: who did not come to it.
    """

    round: int
    number: int
    table: Table
    people: tuple[Player, ...]
    match: Listed | None
    wrong: Ruling | None = None
    absent: tuple[Player, ...] = ()

    @property
    def present(self) -> tuple[Player, ...]:
        return tuple(name for name in self.people if name not in self.absent)

    @property
    def has_begun(self) -> bool:
        """Tell whether anything was written in its match, or it cannot be read."""
        return self.match is not None and (self.match.match is None or bool(self.match.match.record.entries))

    @property
    def awaits(self) -> bool:
        """Tell whether the match has ended, is not continued with other people, and its result is not written."""
        match = self.match
        return self.table.result is None and match is not None and match.is_finished and not match.is_continued

    @property
    def report(self) -> Json:
        """Return the entry by which the match becomes the result."""
        found = self.match.row.id if self.match else ""
        absent = {"absent": [*self.absent]} if self.absent else {}
        return {"kind": "result", "round": self.round, "table": self.number, MATCH_ID: found, **absent}


@dataclass(frozen=True)
class Seat:
    """The place of somebody in the open round, counted from 1; no table for whoever sits out."""

    player: Player
    table: PlayedTable | None
    number: int = 0

    @property
    def others(self) -> tuple[Player, ...]:
        return tuple(name for name in self.table.present if name != self.player) if self.table else ()

    @property
    def is_missed(self) -> bool:
        """Tell whether the director has noted that this player did not come."""
        return self.table is not None and self.player in self.table.absent


@dataclass(frozen=True)
class Call:
    """A call for the director that nobody has answered, by the number of its entry."""

    entry: int
    table: int
    player: Player | None
    at: str


# --- reading


def tables_of(session: EventSession, number: int) -> tuple[PlayedTable, ...]:
    """Return the tables of a round with their matches; none where there is no such round."""
    state = session.state
    round_ = None if isinstance(state, Ruling) else state.round(number)
    if isinstance(state, Ruling) or round_ is None:
        return ()
    matches = _matches(session, state, number)
    tables = []
    for n, table in enumerate(round_.tables, start=1):
        match = matches.get(n)
        one = PlayedTable(number, n, table, people_at(state, table), match, absent=_absent(state, table, match))
        tables.append(replace(one, wrong=_why_not(session, one)))
    return tuple(tables)


def _absent(state: State, table: Table, listed: Listed | None) -> tuple[Player, ...]:
    """Return who did not come to a table: by its result, or because its match was made without them."""
    rows: tuple[Player, ...] = ()
    if table.result:
        rows = table.result.absent
    elif listed and listed.match and len(listed.match.record.players) < len(table.seats):
        names = names_of(listed.match.record)
        came = {state.row_of(name) for player in listed.match.record.players for name in (player, names[player])}
        rows = tuple(player for player in table.seats if player not in came)
    return tuple(_called(state, player) for player in rows)


def unmatched(session: EventSession) -> list[PlayedTable]:
    """Return the open tables that the app could keep but that have neither a result nor a match on this server."""
    state = session.state
    if isinstance(state, Ruling) or state.event.game is None:
        return []
    return [one for one in _open_tables(session) if not one.match and not one.table.result]


def people_at(state: State, table: Table) -> tuple[Player, ...]:
    """Return the names of those who sit at a table, stand-ins in the place of whom they stand in for."""
    return tuple(_called(state, player) for player in table.seats)


def _called(state: State, player: Player) -> Player:
    return state.people.get(player, Person()).stand_in or state.name_of(player)


def _matches(session: EventSession, state: State, number: int) -> dict[int, Listed]:
    """Return the matches of a round by their tables: those with which it was opened or that were made anew for it, and
    in their place those that were reported."""
    stored = {one.row.id: one for one in session.listed}
    said = list(contents([row.body for row in session.rows]).values())
    found: dict[int, str] = {}
    if state.open and state.open.number == number:
        opened = next((body for body in reversed(said) if body.get("kind") == "round"), {})
        anew = [body for body in said if body.get("kind") == "note" and body.get("round") == number]
        for body in (opened, *anew):
            found |= {table: one for table, one in enumerate(body.get(MATCHES, ()), start=1) if one}
    for body in said:
        if body.get("kind") == "result" and body.get("round") == number and MATCH_ID in body:
            found[body["table"]] = body[MATCH_ID]
    return {table: stored[match_id] for table, match_id in found.items() if match_id in stored}


def _why_not(session: EventSession, one: PlayedTable) -> Ruling | None:
    """Return why a match that has ended cannot be the result of its table."""
    if not one.awaits or one.match is None:
        return None
    body = {key: value for key, value in one.report.items() if key != MATCH_ID}
    return judged(session, {**body, "match": one.match.match})


def judged(session: EventSession, body: Json) -> Ruling | None:
    """Return why the event could not take that entry now."""
    state = counted({**session.data, "entries": [*session.data["entries"], {**body, "id": session.number}]})
    return state if isinstance(state, Ruling) else None


def own_seat(store: Store, session: EventSession) -> Seat | None:
    """Return the seat of the player whom this phone has said it is; None between rounds, and for nobody's phone."""
    named = [one.player for one in store.players_in(session.row.id) if one.phone == session.guest.phone]
    state = session.state
    if not named or isinstance(state, Ruling) or state.open is None:
        return None
    player = state.name_of(state.row_of(Player(named[-1])))
    seats = seats_of(session)
    return next((seat for seat in seats if seat.player == player), None)


def seats_of(session: EventSession) -> tuple[Seat, ...]:
    """Return everybody's place in the open round, table by table; those who sit out are last."""
    state = session.state
    if isinstance(state, Ruling) or state.open is None:
        return ()
    tables = tables_of(session, state.open.number)
    placed = [Seat(name, one, n) for one in tables for n, name in enumerate(one.people, start=1)]
    return (*placed, *(Seat(_called(state, player), None) for player in state.open.bye))


def calls(session: EventSession) -> tuple[Call, ...]:
    """Return the calls for the director that stand, the oldest first."""
    said = contents([row.body for row in session.rows])
    return tuple(
        Call(number, body.get("table", 0), body.get("player"), session.rows[number - 1].at)
        for number, body in said.items()
        if body.get("kind") == "note" and (body.get("call") is True or body.get("text") == CALL)
    )


def directing(store: Store, session: EventSession) -> tuple[Guest, ...]:
    """Return the phones that direct the event beside its owner."""
    return tuple(one for one in phones_of(store, session) if tag(session.row.id, one.phone) in _directors(session))


def phones_of(store: Store, session: EventSession) -> tuple[Guest, ...]:
    """Return the phones at the tables of an event, and directors at none, each as the player whom it has named last.

    The owner's is left out.
    """
    at_tables = [guest for one in session.listed for guest in store.guests(one.row.id)]
    direct = [
        guest for guest in store.guests(session.row.id) if tag(session.row.id, guest.phone) in _directors(session)
    ]
    guests = [guest for guest in (*direct, *at_tables) if guest.phone != session.row.owner]
    known = {guest.phone: guest for guest in sorted(guests, key=lambda one: (bool(one.player), one.joined_at))}
    return tuple(known.values())


def set_director(store: Store, session: EventSession, guest: Guest, *, is_named: bool) -> None:
    """Name a phone as director beside the owner, and let it in to every table; or take that back."""
    event_id = session.row.id
    others = tuple(one for one in _directors(session) if one != tag(event_id, guest.phone))
    named = (*others, tag(event_id, guest.phone)) if is_named else others
    store.set_settings(event_id, replace(session.row.settings, directors=named))
    if is_named:
        for one in session.listed:
            store.let_in(one.row.id, guest.phone, may_write=True, at=now())


def _directors(session: EventSession) -> tuple[str, ...]:
    return session.row.settings.directors


# --- writing


def start_round(store: Store, session: EventSession, opened: Opened, entry_id: str) -> Outcome:
    """Open a round: make a match for each table where the event names its game, and bring the phones along."""
    if known := next((row.number for row in session.rows if row.entry_id == entry_id), None):
        return Written(known, "known")
    body = plain(opened)
    if wrong := judged(session, body):
        return Refused(wrong)
    state = session.state
    assert not isinstance(state, Ruling)
    people = [people_at(state, Table(table)) for table in opened.tables]
    made = _made(store, session, people, entry_id)
    if isinstance(made, Ruling):
        return Refused(made)
    named = {MATCHES: made} if made else {}
    outcome = write_event(store, session, EventSubmission({**body, **named}, entry_id))
    if not isinstance(outcome, Written):
        for match_id in made:
            store.delete(match_id)
        return outcome
    _bring_phones(store, session.row.id, state, dict(zip(made, people, strict=False)))
    return outcome


def _made(
    store: Store, session: EventSession, people: Sequence[tuple[Player, ...]], entry_id: str
) -> list[str] | Ruling:
    """Make the match of each table; whoever sits first deals first."""
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
        for guest in directing(store, session):
            store.let_in(row.id, guest.phone, may_write=True, at=now())
        made.append(row.id)
    return made


def seat_anew(store: Store, session: EventSession, tables: Sequence[PlayedTable], text: str, entry_id: str) -> Outcome:
    """Make a match for tables that have none, or begin anew one in which nothing is written, for those present.

    Args:
        tables: tables of the open round, each with those absent who are not to be in its match.
        text: the note by which the event names the matches.
    """
    if known := next((row.number for row in session.rows if row.entry_id == entry_id), None):
        return Written(known, "known")
    state = session.state
    assert not isinstance(state, Ruling)
    made = _made(store, session, [one.present for one in tables], entry_id)
    if isinstance(made, Ruling) or not made:
        return Refused(made if isinstance(made, Ruling) else refuse("event.paper", ON_PAPER, ABSENT))
    by_table = dict(zip((one.number for one in tables), made, strict=True))
    names = [by_table.get(n, "") for n in range(1, max(by_table) + 1)]
    note = Remark(text, round=tables[0].round, table=tables[0].number if len(tables) == 1 else None)
    outcome = write_event(store, session, EventSubmission({**plain(note), MATCHES: names}, entry_id))
    if not isinstance(outcome, Written):
        for match_id in made:
            store.delete(match_id)
        return outcome
    _bring_phones(store, session.row.id, state, dict(zip(made, [one.present for one in tables], strict=True)))
    for one in tables:
        if one.match:
            store.replace(one.match.row.id, by_table[one.number])
    return outcome


def set_absent(store: Store, session: EventSession, one: PlayedTable, text: str, entry_id: str) -> Outcome:
    """Note who did not come to a table, as `one` says: the others play a match of their own.

    Whoever is left alone needs none: the table has its result.
    """
    stored = next((other for other in tables_of(session, one.round) if other.number == one.number), None)
    if stored is None or stored.has_begun or (stored.table.result and stored.table.result.is_played):
        return Refused(refuse("event.begun", HAS_BEGUN, ABSENT))
    if stored.table.result:
        back = {"kind": "correction", "entry": stored.table.entry, "with": None}
        outcome = write_event(store, session, EventSubmission(back, f"{entry_id}-back"))
        opened = seated(store, store.match(session.row.id) or session.row, session.guest)
        if not isinstance(outcome, Written):
            return outcome
        session = opened
    if len(one.present) > 1:
        return seat_anew(store, session, [one], text, entry_id)
    body = {"kind": "result", "round": one.round, "table": one.number, "absent": [*one.absent]}
    return write_event(store, session, EventSubmission(body, entry_id))


def _bring_phones(store: Store, event_id: str, state: State, tables: Mapping[str, Sequence[Player]]) -> None:
    """Let in to each match the phones of its players, with the rights that they had at earlier tables."""
    seat_of = {name: match_id for match_id, names in tables.items() for name in names}
    latest = {guest.phone: guest for guest in store.players_in(event_id)}
    for guest in latest.values():
        player = state.name_of(state.row_of(Player(guest.player)))
        if match_id := seat_of.get(player):
            store.let_in(match_id, guest.phone, may_write=guest.may_write, at=now())
            store.set_player(match_id, guest.phone, player, at=now())


def with_results(store: Store, session: EventSession) -> EventSession:
    """Write the result of each table of the open round whose match has ended, and return the event with them."""
    tried: set[int] = set()
    while due := [one for one in _open_tables(session) if one.awaits and not one.wrong and one.number not in tried]:
        tried.add(due[0].number)
        found = due[0].report[MATCH_ID]
        row = EntryRow(session.number, f"result-{found}", now(), "", "", due[0].report)
        if store.append_all(session.row.id, [row], named={found: True}) == "written":
            session = seated(store, store.match(session.row.id) or session.row, session.guest)
    return session


def _open_tables(session: EventSession) -> tuple[PlayedTable, ...]:
    state = session.state
    return () if isinstance(state, Ruling) or state.open is None else tables_of(session, state.open.number)


def call(store: Store, session: EventSession, seat: Seat, entry_id: str) -> Outcome | None:
    """Call for the director from a seat; None where the table has called already."""
    if seat.table is None or any(one.table == seat.table.number for one in calls(session)):
        return None
    note = Remark(CALL, round=seat.table.round, table=seat.table.number, player=seat.player, call=True)
    return write_event(store, session, EventSubmission(plain(note), entry_id))
