"""Compute a match from its record: play the entries that count in order by the rules, and collect the refused ones."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from companion.rules.ending import Ended, Stopped, brings
from companion.rules.entries import Correction, End, Entry, OptionChange, Penalty, Player
from companion.rules.field_metadata import Dataclass
from companion.rules.history import AnyRecord, Numbers, Standing, counting, history_of, numbered
from companion.rules.messages import say, say_n
from companion.rules.options import Counted, house_rules, offered, worded
from companion.rules.people import payments_at_end
from companion.rules.rulings import Ruling, refuse
from companion.rules.tally import Figure, Line, Payment, Tally, figures, values


class State(Protocol):
    """The state of a match between two entries; each game has a frozen dataclass of its own for it.

    `over`: the match is finished, by the rules or because it was `stopped`. `played`: how many deals, rounds or other
    units of an agreed length have been played, as in `{"deals": 3}`.
    """

    @property
    def options(self) -> Dataclass: ...
    @property
    def dealer(self) -> Player | None: ...
    @property
    def over(self) -> bool: ...
    @property
    def stopped(self) -> Stopped | None: ...
    @property
    def played(self) -> Mapping[str, int]: ...


EVERY = 32  # entries between two saved positions, from which a replay can start

R = TypeVar("R", bound=AnyRecord)
T = TypeVar("T", bound=State)
Step = tuple[T, Line | None] | Ruling
History = tuple[tuple[Standing, ...], Numbers]


@dataclass(frozen=True)
class Course(Generic[T]):
    """The position after some entries: the state, the lines, the refused entries, and what ended the match.

    `in_force`: the house rules of the last deal. Later changes of rules count from the next deal on.
    """

    table: T
    in_force: Dataclass
    lines: tuple[Line, ...] = ()
    refused: tuple[Ruling, ...] = ()
    ended: Ended | None = None
    end: Entry | None = None  # of the players, to stop the match

    def after(self, entry: Entry, table: T, line: Line | None) -> "Course[T]":
        """Return the course with one more entry."""
        end = entry if isinstance(entry.body, End) else self.end
        reason = entry.body.reason if isinstance(entry.body, End) else ""
        ended = (self.ended or Ended(table.stopped or "rules", entry.number, reason)) if table.over else None
        if ended is None and isinstance(entry.body, End) and entry.body.continued:
            ended = Ended("people", entry.number)
        lines = (*self.lines, line) if line else self.lines
        in_force = table.options if line and line.kind in ("deal", "misdeal") else self.in_force
        return Course(table, in_force, lines, self.refused, ended, end)


@dataclass(eq=False)
class Replay(Generic[R, T]):
    """A record with its results by the rules of its game. Treat it as frozen; to continue, make another replay.

    Attributes:
        history: The state of each entry.
        played: The entries that count and affect the score.
        marks: The positions before the first of them and after every `EVERY` of them. The replay of another record of
            the same match starts from one of these.
    """

    rules: "Rules[R, T]"
    record: R
    history: tuple[Standing, ...]
    numbers: Numbers
    played: tuple[Entry, ...]
    course: Course[T]
    marks: tuple[Course[T], ...]
    # By correction and the entry that it is about: the line that it replaced. Entries before a correction never change,
    # so all replays of a match share these lines. Other lines are not kept, because they take much memory.
    _replaced: dict[tuple[int, int], Line | None] = field(default_factory=dict, repr=False)
    _tally: Tally | None = field(default=None, init=False, repr=False)

    @property
    def tally(self) -> Tally:
        """Return the tally, computed on first use."""
        if self._tally is None:
            tally, end = self.rules.tally(self), self.course.end
            went_on = end is not None and tally.ended is not None and tally.ended.by == "people"
            self._tally = _left_open(tally, payments_at_end(self.record, end)) if end and went_on else tally
        return self._tally

    def then(self, entry: Entry) -> "Replay[R, T]":
        """Return the replay with one more entry: a candidate to be judged, or one that was just written."""
        points_at_none = getattr(entry.body, "entry", None) is None
        history = (*self.history, Standing(entry, entry.body, entry.number)), self.numbers.after(entry)
        further = self._of((*self.record.entries, entry), history if points_at_none else None)
        if isinstance(entry.body, Correction):
            about = further.history[-1].about
            self._replaced[entry.number, about] = self._line_of(about)
        return further

    def upto(self, number: int) -> "Replay[R, T]":
        """Return the replay of the record as it stood when entry `number` had just been written."""
        return self._of(self.record.entries[:number])

    def _of(self, entries: tuple[Entry, ...], history: History | None = None) -> "Replay[R, T]":
        """Return the replay of this record with more or fewer entries; both share the cache of replaced lines."""
        other = _play(_with(self.record, entries), self.rules, self, history)
        other._replaced = self._replaced
        return other

    def before(self, number: int) -> "Replay[R, T]":
        """Return the replay before entry `number`, with today's corrections: the position in which it is judged now."""
        entries = tuple(entry for entry in counting(self.history) if entry.number < number)
        return _play(_with(self.record, entries), self.rules, self)

    def replaced_line(self, number: int) -> Line | None:
        """Return the line that correction `number` replaced, as it was just before; None if there was none."""
        key = number, self.history[number - 1].about
        if key not in self._replaced:
            self._replaced[key] = self.upto(number - 1)._line_of(key[1])
        return self._replaced[key]

    def _line_of(self, entry: int) -> Line | None:
        return next((line for line in self.course.lines if line.entry == entry), None)

    def common(self, entries: Sequence[Entry]) -> tuple[int, Course[T]]:
        """Return how many entries of another record need not be played again, and the position after them."""
        pairs = enumerate(zip(self.played, entries, strict=False))
        least = min(len(self.played), len(entries))
        same = next((n for n, (old, new) in pairs if old is not new and old != new), least)
        if same == len(self.played):
            return same, self.course
        return same // EVERY * EVERY, self.marks[same // EVERY]


