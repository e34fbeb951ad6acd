"""The lines of a tally as tables for paper: rows, cells, columns, and how many fit side by side."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from unicodedata import combining, east_asian_width

from companion.rules.entries import Player
from companion.rules.tally import Figure, Game, Line, Mark, Reckoning, Tally, figures, values
from companion.rules.words import say, say_n
from companion.sheet import Row as Written
from companion.speech import Language, number_text, speak

WIDTH = 182.0  # mm of an A4 page between its margins
GAP = 5.0  # mm between tables
NUMBER = 8.0  # mm of the column with the deal's number
COLUMN = 9.8  # mm that a player's column needs
# Of an account, mm of its labels and of a letter of its heading: as usual, and with many players.
USUAL, CROWDED, MANY = (42.0, 2.0), (30.0, 1.6), 6
LETTER = 1.55  # mm of a usual letter of a column's heading
CARRIED = "↦"  # in place of a deal's number: where an earlier sheet ended
ROWS = 26  # of one table; longer ones go on in another, with its heading repeated
ALONE = 16  # rows of the only table of a match, before it is set in columns


@dataclass(frozen=True)
class Cell:
    """A number with its sign and, below it, the balance; `dealer` is marked, what has not moved stands back."""

    text: str
    sign: str = ""
    below: str = ""
    dealer: bool = False
    still: bool = False


@dataclass(frozen=True)
class Row:
    """A row; `ref` leads to the remark on it, `word` stands in place of the numbers."""

    number: str
    cells: tuple[Cell, ...]
    pot: str = ""
    ref: str = ""
    word: str = ""
    struck: bool = False
    last: bool = False


@dataclass(frozen=True)
class Account:
    """A reckoning: a label and a cell for each player, row by row."""

    title: str
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]


@dataclass(frozen=True)
class Sheet:
    """One table: a rams, a game, a part of a long one."""

    title: str
    note: str
    rows: tuple[Row, ...]
    accounts: tuple[Account, ...] = ()


@dataclass(frozen=True)
class Columns:
    """The columns that all tables of a match share: short headings for the players, and whether there is a pot."""

    heads: tuple[str, ...]
    pot: bool
    side_by_side: int


def columns(players: tuple[Player, ...], pot: bool, tables: int) -> Columns:
    """As many tables side by side as there are and as have room, three at most."""
    need = NUMBER + COLUMN * (len(players) + pot)
    fit = int((WIDTH + GAP) // (need + GAP))
    side_by_side = max(1, min(3, fit, tables))
    width = (WIDTH + GAP) / side_by_side - GAP
    room = (width - NUMBER) / (len(players) + pot)
    return Columns(short_names(players, int(room / LETTER)), pot, side_by_side)


def short_names(players: tuple[Player, ...], room: int) -> tuple[str, ...]:
    """Names that fit into `room` letters, still told apart: whole, the first word, or as much as there is room for."""
    found: list[str] = []
    for player in players:
        tries = [player, player.split()[0], *(_cut(player, room - n) + str(n) * (n > 1) for n in range(1, 9))]
        fitting = (name for name in tries if _letters(name) <= room and name not in found)
        found.append(next(fitting, str(len(found) + 1)))
    return tuple(found)


def account_heads(players: tuple[Player, ...], shape: Columns) -> tuple[str, ...]:
    """The names over an account: whole where no word of them breaks, else as over the tables."""
    label, letter = CROWDED if len(players) >= MANY else USUAL
    room = (WIDTH - label) / len(players) / letter
    whole = all(_letters(word) <= room for player in players for word in player.split())
    return players if whole else shape.heads


def _letters(text: str) -> int:
    """How many usual letters wide a text is."""
    return sum(0 if combining(sign) else 2 if east_asian_width(sign) in "WF" or sign in "MWmw@" else 1 for sign in text)


def _cut(text: str, room: int) -> str:
    while text and _letters(text) > max(room, 1):
        text = text[:-1]
    return text.rstrip("-' ") + "."


# --- rows


def sheets(
    game: Game, tally: Tally, written: list[Written], refs: Mapping[int, str], catalogue: Language
) -> list[Sheet]:
    """Every table of the match in order; those without a row are left out unless there is no other."""
    first = tally.first_leg
    names = dict(enumerate(tally.legs, start=first)) or {first: say("")}
    rows: dict[int, list[Row]] = {leg: [] for leg in names}
    for leg, row in _rows(tally, written, refs, catalogue):
        rows.setdefault(min(leg, max(names)), []).append(row)
    for n, row in _carried(game, tally, catalogue):
        rows[first + n].insert(0, row)
    found = []
    for leg, of_leg in rows.items():
        if not of_leg and (leg != first or len(rows) > 1):
            continue
        over = leg != max(rows) or tally.status == "finished"
        title = speak(names[leg], catalogue) if leg in names and names[leg].msgid else ""
        if title == catalogue.gettext(game.name):
            title = ""
        closing = tuple(account(one, tally, catalogue, title) for one in tally.reckonings if one.leg == leg)
        found.append(Sheet(title, _note(tally, leg, catalogue), tuple(_closed(of_leg) if over else of_leg), closing))
    return found


def _note(tally: Tally, leg: int, catalogue: Language) -> str:
    lines = (one for line in tally.lines for one in (line, *line.beside))
    played = sum(line.leg == leg and line.kind == "deal" for line in lines)
    return speak(say_n("{n} deal", "{n} deals", played), catalogue)


def _closed(rows: list[Row]) -> list[Row]:
    """The last row that stands is the result."""
    at = max((n for n, row in enumerate(rows) if not row.struck), default=-1)
    return [replace(row, last=n == at) for n, row in enumerate(rows)]


def _rows(
    tally: Tally, written: list[Written], refs: Mapping[int, str], catalogue: Language
) -> Iterator[tuple[int, Row]]:
    """The rows of each entry, what was struck through before what stands; misdeals and penalties have no number."""
    lines = [one for line in tally.lines for one in (line, *line.beside)]
    final = set({line.leg: line.entry for line in lines}.values())  # where the number itself must be read
    for (number, leg), group in groupby(written, key=lambda one: (one.line.entry, one.line.leg)):
        versions = list(group)
        counted = versions[-1].struck is None and versions[-1].deal
        label = str(versions[-1].deal) if counted else ""
        for one in versions:
            made = row(one.line, tally, label, catalogue, final=number in final and not one.struck)
            yield leg, replace(made, struck=one.struck is not None, ref=refs.get(number, "") * (one is versions[-1]))


def row(line: Line, tally: Tally, label: str, catalogue: Language, *, final: bool = False) -> Row:
    """One line of the tally; a misdeal that moved nothing is a word."""
    main, below = (line.scores, line.balances) if line.scores else (line.balances, {})
    players = tally.record.players
    moved = [figure for figures in (line.scores, line.balances) for figure in figures.values() if figure.parts]
    word = "" if moved or line.kind != "misdeal" else speak(say("misdeal"), catalogue)
    cells = tuple(_cell(main.get(p), below.get(p), dealer=p == line.dealer, final=final) for p in players)
    return Row(label, cells, number_text(line.pot.value) if line.pot else "", word=word)


def _cell(figure: Figure | None, balance: Figure | None, *, dealer: bool = False, final: bool = False) -> Cell:
    below = number_text(balance.value) if balance else ""
    if figure is None:
        return Cell("", below=below, dealer=dealer)
    mark = figure.mark or Mark("", "")
    if mark.hides or (mark.instead and not final):
        return Cell(mark.sign, below=below, dealer=dealer)
    sign = f" ({mark.sign})" if mark.instead else mark.sign
    still = not (figure.parts or sign or below or final)
    return Cell(number_text(figure.value), sign, below, dealer, still)


def _carried(game: Game, tally: Tally, catalogue: Language) -> Iterator[tuple[int, Row]]:
    """Where the players stood when this sheet began, if that was not at the beginning; in each of several columns."""
    head = replace(tally.record, entries=())
    now, new = game.tally(head), game.tally(replace(head, opening=game.opening()))
    columns = game.glance(now).columns
    for n, column in enumerate(columns):
        if any(column.scores.values()):
            yield n, row(Line(0, None, scores=figures(column.scores)), tally, CARRIED, catalogue)
    if columns or [values(now.scores), values(now.balances)] == [values(new.scores), values(new.balances)]:
        return
    line = Line(0, None, scores=now.scores, balances=now.balances, pot=Figure(now.pot) if now.pot is not None else None)
    yield 0, row(line, tally, CARRIED, catalogue)


def account(reckoning: Reckoning, tally: Tally, catalogue: Language, under: str = "") -> Account:
    """A reckoning in words; a title that only repeats the one it stands `under` is left out."""
    title = speak(reckoning.title, catalogue)
    players = tally.record.players
    rows = tuple(
        (speak(one.label, catalogue), tuple(_cell(one.figures.get(player), None) for player in players))
        for one in reckoning.rows
    )
    return Account("" if title == under else title, rows)


# --- on paper


def laid_out(
    found: list[Sheet], players: tuple[Player, ...], pot: bool, catalogue: Language
) -> tuple[list[Sheet], Columns]:
    """The tables cut to a page's measure; a single long one is set in columns, like a newspaper."""
    if len(found) == 1:
        wanted = max(1, -(-len(found[0].rows) // ALONE))
        shape = columns(players, pot, wanted)
        rows = min(ROWS, -(-len(found[0].rows) // shape.side_by_side))
    else:
        shape, rows = columns(players, pot, len(found)), ROWS
    return [part for sheet in found for part in _split(sheet, max(rows, 1), catalogue)], shape


def _split(sheet: Sheet, rows: int, catalogue: Language) -> list[Sheet]:
    """A long table in parts of about equal length, each with its own heading."""
    parts = max(1, -(-len(sheet.rows) // rows))
    size = max(1, -(-len(sheet.rows) // parts))
    pieces = [sheet.rows[n * size : (n + 1) * size] for n in range(parts)]
    again = speak(say("{title}, continued", title=sheet.title) if sheet.title else say("continued"), catalogue)
    return [
        Sheet(
            title=again if n else sheet.title,
            note="" if n else sheet.note,
            rows=piece,
            accounts=sheet.accounts if n == parts - 1 else (),
        )
        for n, piece in enumerate(pieces)
    ]


def bands(found: list[Sheet], side_by_side: int) -> list[list[Sheet]]:
    """The tables in rows across the page."""
    return [found[n : n + side_by_side] for n in range(0, len(found), side_by_side)]
