"""Fold the entries of an event into its state: the players, the open round, the result of each table.

Nothing is judged here. A correction replaces an earlier entry, and all later entries are folded again as they were
allowed when they were written (tournament.seat.kept).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, Self

from companion.events import (
    Event,
    EventEnded,
    PaymentMade,
    PenaltyGiven,
    PlayerJoined,
    PlayerReplaced,
    PlayersCut,
    PlayerWithdrawn,
    Points,
    ResultConfirmed,
    ResultReported,
    RoundClosed,
    RoundOpened,
    RoundPlayed,
    TieDecided,
)
from companion.rules.entries import Body, Player
from companion.rules.tally import Payment


@dataclass(frozen=True)
class Result:
    """The reported result of a table. Names are those of the rows, but of the people in `money`, `paid` and `tables`.

    `present` are the rows that took part, `people` those who sat there for them, in the same order. `paid` is the part
    of `money` that was paid when somebody left. `left` are the rows of those who left: they have played and have no
    place, and `places` has them after the last. `tables` are the
    places of each table inside, in order. `aliases` maps other names of people to their rows; `shown` maps rows to the
    names that are shown.
    """

    present: tuple[Player, ...]
    absent: tuple[Player, ...] = ()
    people: tuple[Player, ...] = ()
    places: Mapping[Player, int] = field(default_factory=dict)
    scores: Points = field(default_factory=dict)
    money: Mapping[Player, int] = field(default_factory=dict)
    paid: tuple[Payment, ...] = ()
    left: frozenset[Player] = frozenset()
    tables: tuple[Mapping[Player, int], ...] = ()
    aliases: Mapping[Player, Player] = field(default_factory=dict)
    shown: Mapping[Player, Player] = field(default_factory=dict)

    @property
    def is_played(self) -> bool:
        return len(self.present) > 1

    @property
    def ranked(self) -> Mapping[Player, int]:
        """Return the places of those who played to the end."""
        return {player: place for player, place in self.places.items() if player not in self.left}


@dataclass(frozen=True)
class Table:
    """A table of a round, its names in seat order. `entry` is the number of the entry that reported its result."""

    seats: tuple[Player, ...]
    result: Result | None = None
    is_confirmed: bool = False
    entry: int = 0

    @property
    def present(self) -> tuple[Player, ...]:
        """Return the players who sat there; before a result is known, all who were seated."""
        return self.result.present if self.result else self.seats

    @property
    def is_unconfirmed(self) -> bool:
        """Return True if those who played here have not agreed to the result; where nobody played, nobody is asked."""
        return self.result is not None and self.result.is_played and not self.is_confirmed


@dataclass(frozen=True)
class Round:
    """A round. If it was struck out or its match is not finished, it has a number but no tables, and does not count."""

    number: int
    tables: tuple[Table, ...] = ()
    bye: tuple[Player, ...] = ()
    absent: tuple[Player, ...] = ()
    is_closed: bool = False
    is_struck: bool = False

    @property
    def counts(self) -> bool:
        return self.is_closed and not self.is_struck

    @property
    def named(self) -> frozenset[Player]:
        """Return all players who were seated or sat out."""
        return frozenset(self.bye).union(*(table.seats for table in self.tables))

    @property
    def met(self) -> tuple[tuple[Player, ...], ...]:
        """Return the players of each table at which two or more played, or are seated as long as there is no result."""
        return tuple(table.present for table in self.tables if len(table.present) > 1)

    def with_table(self, number: int, table: Table) -> Self:
        tables = (*self.tables[: number - 1], table, *self.tables[number:])
        return replace(self, tables=tables)


@dataclass(frozen=True)
class Person:
    """A row of the standings: the stand-ins of this seat, and whether the player is still in.

    `cut_after`, `lost_after` and `left_after` are the last round before a cut, the loss of the last life, or a
    withdrawal from a knockout put the player out.
    """

    stand_ins: tuple[Player, ...] = ()
    stand_in: Player | None = None
    is_withdrawn: bool = False
    is_unranked: bool = False
    lost: int = 0
    cut_after: int | None = None
    lost_after: int | None = None
    left_after: int | None = None

    @property
    def out_after(self) -> int | None:
        """Return the last round before the player was out, or None if the player is in or has only withdrawn."""
        ends = [one for one in (self.cut_after, self.lost_after, self.left_after) if one is not None]
        return min(ends, default=None)

    @property
    def state(self) -> Literal["in", "out", "withdrawn"]:
        if self.out_after is not None:
            return "out"
        return "withdrawn" if self.is_withdrawn else "in"


@dataclass(frozen=True)
class State:
    """An event after some of its entries. `aliases` and `shown` are collected from its results (see Result)."""

    event: Event
    people: Mapping[Player, Person]
    rounds: tuple[Round, ...] = ()
    penalties: tuple[PenaltyGiven, ...] = ()
    decisions: tuple[TieDecided, ...] = ()
    paid: tuple[tuple[int, PaymentMade], ...] = ()
    is_ended: bool = False
    aliases: Mapping[Player, Player] = field(default_factory=dict)
    shown: Mapping[Player, Player] = field(default_factory=dict)

    @property
    def open(self) -> Round | None:
        """Return the open round, if any."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].is_closed else None

    @property
    def counted(self) -> tuple[Round, ...]:
        """Return the rounds that count."""
        return tuple(one for one in self.rounds if one.counts)

    @property
    def active(self) -> tuple[Player, ...]:
        """Return the players who are in, in order of entry."""
        return tuple(player for player, person in self.people.items() if person.state == "in")

    @property
    def is_finished(self) -> bool:
        if self.is_ended or self.open:
            return self.is_ended
        terms = self.event.terms
        are_played = terms.rounds is not None and len(self.counted) >= terms.rounds
        return are_played or (terms.lives is not None and len(self.active) <= 1)

    @property
    def rows(self) -> Mapping[Player, Player]:
        """Return the row to which each known name belongs, with stand-ins."""
        stand_ins = {name: player for player, person in self.people.items() for name in person.stand_ins}
        return {**stand_ins, **{player: player for player in self.people}}

    def row_of(self, name: Player) -> Player:
        """Return the row of another name of somebody; an unknown name is returned as it is."""
        return name if name in self.rows else self.aliases.get(name, name)

    def name_of(self, player: Player) -> Player:
        """Return the name that is shown for a player."""
        return self.shown.get(player, player)

    def round(self, number: int) -> Round | None:
        """Return the round of a number, or None."""
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    def table(self, round_number: int, number: int) -> Table | None:
        one = self.round(round_number)
        return one.tables[number - 1] if one and 1 <= number <= len(one.tables) else None