AnyReplay: TypeAlias = Replay[AnyRecord, Any]  # of any game


@dataclass(frozen=True)
class Rules(Generic[R, T]):
    """The rules of a game as functions.

    Attributes:
        start: Return the state before the first entry.
        play: Play an entry of the game's own kinds or a common one.
        end: End the match because the players have agreed to.
        tally: Return the tally of a replay.
        clause: The clause about ending by agreement, and that rules do not change after the end. Its first word is the
            key of the game.
        check_change: Refuse a house rule that this match cannot adopt after its beginning.
        dealt: Return who dealt according to an entry, if it was not the player whose turn it was.
    """

    start: Callable[[R], T]
    play: Callable[[T, Entry], tuple[T, Line] | Ruling]
    end: Callable[[T, int], tuple[T, Line]]
    tally: Callable[[Replay[R, T]], Tally]
    clause: str
    check_change: Callable[[T, OptionChange], Ruling | None] = lambda table, change: None
    dealt: Callable[[T, Entry], Player | None] = lambda table, entry: getattr(entry.body, "dealer", None)

    @property
    def key(self) -> str:
        """Return the key of the game."""
        return self.clause.partition(".")[0]

    def over(self) -> Ruling:
        return refuse(f"{self.key}.over", say("The match is over."), self.clause)


def replay(record: R, rules: Rules[R, T], before: Replay[R, T] | None = None) -> Replay[R, T]:
    """Play the entries of a record that count, in order, from the opening position; a refused entry changes nothing.

    Args:
        before: a replay of another record of the same match. Only entries after the first difference are played: for a
            new entry just this one, for a correction all that follow the corrected entry.
    """
    if before is None or before.rules is not rules or _with(before.record, record.entries) != record:
        return _play(record, rules, None)
    if record.entries and record.entries[:-1] == before.record.entries:
        return before.then(record.entries[-1])
    return _play(record, rules, before)


