"""The sheet as people see it, on the page and on paper: the lines that count, and in their place those struck out."""

from collections.abc import Container, Mapping
from dataclasses import dataclass

from companion.rules.entries import Correction, Entry
from companion.rules.game import Game
from companion.rules.history import AnyRecord
from companion.rules.rulings import Ruling
from companion.rules.tally import Line, Mark, Tally


@dataclass(frozen=True)
class Row:
    """A line of the sheet; a struck one shows the figures as they were, with the correction that struck it.

    `deal` is the deal's number in the match; what is no deal has none. `refused`: why the entry counts for nothing,
    which has no figures then.
    """

    line: Line
    entry: Entry
    deal: int | None = None
    struck: Entry | None = None
    refused: Ruling | None = None
    is_first: bool = True  # of the tables in which the entry stands

    @property
    def moved(self) -> bool:
        """Whether it changes any number of the players."""
        return any(figure.parts for column in (self.line.scores, self.line.balances) for figure in column.values())


def rows(game: Game, record: AnyRecord, known: Tally | None = None, among: Container[int] | None = None) -> list[Row]:
    """Oldest first; what a correction replaced stands struck through before what it was replaced with.

    `known`: the record's tally, where the caller has it already. `among`: the entries whose rows are wanted.
    """
    tally = known or game.tally(record)
    numbers = tally.deal_numbers
    found = [
        Row(one, record.entries[line.entry - 1], numbers.get(line.entry), is_first=one is line)
        for line in tally.lines
        if among is None or line.entry in among
        for one in (line, *line.beside)
    ]
    struck = [
        row
        for entry, about in _corrections(record)
        if among is None or about in among
        for row in _struck(game, record, entry, numbers)
    ]
    refused = [
        _refused(tally, ruling, ruling.entry)
        for ruling in tally.refused
        if ruling.entry and (among is None or ruling.entry in among)
    ]
    return sorted(_once(struck, found) + found + refused, key=_place)


def _refused(tally: Tally, ruling: Ruling, number: int) -> Row:
    """An entry that a correction has made illegal, in its place."""
    leg = next((line.leg for line in reversed(tally.lines) if line.entry < number), tally.first_leg)
    line = Line(number, None, leg=leg)
    return Row(line, tally.record.entries[number - 1], tally.deal_numbers.get(number), refused=ruling)


def on_sheet(game: Game, tally: Tally) -> list[int]:
    """The entries that have a row, oldest first; the rows of a long match are worked out as they are read."""
    record = tally.record
    found = {line.entry for line in tally.lines} | {ruling.entry for ruling in tally.refused if ruling.entry}
    gone = [(entry, about) for entry, about in _corrections(record) if about not in found]
    scored = [(entry, about) for entry, about in gone if not record.entries[about - 1].body.aside]
    found |= {about for entry, about in scored if _struck(game, record, entry, tally.deal_numbers)}
    return sorted(found)


def _corrections(record: AnyRecord) -> list[tuple[Entry, int]]:
    """The corrections, each with the entry whose content it decides."""
    return [(one.entry, one.about) for one in record.history if isinstance(one.entry.body, Correction)]


def _once(struck: list[Row], found: list[Row]) -> list[Row]:
    """The struck rows without those that stand there already: taken back and put back, a deal is itself again."""
    shown = {(row.line.entry, row.line.leg): [_figures(row.line)] for row in found}
    kept = []
    for row in reversed(struck):
        same = shown.setdefault((row.line.entry, row.line.leg), [])
        if _figures(row.line) not in same:
            same.append(_figures(row.line))
            kept.append(row)
    return kept


def _figures(line: Line) -> tuple[object, ...]:
    return line.kind, line.scores, line.balances, line.pot, line.events


@dataclass(frozen=True)
class Abreast:
    """Several tables of the sheet side by side: each row with what the entry is in each of them, by its leg."""

    number: int
    legs: tuple[int, ...]
    rows: tuple[tuple[Row, Mapping[int, Line]], ...]


def abreast(written: list[Row], columns: int) -> list[Abreast]:
    """The latest first; nothing where a sheet has one column."""
    if not columns:
        return []
    games: dict[int, dict[tuple[int, int], tuple[Row, dict[int, Line]]]] = {}
    for row in written:
        rows_of = games.setdefault((row.line.leg - 1) // columns, {})
        key = (row.line.entry, row.struck.number if row.struck else 0)
        rows_of.setdefault(key, (row, {}))[1][row.line.leg] = row.line
    return [
        Abreast(n + 1, tuple(range(n * columns + 1, (n + 1) * columns + 1)), tuple(found.values()))
        for n, found in sorted(games.items(), reverse=True)
    ]


def marks(written: list[Row]) -> list[Mark]:
    """The signs that stand on the sheet, each once, for the legend."""
    lines = (row.line for row in written)
    figures = (figure for line in lines for column in (line.scores, line.balances) for figure in column.values())
    return list(dict.fromkeys(figure.mark for figure in figures if figure.mark))


def _place(row: Row) -> tuple[int, int, float]:
    return row.line.entry, row.line.leg, row.struck.number if row.struck else float("inf")


def _struck(game: Game, record: AnyRecord, correction: Entry, numbers: Mapping[int, int]) -> list[Row]:
    """The line that a correction replaced, as the sheet had it just before, in each table where it stood."""
    kept = record.lines_before
    if correction.number not in kept:
        kept[correction.number] = game.tally(record.upto(correction.number - 1)).lines
    target = record.history[correction.number - 1].about
    line = next((line for line in kept[correction.number] if line.entry == target), None)
    if line is None:
        return []
    number = numbers.get(target) or record.struck_numbers.get(target) if line.kind == "deal" else None
    return [Row(one, record.entries[target - 1], number, correction) for one in (line, *line.beside)]
