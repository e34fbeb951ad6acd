"""Measure paper and text in the printed font, and compute the columns of a match from these; all in mm."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from unicodedata import combining, east_asian_width

from companion.rules.entries import Player

MM = 25.4 / 72  # of a point
FIGURES, SMALL, HEADS, NUMBERS = 9.5, 6.5, 7.5, 7.0  # points: numbers, small text beside them, names, deals
RUNNING, INITIALS = 7.5, 60.0  # points of running heads and feet, and mm for initials in the head
HEAD_ROOM, HEAD_LINE = 7.0, 3.2  # mm free above and below a running head, and mm of a line of it
GAP = 5.0  # mm between tables
NUMBER_GAP = 1.4  # mm between the numbers of two players
WIDEST = 34.0  # mm of a player's column, however much room there is
LEAST = 0.88  # smallest scale to fit one more table beside the others
BESIDE = 0.93  # smallest scale to fit changes beside totals; below them they make rows half as high again


@dataclass(frozen=True)
class Paper:
    """A paper size: its name and margins in CSS, and the printable width and height in mm."""

    name: str
    margins: str
    width: float
    height: float

    @property
    def head_lines(self) -> int:
        """Return how many lines of a running head fit into the margin, clear of the edge that printers cannot reach."""
        return max(1, int((float(self.margins.split()[0].removesuffix("mm")) - HEAD_ROOM) / HEAD_LINE))


PAPERS = {
    "a4": Paper("A4", "14mm 14mm 15mm", 182.0, 268.0),
    "a5": Paper("A5", "10mm 10mm 12mm", 128.0, 188.0),
    "letter": Paper("letter", "14mm 14mm 15mm", 187.9, 250.4),
}
A4 = PAPERS["a4"]
BOUND = {  # half of a sheet that is folded into a book
    "a4-folded": PAPERS["a5"],
    "letter-folded": Paper("139.7mm 215.9mm", "10mm 10mm 12mm", 119.7, 193.9),
}
POCKET = Paper("A6", "7mm 6mm 8mm", 93.0, 133.0)


@dataclass(frozen=True)
class FoldedPaper:
    """A sheet that holds pairs of pocket pages, to be folded between them and cut apart: the page, a quarter, pairs."""

    name: str
    width: float  # mm of the whole sheet
    quarter: Paper
    height: float  # mm of a pair
    pairs: int

    @property
    def margin(self) -> float:
        """Return the width in mm beside the printed part of a pair."""
        return (self.width - PAIR) / 2

    @property
    def deep(self) -> float:
        """Return the height in mm of the printed part of a pair."""
        return self.quarter.height + 1.5


PAIR = 198.0  # mm of two pocket pages with the space between them, as in print.css
FOLDED = {
    "a4": FoldedPaper("A4", 210.0, POCKET, 148.5, 2),
    "a5": FoldedPaper("A5 landscape", 210.0, POCKET, 148.0, 1),
    "letter": FoldedPaper("letter", 215.9, Paper("105mm 139.7mm", "7mm 6mm 8mm", 93.0, 124.7), 139.7, 2),
}

# Signs of DejaVu Sans Bold by their width in hundredths of its size; all others count as the widest of their kind.
EMS = {44: "ijlI.,:;'!|()[]f \u2009", 53: "rt-–/▸", 71: "0123456789abcdeghknopqsuvxyzöäåéèàùòJL", 112: "MWmw@%&"}
KNOWN = {sign: hundredths / 100 for hundredths, signs in EMS.items() for sign in signs}


@lru_cache(maxsize=10_000)  # a name is tried letter by letter, in every size, for every place that it has
def width(text: str, points: float) -> float:
    """Return the width in mm of a text, rather too large than too small.

    Args:
        text: one line.
        points: the font size.
    """
    return sum(map(_em, text)) * points * MM


def lines(text: str, room: float, points: float) -> int:
    """Return the number of lines of a text, rather too many than too few.

    Args:
        text: one paragraph.
        room: the width of a line in mm.
        points: the font size.
    """
    return ceil(width(text, points) / room)


@lru_cache(maxsize=2000)
def _em(sign: str) -> float:
    if combining(sign):
        return 0
    return KNOWN.get(sign, 1.3 if east_asian_width(sign) in "WF" else 0.9)


@dataclass(frozen=True)
class Need:
    """The mm of the widest deal number, total, change, sign and pot of a match."""

    number: float
    total: float
    change: float
    sign: float
    pot: float = 0.0

    def of(self, players: int, *, stacked: bool) -> float:
        """Return the width in mm of a table for so many players."""
        return self.number + self.pot + players * self.player(stacked=stacked)

    def stacks(self, players: int, page: Paper) -> bool:
        """Return True if changes must be printed below the totals."""
        return self.of(players, stacked=False) * BESIDE > page.width

    def player(self, *, stacked: bool) -> float:
        """Return the width in mm of a player's columns."""
        figures = max(self.total, self.change) if stacked else self.total + self.change
        return figures + self.sign + NUMBER_GAP


PLACES = ("number", "total", "change", "sign", "pot")


