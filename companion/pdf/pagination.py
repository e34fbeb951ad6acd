"""Cut tables to the page: how wide, how many side by side, and where a long one breaks."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from companion.pdf.metrics import (
    APART,
    FIGURES,
    HEADS,
    NUMBERS,
    SMALL,
    Columns,
    Need,
    Paper,
    columns,
    cut_alike,
    short_names,
    width,
)
from companion.pdf.tables import DEALER, LABEL_BELOW, Sheet, account_heads, fitted
from companion.rules.entries import Player
from companion.rules.messages import say
from companion.translation import Language, speak

ALONE = 16  # rows of the only table of a match, before it is set in columns
GUTTER = 0.9  # mm that a sign leaves free before it, as print.css says


@dataclass(frozen=True)
class Rows:
    """The rows of a table that the first page has room for, and each further one."""

    first: int
    further: int


def needed(sheets: Iterable[Sheet], catalogue: Language, *, pot: bool) -> Need:
    """Measure the widest numbers and signs of a match.

    Args:
        pot: whether tables have a column for it.
    """
    rows = [row for sheet in sheets for row in sheet.rows]
    cells = [cell for row in rows for cell in row.cells]
    signs = (_gutter(cell.sign) + _gutter(DEALER * cell.dealer) for cell in cells)
    changes = [text for cell in cells for text in (cell.change, cell.below_change)]
    return Need(
        number=max([width(row.number, NUMBERS) + width(row.ref, SMALL) + 0.4 for row in rows] + [5.5]) + APART / 2,
        total=max([width(cell.text, FIGURES) for cell in cells] + [width(cell.below, SMALL) for cell in cells] + [3.0]),
        change=max([width(text, SMALL) + 0.5 for text in changes if text] + [0.0]),
        sign=max([*signs, 0.2]) + 0.4,
        pot=max([*(width(row.pot, FIGURES) for row in rows), width(catalogue.gettext("Pot"), HEADS)]) + APART
        if pot
        else 0,
    )


def _gutter(sign: str) -> float:
    """Return the mm of a sign with what it leaves free."""
    return width(sign, SMALL) + GUTTER if sign else 0.0


def laid_out(
    sheets: list[Sheet], players: tuple[Player, ...], need: Need, page: Paper, rows: Rows, catalogue: Language
) -> tuple[list[list[Sheet]], Columns]:
    """Lay the tables out in rows across pages; a single long one is set in columns, page by page.

    Args:
        sheets: the tables of the match.
        need: mm of their widest contents.
        rows: how many fit on a page.

    Returns:
        The tables row by row, and the columns that they share.
    """
    blocks = max(len(sheet.blocks) for sheet in sheets) or 1
    if len(sheets) == 1:
        n_parts = max(1, -(-len(sheets[0].rows) // ALONE))
        shape = _named(sheets, players, columns(players, need, n_parts, blocks=blocks, page=page))
        if shape.side_by_side == 1:  # it breaks by itself, row by row, with its heading repeated
            return [[_measured(sheets[0], players, shape)]], shape
        parts = [*_split(sheets[0], [*_pages(len(sheets[0].rows), shape.side_by_side, rows)], catalogue)]
    else:
        shape = _named(sheets, players, columns(players, need, len(sheets), blocks=blocks, page=page))
        parts = [part for sheet in sheets for part in _split(sheet, [*_pages(len(sheet.rows), 1, rows)], catalogue)]
    return bands([_measured(part, players, shape) for part in parts], shape.side_by_side), shape


def _named(sheets: list[Sheet], players: tuple[Player, ...], shape: Columns) -> Columns:
    """Return the columns with names cut as the narrowest place cuts them, so that a name has one short form."""
    heads = [shape.heads, account_heads(players, shape.page)]
    if any(sheet.accounts for sheet in sheets):
        heads.append(short_names(players, _room_below(players, shape) - APART / 2))
    short = min(heads, key=lambda names: sum(map(len, names)))
    return replace(shape, heads=cut_alike(players, shape.heads, short), short=short)


def _room_below(players: tuple[Player, ...], shape: Columns) -> float:
    """Return the mm of everybody's column in an account under a table."""
    return (shape.room - LABEL_BELOW) / (len(players) * shape.blocks)


def _measured(sheet: Sheet, players: tuple[Player, ...], shape: Columns) -> Sheet:
    """Return the table with names and figures of its accounts as large as there is room for."""
    room = _room_below(players, shape)
    heads = cut_alike(players, short_names(players, room - APART / 2), shape.short) * shape.blocks
    return replace(sheet, accounts=tuple(replace(fitted(one, room, 7.5), heads=heads) for one in sheet.accounts))


def _pages(n: int, across: int, rows: Rows) -> Iterator[int]:
    """Yield how many of `n` rows each column of each page holds; those of the last page are about equally long."""
    room = rows.first
    while n > across * room:
        yield from (room,) * across
        n -= across * room
        room = rows.further
    size = max(1, -(-n // across))
    while n > 0:
        yield min(n, size)
        n -= size


def _split(sheet: Sheet, sizes: list[int], catalogue: Language) -> Iterator[Sheet]:
    """Yield a long table in parts, each with its own heading."""
    again = speak(say("{title}, continued", title=sheet.title) if sheet.title else say("continued"), catalogue)
    start = 0
    for n, size in enumerate(sizes or [0]):
        part = replace(sheet, rows=sheet.rows[start : start + size])
        if n < len(sizes) - 1:
            part = replace(part, accounts=())
        start += size
        yield replace(part, title=again, note="") if n else part


def bands(sheets: list[Sheet], side_by_side: int) -> list[list[Sheet]]:
    """Group tables into rows across the page."""
    return [sheets[n : n + side_by_side] for n in range(0, len(sheets), side_by_side)]
