"""The sheet as people see it, on the page and on paper: the lines that count, and in their place those struck out."""

from dataclasses import dataclass

from companion.rules.entries import Correction, Entry
from companion.rules.history import AnyRecord
from companion.rules.tally import Game, Line, Mark, Tally


@dataclass(frozen=True)
class Row:
    """A line of the sheet; a struck one shows the figures as they were, with the correction that struck it."""

    line: Line
    entry: Entry
    struck: Entry | None = None


def rows(game: Game, record: AnyRecord, known: Tally | None = None) -> list[Row]:
    """Oldest first; what a correction replaced stands struck through before what it was replaced with.

    `known`: the record's tally, where the caller has it already.
    """
    tally = known or game.tally(record)
    found = [Row(one, record.entries[line.entry - 1]) for line in tally.lines for one in (line, *line.beside)]
    struck = [row for entry in record.entries for row in _struck(game, record, entry)]
    return sorted(struck + found, key=_place)


def marks(written: list[Row]) -> list[Mark]:
    """The signs that stand on the sheet, each once, for the legend."""
    lines = (row.line for row in written)
    figures = (figure for line in lines for column in (line.scores, line.balances) for figure in column.values())
    return list(dict.fromkeys(figure.mark for figure in figures if figure.mark))


def _place(row: Row) -> tuple[int, int, float]:
    return row.line.entry, row.line.leg, row.struck.number if row.struck else float("inf")


def _struck(game: Game, record: AnyRecord, correction: Entry) -> list[Row]:
    """The line that a correction replaced, as the sheet had it just before, in each table where it stood."""
    if not isinstance(correction.body, Correction):
        return []
    before = game.tally(record.upto(correction.number - 1))
    target = record.history[correction.number - 1].about
    line = next((line for line in before.lines if line.entry == target), None)
    lines = (line, *line.beside) if line else ()
    return [Row(one, record.entries[target - 1], correction) for one in lines]
