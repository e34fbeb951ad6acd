"""Break tables into pages and columns: which rows and which tables stand on which page.

What WeasyPrint itself keeps together or moves to the next page is in static/print.css (`break-inside`, `break-before`);
between several layouts `render.fitting` chooses by their real numbers of pages.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.pdf.metrics import NUMBER_GAP, Columns, Need, Paper, columns, cut_alike, short_names
from companion.pdf.tables import Sheet, account_heads, fitted
from companion.rules.entries import Player
from companion.rules.messages import say
from companion.translation import Language, speak

ALONE = 16  # rows from which the only table of a match is set in several columns
LABEL_BELOW = 20.0  # mm of the labels of an account under a table


@dataclass(frozen=True)
class Rows:
    """The number of rows that fit on the first page, and on each further page."""

    first: int
    further: int


def laid_out(
    sheets: list[Sheet], players: tuple[Player, ...], need: Need, page: Paper, rows: Rows, catalogue: Language
) -> tuple[list[list[Sheet]], Columns]:
    """Arrange the tables in rows across the page; a single long table is set in columns, page by page.

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
        shape = _with_short_names(sheets, players, columns(players, need, n_parts, blocks=blocks, page=page))
        if shape.side_by_side == 1:  # the browser or WeasyPrint breaks it between rows and repeats its heading
            return [[_measured(sheets[0], players, shape)]], shape
        parts = [*_split(sheets[0], [*_pages(len(sheets[0].rows), shape.side_by_side, rows)], catalogue)]
    else:
        shape = _with_short_names(sheets, players, columns(players, need, len(sheets), blocks=blocks, page=page))
        parts = [part for sheet in sheets for part in _split(sheet, [*_pages(len(sheet.rows), 1, rows)], catalogue)]
    return bands([_measured(part, players, shape) for part in parts], shape.side_by_side), shape


def _with_short_names(sheets: list[Sheet], players: tuple[Player, ...], shape: Columns) -> Columns:
    """Return the columns with names cut as in the narrowest place, so that each name has only one short form."""
    heads = [shape.heads, account_heads(players, shape.page)]
    if any(sheet.accounts for sheet in sheets):
        heads.append(short_names(players, _room_below(players, shape) - NUMBER_GAP / 2))
    short = min(heads, key=lambda names: sum(map(len, names)))
    return replace(shape, heads=cut_alike(players, shape.heads, short), short=short)


def _room_below(players: tuple[Player, ...], shape: Columns) -> float:
    """Return the width in mm of a player's column in an account under a table."""
    return (shape.room - LABEL_BELOW) / (len(players) * shape.blocks)


def _measured(sheet: Sheet, players: tuple[Player, ...], shape: Columns) -> Sheet:
    """Return the table with the names and figures of its accounts as large as fit."""
    room = _room_below(players, shape)
    heads = cut_alike(players, short_names(players, room - NUMBER_GAP / 2), shape.short) * shape.blocks
    return replace(sheet, accounts=tuple(replace(fitted(one, room, 7.5), heads=heads) for one in sheet.accounts))


def _pages(n: int, across: int, rows: Rows) -> Iterator[int]:
    """Yield how many of `n` rows are in each column of each page; columns of the last page are about equally long."""
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


def empty_tables(n_bands: int, deep: float, height: float, head: float, closing: float) -> list[list[float]]:
    """Return the heights in mm of the tables of a blank sheet, page by page.

    If the closing does not fit below the last table, a page is added for it, with some of the tables if they fit.

    Args:
        n_bands: the number of rows of tables.
        deep: mm that a table needs at least.
        height: mm of a page.
        head: mm above the first table.
        closing: mm below the last table.
    """
    counts, left, room = list[int](), n_bands, height - head
    while left:
        counts.append(min(left, max(1, int(room // deep))))
        left, room = left - counts[-1], height
    rooms = [height - head * (not n) - closing * (n == len(counts) - 1) for n in range(len(counts))]
    if rooms[-1] < counts[-1] * deep:
        rooms = [height - head * (not n) for n in range(len(counts) + 1)]
        counts = _spread(counts, deep, height, closing)
        rooms[-1] -= closing
    return [[room / max(here, 1)] * here for here, room in zip(counts, rooms, strict=True)]


def _spread(counts: list[int], deep: float, height: float, closing: float) -> list[int]:
    """Return the number of tables on each page, with a last page added for the closing and tables that fit above it."""
    pages, tables = len(counts) + 1, sum(counts)
    last = max(0, min(tables // pages, int((height - closing) // deep)))
    most = -(-(tables - last) // (pages - 1))
    over = most * (pages - 1) - (tables - last)
    before = [most - (n < over) for n in range(pages - 1)]
    return [*before, last] if all(here <= room for here, room in zip(before, counts, strict=True)) else [*counts, 0]