def _play(record: R, rules: Rules[R, T], before: Replay[R, T] | None, history: History | None = None) -> Replay[R, T]:
    if history is None:
        standings = history_of(record.entries)
        history = standings, numbered(record, standings)
    entries = tuple(entry for entry in counting(history[0]) if not entry.body.aside)
    n, course, marks = 0, None, []
    if before:
        n, course = before.common(entries)
        marks = [*before.marks[: n // EVERY + 1]]
    if course is None:
        table = rules.start(record)
        course = Course(table, table.options)
        marks = [course]
    for count, entry in enumerate(entries[n:], start=n + 1):
        step = _step(record, course, rules, entry)
        if isinstance(step, Ruling):
            course = replace(course, refused=(*course.refused, replace(step, entry=entry.number)))
        else:
            course = course.after(entry, *step)
        if count % EVERY == 0:
            marks.append(course)
    return Replay(rules, record, *history, entries, course, tuple(marks))


def _with(record: R, entries: tuple[Entry, ...]) -> R:
    return replace(record, entries=entries)


def _step(record: R, course: Course[T], rules: Rules[R, T], entry: Entry) -> Step[T]:
    if course.end:
        return rules.over()
    if isinstance(entry.body, OptionChange):
        if course.table.over:
            return rules.over()
        return rules.check_change(course.table, entry.body) or _change_option(course.table, entry.body)
    if isinstance(entry.body, End):
        return _end(record, course, rules, entry)
    if isinstance(entry.body, Penalty):
        return _penalty(course, rules, entry)
    step = rules.play(course.table, replace(entry, stands=False) if entry.stands else entry)
    if isinstance(step, Ruling) and step.duty and entry.stands:
        broken = step
        dealer = rules.dealt(course.table, entry) or course.table.dealer
        step = rules.play(replace(course.table, dealer=dealer), entry)  # type: ignore[type-var]
        return step if isinstance(step, Ruling) else (step[0], replace(step[1], let_stand=broken))
    return step


def _penalty(course: Course[T], rules: Rules[R, T], entry: Entry) -> Step[T]:
    """Play a penalty between two deals. It ends no match by a target that was lowered since the last deal."""
    table = course.table
    step = rules.play(replace(table, options=course.in_force), entry)  # type: ignore[type-var]
    if isinstance(step, Ruling):
        return step
    after, line = step
    return replace(after, options=table.options), line  # type: ignore[type-var]


def _end(record: R, course: Course[T], rules: Rules[R, T], entry: Entry) -> Step[T]:
    """End the match by agreement. Nothing changes if it is over already after a correction, or others continue it."""
    if isinstance(entry.body, End) and entry.body.continued:
        return course.table, _nothing_more(course.lines[-1], entry.number) if course.lines else None
    if not any(line.kind == "deal" for line in course.lines) and not brings(record.opening):
        return refuse(f"{rules.over().code}", say("Nothing has been played: there is nothing to end."), rules.clause)
    if course.table.over:
        return course.table, _nothing_more(course.lines[-1], entry.number) if course.lines else None
    return rules.end(course.table, entry.number)


def _left_open(tally: Tally, paid: tuple[Payment, ...]) -> Tally:
    """Return the tally of a match that others continue: scores unchanged, no winner, payments of those who left."""
    return replace(tally, dealer=None, turn=(), payments=paid, notices={}, table_notices=())


def _nothing_more(last: Line, number: int) -> Line:
    """Return the row of an entry that ends a match which is over already: the scores as they are."""
    scores, balances = figures(values(last.scores)), figures(values(last.balances))
    pot = Figure(last.pot.value) if last.pot else None
    return Line(number, None, "end", last.leg, scores, balances, pot, after=last.after)


def _change_option(table: T, change: OptionChange) -> tuple[T, None] | Ruling:
    rule = dict(house_rules(table.options)).get(change.option)
    if rule is None:
        return refuse("option.unknown", say("There is no house rule named {option}.", option=change.option))
    if rule.fixed:
        return refuse("option.fixed", say("This house rule cannot change during a match."), rule.clause)
    value = rule.meant(change.value)
    if not rule.allows(value):
        facts = {"value": worded(rule, value), "choices": offered(rule)}
        sentence = say("{value} is not an option for this house rule. Choose from: {choices}.", **facts)
        return refuse("option.value", sentence, rule.clause)
    n = table.played.get(value.key, 0) if isinstance(value, Counted) else 0
    if isinstance(value, Counted) and value.n <= n:
        sentence = say_n(
            "{n} has already been played: end the match instead.",
            "{n} have already been played: end the match instead.",
            n,
        )
        return refuse("option.passed", sentence, rule.clause)
    options = replace(table.options, **{change.option: value})
    return replace(table, options=options), None  # type: ignore[type-var]
