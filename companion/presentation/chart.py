"""Compute the coordinates of drawings: the chart of a match, and tally marks. Pages show a table beside the chart."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, cycle
from math import ceil

from companion.rules.entries import Player
from companion.rules.tally import Line, Tally

WIDTH, HEIGHT = 380, 280  # of the drawing, in its own units
FLAT = 140  # height of a small drawing beside other content
LEFT, RIGHT, TOP, BOTTOM = 36, 88, 12, 32  # room for the scale, the names and the deals
DIGIT = 11  # width of a digit of the scale, about
DEAL_GAP = 8  # least distance between the numbers of two deals
DASHES = ("", "10 5", "2 5", "14 4 2 4", "6 3", "1 4", "18 6", "8 3 2 3")  # lines differ without colour too
MARKS = ("circle", "square", "triangle", "diamond", "cross", "ring", "bar", "plus")
STEPS = 5  # lines of the scale, about
NAME = 20  # least distance between two names
POINTS = 128  # at most in a line: about two per unit of the drawing, more would not be visible
MARKED = 24  # at most of them have a mark
FIVE = 5  # the fifth stroke crosses the others
ACROSS = "M1.5 18.5L33 5"


@dataclass(frozen=True)
class Point:
    """A value at its place."""

    x: float
    y: float
    value: int


@dataclass(frozen=True)
class Course:
    """One player's line, with its own dashes and mark; `name_y` is the y of the name at its right.

    `starts`: the points at which a new table of the sheet begins, so the line starts again.
    """

    player: Player
    points: tuple[Point, ...]
    dashes: str
    mark: str
    name_y: float
    starts: frozenset[int] = frozenset()

    @property
    def path(self) -> str:
        """Return the line as SVG path data."""
        moves = ("M" if n in self.starts or not n else "L" for n in range(len(self.points)))
        return " ".join(f"{move}{point.x:g} {point.y:g}" for move, point in zip(moves, self.points, strict=True))

    @property
    def marked(self) -> tuple[Point, ...]:
        """Return the points with a mark, including the last one."""
        return self.points[:: -max(1, -(-len(self.points) // MARKED))]


@dataclass(frozen=True)
class Chart:
    """Everything that the drawing needs; `deals`: the numbers of the deals and their positions.

    In a long match only every `every`-th deal and the last one are drawn.
    """

    courses: tuple[Course, ...]
    scale: tuple[tuple[int, float], ...]
    deals: tuple[tuple[int, float], ...]
    legs: tuple[float, ...]  # where a new table of the sheet begins
    height: int
    every: int = 1
    left: int = LEFT  # x at which the lines begin, right of the scale

    @property
    def bottom(self) -> int:
        """Return the y of the lowest line; the numbers of the deals stand below it."""
        return self.height - BOTTOM

    @property
    def bounds(self) -> tuple[tuple[int, float], ...]:
        """Return the lines of the scale for a small drawing: the lowest, zero and the highest."""
        return tuple(one for one in self.scale if one[0] == 0 or one in (self.scale[0], self.scale[-1]))


def chart(tally: Tally) -> Chart | None:
    """Return the chart of the scores after every line, or of the balances if there are none; None before any line."""
    lines = _lines(tally)
    return _drawn(_values(tally, lines), _starts(lines), [tally.deal(line) for line in lines]) if lines else None


def course_of(tally: Tally, leg: int | None) -> Chart | None:
    """Return the small chart of one table of the sheet, or of the whole match if `leg` is None.

    For a match that adds up several tables, it shows the sum after each. None if there are fewer than two points.
    """
    height = max(FLAT, NAME * (len(tally.record.players) + 1))
    lines = [line for line in _lines(tally) if leg is None or line.leg == leg]
    sums = _sums(tally) if leg is None else {}
    if sums:
        return _drawn(sums, height=height)
    return _drawn(*_from_the_start(tally, lines), height=height) if len(lines) > 1 else None


def _from_the_start(tally: Tally, lines: Sequence[Line]) -> tuple[dict[Player, list[int]], frozenset[int]]:
    """Return the numbers at the start of each table and after every line, and where tables begin."""
    values: dict[Player, list[int]] = {player: [] for player in tally.record.players}
    starts = _starts(lines)
    for n, line in enumerate(lines):
        for player, figure in (line.scores or line.balances).items():
            values[player] += [figure.value] if n and n not in starts else [figure.before, figure.value]
    return values, frozenset(n + at for at, n in enumerate(sorted(starts), start=1))


def _starts(lines: Sequence[Line]) -> frozenset[int]:
    return frozenset(n for n in range(1, len(lines)) if lines[n].leg != lines[n - 1].leg)


def _lines(tally: Tally) -> list[Line]:
    return [line for line in tally.lines if line.scores or line.balances]


def _values(tally: Tally, lines: Sequence[Line]) -> dict[Player, list[int]]:
    return {p: [(line.scores or line.balances)[p].value for line in lines] for p in tally.record.players}


def _sums(tally: Tally) -> dict[Player, list[int]]:
    """Return the sums after each table of the sheet, if the match adds them up."""
    whole = next((one for one in tally.reckonings if one.leg is None), None)
    rows = [row for row in whole.rows if row.label in tally.legs] if whole else []
    if len(rows) < 2:
        return {}
    return {p: list(accumulate((row.figures[p].value for row in rows), initial=0)) for p in tally.record.players}


def _drawn(
    values: Mapping[Player, list[int]],
    starts: frozenset[int] = frozenset(),
    deals: Sequence[int | None] = (),
    height: int = HEIGHT,
) -> Chart:
    low, high, step = _bounds([value for column in values.values() for value in column])
    left = max(LEFT, 10 + DIGIT * max(len(str(low)), len(str(high))))
    n_points = len(next(iter(values.values())))
    step_x = (WIDTH - left - RIGHT) / max(n_points - 1, 1)
    xs = [round(left + n * step_x, 1) for n in range(n_points)]
    every = -(-n_points // POINTS)
    drawn = sorted({0, *range(n_points - 1, -1, -every)})
    begins = frozenset(bisect_left(drawn, n) for n in starts)  # at the next point that is drawn

    def y(value: int) -> float:
        return round(TOP + (high - value) * (height - TOP - BOTTOM) / (high - low), 1)

    places = {p: tuple(Point(xs[n], y(vs[n]), vs[n]) for n in drawn) for p, vs in values.items()}
    names = _spread_names({p: points[-1].y for p, points in places.items()}, height)
    looks = zip(values, cycle(DASHES), cycle(MARKS))
    courses = tuple(Course(p, places[p], dashes, mark, names[p], begins) for p, dashes, mark in looks)
    scale = tuple((value, y(value)) for value in range(low, high + 1, step))
    numbered = [(n, x) for n, x in zip(deals, xs, strict=False) if n]
    wide = DEAL_GAP + DIGIT * max((len(str(n)) for n, _ in numbered), default=0)
    labels = tuple(numbered[:: max(1, -(-len(numbered) // 10), ceil(wide / step_x))])
    legs = tuple(round((xs[n - 1] + xs[n]) / 2, 1) for n in sorted(starts))
    return Chart(courses, scale, labels, legs, height, every, left)


def _bounds(values: list[int]) -> tuple[int, int, int]:
    """Return the lowest and highest line of the scale and the step between lines: round numbers, including zero."""
    low, high, step = min(0, *values), max(0, *values), 1
    while (high - low) / step > STEPS + 1:  # 1, 2 or 5 times a power of ten
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    return low // step * step, -(-high // step) * step or step, step


def _spread_names(wanted: dict[Player, float], height: int) -> dict[Player, float]:
    """Return the y of each name, in the order of their lines, moved apart so that they do not overlap."""
    order = sorted(wanted, key=lambda player: wanted[player])
    places: dict[Player, float] = {}
    lowest = -float(NAME)
    for player in order:
        lowest = max(wanted[player], lowest + NAME)
        places[player] = lowest
    most = height - NAME / 2  # half of a name's height is below its y
    for player in reversed(order):  # names without room below move up, each no further than necessary
        places[player] = round(min(places[player], most), 1)
        most = places[player] - NAME
    return places


# --- tally marks


@dataclass(frozen=True)
class Stroke:
    """A stroke of a tally mark; `is_still`: a faint one, for a deal still to come."""

    path: str
    is_still: bool


@dataclass(frozen=True)
class Bundle:
    """Up to five strokes drawn together."""

    width: int
    strokes: tuple[Stroke, ...]


def bundles(n: int, of: int = 0) -> tuple[Bundle, ...]:
    """Return tally marks in fives: `n` strokes, and up to `of` faint ones."""
    most = max(n, of)
    return tuple(_bundle(range(first, min(first + FIVE, most)), n) for first in range(0, most, FIVE))


def _bundle(at: range, n: int) -> Bundle:
    upright = min(len(at), FIVE - 1)
    return Bundle(7 * upright + 8, tuple(Stroke(_path(one % FIVE), one >= n) for one in at))


def _path(at: int) -> str:
    return ACROSS if at == FIVE - 1 else f"M{at * 7 + 6} 2L{at * 7 + 5} 22"