def tables(state: State) -> Iterator[Mapping[Player, int]]:
    """Yield the places of every table that counts, in order; tables inside a match or event one by one."""
    for round_ in state.counted:
        for table in round_.tables:
            if table.result and table.result.is_played:
                yield from table.result.tables


@dataclass(frozen=True)
class Act:
    """An entry as it counts now. `body` is None if it was struck out or a correction has made it void.

    `kind` is the kind of the entry as it was written; `result` is the result of a table, in the names of its rows.
    """

    number: int
    kind: type[Body]
    body: Body | None
    result: Result | None = None


def start(event: Event) -> State:
    return State(event, {player: Person() for player in event.players or ()})


def after(state: State, act: Act) -> State:
    """Return the state after one more entry."""
    if act.body is None:
        return _struck(state) if act.kind is RoundPlayed else state
    return _of_round(state, act) or _of_people(state, act.body) or _of_record(state, act)


def _of_round(state: State, act: Act) -> State | None:
    """Return the state after an entry about a round, or None for other entries."""
    match act.body:
        case RoundPlayed(source) if act.result and source.is_running:
            return _struck(_with_rows(state, act.result.present))
        case RoundPlayed() if act.result:
            return _played(state, act.result, act.number)
        case RoundOpened(tables, bye):
            return _opened(state, tables, bye)
        case ResultReported(number, table):
            changed = {"result": act.result, "is_confirmed": False, "entry": act.number}
            return _with_table(_named(state, act.result), number, table, **changed)
        case ResultConfirmed(number, table):
            return _with_table(state, number, table, is_confirmed=True)
        case RoundClosed():
            return _closed(state)
    return None


