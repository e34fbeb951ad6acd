"""Build the score sheet: the lines that count, and in their places the struck-out ones. Also as CSV."""

import csv
import io
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.presentation.entry_text import moves
from companion.rules.entries import Correction, Entry, Player
from companion.rules.messages import Say, say
from companion.rules.replay import AnyReplay
from companion.rules.rulings import Ruling
from companion.rules.tally import Figure, Figures, Line, Mark, Tally, total

FORMULA = (*"=+-@＝＋－＠", "\t", "\r", "\n")  # spreadsheets take text that begins so for a formula, also in full width
MARK = "\ufeff"  # the byte order mark by which spreadsheets recognize UTF-8


@dataclass(frozen=True)
class SheetRow:
    """A line of the sheet. A struck-out line shows its former figures, and `struck` is the correction that replaced it.

    `deal` is the number of the deal in the match, None for other entries. `refused` says why the entry does not count;
    it has no figures then.
    """

    line: Line
    entry: Entry
    deal: int | None = None
    struck: Entry | None = None
    refused: Ruling | None = None
    is_told: bool = False  # the remarks about the entry are shown under this row

    @property
    def moved(self) -> bool:
        return moves(self.line)

    @property
    def has_numbers(self) -> bool:
        """Return True if the row shows numbers instead of a word."""
        return self.refused is None and (self.line.kind != "misdeal" or self.moved)

    @property
    def is_struck_out(self) -> bool:
        """Return True if the entry was struck out, not replaced by other content."""
        body = self.struck.body if self.struck else None
        return isinstance(body, Correction) and body.content is None and body.entry == self.entry.number


def rows(replay: AnyReplay, among: Container[int] | None = None) -> list[SheetRow]:
    """Return the rows, oldest first. A line that a correction replaced stands before its replacement.

    Args:
        among: the entries whose rows are wanted; None for all.
    """
    tally = replay.tally

    def wanted(entry: int) -> bool:
        return among is None or entry in among

    standing = [
        SheetRow(one, replay.record.entries[line.entry - 1], tally.deal(one))
        for line in tally.lines
        if wanted(line.entry)
        for one in split_line(line)
    ]
    struck = [row for entry, about in _corrections(replay) if wanted(about) for row in _struck(replay, entry)]
    refused = [_refused(tally, one, one.entry) for one in tally.refused if one.entry and wanted(one.entry)]
    in_order = sorted(
        _once(struck, standing) + standing + refused, key=lambda row: (row.line.entry, row.line.leg, _version(row))
    )
    return _told_once(in_order)


def split_line(line: Line) -> Iterator[Line]:
    """Yield a line for each of its tables; penalties within a deal become lines of their own after it."""
    for one in (line, *line.beside):
        fined = {player: figure.penalties for player, figure in one.scores.items() if figure.penalties}
        if one.kind != "deal" or not fined:
            yield one
            continue
        scores = {player: _without(figure) for player, figure in one.scores.items()}
        yield replace(one, scores=scores)
        for player, parts in fined.items():
            scores = {other: Figure(figure.value) for other, figure in scores.items()}
            scores[player] = Figure(one.scores[player].value, parts)
            yield Line(one.entry, None, "penalty", one.leg, scores, one.balances, one.pot)


def _without(figure: Figure) -> Figure:
    """Return a figure without its penalties."""
    fined = figure.penalties
    parts = tuple(part for part in figure.parts if part not in fined)
    return replace(figure, value=figure.value - total(fined), parts=parts)


def _version(row: SheetRow) -> float:
    """Return a sort key: the correction that replaced a row, or infinity for the row that counts."""
    return row.struck.number if row.struck else float("inf")


def _told_once(rows: list[SheetRow]) -> list[SheetRow]:
    """Mark for each entry the row with its remarks: the row that counts, else the last struck-out one."""
    under: dict[int, int] = {}
    for n, row in enumerate(rows):
        before = rows[under[row.line.entry]] if row.line.entry in under else None
        if before is None or _is_later(row, before):
            under[row.line.entry] = n
    return [replace(row, is_told=under[row.line.entry] == n) for n, row in enumerate(rows)]


