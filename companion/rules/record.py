"""From the record to the sheet: corrections put in their place, entries played in order, and what was not allowed."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

from companion.rules.entries import (
    ASIDE,
    Body,
    Confirm,
    Contest,
    Correction,
    Entry,
    OptionChange,
    Player,
    Record,
    RulingNote,
)
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


def fold(record: Record, table: T, play: Callable[[T, Entry], tuple[T, Line] | Ruling]) -> Course[T]:
    """Play the entries that stand, in order, from the opening position; a refused one changes nothing."""
    lines: list[Line] = []
    refused: list[Ruling] = []
    for entry in standing(record.entries):
        if isinstance(entry.body, ASIDE):
            continue
        step: tuple[T, Line | None] | Ruling
        step = _change_option(table, entry.body) if isinstance(entry.body, OptionChange) else play(table, entry)
        if isinstance(step, Ruling):
            refused.append(replace(step, entry=entry.number))
            continue
        table, line = step
        lines += [line] if line else []
    return Course(table, tuple(lines), tuple(refused))


def standing(entries: tuple[Entry, ...]) -> list[Entry]:
    """The entries that count: corrections applied in the place of what they correct, struck-out ones left out."""
    content = _corrected(entries)
    placed = ((entry, content.get(entry.number, entry.body)) for entry in entries)
    return [replace(entry, body=body) for entry, body in placed if body and not isinstance(body, Correction)]


def corrections(entries: tuple[Entry, ...]) -> dict[int, list[Entry]]:
    """The corrections in force, oldest first, by the number of the entry they correct."""
    found: dict[int, list[Entry]] = {}
    for entry, body in _in_force(entries):
        if not isinstance(entries[body.entry - 1].body, Correction):
            found.setdefault(body.entry, []).append(entry)
    return found


def _in_force(entries: tuple[Entry, ...]) -> list[tuple[Entry, Correction]]:
    """The corrections that no later one in force has taken back, oldest first: so a taking back can be taken back."""
    taken_back: set[int] = set()
    found: list[tuple[Entry, Correction]] = []
    for entry in reversed(entries):
        if isinstance(entry.body, Correction) and entry.number not in taken_back:
            taken_back.add(entry.body.entry)
            found.append((entry, entry.body))
    return found[::-1]


def contested(entries: tuple[Entry, ...]) -> dict[int, Entry]:
    """The contests still open, by the number of the entry: no correction or ruling in force has settled them."""
    bodies = {entry.number: entry.body for entry in standing(entries)}
    bodies |= {entry.number: body for entry, body in _in_force(entries)}
    found: dict[int, Entry] = {}
    for entry in entries:
        body = bodies.get(entry.number)
        if isinstance(body, Contest):
            found[body.entry] = entry
        elif isinstance(body, Correction | RulingNote) and body.entry:
            found.pop(body.entry, None)
    return found


def judge(game: Game, record: Record) -> Ruling | None:
    """The first entry that was not allowed when it was written, judged by the record as it then stood.

    Entries never look ahead, so one tally judges all entries between two corrections.
    """
    start = 0
    corrected = [entry.number for entry in record.entries if isinstance(entry.body, Correction)]
    for end in sorted({*corrected, *(number - 1 for number in corrected), len(record.entries)} - {0}):
        wrong = _judge_stretch(game, upto(record, end), start)
        if wrong:
            return wrong
        start = end
    return None


def judge_last(game: Game, record: Record) -> Ruling | None:
    """Whether the last entry may be written after the others: the check that a new entry must pass."""
    return _judge_stretch(game, record, len(record.entries) - 1)


def before(record: Record, number: int) -> Record:
    """What led to entry `number`, with today's corrections: the position in which that entry is judged now."""
    return replace(record, entries=tuple(entry for entry in standing(record.entries) if entry.number < number))


def upto(record: Record, number: int) -> Record:
    """The record as it stood when entry `number` had just been written."""
    return replace(record, entries=record.entries[:number])


def _judge_stretch(game: Game, record: Record, start: int) -> Ruling | None:
    """The first fault among the entries after `start`: either no corrections, or one correction alone."""
    for entry in record.entries[start:]:
        wrong = _misplaced(record.entries, entry)
        if wrong:
            before = upto(record, entry.number - 1)
            return _judge_stretch(game, before, start) or replace(wrong, entry=entry.number)
    refused = {ruling.entry: ruling for ruling in game.tally(record).refused}
    pending = [number for number in refused if number and number <= start]
    for entry in record.entries[start:]:
        if isinstance(entry.body, Correction):
            own = refused.get(_original(record.entries, entry.body))
            return replace(own, entry=entry.number) if own else None
        if entry.number in refused:
            return refused[entry.number]
        if pending and not isinstance(entry.body, ASIDE):
            sentence = say("Correct or strike out entry {entry} first: it no longer stands.", entry=pending[0])
            return replace(refuse("record.pending", sentence), entry=entry.number)
    return None


def _original(entries: tuple[Entry, ...], correction: Correction) -> int:
    """The number of the entry whose content a correction decides, also when it takes back another correction."""
    while isinstance(aim := entries[correction.entry - 1].body, Correction):
        correction = aim
    return correction.entry


def _corrected(entries: tuple[Entry, ...]) -> dict[int, Body | None]:
    found = ((entries[body.entry - 1].body, body) for _, body in _in_force(entries))
    return {body.entry: body.content for aim, body in found if not isinstance(aim, Correction)}


def _misplaced(entries: tuple[Entry, ...], entry: Entry) -> Ruling | None:
    """What is wrong with the entry's pointing at another, whatever the game."""
    body = entry.body
    target = getattr(body, "entry", None)
    if target is None:
        return None
    if not 1 <= target < entry.number:
        return refuse("record.no_entry", say("There is no entry {entry} before this one.", entry=target))
    aim = entries[target - 1].body
    if isinstance(body, Correction):
        return _wrong_correction(entries[: entry.number - 1], body, aim)
    if isinstance(body, Contest | Confirm) and isinstance(aim, (*ASIDE, Correction)):
        return refuse("record.not_scored", say("Entry {entry} is no deal: there is nothing to agree on.", entry=target))
    return None


def _wrong_correction(before: tuple[Entry, ...], body: Correction, aim: Body) -> Ruling | None:
    if isinstance(body.content, Correction):
        return refuse("record.correction_in_correction", say("A correction cannot hold another correction."))
    if isinstance(aim, Correction):
        if body.content is not None:
            first = _original(before, aim)
            sentence = say("Entry {entry} is a correction: correct entry {first} again.", entry=body.entry, first=first)
            return refuse("record.correct_original", sentence)
        if body.entry not in {entry.number for entry, _ in _in_force(before)}:
            return refuse("record.already_struck", say("Entry {entry} is already struck out.", entry=body.entry))
    elif body.content is None and body.entry in _corrected(before) and _corrected(before)[body.entry] is None:
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


def wrong_dealer(named: Player | None, due: Player | None, clause: str) -> Ruling | None:
    """A deal that names another dealer than the one whose turn it is; `due` None means that any may deal."""
    if named is None or due is None or named == due:
        return None
    sentence = say("It is {due}'s turn to deal, not {named}'s.", due=due, named=named)
    return refuse("deal.dealer", sentence, clause, player=named)