def _of_record(state: State, act: Act) -> State:
    match act.body:
        case PenaltyGiven():
            return replace(state, penalties=(*state.penalties, act.body))
        case TieDecided():
            return replace(state, decisions=(*state.decisions, act.body))
        case PaymentMade():
            return replace(state, paid=(*state.paid, (act.number, act.body)))
        case EventEnded():
            return replace(state, is_ended=True)
    return state


def _of_people(state: State, body: Body) -> State | None:
    """Return the state after an entry about who takes part, or None for other entries."""
    match body:
        case PlayerJoined(player):
            return _person(state, player, is_withdrawn=False)
        case PlayerWithdrawn(player, unranked):
            left = len(state.rounds) if state.event.terms.lives else None
            return _person(state, player, is_withdrawn=True, is_unranked=unranked, left_after=left)
        case PlayerReplaced(player, stand_in):
            if stand_in == player:
                return _person(state, player, stand_in=None)
            known = state.people.get(player, Person()).stand_ins
            names = known if stand_in in known else (*known, stand_in)
            return _person(state, player, stand_in=stand_in, stand_ins=names)
        case PlayersCut(keep):
            gone = {player for player in state.active if player not in keep}
            cut = {p: replace(one, cut_after=len(state.rounds)) for p, one in state.people.items() if p in gone}
            return replace(state, people={**state.people, **cut})
    return None


def _person(state: State, player: Player, **changed: object) -> State:
    person = replace(state.people.get(player, Person()), **changed)  # type: ignore[arg-type]
    return replace(state, people={**state.people, player: person})


def _struck(state: State) -> State:
    """Return the state with a round that does not count: struck out, or not finished yet."""
    return replace(state, rounds=(*state.rounds, Round(len(state.rounds) + 1, is_closed=True, is_struck=True)))


def _opened(state: State, tables: tuple[tuple[Player, ...], ...], bye: tuple[Player, ...]) -> State:
    named = (*bye, *(player for table in tables for player in table))
    state = _with_rows(state, named)
    absent = tuple(player for player in state.active if player not in named)
    opened = Round(len(state.rounds) + 1, tuple(Table(seats) for seats in tables), bye, absent)
    return replace(state, rounds=(*state.rounds, opened))


def _played(state: State, result: Result, entry: int) -> State:
    state = _named(_with_rows(state, result.present), result)
    absent = tuple(player for player in state.active if player not in result.present)
    table = Table(result.present, result, entry=entry)
    round_ = Round(len(state.rounds) + 1, (table,), absent=absent, is_closed=True)
    return replace(state, rounds=(*state.rounds, round_))


def _named(state: State, result: Result | None) -> State:
    """Return the state with the other names of people that a match contains."""
    if result is None or not (result.aliases or result.shown):
        return state
    return replace(state, aliases={**state.aliases, **result.aliases}, shown={**state.shown, **result.shown})


def _with_rows(state: State, players: tuple[Player, ...]) -> State:
    """Return the state with a row for each of these players who has none yet, as in an open event."""
    new = {player: Person() for player in players if player not in state.people}
    return replace(state, people={**state.people, **new}) if new else state


def _with_table(state: State, number: int, table: int, **changed: object) -> State:
    """Return the state with a changed table. Nothing changes if its round no longer exists."""
    round_, old = state.round(number), state.table(number, table)
    if round_ is None or old is None:
        return state
    new = round_.with_table(table, replace(old, **changed))  # type: ignore[arg-type]
    return replace(state, rounds=(*state.rounds[: number - 1], new, *state.rounds[number:]))


def _closed(state: State) -> State:
    closed = replace(state.rounds[-1], is_closed=True)
    state = replace(state, rounds=(*state.rounds[:-1], closed))
    lives = state.event.terms.lives
    if lives is None:
        return state
    for player in _beaten(closed):
        person = state.people[player]
        if person.out_after is None:
            end = closed.number if person.lost + 1 >= lives else None
            state = _person(state, player, lost=person.lost + 1, lost_after=end)
    return state


def _beaten(round_: Round) -> list[Player]:
    """Return the players who lost a life: not first at their table, or absent from it."""
    results = [table.result for table in round_.tables if table.result]
    lost = [player for one in results if one.is_played for player in one.present if one.places[player] > 1]
    return [*lost, *(player for one in results for player in one.absent)]