def _is_later(row: SheetRow, before: SheetRow) -> bool:
    """Return True if a row is a later version of its entry, or the same version in an earlier table."""
    one, other = _version(row), _version(before)
    return one > other or (one == other and row.line.leg < before.line.leg)


def _refused(tally: Tally, ruling: Ruling, number: int) -> SheetRow:
    """Return the row, in its place, of an entry that a correction has made illegal."""
    leg = next((line.leg for line in reversed(tally.lines) if line.entry < number), tally.first_leg)
    entry, deal = tally.record.entries[number - 1], tally.numbers.now.get(number)
    return SheetRow(Line(number, None, leg=leg), entry, deal, refused=ruling)


def on_sheet(replay: AnyReplay) -> list[int]:
    """Return the entries that have a row, oldest first, without building the rows."""
    record, course = replay.record, replay.course
    numbers = {line.entry for line in course.lines} | {ruling.entry for ruling in course.refused if ruling.entry}
    gone = [(entry, about) for entry, about in _corrections(replay) if about not in numbers]
    scored = [(entry, about) for entry, about in gone if not record.entries[about - 1].body.aside]
    numbers |= {about for entry, about in scored if _struck(replay, entry)}
    return sorted(numbers)


def _corrections(replay: AnyReplay) -> list[tuple[Entry, int]]:
    """Return the corrections, each with the entry whose content it decides."""
    return [(one.entry, one.about) for one in replay.history if isinstance(one.entry.body, Correction)]


def _once(struck: list[SheetRow], standing: list[SheetRow]) -> list[SheetRow]:
    """Return the struck-out rows without those that equal a shown one, for example after an undo and redo."""
    shown = {(row.line.entry, row.line.leg): [_figures(row.line)] for row in standing}
    kept = []
    for row in reversed(struck):
        same = shown.setdefault((row.line.entry, row.line.leg), [])
        if _figures(row.line) not in same:
            same.append(_figures(row.line))
            kept.append(row)
    return kept[::-1]


def _figures(line: Line) -> tuple[object, ...]:
    return line.kind, line.scores, line.balances, line.pot, line.events


@dataclass(frozen=True)
class Leg:
    """A table of the sheet, with its name if it has one; the latest row stands first."""

    number: int
    title: Say | None
    rows: tuple[SheetRow, ...]


def legs(tally: Tally, written: list[SheetRow]) -> list[Leg]:
    """Group the rows by table of the sheet, the latest table first."""
    by_leg: dict[int, list[SheetRow]] = {}
    for row in written:
        by_leg.setdefault(row.line.leg, []).insert(0, row)
    return [Leg(number, tally.leg(number), tuple(rows)) for number, rows in reversed(by_leg.items())]


@dataclass(frozen=True)
class Side:
    """A row of several tables side by side: the numbers that were won in each table."""

    row: SheetRow
    won: tuple[Mapping[Player, Figure], ...]


@dataclass(frozen=True)
class ColumnTables:
    """Several tables of the sheet side by side."""

    number: int
    columns: int
    rows: tuple[Side, ...]


