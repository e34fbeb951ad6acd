"""An empty sheet for writing by hand: the columns of a game's form, in its order, with room for every deal."""

from dataclasses import dataclass, replace

from companion.books import book
from companion.handwritten import signs_of
from companion.rules.byhand import ByHand
from companion.rules.entries import Player
from companion.rules.fields import Dataclass
from companion.rules.game import Game
from companion.rules.history import Record
from companion.rules.rulings import Ruling, impossible
from companion.rules.tally import Tally, values
from companion.rules.words import say
from companion.sheets.measure import GAP, PAPERS, Paper, lines, short_names
from companion.sheets.press import PAPER_SUITS, frame, print_pages
from companion.sheets.protocol import PLACE
from companion.sheets.remarks import house_rules_text
from companion.speech import Language, language, number_text, speak

NUMBER, DEALER, HAND = 6.0, 9.0, 9.0  # mm: the deal's number, what is asked once, a number written by hand
NARROWEST = 6.2  # mm in which three figures can be written
HEAD, BOTTOM, HEADING, ROW, ACCOUNT = 19.0, 37.0, 16.0, 6.9, 7.5  # mm: head, signatures, over a table, rows
LINE, SMALL_PRINT = 3.6, 7.5  # mm and points of a line under the head
REMINDERS = 4  # lines of how it counts


@dataclass(frozen=True)
class Grid:
    """The columns of every table on a blank sheet: mm of each, what stands over them, and how many tables abreast."""

    page: Paper
    once: tuple[str, ...]
    groups: tuple[tuple[str, tuple[str, ...]], ...]
    pot: bool
    side_by_side: int
    hand: float

    @property
    def widths(self) -> list[float]:
        each = [self.hand for _, fields in self.groups for _ in fields]
        return [NUMBER, *(DEALER for _ in self.once), *each, *([self.hand] * self.pot)]


def blank_pdf(
    game: Game, players: int | tuple[Player, ...], lang: str, *, options: Dataclass | None = None, size: str = "a4"
) -> bytes | Ruling:
    """Pages to write on, for so many players or for those named; a Ruling where the game or the machine cannot."""
    names = players if isinstance(players, tuple) else ("",) * players
    if len(names) not in game.seats:
        low, high = game.seats[0], game.seats[-1]
        return impossible("sheets.players", say("This game is for {low} to {high} players.", low=low, high=high))
    catalogue = language(lang)
    chosen = options if options is not None else game.options()
    seats = tuple(Player(name or str(n)) for n, name in enumerate(names, start=1))
    record = Record(seats, chosen, game.opening())
    wrong = game.check_opening(record)
    if wrong:
        return wrong
    wanted = game.by_hand(chosen)
    grid = _grid(wanted, tuple(map(Player, names)), catalogue, PAPERS[size])
    account = [*(speak(label, catalogue) for label in wanted.account), speak(PLACE, catalogue)]
    reminders, signs = _reminders(game, lang), _signs(wanted, catalogue)
    said = (" · ".join(reminders), " ".join(f"{sign} {meaning}, " for _, found in signs for sign, meaning in found))
    head = HEAD + sum(1.5 + LINE * lines(text, grid.page.width, SMALL_PRINT) for text in said)
    facts = {
        "game": catalogue.gettext(game.name),
        "rules": house_rules_text(chosen, catalogue),
        "grid": grid,
        "bands_of": _bands(wanted, grid, head + ACCOUNT * (len(account) + 1), catalogue),
        "closing": [catalogue.gettext(label) for label in wanted.closing],
        "start": _start(game.tally(record)),
        "account": account,
        "names": names,
        "closed": len(names) * max(1, len(wanted.columns)),
        "reminders": reminders,
        "signs": signs,
        "frame": frame("", "companion", catalogue, grid.page),
        "size": "normal",
    }
    return print_pages("print/blank.html", lang, facts)


def _grid(wanted: ByHand, names: tuple[Player, ...], catalogue: Language, page: Paper) -> Grid:
    """A column for each field of each player, upright where that leaves room to write, else across the page."""
    fields = tuple(catalogue.gettext(one.heading) for one in wanted.each)
    once = tuple(catalogue.gettext(one.heading) for one in wanted.deal)
    heads: tuple[str, ...] = names
    fixed = NUMBER + DEALER * len(once)
    count = len(names) * (len(fields) + len(wanted.columns)) + wanted.pot
    if (page.width - fixed) / count < NARROWEST:
        page = replace(page, name=f"{page.name} landscape", width=page.height + 1, height=page.width - 1)
    across = 2 if len(wanted.tables) != 1 and fixed + HAND * count <= (page.width - GAP) / 2 else 1
    room = (page.width + GAP) / across - GAP
    hand = min((room - fixed) / count, 24.0)
    if any(names):
        heads = short_names(names, hand * len(fields) - 1.0)
    groups: list[tuple[str, tuple[str, ...]]] = [(head, fields) for head in heads]
    below = short_names(names, hand - 0.6, 6.0) if any(names) else names
    groups += [(speak(column, catalogue), tuple(below)) for column in wanted.columns]
    return Grid(page, once, tuple(groups), wanted.pot, across, round(hand, 2))


def _bands(wanted: ByHand, grid: Grid, taken: float, catalogue: Language) -> list[list[tuple[str, range]]]:
    """The title and the numbers of each table, in rows across the page, of which so many mm are `taken`."""
    if wanted.tables:
        found = [(speak(name, catalogue), range(1, wanted.rows + 1)) for name in wanted.tables]
    else:
        room = grid.page.height - taken - BOTTOM - HEADING
        rows = max(4, int(room // ROW))
        found = [("", range(1 + n * rows, 1 + (n + 1) * rows)) for n in range(grid.side_by_side)]
    return [found[n : n + grid.side_by_side] for n in range(0, len(found), grid.side_by_side)]


def _start(tally: Tally) -> str:
    """What everybody starts on, where that is not nothing and the same for all."""
    found = set(values(tally.scores).values())
    return number_text(found.pop()) if len(found) == 1 and found != {0} else ""


def _reminders(game: Game, lang: str) -> list[str]:
    """How it counts, as the rule card says it."""
    found = [one.card for one in book(game.key, lang).clauses if one.card and one.id.startswith(f"{game.key}.score.")]
    return [text.translate(PAPER_SUITS) for text in found[:REMINDERS]]


def _signs(wanted: ByHand, catalogue: Language) -> list[tuple[str, list[tuple[str, str]]]]:
    """The signs of each column that has any: whoever types the sheet in reads the same ones."""
    found = ((one.heading, signs_of(one, catalogue)) for one in (*wanted.deal, *wanted.each))
    return [
        (catalogue.gettext(heading), [(sign, catalogue.gettext(one.meaning)) for sign, one in signs.items()])
        for heading, signs in found
        if signs
    ]
