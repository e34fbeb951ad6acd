"""From the record to the sheet: the entries that count played in order, and what was not allowed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar

from companion.rules.ending import Ended, Stopped, brings
from companion.rules.entries import (
    Body,
    Confirm,
    Contest,
    Correction,
    End,
    Entry,
    LetStand,
    OptionChange,
    Penalty,
    Player,
)
from companion.rules.field_metadata import Dataclass
from companion.rules.game import Game
from companion.rules.history import AnyRecord
from companion.rules.messages import Say, say, say_n
from companion.rules.options import Counted, house_rules, offered, worded
from companion.rules.rulings import Ruling, refuse
from companion.rules.tally import Figure, Line, figures, values


class Table(Protocol):
    """A game between two entries: a frozen dataclass of its own.

    `over`: the match is finished, by the rules or because it was `stopped`. `played`: how many of what an option may
    count have been played (`{"deals": 3}`).
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


EVERY = 32  # entries from one place to the next from which a match can be played on

T = TypeVar("T", bound=Table)
Step = tuple[T, Line | None] | Ruling


@dataclass(frozen=True)
class Rules(Generic[T]):
    """What a game makes of the entries: `play` of its own and the common ones, `end` of the table's submission to stop.

    `clause` is the one about ending by agreement, and that no rule changes after an end; its first word is the key of
    the game. `check_change` refuses a house rule that this table cannot take up in the middle, whatever its value may
    be elsewhere. `dealt`: who dealt, by what an entry says, where it was another than the one whose turn it was.
    """

    play: Callable[[T, Entry], tuple[T, Line] | Ruling]
    end: Callable[[T, int], tuple[T, Line]]
    clause: str
    check_change: Callable[[T, OptionChange], Ruling | None] = lambda table, change: None
    dealt: Callable[[T, Entry], Player | None] = lambda table, entry: getattr(entry.body, "dealer", None)

    def over(self) -> Ruling:
        return refuse(f"{self.clause.partition('.')[0]}.over", say("The match is over."), self.clause)


@dataclass(frozen=True)
class Course(Generic[T]):
    """Where the entries lead: the table after the last one, a line each, those that the rules refuse, what ended it.

    `in_force`: the house rules of the last deal. What is changed after it counts from the next one on.
    """

    table: T
    in_force: Dataclass
    lines: tuple[Line, ...] = ()
    refused: tuple[Ruling, ...] = ()
    ended: Ended | None = None
    end: Entry | None = None  # by which the table has stopped

    def after(self, entry: Entry, table: T, line: Line | None) -> "Course[T]":
        """The course one entry further."""
        end = entry if isinstance(entry.body, End) else self.end
        reason = entry.body.reason if isinstance(entry.body, End) else ""
        ended = (self.ended or Ended(table.stopped or "rules", entry.number, reason)) if table.over else None
        lines = (*self.lines, line) if line else self.lines
        in_force = table.options if line and line.kind in ("deal", "misdeal") else self.in_force
        return replace(self, table=table, in_force=in_force, lines=lines, end=end, ended=ended)


@dataclass(frozen=True)
class Played(Generic[T]):
    """The entries that count, where they led, and where the first of them led: none, then `EVERY` more each time."""

    entries: tuple[Entry, ...]
    course: Course[T]
    marks: tuple[Course[T], ...]

    def of(self, entries: Sequence[Entry]) -> tuple[int, Course[T]]:
        """How many of other entries, the same at first, need not be played again, and where those lead."""
        pairs = enumerate(zip(self.entries, entries, strict=False))
        least = min(len(self.entries), len(entries))
        same = next((n for n, (old, new) in pairs if old is not new and old != new), least)
        if same == len(self.entries):
            return same, self.course
        return same // EVERY * EVERY, self.marks[same // EVERY]


def fold(record: AnyRecord, table: T, rules: Rules[T]) -> Course[T]:
    """Play the entries that stand, in order, from the opening position; a refused one changes nothing.

    Of a record of the same match as another that was played, only what comes after their first difference is: one
    entry more costs one, and a correction what follows the corrected one.
    """
    known = vars(record)
    if known.get("played", (None,))[0] is not rules:
        known["played"] = rules, _play(record, table, rules)
    return known["played"][1].course  # type: ignore[no-any-return]


