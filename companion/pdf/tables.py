"""Turn the lines of a tally into tables for paper: rows, cells and accounts."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby

from companion.pdf.metrics import (
    FIGURES,
    HEADS,
    NUMBER_GAP,
    NUMBERS,
    SMALL,
    Need,
    Paper,
    short_names,
    whole_names,
    width,
)
from companion.presentation.score_sheet import SheetRow as Written
from companion.rules.entries import Player
from companion.rules.game import Game
from companion.rules.messages import Say, say, say_n
from companion.rules.tally import Figure, Line, Mark, Reckoning, Tally, figures, values
from companion.translation import Language, number_text, signed, speak

CARRIED = "↦"  # in place of a deal's number: where an earlier sheet ended
DEALER = "▸"  # behind the dealer's numbers; not a letter, because a letter is easily read as a digit
STRUCK = "×"  # behind the number of a row that counts for nothing
LABEL, CROWDED, MANY = 42.0, 30.0, 6  # mm of an account's labels: usually, from MANY players on
SPACIOUS, FEW = 62.0, 3  # mm of an account's labels for at most FEW players
HEAD_POINTS = (9.0, 7.5)  # of the names over an account: usually, from MANY players on
GUTTER = 0.9  # mm of space before a sign, as in print.css


@dataclass(frozen=True)
class Cell:
    """A player's total, its change by the deal, and a sign; the balance and its change are printed below them.

    Attributes:
        dealer: The player dealt, and is marked.
        still: The total has not changed, and is printed fainter.
        last: The total is the result of its table.
    """

    text: str
    change: str = ""
    sign: str = ""
    below: str = ""
    below_change: str = ""
    dealer: bool = False
    still: bool = False
    last: bool = False


NOTHING = Cell("")


@dataclass(frozen=True)
class SheetRow:
    """A row of a table; `ref` is the letter of its remark, `word` is printed in place of the numbers."""

    number: str
    cells: tuple[Cell, ...]
    pot: str = ""
    ref: str = ""
    word: str = ""
    struck: bool = False


@dataclass(frozen=True)
class Account:
    """An account: rows of a label and a cell for each player.

    Attributes:
        points: The largest size of its figures.
        heads: The names over it, if it is printed under a table.
    """

    title: str
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]
    points: float = FIGURES
    heads: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sheet:
    """One table: a rams, a game, or a part of a long table. `blocks` are the titles of tables printed side by side."""

    title: str
    note: str
    rows: tuple[SheetRow, ...]
    accounts: tuple[Account, ...] = ()
    blocks: tuple[str, ...] = ()


# --- rows


def sheets(
    game: Game, tally: Tally, written: list[Written], refs: Mapping[int, str], catalogue: Language
) -> list[Sheet]:
    """Return the tables of the match in order. Tables without rows are left out, unless all are without rows.

    Args:
        written: the rows of the score sheet.
        refs: letters of remarks, by entry.
    """
    first = tally.first_leg
    names: dict[int, Say | None] = dict(enumerate(tally.legs, start=first)) or {first: None}
    rows: dict[int, list[tuple[int, SheetRow]]] = {leg: [] for leg in names}
    for leg, number, row in _rows(tally, written, refs, catalogue):
        rows.setdefault(min(leg, max(names)), []).append((number, row))
    for n, row in _carried(game, tally, catalogue):
        rows[first + n].insert(0, (0, row))
    tables = []
    for leg, of_leg in rows.items():
        over = leg != max(rows) or tally.status == "finished"
        name = names.get(leg)
        title = speak(name, catalogue) if name else ""
        title = "" if title == catalogue.gettext(game.name) else title
        closing = tuple(account(one, tally, catalogue, title) for one in tally.reckonings if one.leg == leg)
        numbered = _closed(of_leg) if over or closing else of_leg
        lines = (one for line in tally.lines for one in (line, *line.beside))
        deals = sum(line.leg == leg and line.kind == "deal" for line in lines)
        tables.append((Sheet(title, _note(deals, catalogue), tuple(row for _, row in numbered), closing), numbered))
    across = len(game.scoreboard(tally).columns)
    if across > 1:
        return [_abreast(tables[n : n + across], catalogue) for n in range(0, len(tables), across)]
    return [sheet for sheet, of_leg in tables if of_leg] or [tables[0][0]]


def _abreast(tables: list[tuple[Sheet, list[tuple[int, SheetRow]]]], catalogue: Language) -> Sheet:
    """Join tables of the same deals into one with a row for each deal, with figures for each table where it counts."""
    seats = max((len(row.cells) for _, rows in tables for _, row in rows), default=0)
    by_place: dict[tuple[int, int], list[SheetRow | None]] = {}
    for at, (_, rows) in enumerate(tables):
        again: dict[int, int] = {}
        for number, row in rows:
            again[number] = again.get(number, 0) + 1
            by_place.setdefault((number, again[number]), [None] * len(tables))[at] = row
    joined = tuple(_joined(parts, seats) for _, parts in sorted(by_place.items()))
    note = _note(sum(row.number.isdigit() for row in joined), catalogue)
    accounts = _accounts_abreast([sheet.accounts for sheet, _ in tables], seats)
    return Sheet("", note, joined, accounts, tuple(sheet.title for sheet, _ in tables))


def _joined(parts: list[SheetRow | None], seats: int) -> SheetRow:
    there = [row for row in parts if row]
    cells = tuple(cell for row in parts for cell in (row.cells if row else (NOTHING,) * seats))
    return replace(there[0], cells=cells, ref=next((row.ref for row in there if row.ref), ""))


def _accounts_abreast(closings: list[tuple[Account, ...]], seats: int) -> tuple[Account, ...]:
    """Join the closing accounts into one, a row for each label."""
    labels = list(dict.fromkeys(label for closing in closings for one in closing for label, _ in one.rows))
    if not labels:
        return ()
    parts = [{label: cells for one in closing for label, cells in one.rows} for closing in closings]
    latest = {label: max(list(part).index(label) for part in parts if label in part) for label in labels}
    none = (NOTHING,) * seats
    in_order = sorted(labels, key=lambda label: latest[label])
    rows = tuple((label, tuple(cell for part in parts for cell in part.get(label, none))) for label in in_order)
    return (Account("", rows),)


def _note(deals: int, catalogue: Language) -> str:
    return speak(say_n("{n} deal", "{n} deals", deals), catalogue)


def _closed(rows: list[tuple[int, SheetRow]]) -> list[tuple[int, SheetRow]]:
    """Mark the last row that is not struck out as the result."""
    at = max((n for n, (_, row) in enumerate(rows) if not row.struck), default=-1)
    if at < 0:
        return rows
    number, row = rows[at]
    last = replace(row, cells=tuple(replace(cell, last=True) for cell in row.cells))
    return [*rows[:at], (number, last), *rows[at + 1 :]]


def _rows(
    tally: Tally, written: list[Written], refs: Mapping[int, str], catalogue: Language
) -> Iterator[tuple[int, int, SheetRow]]:
    """Yield the rows of each entry with the number of their table; struck rows come before the row that counts.

    A deal has the same number as on the screen; other entries have none.
    """
    lines = [one for line in tally.lines for one in (line, *line.beside)]
    final = set({line.leg: line.entry for line in lines}.values())  # they show the number, never a sign
    for (number, leg), group in groupby(written, key=lambda one: (one.line.entry, one.line.leg)):
        versions = list(group)
        for one in versions:
            label = str(one.deal or "") + STRUCK * (one.struck is not None or one.refused is not None)
            made = row(one.line, tally, label, catalogue, final=number in final and not one.struck)
            if one.refused:
                made = replace(made, word=speak(say("does not count"), catalogue))
            ref = refs.get(number, "") * (one is versions[-1] or (one.line.kind == "penalty" and not one.struck))
            yield leg, number, replace(made, struck=one.struck is not None, ref=ref)


def row(line: Line, tally: Tally, label: str, catalogue: Language, *, final: bool = False) -> SheetRow:
    """Return one line of the tally as a row; a misdeal that changed no number has a word instead of numbers."""
    moving = {p: one for p, one in line.balances.items() if one.parts or label == CARRIED}  # else: in the account
    main, below = (line.scores, moving) if line.scores else (line.balances, {})
    players = tally.record.players
    moved = [figure for figures in (line.scores, line.balances) for figure in figures.values() if figure.parts]
    word = "" if moved or line.kind != "misdeal" else speak(say("misdeal"), catalogue)
    cells = tuple(_cell(main.get(p), below.get(p), dealer=p == line.dealer, final=final) for p in players)
    return SheetRow(label, cells, number_text(line.pot.value) if line.pot else "", word=word)


def _cell(figure: Figure | None, balance: Figure | None, *, dealer: bool = False, final: bool = False) -> Cell:
    cell = Cell("", dealer=dealer)
    if balance:
        cell = replace(cell, below=number_text(balance.value), below_change=_change(balance))
    if figure is None:
        return cell
    mark = figure.mark or Mark("", "")
    if mark.hides or (mark.instead and not final):
        return replace(cell, text=mark.sign)
    still = not (figure.parts or mark.sign or balance or final)
    return replace(cell, text=number_text(figure.value), change=_change(figure), sign=mark.sign, still=still)


def _change(figure: Figure) -> str:
    return signed(figure.change) if figure.change else ""


def _carried(game: Game, tally: Tally, catalogue: Language) -> Iterator[tuple[int, SheetRow]]:
    """Yield the scores with which this sheet began, if any, with the number of their table."""
    head = replace(tally.record, entries=())
    now, new = game.tally(head), game.tally(replace(head, opening=game.opening()))
    columns = game.scoreboard(now).columns
    for n, column in enumerate(columns):
        if any(column.scores.values()):
            yield n, row(Line(0, None, scores=figures(column.scores)), tally, CARRIED, catalogue)
    if columns or [values(now.scores), values(now.balances)] == [values(new.scores), values(new.balances)]:
        return
    line = Line(0, None, scores=now.scores, balances=now.balances, pot=Figure(now.pot) if now.pot is not None else None)
    yield 0, row(line, tally, CARRIED, catalogue)


# --- accounts


def account(reckoning: Reckoning, tally: Tally, catalogue: Language, under: str = "") -> Account:
    """Return a reckoning as an account, without its title if that repeats `under`, the title of the table above."""
    title = speak(reckoning.title, catalogue)
    cells = [tuple(_plain(row.figures.get(player)) for player in tally.record.players) for row in reckoning.rows]
    labels = (speak(row.label, catalogue) for row in reckoning.rows)
    return Account("" if title == under else title, tuple(zip(labels, cells, strict=True)))


def _plain(figure: Figure | None) -> Cell:
    return Cell(number_text(figure.value), sign=figure.mark.sign if figure.mark else "") if figure else NOTHING


def label_room(players: int) -> float:
    """Return the width in mm of the labels of an account."""
    return CROWDED if players >= MANY else SPACIOUS if players <= FEW else LABEL


def account_heads(players: tuple[Player, ...], page: Paper) -> tuple[str, ...]:
    """Return the names over an account: whole if each word fits in a line, else cut."""
    room = (page.width - label_room(len(players))) / len(players) - NUMBER_GAP
    points = HEAD_POINTS[len(players) >= MANY]
    return players if whole_names(players, room, points) else short_names(players, room, points)


def fitted(one: Account, room: float, most: float) -> Account:
    """Return an account with figures as large as fit into `room` mm each, at most `most` points."""
    cells = [cell for _, cells in one.rows for cell in cells]
    need = max((width(cell.text, most) + width(cell.sign, SMALL) for cell in cells), default=0) + NUMBER_GAP
    return replace(one, points=round(most * min(1.0, room / need), 1))


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
        number=max([width(row.number, NUMBERS) + width(row.ref, SMALL) + 0.4 for row in rows] + [5.5]) + NUMBER_GAP / 2,
        total=max([width(cell.text, FIGURES) for cell in cells] + [width(cell.below, SMALL) for cell in cells] + [3.0]),
        change=max([width(text, SMALL) + 0.5 for text in changes if text] + [0.0]),
        sign=max([*signs, 0.2]) + 0.4,
        pot=max([*(width(row.pot, FIGURES) for row in rows), width(catalogue.gettext("Pot"), HEADS)]) + NUMBER_GAP
        if pot
        else 0,
    )


def _gutter(sign: str) -> float:
    """Return the width in mm of a sign with the space before it."""
    return width(sign, SMALL) + GUTTER if sign else 0.0
