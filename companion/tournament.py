"""Run the rounds of a stored event: each table is a match of its own, whose result is written once it has ended.

A phone that has said which player it is comes along to the table of the next round. Whoever sits at a table may call
for the director: the call is a note of the event, and answering it strikes the note out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from companion.clock import now
from companion.evening import EventSession, EventSubmission, Listed, counted, seated, write_event
from companion.events import Opened, Remark
from companion.events.state import Person, State, Table
from companion.parsing import game_of, read_head
from companion.parsing.json_decoder import plain
from companion.repository import MATCH_ID, contents
from companion.rules.entries import Player
from companion.rules.rulings import Ruling
from companion.store import EntryRow, Head, Store
from companion.submission import Outcome, Refused, Written

Json = Mapping[str, Any]
CALL = "The director is called to this table."  # the text of the note


@dataclass(frozen=True)
class PlayedTable:
    """A table of a round: the people who sit there, in seat order, and their match, None where it is played on paper.

    `wrong`: why the match, which has ended, cannot be its result.
    """

    round: int
    number: int
    table: Table
    people: tuple[Player, ...]
    match: Listed | None
    wrong: Ruling | None = None

    @property
    def awaits(self) -> bool:
        """Tell whether the match has ended, is not continued with other people, and its result is not written."""
        match = self.match
        return self.table.result is None and match is not None and match.is_finished and not match.is_continued

    @property
    def report(self) -> Json:
        """Return the entry by which the match becomes the result."""
        found = self.match.row.id if self.match else ""
        return {"kind": "result", "round": self.round, "table": self.number, MATCH_ID: found}


@dataclass(frozen=True)
class Seat:
    """The place of somebody in the open round, counted from 1; no table for whoever sits out."""

    player: Player
    table: PlayedTable | None
    number: int = 0

    @property
    def others(self) -> tuple[Player, ...]:
        return tuple(name for name in self.table.people if name != self.player) if self.table else ()


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
        one = PlayedTable(number, n, table, people_at(state, table), matches.get(n))
        tables.append(PlayedTable(number, n, table, one.people, one.match, _why_not(session, one)))
    return tuple(tables)


def people_at(state: State, table: Table) -> tuple[Player, ...]:
    """Return the names of those who sit at a table, stand-ins in the place of whom they stand in for."""
    return tuple(_called(state, player) for player in table.seats)


def _called(state: State, player: Player) -> Player:
    return state.people.get(player, Person()).stand_in or state.name_of(player)


def _matches(session: EventSession, state: State, number: int) -> dict[int, Listed]:
    """Return the matches of a round by their tables: those with which it was opened, else those that were reported."""
    stored = {one.row.id: one for one in session.listed}
    said = list(contents([row.body for row in session.rows]).values())
    found: dict[int, str] = {}
    if state.open and state.open.number == number:
        opened = next((body for body in reversed(said) if body.get("kind") == "round"), {})
        found |= dict(enumerate(opened.get("matches", ()), start=1))
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
        if body.get("kind") == "note" and body.get("text") == CALL
    )


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
    named = {"matches": made} if made else {}
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
        made.append(row.id)
    return made


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
    note = Remark(CALL, round=seat.table.round, table=seat.table.number, player=seat.player)
    return write_event(store, session, EventSubmission(plain(note), entry_id))