def column_tables(written: list[SheetRow], columns: int) -> list[ColumnTables]:
    """Group the rows of tables that stand side by side, the latest first. Empty if the sheet has one column."""
    if not columns:
        return []
    games: dict[int, dict[tuple[int, int], tuple[SheetRow, dict[int, Line]]]] = {}
    for row in written:
        rows_of = games.setdefault((row.line.leg - 1) // columns, {})
        key = (row.line.entry, row.struck.number if row.struck else 0)
        rows_of.setdefault(key, (row, {}))[1][row.line.leg] = row.line
    return [
        ColumnTables(
            n + 1, columns, tuple(_side(row, lines, range(n * columns, (n + 1) * columns)) for row, lines in group)
        )
        for n, group in ((n, reversed(games[n].values())) for n in sorted(games, reverse=True))
    ]


def _side(row: SheetRow, lines: Mapping[int, Line], before: range) -> Side:
    """Return the figures of an entry in each of these tables."""
    figures = (lines[n + 1].scores if n + 1 in lines else {} for n in before)
    return Side(row, tuple({one: figure for one, figure in by_player.items() if figure.parts} for by_player in figures))


def marks(written: list[SheetRow]) -> list[Mark]:
    """Return the signs on the sheet for the legend, each once."""
    lines = (row.line for row in written if row.has_numbers)
    figures = (figure for line in lines for column in (line.scores, line.balances) for figure in column.values())
    return list(dict.fromkeys(figure.mark for figure in figures if figure.mark))


def _struck(replay: AnyReplay, correction: Entry) -> list[SheetRow]:
    """Return the line that a correction replaced, as it was just before, for each of its tables."""
    line = replay.replaced_line(correction.number)
    if line is None:
        return []
    entry = replay.record.entries[line.entry - 1]
    return [SheetRow(one, entry, one.deal_number(replay.numbers), correction) for one in split_line(line)]


@dataclass(frozen=True)
class SheetColumn:
    """The numbers of all players that an entry has changed: points, money, or one of several tables."""

    title: Say
    figures: Figures
    is_money: bool = False


def columns(tally: Tally, line: Line) -> list[SheetColumn]:
    """Return the columns of numbers of a line."""
    own = (SheetColumn(say("Score"), line.scores), SheetColumn(say("Money"), line.balances, is_money=True))
    beside = (SheetColumn(tally.leg(one.leg) or say("Score"), one.scores) for one in line.beside)
    return [one for one in (*own, *beside) if one.figures]


# --- as CSV


def sheet_csv(tally: Tally, remarks: Mapping[int, Sequence[str]]) -> str:
    """Return the sheet as comma-separated values, safe to open in a spreadsheet.

    The first row has headings; each line that counts is a row. Words are those of the match file.

    Args:
        remarks: texts by the entry of the line.
    """
    out = io.StringIO()
    out.write(MARK)
    table = csv.writer(out)
    columns = ("change", "total", "balance") if tally.scores and tally.balances else ("change", "total")
    players = (f"{player} {column}" for player in tally.record.players for column in columns)
    pot = ["pot"] if _has_pot(tally) else []
    table.writerow(map(safe, ["deal", "leg", "kind", "dealer", *players, *pot, "remark"]))
    for line in tally.lines:
        for one in (line, *line.beside):
            said = "; ".join(remarks.get(line.entry, ())) if one is line else ""
            table.writerow(map(safe, _row(tally, one, said)))
    return out.getvalue()


def _row(tally: Tally, line: Line, said: str) -> list[str | int]:
    cells = [cell for player in tally.record.players for cell in _cells(tally, line, player)]
    pot = [line.pot.value if line.pot else ""] if _has_pot(tally) else []
    deal = tally.deal(line) or ""
    kind = tally.record.entries[line.entry - 1].body.kind if line.kind == "offer" else line.kind
    return [deal, line.leg, kind, line.dealer or "", *cells, *pot, said]


def _has_pot(tally: Tally) -> bool:
    """Return True if lines of the sheet have a pot, not only the end."""
    return tally.pot is not None or any(line.pot for line in tally.lines)


def _cells(tally: Tally, line: Line, player: Player) -> Iterator[int | str]:
    figure = (line.scores or line.balances)[player]
    yield from (figure.change, figure.value)
    if tally.scores and tally.balances:  # if lines have points only, the last line gets the money
        money = line.balances or (tally.balances if line is tally.lines[-1] else {})
        yield money[player].value if money else ""


def safe(cell: str | int) -> str | int:
    """Quote text that a spreadsheet would take for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
