"""From the record to the sheet: the entries that count played in order, and what was not allowed."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

from companion.rules.entries import Confirm, Contest, Correction, Entry, OptionChange, Player
from companion.rules.history import AnyRecord, Standing
from companion.rules.options import house_rules
from companion.rules.rulings import Ruling, refuse
from companion.rules.tally import Game, Line
from companion.rules.words import say


class Table(Protocol):
    """A game between two entries: a frozen dataclass of its own that holds at least the options in force."""

    @property
    def options(self) -> Any: ...


T = TypeVar("T", bound=Table)


@dataclass(frozen=True)
class Course(Generic[T]):
    """Where the entries lead: the table after the last one, a line each, and those that the rules refuse."""

    table: T
    lines: tuple[Line, ...]
    refused: tuple[Ruling, ...]


def fold(record: AnyRecord, table: T, play: Callable[[T, Entry], tuple[T, Line] | Ruling]) -> Course[T]:
    """Play the entries that stand, in order, from the opening position; a refused one changes nothing."""
    lines: list[Line] = []
    refused: list[Ruling] = []
    for entry in record.counting:
        if entry.body.aside:
            continue
        step: tuple[T, Line | None] | Ruling
        step = _change_option(table, entry.body) if isinstance(entry.body, OptionChange) else play(table, entry)
        if isinstance(step, Ruling):
            refused.append(replace(step, entry=entry.number))
            continue
        table, line = step
        lines += [line] if line else []
    return Course(table, tuple(lines), tuple(refused))


def judge(game: Game, record: AnyRecord) -> Ruling | None:
    """The first entry that was not allowed when it was written, judged by the record as it then stood.

    Entries never look ahead, so one tally judges a correction and all entries up to the next one.
    """
    start = 0
    corrected = [entry.number for entry in record.entries if isinstance(entry.body, Correction)]
    for end in sorted({*(number - 1 for number in corrected), len(record.entries)} - {0}):
        wrong = _judge_stretch(game, record.upto(end), start)
        if wrong:
            return wrong
        start = end
    return None


def judge_last(game: Game, record: AnyRecord) -> Ruling | None:
    """Whether the last entry may be written after the others: the check that a new entry must pass."""
    return _judge_stretch(game, record, len(record.entries) - 1)


def _judge_stretch(game: Game, record: AnyRecord, start: int) -> Ruling | None:
    """The first fault among the entries after `start`, of which the first at most is a correction."""
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
        else:
            wrong = refused.get(entry.number) or _pending(pending, entry)
        if wrong:
            return replace(wrong, entry=entry.number)
    return None


def _pending(pending: list[int], entry: Entry) -> Ruling | None:
    """Nothing that moves the score is written while an earlier entry counts for nothing."""
    if not pending or entry.body.aside:
        return None
    sentence = say("Correct or strike out entry {entry} first: it no longer stands.", entry=pending[0])
    return refuse("record.pending", sentence)


def _misplaced(record: AnyRecord, entry: Entry) -> Ruling | None:
    """What is wrong with the entry's pointing at another, whatever the game."""
    body = entry.body
    target = getattr(body, "entry", None)
    if target is None:
        return None
    if not 1 <= target < entry.number:
        return refuse("record.no_entry", say("There is no entry {entry} before this one.", entry=target))
    if isinstance(body, Correction):
        return _wrong_correction(body, record.upto(entry.number - 1).history[target - 1])
    aim = record.entries[target - 1].body
    if isinstance(body, Contest | Confirm) and (aim.aside or isinstance(aim, Correction)):
        return refuse("record.not_scored", say("Entry {entry} is no deal: there is nothing to agree on.", entry=target))
    return None


def _wrong_correction(body: Correction, aim: Standing) -> Ruling | None:
    if isinstance(body.content, Correction):
        return refuse("record.correction_in_correction", say("A correction cannot hold another correction."))
    if body.content is not None and isinstance(aim.entry.body, Correction):
        sentence = say("Entry {entry} is a correction: correct entry {first} again.", entry=body.entry, first=aim.about)
        return refuse("record.correct_original", sentence)
    if body.content is None and aim.body is None:
        return refuse("record.already_struck", say("Entry {entry} is already struck out.", entry=body.entry))
    return None


def _change_option(table: T, change: OptionChange) -> tuple[T, None] | Ruling:
    rule = dict(house_rules(table.options)).get(change.option)
    if rule is None:
        return refuse("option.unknown", say("There is no house rule named {option}.", option=change.option))
    if rule.fixed:
        return refuse("option.fixed", say("This house rule cannot change during a match."), rule.clause)
    value = rule.meant(change.value)
    if not rule.allows(value):
        return refuse("option.value", say("{value} is no choice for this house rule.", value=change.value), rule.clause)
    options = replace(table.options, **{change.option: value})
    return replace(table, options=options), None  # type: ignore[type-var]


def next_seat(players: tuple[Player, ...], player: Player) -> Player:
    """The neighbour to the left: everything goes clockwise."""
    return players[(players.index(player) + 1) % len(players)]


def from_left(players: tuple[Player, ...], dealer: Player | None) -> tuple[Player, ...]:
    """Everybody clockwise from the dealer's left, the dealer last; in seat order where nobody is due to deal."""
    first = players.index(dealer) + 1 if dealer else 0
    return players[first:] + players[:first]


def wrong_dealer(named: Player | None, due: Player | None, clause: str) -> Ruling | None:
    """A deal that names another dealer than the one whose turn it is; `due` None means that any may deal."""
    if named is None or due is None or named == due:
        return None
    sentence = say("It is {due}'s turn to deal, not {named}'s.", due=due, named=named)
    return refuse("deal.dealer", sentence, clause, player=named)
