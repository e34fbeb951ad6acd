"""An empty sheet with the columns of a game, for writing by hand."""

from dataclasses import replace
from typing import Any

from companion.rules.entries import Player
from companion.rules.history import Record
from companion.rules.rulings import Ruling, impossible
from companion.rules.tally import Figure, Game, Line, Tally
from companion.rules.words import say
from companion.sheets import tables
from companion.sheets.measure import A4 as PAGE
from companion.sheets.measure import FIGURES, GAP, Columns, Need, columns
from companion.sheets.press import frame, print_pages
from companion.sheets.protocol import PLACE
from companion.sheets.remarks import house_rules_text
from companion.speech import Language, language, speak

HEIGHT = 268.0  # mm of an A4 page between its margins
TOP, BOTTOM, HEADING, ROW, ACCOUNT = 23.0, 35.0, 15.0, 6.9, 7.5  # mm: head, signatures, a table's heading, its rows
HAND = 13.0  # mm of a column in which figures are written


def blank_pdf(game: Game, players: int, lang: str, *, options: Any = None) -> bytes | Ruling:
    """A page to write on for that many players; a Ruling where the game or the machine cannot do it."""
    if players not in game.seats:
        low, high = game.seats[0], game.seats[-1]
        return impossible("sheets.players", say("This game is for {low} to {high} players.", low=low, high=high))
    catalogue = language(lang)
    chosen = options if options is not None else game.options()
    seats = tuple(Player(str(n)) for n in range(1, players + 1))
    tally = game.tally(Record(seats, chosen, game.opening()))
    labels = _labels(tally, catalogue)
    shape, bands = _tables(game, tally, len(labels), catalogue)
    facts = {
        "game": catalogue.gettext(game.name),
        "rules": house_rules_text(chosen, catalogue),
        "columns": shape,
        "bands_of": bands,
        "account": tables.Account("", tuple((label, (tables.NOTHING,) * players) for label in labels)),
        "figures": FIGURES,
        "players": ("",) * players,
        "frame": frame("", "companion", catalogue),
        "size": "normal",
    }
    return print_pages("print/blank.html", lang, facts, ({},), 1)


def _labels(tally: Tally, catalogue: Language) -> list[str]:
    """The rows of the closing account."""
    found = [row.label for account in tally.reckonings for row in account.rows if account.leg is None]
    return [speak(label, catalogue) for label in (*(label for label in found if label != PLACE), PLACE)]


def _tables(game: Game, tally: Tally, labels: int, catalogue: Language) -> tuple[Columns, list[list[tables.Sheet]]]:
    """As many tables as the game has, or one that goes on beside itself, with the rows that the page holds."""
    names = [speak(name, catalogue) for name in game.tables(tally.record.options)]
    pot = tally.pot is not None
    players = tally.record.players
    need = Need(number=8.0, total=HAND - 3.0, change=0.0, sign=1.0, pot=HAND * pot)
    across = 2 if need.of(len(players), stacked=False) <= (PAGE.width - GAP) / 2 else 1
    shape = replace(columns(players, need, len(names) or across), heads=("",) * len(players))
    deep = -(-len(names) // shape.side_by_side) if names else 1
    closing = tuple((catalogue.gettext(label), (tables.NOTHING,) * len(players)) for label in game.closing)
    room = (HEIGHT - TOP - BOTTOM - ACCOUNT * (labels + 1)) / deep - HEADING
    rows = int(room // ROW) - len(closing)
    sheets = []
    for n, name in enumerate(names or [""] * across):
        first = 1 if names else 1 + n * rows
        lines = [_row(len(players), str(number)) for number in range(first, first + rows)]
        start = _start(tally, catalogue) if names or n == 0 else None
        accounts = (tables.Account("", closing, heads=("",) * len(players)),) if closing else ()
        sheets.append(tables.Sheet(name, "", tuple([start, *lines[:-1]] if start else lines), accounts))
    return shape, tables.bands(sheets, shape.side_by_side)


def _row(players: int, number: str) -> tables.Row:
    return tables.Row(number, (tables.NOTHING,) * players)


def _start(tally: Tally, catalogue: Language) -> tables.Row | None:
    """What everybody starts on, where that is not nothing."""
    if not any(figure.value for figure in tally.scores.values()):
        return None
    line = Line(0, None, scores={player: Figure(figure.value) for player, figure in tally.scores.items()})
    return tables.row(line, tally, "", catalogue)