@dataclass(frozen=True)
class Columns:
    """The columns that all tables of a match share: names over them, widths, size of the figures.

    Attributes:
        heads: The names over the columns.
        widths: mm of the deal's number, of a player's total, change and sign, and of the pot; 0 means no such column.
        blocks: How many columns each player has in one table.
        stacked: Changes are printed below the totals.
        short: The short form of each name, used wherever on this paper the name does not fit.
    """

    heads: tuple[str, ...]
    side_by_side: int
    widths: tuple[float, float, float, float, float]
    blocks: int = 1
    stacked: bool = False
    scale: float = 1.0
    page: Paper = A4
    short: tuple[str, ...] = ()

    @property
    def pot(self) -> bool:
        return self.widths[4] > 0

    @property
    def spans(self) -> int:
        """Return the number of columns that a player's name spans."""
        return 3 if self.widths[2] else 2

    @property
    def all(self) -> Iterator[tuple[str, float]]:
        """Yield the name and the mm of every column from left to right."""
        number, *of_player, pot = zip(PLACES, self.widths, strict=True)
        yield number
        for _ in range(len(self.heads) * self.blocks):
            yield from (column for column in of_player if column[1])
        if pot[1]:
            yield pot

    @property
    def width(self) -> float:
        """Return the width of a table in mm."""
        return sum(width for _, width in self.all)

    @property
    def section(self) -> float:
        """Return the width in mm for a table: all of the page if no other is beside it."""
        return self.room if self.side_by_side > 1 else self.page.width

    @property
    def room(self) -> float:
        """Return the greatest width of a table in mm."""
        return (self.page.width + GAP) / self.side_by_side - GAP


def columns(players: tuple[Player, ...], need: Need, tables: int, *, blocks: int = 1, page: Paper = A4) -> Columns:
    """Lay out tables side by side, three at most, with smaller figures only if necessary.

    Args:
        need: mm of the widest contents.
        tables: how many there are.
        blocks: how often everybody has a column in one table.
    """
    seats = len(players) * blocks
    stacked = need.stacks(seats, page)
    whole = need.of(seats, stacked=stacked)
    fit = int((page.width + GAP) // (whole * (LEAST if tables > 1 else 1) + GAP))
    side_by_side = max(1, min(3, fit, tables))
    room = (page.width + GAP) / side_by_side - GAP
    scale = min(1.0, room / whole)
    spare = min((room - whole * scale) / seats, WIDEST - need.player(stacked=stacked) * scale)
    widths = _widths(need, scale, max(0.0, spare), stacked=stacked)
    heads = short_names(players, sum(widths[1:4]) - NUMBER_GAP, HEADS * scale)
    return Columns(heads, side_by_side, widths, blocks, stacked, scale, page)


def _widths(need: Need, scale: float, spare: float, *, stacked: bool) -> tuple[float, float, float, float, float]:
    """Return the widths of the columns in mm; spare width is added half before and half after a player's numbers."""
    total = (max(need.total, need.change) if stacked else need.total) + NUMBER_GAP
    change = 0.0 if stacked else need.change
    sign = need.sign * scale + spare / 2
    return need.number * scale, total * scale + spare / 2, change * scale, sign, need.pot * scale


# --- signatures

PLACE_LINE, NAME_LINE, NAME_MORE = 9.0, 13.0, 2.9  # mm of a line for place and date, for signatures, for more of a name
SIGNED, BETWEEN = {3: 56.6, 4: 41.0, 5: 31.5}, 6.0  # mm of a signature by the number in a line, and between two


def signatures_per_line(names: int) -> int:
    """Return how many signatures stand in a line if there are this many names."""
    return {1: 3, 2: 3, 3: 3, 5: 5, 6: 3}.get(names, 4)


def signatures(names: tuple[str, ...], page: Paper) -> float:
    """Return the height in mm of the signatures: lines for place and date (two on narrow paper) and for the names."""
    room = SIGNED[signatures_per_line(len(names))]
    fit = int((page.width + BETWEEN) // (room + BETWEEN))
    rows = [names[n : n + fit] for n in range(0, len(names), fit)]
    more = sum(max(0, *(lines(name, room, HEADS) - 1 for name in row)) for row in rows)
    return GAP + PLACE_LINE * (2 if page.width < 2 * (60 + BETWEEN) else 1) + NAME_LINE * len(rows) + NAME_MORE * more


# --- names


def short_names(players: tuple[Player, ...], room: float, points: float = HEADS) -> tuple[str, ...]:
    """Return names that fit into `room` mm at `points`, all different.

    Each is the whole name, its first word, as much of it as fits, or at worst its number.
    """
    short: list[str] = []
    for player in players:
        tries = [player, player.split()[0], *(_cut(player, room, points, n) for n in range(1, 9))]
        fitting = (name for name in tries if width(name, points) <= room and name not in short)
        short.append(next(fitting, str(len(short) + 1)))
    return tuple(short)


def cut_alike(players: tuple[Player, ...], heads: tuple[str, ...], short: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names for one place on the paper; those that are cut get the same short form as elsewhere."""
    return tuple(one if one == whole else cut for whole, one, cut in zip(players, heads, short, strict=True))


def _cut(text: str, room: float, points: float, n: int) -> str:
    """Cut a name to `room` mm; the second of two that begin alike gets a 2."""
    end = "." + str(n) * (n > 1)
    while text and width(text + end, points) > room:
        text = text[:-1]
    return (text.rstrip("-' ") or text) + end


def whole_names(players: Iterable[Player], room: float, points: float) -> bool:
    """Return True if every word of every name fits into `room` mm."""
    return all(width(word, points) <= room for player in players for word in player.split())
