"""Print an empty sheet for writing by hand: the columns of a game's form, with room for every deal."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil, floor

from companion.parsing.paper_import import signs_of
from companion.pdf.metrics import GAP, PAPERS, Paper, lines, short_names, signatures, signatures_per_line, width
from companion.pdf.page_breaks import empty_tables
from companion.pdf.protocol import PLACE
from companion.pdf.render import fitting, frame
from companion.pdf.rule_papers import NOT_YET
from companion.pdf.tables import account_heads
from companion.presentation.entry_text import played
from companion.rulebooks import book, written_in
from companion.rules.entries import Player
from companion.rules.field_metadata import Dataclass
from companion.rules.game import Game
from companion.rules.history import AnyRecord, Record
from companion.rules.messages import say
from companion.rules.paper_columns import PaperLayout
from companion.rules.rulings import Ruling, impossible
from companion.rules.tally import Tally, values
from companion.translation import PAPER_SUITS, Language, house_rules_text, language, number_text, speak

NUMBER, DEALER, HAND = 6.0, 9.0, 9.0  # mm: the deal's number, a field asked once, a number written by hand
NARROWEST, WIDEST = 6.2, 13.0  # mm: for three digits written by hand; of a field asked once, at most
HEAD, HEADING, ACCOUNT, CLOSING = 19.0, 16.0, 7.5, 6.0  # mm: head, over a table, rows of accounts
ROWS = ((6.9, 1.0), (6.1, 1.0), (5.3, 0.8))  # mm of a row, and of the rows a table asks for: squared paper has 5
LEAST, MOST = 12, 20  # rows that a single table should have; the most that each of several tables gets
WORDS, BESIDE = 5.5 * 0.93, 0.8  # points of a heading (its letters are not bold), and mm of space beside it
UPRIGHT = 0.6  # mm of space beside an upright heading
LINE, SMALL_PRINT = 3.6, 7.5  # mm and points of a line under the head
REMINDERS = 4  # lines that remind how the game is scored


@dataclass(frozen=True)
class Grid:
    """The columns of every table on a blank sheet: widths in mm, headings, and how many tables stand side by side."""

    page: Paper
    once: tuple[str, ...]
    groups: tuple[tuple[str, tuple[str, ...]], ...]
    pot: bool
    side_by_side: int
    asked: tuple[float, ...]
    hand: float

    @property
    def width(self) -> float:
        """Return the width of a table in mm."""
        return sum(self.widths)

    @property
    def section(self) -> float:
        """Return the width in mm that is free for a table."""
        return (self.page.width + GAP) / self.side_by_side - GAP

    @property
    def head(self) -> float:
        """Return the height in mm of the row of headings."""
        return self.rotated + UPRIGHT

    @property
    def widths(self) -> list[float]:
        """Return the widths in mm of all columns from left to right."""
        each = [self.hand for _, fields in self.groups for _ in fields]
        return [NUMBER, *self.asked, *each, *([self.hand] * self.pot)]

    @property
    def rotated(self) -> float:
        """Return the height in mm of upright headings; 0 if all headings fit horizontally without breaking a word."""
        fields = [(one, self.hand) for _, names in self.groups for one in names]
        heads = [*zip(self.once, self.asked, strict=True), *fields]
        if all(_longest(head) <= room for head, room in heads):
            return 0.0
        return round(max(width(head, WORDS) for head, _ in heads) + BESIDE, 1)

    @property
    def table(self) -> float:
        """Return the height in mm of a table without its rows."""
        return HEADING + max(0.0, self.rotated - 4.5)


def blank_pdf(
    game: Game,
    players: int | tuple[Player, ...],
    lang: str,
    *,
    options: Dataclass | None = None,
    size: str = "a4",
    title: str = "",
) -> bytes | Ruling:
    """Print a sheet for writing by hand.

    Args:
        players: the number of players, or their names.
        options: house rules of the table; None for those of the rule book.
        size: a key of PAPERS.
        title: the name of the table.

    Returns:
        The PDF, or a Ruling if the game cannot be played by so many or the machine cannot print.
    """
    names = players if isinstance(players, tuple) else ("",) * players
    if len(names) not in game.seats:
        low, high = game.seats[0], game.seats[-1]
        return impossible("sheets.players", say("This game is for {low} to {high} players.", low=low, high=high))
    seats = tuple(Player(name or str(n)) for n, name in enumerate(names, start=1))
    record = Record(seats, options if options is not None else game.options(), game.opening(), title=title)
    if wrong := game.check_opening(record):
        return wrong
    facts, layouts = _sheet(game, record, names, lang, PAPERS[size])
    printed = fitting("print/blank.html", lang, facts, layouts)
    return printed if isinstance(printed, Ruling) else printed.pdf


def _sheet(
    game: Game, record: AnyRecord, names: tuple[str, ...], lang: str, paper: Paper
) -> tuple[dict[str, object], Iterator[dict[str, object]]]:
    """Return the values for the template, and the layouts to try: sizes of the rows between head and account."""
    catalogue, players = language(lang), tuple(map(Player, names))
    wanted = game.paper_columns(record.options)
    grid = _grid(wanted, players, catalogue, paper)
    account = [*(speak(label, catalogue) for label in wanted.account), speak(PLACE, catalogue)]
    reminders, signs = _reminders(game, record, wanted, lang), _signs(wanted, catalogue)
    spoken = written_in(game.key, lang)
    legend = " ".join(f"{sign} {meaning}, " for _, meanings in signs for sign, meaning in meanings)
    under = (1.5 + LINE * lines(text, grid.page.width, SMALL_PRINT) for text in (" · ".join(reminders), legend))
    head = HEAD + sum(under)
    closing = ACCOUNT * (len(account) + 1) + signatures(names, grid.page)
    facts = {
        "game": speak(played(game, record.options, record.title), catalogue),
        "rules": house_rules_text(record.options, catalogue),
        "grid": grid,
        "closing": [catalogue.gettext(label) for label in wanted.closing],
        "start": _start(game.tally(record)),
        "account": account,
        "names": names,
        "per_line": signatures_per_line(len(names)),
        "heads": account_heads(players, grid.page) if any(names) else names,
        "closed": len(names) * max(1, len(wanted.columns)),
        # columns that the labels under a table span; 0 if no running score is closed there
        "beside": len(grid.widths) - len(names) * len(wanted.columns) if wanted.columns and not wanted.pot else 0,
        "reminders": reminders,
        "text_lang": spoken,
        "missing": catalogue.gettext(NOT_YET) if reminders and spoken != lang else "",
        "signs": signs,
        "frame": frame("", "companion", catalogue, grid.page),
        "size": "normal",
    }
    return facts, _layouts(wanted, grid, head, closing, catalogue)


def _grid(wanted: PaperLayout, names: tuple[Player, ...], catalogue: Language, page: Paper) -> Grid:
    """Lay out a column for each field of each player, in portrait if the columns are wide enough, else in landscape."""
    fields = tuple(catalogue.gettext(one.heading) for one in wanted.each)
    once = tuple(catalogue.gettext(one.heading) for one in wanted.deal)
    heads: tuple[str, ...] = names
    asked = tuple(min(WIDEST, max(DEALER, ceil(_longest(head) * 10) / 10)) for head in once)
    fixed = NUMBER + sum(asked)
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
    return Grid(page, once, tuple(groups), wanted.pot, across, asked, floor(hand * 100) / 100)


def _longest(heading: str) -> float:
    """Return the width in mm of a column in which no word of its heading breaks."""
    return max((width(word, WORDS) for word in heading.split()), default=0.0) + BESIDE


def _layouts(
    wanted: PaperLayout, grid: Grid, head: float, closing: float, catalogue: Language
) -> Iterator[dict[str, object]]:
    """Yield layouts, those with the highest rows first: mm of a row, and the titles and row numbers of the tables.

    `head` and `closing` are the heights in mm above the first table and below the last one.
    """
    above = grid.table + CLOSING * len(wanted.closing)
    if not wanted.tables:
        yield _one_table(grid, grid.page.height - head - above, closing)
        return
    bands = [wanted.tables[n : n + grid.side_by_side] for n in range(0, len(wanted.tables), grid.side_by_side)]
    for row, part in ROWS:
        pages = empty_tables(len(bands), above + row * round(wanted.rows * part), grid.page.height, head, closing)
        counts = [min(MOST, int((room - above) // row)) for page in pages for room in page]
        numbered = [(tables, range(1, count + 1)) for tables, count in zip(bands, counts, strict=True)]
        named = [[(speak(name, catalogue), numbers) for name in tables] for tables, numbers in numbered]
        yield {"row": row, "bands_of": named}


def _one_table(grid: Grid, page: float, closing: float) -> dict[str, object]:
    """Fill a height of `page` mm with the rows of one table; the closing goes on the next page if there is no room."""
    tightest = ROWS[-1][0]
    room = page - closing if page - closing >= tightest * LEAST / 2 else page
    row = next((row for row, _ in ROWS if room >= row * LEAST), tightest)
    rows = max(4, int(room // row))
    return {"row": row, "bands_of": [[("", range(1 + n * rows, 1 + (n + 1) * rows)) for n in range(grid.side_by_side)]]}


def _start(tally: Tally) -> str:
    """Return the number with which everybody starts; empty if it is 0 or not the same for all."""
    starts = set(values(tally.scores).values())
    return number_text(starts.pop()) if len(starts) == 1 and starts != {0} else ""


def _reminders(game: Game, record: AnyRecord, wanted: PaperLayout, lang: str) -> list[str]:
    """Return how the game is scored at this table, as on the rule card; for a game without scores, the payments."""
    carded = [one for one in book(game.key, lang).at(record.options).clauses if one.card]
    parts = ([one.card for one in carded if one.id.startswith(f"{game.key}.{part}.")] for part in wanted.reminds)
    texts = next(filter(None, parts), [])
    return [text.translate(PAPER_SUITS) for text in texts[:REMINDERS]]


def _signs(wanted: PaperLayout, catalogue: Language) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the signs of each column that has any; they are read when the sheet is typed in later."""
    return [
        (catalogue.gettext(column.heading), [(sign, catalogue.gettext(one.meaning)) for sign, one in signs.items()])
        for column in (*wanted.deal, *wanted.each)
        if (signs := signs_of(column, catalogue))
    ]
