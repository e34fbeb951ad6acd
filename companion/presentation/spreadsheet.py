"""The sheet as comma-separated values, safe to open in a spreadsheet. Its words are those of the match file."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence

from companion.rules.entries import Player
from companion.rules.tally import Line, Tally

FORMULA = (*"=+-@＝＋－＠", "\t", "\r", "\n")  # what a spreadsheet takes a text for that begins so, in full width too
MARK = "\ufeff"  # spreadsheets read UTF-8 only where this says so


def sheet_csv(tally: Tally, remarks: Mapping[int, Sequence[str]]) -> str:
    """A heading, then a row for each line that counts; `remarks` are texts by the entry of the line."""
    out = io.StringIO()
    out.write(MARK)
    table = csv.writer(out)
    table.writerow([_safe(one) for one in _heading(tally)])
    for line in tally.lines:
        for one in (line, *line.beside):
            said = "; ".join(remarks.get(line.entry, ())) if one is line else ""
            table.writerow([_safe(cell) for cell in _row(tally, one, said)])
    return out.getvalue()


def _columns(tally: Tally) -> tuple[str, ...]:
    return ("change", "total", "balance") if tally.scores and tally.balances else ("change", "total")


def _heading(tally: Tally) -> list[str]:
    players = [f"{player} {column}" for player in tally.record.players for column in _columns(tally)]
    return ["deal", "leg", "kind", "dealer", *players, *(["pot"] if _has_pot(tally) else []), "remark"]


def _row(tally: Tally, line: Line, said: str) -> list[str | int]:
    cells = [cell for player in tally.record.players for cell in _cells(tally, line, player)]
    pot = [line.pot.value if line.pot else ""] if _has_pot(tally) else []
    deal = tally.deal(line) or ""
    kind = tally.record.entries[line.entry - 1].body.kind if line.kind == "offer" else line.kind
    return [deal, line.leg, kind, line.dealer or "", *cells, *pot, said]


def _has_pot(tally: Tally) -> bool:
    """Whether the sheet keeps a pot from line to line; where everybody puts into one at the end, no line has it."""
    return tally.pot is not None or any(line.pot for line in tally.lines)


def _cells(tally: Tally, line: Line, player: Player) -> Iterator[int | str]:
    figure = (line.scores or line.balances)[player]
    yield figure.change
    yield figure.value
    if tally.scores and tally.balances:
        yield _balance(tally, line, player)


def _balance(tally: Tally, line: Line, player: Player) -> int | str:
    """What the money came to with this line. Where only points run from line to line, the last one has it."""
    if line.balances:
        return line.balances[player].value
    return tally.balances[player].value if line is tally.lines[-1] else ""


def _safe(cell: str | int) -> str | int:
    """Text that would be taken for a formula, as text."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