def _play(record: AnyRecord, table: T, rules: Rules[T]) -> Played[T]:
    entries = tuple(entry for entry in record.counting if not entry.body.aside)
    opening = Course(table, table.options)
    whose, before = vars(record).get("played_before", (None, None))
    n, course = before.of(entries) if whose is rules else (0, opening)
    marks = [*before.marks[: n // EVERY + 1]] if n else [opening]
    for count, entry in enumerate(entries[n:], start=n + 1):
        step = _step(record, course, rules, entry)
        if isinstance(step, Ruling):
            course = replace(course, refused=(*course.refused, replace(step, entry=entry.number)))
        else:
            course = course.after(entry, *step)
        if count % EVERY == 0:
            marks.append(course)
    return Played(entries, course, tuple(marks))


def _step(record: AnyRecord, course: Course[T], rules: Rules[T], entry: Entry) -> Step[T]:
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
    step = rules.play(course.table, replace(entry, stands=False))
    if isinstance(step, Ruling) and step.duty and entry.stands:
        broken = step
        dealer = rules.dealt(course.table, entry) or course.table.dealer
        step = rules.play(replace(course.table, dealer=dealer), entry)  # type: ignore[type-var]
        return step if isinstance(step, Ruling) else (step[0], replace(step[1], let_stand=broken))
    return step


def _penalty(course: Course[T], rules: Rules[T], entry: Entry) -> Step[T]:
    """Points agreed on between two deals. A lower target, changed before the next deal, ends nothing by them."""
    table = course.table
    step = rules.play(replace(table, options=course.in_force), entry)  # type: ignore[type-var]
    if isinstance(step, Ruling):
        return step
    after, line = step
    return replace(after, options=table.options), line  # type: ignore[type-var]


def _end(record: AnyRecord, course: Course[T], rules: Rules[T], entry: Entry) -> Step[T]:
    """The table stops. It changes nothing where a correction has let the match end by itself before."""
    if not any(line.kind == "deal" for line in course.lines) and not brings(record.opening):
        return refuse(f"{rules.over().code}", say("Nothing has been played: there is nothing to end."), rules.clause)
    if course.table.over:
        return course.table, _nothing_more(course.lines[-1], entry.number) if course.lines else None
    return rules.end(course.table, entry.number)


def _nothing_more(last: Line, number: int) -> Line:
    """The row of an end that comes after the end: where everybody stands."""
    scores, balances = figures(values(last.scores)), figures(values(last.balances))
    pot = Figure(last.pot.value) if last.pot else None
    return Line(number, None, "end", last.leg, scores, balances, pot, after=last.after)


def judge(game: Game, record: AnyRecord) -> Ruling | None:
    """The first entry that was not allowed when it was written, judged by the record as it then stood.

    Entries never look ahead, so one tally judges a correction and all entries up to the next one.
    """
    start, stood = 0, record
    corrected = [entry.number for entry in record.entries if isinstance(entry.body, Correction | LetStand)]
    for end in sorted({*(number - 1 for number in corrected), len(record.entries)} - {0}):
        stood = record.upto(end, like=stood)
        wrong = _judge_stretch(game, stood, start)
        if wrong:
            return wrong
        start = end
    return None


def judge_last(game: Game, record: AnyRecord) -> Ruling | None:
    """Whether the last entry may be written after the others: the check that a new entry must pass."""
    return _judge_stretch(game, record, len(record.entries) - 1)


def _judge_stretch(game: Game, record: AnyRecord, start: int) -> Ruling | None:
    """The first fault among the entries after `start`, of which the first at most changes what others say."""
    stretch = record.entries[start:]
    for entry in stretch:
        wrong = _misplaced(record, entry)
        if wrong:
            return _judge_stretch(game, record.upto(entry.number - 1), start) or replace(wrong, entry=entry.number)
    refused = {ruling.entry: ruling for ruling in game.tally(record).refused if ruling.entry}
    pending = [number for number in refused if number <= start]
    for entry in stretch:
        if isinstance(entry.body, Correction):
            wrong = refused.get(record.history[entry.number - 1].about)
        elif isinstance(entry.body, LetStand):
            wrong = _wrong_standing(game, record, entry, entry.body) or refused.get(entry.body.entry)
        else:
            wrong = refused.get(entry.number) or _pending(game, record, pending, entry)
        if wrong:
            return replace(wrong, entry=entry.number)
    return None


def _wrong_standing(game: Game, record: AnyRecord, entry: Entry, body: LetStand) -> Ruling | None:
    """Only what counts for nothing can be let stand; that something cannot be, playing it anew has shown."""
    refused = game.tally(record.upto(entry.number - 1)).refused
    if body.entry in {ruling.entry for ruling in refused}:
        return None
    n = record.deal_numbers.get(body.entry)
    if n:
        return refuse("record.not_refused", say("Deal {n} counts: there is nothing to let stand.", n=n))
    return refuse("record.not_refused", say("That counts: there is nothing to let stand."))


def _pending(game: Game, record: AnyRecord, pending: list[int], entry: Entry) -> Ruling | None:
    """Nothing that moves the score is written while an earlier entry counts for nothing."""
    if not pending or entry.body.aside:
        return None
    n = record.deal_numbers.get(pending[0])
    if n:
        return refuse("record.pending", say("Deal {n} no longer stands: first settle what becomes of it.", n=n))
    called = record.entries[pending[0] - 1].body.called
    name = Say(called) if called else say("entry {n}", n=pending[0])
    return refuse("record.pending", say("First correct or strike out {entry}: it no longer stands.", entry=name))


def _misplaced(record: AnyRecord, entry: Entry) -> Ruling | None:
    """What is wrong with the entry's pointing at another, whatever the game."""
    body = entry.body
    target = getattr(body, "entry", None)
    if target is None:
        return None
    if wrong := points_ahead(entry.number, body):
        return wrong
    if isinstance(body, Correction):
        return _wrong_correction(body, record.upto(entry.number - 1))
    aim = record.entries[target - 1].body
    if isinstance(body, Contest | Confirm) and (aim.aside or isinstance(aim, Correction)):
        return refuse("record.not_scored", say("Entry {entry} is no deal: there is nothing to agree on.", entry=target))
    return None


def points_ahead(number: int, body: Body) -> Ruling | None:
    """What is wrong with entry `number` where it points at itself, at a later one or at none: it would have no end."""
    target = getattr(body, "entry", None)
    if target is None or 1 <= target < number:
        return None
    return refuse("record.no_entry", say("There is no entry {entry} before this one.", entry=target))


def _wrong_correction(body: Correction, before: AnyRecord) -> Ruling | None:
    aim = before.history[body.entry - 1]
    if isinstance(body.content, Correction):
        return refuse("record.correction_in_correction", say("A correction cannot hold another correction."))
    if body.content is not None and isinstance(aim.entry.body, Correction):
        sentence = say("Entry {entry} is a correction: correct entry {first} again.", entry=body.entry, first=aim.about)
        return refuse("record.correct_original", sentence)
    if body.content is None and aim.body is None:
        n = before.deal_numbers.get(body.entry)
        is_struck = say("Deal {n} is already struck out.", n=n) if n else say("That is already struck out.")
        return refuse("record.already_struck", is_struck)
    return None


def _change_option(table: T, change: OptionChange) -> tuple[T, None] | Ruling:
    rule = dict(house_rules(table.options)).get(change.option)
    if rule is None:
        return refuse("option.unknown", say("There is no house rule named {option}.", option=change.option))
    if rule.fixed:
        return refuse("option.fixed", say("This house rule cannot change during a match."), rule.clause)
    value = rule.meant(change.value)
    if not rule.allows(value):
        found = {"value": worded(rule, value), "choices": offered(rule)}
        sentence = say("{value} is no choice for this house rule. Possible: {choices}.", **found)
        return refuse("option.value", sentence, rule.clause)
    n = table.played.get(value.key, 0) if isinstance(value, Counted) else 0
    if isinstance(value, Counted) and value.n <= n:
        sentence = say_n(
            "{n} is played already: end the match instead.", "{n} are played already: end the match instead.", n
        )
        return refuse("option.passed", sentence, rule.clause)
    options = replace(table.options, **{change.option: value})
    return replace(table, options=options), None  # type: ignore[type-var]
