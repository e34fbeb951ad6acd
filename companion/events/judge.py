"""Judge each entry of an event in the state in which it was written, and fold the allowed ones."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.events import (
    Event,
    EventEnded,
    NoteWritten,
    PaymentMade,
    PenaltyGiven,
    PlayerJoined,
    PlayerReplaced,
    PlayersCut,
    PlayerWithdrawn,
    ResultConfirmed,
    ResultReported,
    RoundClosed,
    RoundOpened,
    RoundPlayed,
    RulingSaved,
    TieDecided,
)
from companion.events.results import (
    first,
    no_room,
    no_row,
    not_in,
    of_round,
    of_table,
    strangers,
    twice,
    unknown,
    wrong_size,
)
from companion.events.standings import level_groups
from companion.events.state import Act, Result, State, Table, after, start
from companion.rules.entries import Aside, Body, Correction, Entry, Player
from companion.rules.messages import say
from companion.rules.rulings import Ruling, refuse

CORRECTED_AT_ANY_TIME = (PenaltyGiven, TieDecided, PaymentMade, NoteWritten, RulingSaved)
AFTER_THE_END = (*CORRECTED_AT_ANY_TIME, Correction)
WHILE_ROUND_IS_OPEN = (ResultReported, RoundClosed, ResultConfirmed, PlayerWithdrawn, PlayerJoined, PlayerReplaced)
NAMED = ("player", "stand_in", "payer", "payee", "tables", "bye", "absent", "keep", "order")  # fields with names
CAN_STAND_AFTER = (Aside, Correction)


@dataclass
class _Course:
    """The entries judged so far: each as it counts now, with all corrections, and the state after it."""

    event: Event
    acts: list[Act] = field(default_factory=list)
    states: list[State] = field(default_factory=list)

    @property
    def state(self) -> State:
        return self.states[-1]

    def before(self, number: int) -> State:
        """Return the state before an entry, with all later corrections."""
        return self.states[number - 1]

    def write(self, act: Act) -> None:
        self.acts.append(act)
        self.states.append(after(self.state, act))

    def rewrite(self, acts: Mapping[int, Act]) -> None:
        """Replace earlier entries by these, and fold again from the first of them."""
        start_at = min(acts)
        self.acts = [acts.get(act.number, act) for act in self.acts]
        del self.states[start_at:]
        for act in self.acts[start_at - 1 :]:
            self.states.append(after(self.states[-1], act))


def play(event: Event) -> State | Ruling:
    """Return the state after all entries, or the refusal of the first entry that was not allowed.

    An entry must be allowed in the state in which it was written. The refusal has the number of the entry.
    """
    course = _Course(event, states=[start(event)])
    for entry in event.entries:
        wrong = _correct(course, entry) if isinstance(entry.body, Correction) else _write(course, entry)
        if wrong:
            return replace(wrong, entry=entry.number)
    return replace(event.fault, entry=len(event.entries) + 1) if event.fault else course.state


def _write(course: _Course, entry: Entry) -> Ruling | None:
    act = _judged(course.state, entry.number, entry.body)
    if isinstance(act, Ruling):
        return act
    course.write(act)
    return None


def _judged(state: State, number: int, body: Body) -> Act | Ruling:
    """Return the entry as it counts, or the refusal if it is not allowed in this state."""
    body = _by_rows(state, body)
    if wrong := _out_of_time(state, body):
        return wrong
    if isinstance(body, RoundPlayed):
        return _act(number, body, of_round(state, body))
    if isinstance(body, ResultReported):
        return _act(number, body, _report(state, body))
    check: Callable[[State, Any], Ruling | None] | None = CHECKS.get(type(body))
    return (check(state, body) if check else None) or Act(number, type(body), body)


def _by_rows(state: State, body: Body) -> Body:
    """Return the entry with the people named as in the rows, if a match has shown another name for somebody."""
    if not state.aliases:
        return body

    def called(names: Any) -> Any:
        return tuple(map(called, names)) if isinstance(names, tuple) else state.row_of(names)

    named = {key: called(names) for key in NAMED if (names := getattr(body, key, None))}
    return replace(body, **named) if named else body  # type: ignore[type-var]


def _act(number: int, body: Body, result: Result | Ruling) -> Act | Ruling:
    return result if isinstance(result, Ruling) else Act(number, type(body), body, result)


def _out_of_time(state: State, body: Body) -> Ruling | None:
    """Refuse an entry that comes after the end of the event, or that must wait until the round is closed."""
    if isinstance(body, AFTER_THE_END):
        return None
    if state.is_ended or (state.is_finished and not isinstance(body, EventEnded | ResultConfirmed)):
        sentence = say("The event is over: only corrections, notes, rulings, penalties and payments are written now.")
        return refuse("event.over", sentence, "tournament.end.over")
    if isinstance(body, RoundPlayed) and state.event.terms.lives is not None:
        sentence = say("A knockout is written in rounds: open a round, then enter the result of each table.")
        return refuse("event.knockout", sentence, "tournament.knockout.rounds")
    if state.open and not isinstance(body, WHILE_ROUND_IS_OPEN):
        sentence = say("Round {n} is open. Close it first.", n=state.open.number)
        return refuse("event.round", sentence, "tournament.round.one")
    return None


# --- who takes part


def _wrong_join(state: State, body: PlayerJoined) -> Ruling | None:
    person = state.people.get(body.player)
    if person is None and body.player in state.rows:
        return _taken(body.player)
    if person and person.state == "in":
        sentence = say("{player} is in this event already.", player=body.player)
        return refuse("event.player", sentence, "tournament.players.twice", player=body.player)
    if person and (person.is_unranked or person.state == "out"):
        return not_in(state, body.player)
    if state.event.terms.lives is not None and state.rounds:
        sentence = say("Nobody comes late to a knockout: {player} would have played a round fewer.", player=body.player)
        return refuse("event.late", sentence, "tournament.knockout.late", player=body.player)
    return None if person else no_room(state, 1)


def _taken(player: Player) -> Ruling:
    sentence = say("{player} is somebody else in this event. Use another name.", player=player)
    return refuse("event.player", sentence, "tournament.players.twice", player=player)


def _wrong_stand_in(state: State, body: PlayerReplaced) -> Ruling | None:
    if wrong := not_in(state, body.player):
        return wrong
    return _taken(body.stand_in) if state.rows.get(body.stand_in, body.player) != body.player else None


# --- rounds


def _wrong_round(state: State, body: RoundOpened) -> Ruling | None:
    seated = [player for table in body.tables for player in table]
    named = [*seated, *body.bye]
    if wrong := strangers(state, seated) or first([not_in(state, player) for player in body.bye]):
        return wrong
    if player := twice(named):
        sentence = say("{player} has two seats in this round.", player=player)
        return refuse("event.seat", sentence, "tournament.seat.once", player=player)
    if not body.tables:
        return refuse("event.size", say("A round has one table or more."), "tournament.seat.size")
    return first([wrong_size(state, table) for table in body.tables])


def _wrong_close(state: State, body: RoundClosed) -> Ruling | None:
    if wrong := _not_open(state, body.round):
        return wrong
    assert state.open
    tables = list(enumerate(state.open.tables, start=1))
    if waiting := [n for n, table in tables if table.result is None]:
        sentence = say("There is no result yet for these tables: {tables}.", tables=waiting)
        return refuse("event.results", sentence, "tournament.round.results")
    doubtful = [n for n, table in tables if table.is_unconfirmed] if state.event.terms.confirm else []
    if doubtful:
        sentence = say("These tables have not confirmed their result: {tables}.", tables=doubtful)
        return refuse("event.unconfirmed", sentence, "tournament.round.confirmed")
    return None


def _not_open(state: State, number: int) -> Ruling | None:
    if state.open and state.open.number == number:
        return None
    return refuse("event.round", say("Round {n} is not open.", n=number), "tournament.round.none")


def _report(state: State, body: ResultReported) -> Result | Ruling:
    """Return the first result of a table of the open round, or the refusal of it."""
    if wrong := _not_open(state, body.round):
        return wrong
    table = state.table(body.round, body.table)
    if table is None:
        return _no_table(body.table)
    return _reported_already(body.table) if table.result else of_table(state, table, body)


def _reported_already(number: int) -> Ruling:
    sentence = say("Table {n} has a result already. Correct it instead.", n=number)
    return refuse("event.once", sentence, "tournament.result.once")


def _no_table(number: int) -> Ruling:
    return refuse("event.table", say("There is no table {n} in this round.", n=number), "tournament.result.table")


def _wrong_confirmation(state: State, body: ResultConfirmed) -> Ruling | None:
    if state.round(body.round) is None:
        return _not_open(state, body.round)
    table = state.table(body.round, body.table)
    if table is None:
        return _no_table(body.table)
    if table.result:
        return None
    sentence = say("There is no result yet for these tables: {tables}.", tables=[body.table])
    return refuse("event.results", sentence, "tournament.round.results")


# --- penalties, cuts, decisions, payments, remarks


def _wrong_cut(state: State, body: PlayersCut) -> Ruling | None:
    if state.event.terms.lives is not None:
        sentence = say("There is no cut in a knockout: lost lives put players out.")
        return refuse("event.cut", sentence, "tournament.cut.keep")
    if len(set(body.keep)) < 2 or twice(body.keep):
        sentence = say("A cut keeps at least two players, each named once.")
        return refuse("event.cut", sentence, "tournament.cut.keep")
    return first([not_in(state, player) for player in body.keep])


def _wrong_decision(state: State, body: TieDecided) -> Ruling | None:
    if wrong := first([no_row(state, player) for player in body.order]):
        return wrong
    if not twice(body.order) and set(body.order) in [set(group) for group in level_groups(state)]:
        return None
    sentence = say("Decide between those whom the standings leave tied, all of them and nobody else.")
    return refuse("event.decide", sentence, "tournament.decide.level")


def _wrong_payment(state: State, body: PaymentMade) -> Ruling | None:
    if wrong := first([unknown(name) for name in (body.payer, body.payee) if name not in state.rows]):
        return wrong
    if body.payer != body.payee and body.amount > 0:
        return None
    sentence = say("A payment is an amount above zero from one person to another.")
    return refuse("event.paid", sentence, "tournament.money.paid", player=body.payer)


def _wrong_note(state: State, body: NoteWritten | RulingSaved) -> Ruling | None:
    return None if body.player is None or body.player in state.rows else unknown(body.player)


CHECKS: Mapping[type[Body], Callable[[State, Any], Ruling | None]] = {
    RoundOpened: _wrong_round,
    RoundClosed: _wrong_close,
    ResultConfirmed: _wrong_confirmation,
    PlayerJoined: _wrong_join,
    PlayerWithdrawn: lambda state, body: not_in(state, body.player),
    PlayerReplaced: _wrong_stand_in,
    PenaltyGiven: lambda state, body: no_row(state, body.player),
    PlayersCut: _wrong_cut,
    TieDecided: _wrong_decision,
    PaymentMade: _wrong_payment,
    NoteWritten: _wrong_note,
    RulingSaved: _wrong_note,
}


# --- corrections


def _correct(course: _Course, entry: Entry) -> Ruling | None:
    """Apply a correction to an earlier entry, or return why it is refused."""
    body = entry.body
    assert isinstance(body, Correction)
    aim = course.acts[body.entry - 1]
    new = _wrong_aim(aim, body) or _corrected(course, aim, body.content)
    if isinstance(new, Ruling):
        return new
    course.write(Act(entry.number, Correction, body))
    course.rewrite({new.number: new, **_unconfirmed(course.acts, new)})
    return None


def _wrong_aim(aim: Act, body: Correction) -> Ruling | None:
    """Refuse to correct an entry that cannot be corrected, or by an entry of another kind."""
    if issubclass(aim.kind, Correction | ResultConfirmed):
        return _not_correctable(body.entry)
    if body.content is not None and type(body.content) is not aim.kind:
        sentence = say("Entry {entry} can only be corrected by an entry of the same kind.", entry=body.entry)
        return refuse("event.correct", sentence, "tournament.correct.what")
    if body.content is None and aim.body is None:
        return refuse("event.correct", say("That is already crossed out."), "tournament.correct.what")
    return None


def _not_correctable(number: int) -> Ruling:
    sentence = say("Entry {entry} cannot be corrected in this way.", entry=number)
    return refuse("event.correct", sentence, "tournament.correct.what")


def _corrected(course: _Course, aim: Act, content: Body | None) -> Act | Ruling:
    """Return an earlier entry with its new content, or why it may not change. `content` None strikes it out."""
    if issubclass(aim.kind, CORRECTED_AT_ANY_TIME):
        return _judged(course.state, aim.number, content) if content else replace(aim, body=None)
    if issubclass(aim.kind, RoundPlayed):
        return _corrected_round(course, aim, content)
    if issubclass(aim.kind, ResultReported):
        return _corrected_result(course, aim, content)
    if issubclass(aim.kind, RoundOpened):
        return _reseated(course, aim, content)
    standing = [act for act in course.acts[aim.number :] if act.body and not issubclass(act.kind, CAN_STAND_AFTER)]
    if standing:
        sentence = say("Others have built on entry {entry}: it stays.", entry=aim.number)
        return refuse("event.correct", sentence, "tournament.correct.seats")
    return _not_correctable(aim.number) if content else replace(aim, body=None)


def _corrected_round(course: _Course, aim: Act, content: Body | None) -> Act | Ruling:
    """Return a round of one table with another result of the same players."""
    if content is None:
        return replace(aim, body=None)
    assert isinstance(content, RoundPlayed)
    assert aim.result
    if content.source.fault:
        return content.source.fault
    table = Table(aim.result.present)
    as_report = ResultReported(0, 0, content.source)
    return _act(aim.number, content, of_table(course.state, table, as_report, may_run=True))


def _corrected_result(course: _Course, aim: Act, content: Body | None) -> Act | Ruling:
    """Return a reported result with new numbers. It can be struck out only while its round is open."""
    old = aim.body or course.event.entries[aim.number - 1].body
    assert isinstance(old, ResultReported)
    if content is None:
        is_open = course.state.open is not None and course.state.open.number == old.round
        sentence = say("A closed table has a result: correct it instead of crossing it out.")
        return replace(aim, body=None) if is_open else refuse("event.correct", sentence, "tournament.correct.closed")
    assert isinstance(content, ResultReported)
    if (content.round, content.table) != (old.round, old.table):
        return _no_table(content.table)
    table = course.state.table(old.round, old.table)
    if table is None or (aim.body is None and table.result):
        return _reported_already(old.table)
    return _act(aim.number, content, of_table(course.state, table, content))


def _reseated(course: _Course, aim: Act, content: Body | None) -> Act | Ruling:
    """Return the open round with other tables. Refuse it as soon as one of them has reported a result."""
    open_, before = course.state.open, course.before(aim.number)
    is_open = open_ is not None and aim.body is not None and open_.number == len(before.rounds) + 1
    if not is_open or (open_ and any(table.result for table in open_.tables)):
        sentence = say("The tables of this round stay as they are: it has begun.")
        return refuse("event.correct", sentence, "tournament.correct.seats")
    without = replace(course.state, rounds=course.state.rounds[:-1])
    return _judged(without, aim.number, content) if content else replace(aim, body=None)


def _unconfirmed(acts: Collection[Act], new: Act) -> dict[int, Act]:
    """Return the confirmations that become void because the result of their table is corrected."""
    if not issubclass(new.kind, ResultReported) or new.body is None:
        return {}
    assert isinstance(new.body, ResultReported)
    at = (new.body.round, new.body.table)
    agreed = [act for act in acts if isinstance(act.body, ResultConfirmed) and (act.body.round, act.body.table) == at]
    return {act.number: replace(act, body=None) for act in agreed}
