"""The course of a match as lines: numbers to coordinates. The page draws them and puts the table beside them."""

from dataclasses import dataclass

from companion.rules.entries import Player
from companion.rules.tally import Tally

WIDTH, HEIGHT = 380, 280  # of the drawing, in its own units
LEFT, RIGHT, TOP, BOTTOM = 36, 88, 12, 26  # room for the scale, the names and the deals
DASHES = ("", "10 5", "2 5", "14 4 2 4", "6 3", "1 4", "18 6", "8 3 2 3")  # so that no line needs its colour
MARKS = ("circle", "square", "triangle", "diamond", "cross", "ring", "bar", "plus")
STEPS = 5  # lines of the scale, about
NAME = 15  # least distance between two names


@dataclass(frozen=True)
class Point:
    """A value at its place."""

    x: float
    y: float
    value: int


@dataclass(frozen=True)
class Course:
    """One player's line, told apart by its dashes and its mark; `name_y` is where the name stands at the right."""

    player: Player
    points: tuple[Point, ...]
    dashes: str
    mark: str
    name_y: float

    @property
    def path(self) -> str:
        return "M" + " L".join(f"{point.x:g} {point.y:g}" for point in self.points)


@dataclass(frozen=True)
class Chart:
    """Everything that the drawing needs; `deals` are the columns of the table: entry number and place."""

    courses: tuple[Course, ...]
    scale: tuple[tuple[int, float], ...]
    deals: tuple[tuple[int, float], ...]
    legs: tuple[float, ...]  # where a new table of the sheet begins


def chart(tally: Tally) -> Chart | None:
    """The scores after every line, or the balances where a game has no scores; None before the first."""
    lines = [line for line in tally.lines if line.scores or line.balances]
    if not lines:
        return None
    players = tally.record.players
    values = {p: [(line.scores or line.balances)[p].value for line in lines] for p in players}
    low, high, step = _bounds([value for column in values.values() for value in column])
    step_x = (WIDTH - LEFT - RIGHT) / max(len(lines) - 1, 1)
    xs = [round(LEFT + n * step_x, 1) for n in range(len(lines))]
    places = {p: tuple(Point(x, _y(v, low, high), v) for x, v in zip(xs, values[p], strict=True)) for p in players}
    names = _apart({p: places[p][-1].y for p in players})
    courses = tuple(
        Course(p, places[p], DASHES[n % len(DASHES)], MARKS[n % len(MARKS)], names[p]) for n, p in enumerate(players)
    )
    scale = tuple((value, _y(value, low, high)) for value in range(low, high + 1, step))
    every = -(-len(lines) // 10)
    deals = tuple((n + 1, x) for n, x in enumerate(xs) if n % every == 0)
    legs = tuple(round((xs[n - 1] + xs[n]) / 2, 1) for n in range(1, len(lines)) if lines[n].leg != lines[n - 1].leg)
    return Chart(courses, scale, deals, legs)


def _bounds(values: list[int]) -> tuple[int, int, int]:
    """The lowest and highest line of the scale and the step between them: round numbers, zero among them."""
    low, high = min(0, *values), max(0, *values)
    step = _step(low, high)
    return low // step * step, -(-high // step) * step or step, step


def _step(low: int, high: int) -> int:
    """1, 2 or 5 times a power of ten, so that the scale has about five lines."""
    step = 1
    while (high - low) / step > STEPS + 1:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    return step


def _y(value: int, low: int, high: int) -> float:
    return round(TOP + (high - value) * (HEIGHT - TOP - BOTTOM) / (high - low), 1)


def _apart(wanted: dict[Player, float]) -> dict[Player, float]:
    """The names at the right in the order of their lines, moved apart where they would cover each other."""
    order = sorted(wanted, key=lambda player: wanted[player])
    found: dict[Player, float] = {}
    lowest = -float(NAME)
    for player in order:
        lowest = max(wanted[player], lowest + NAME)
        found[player] = lowest
    over = max(0.0, lowest - (HEIGHT - 4))
    return {player: round(y - over, 1) for player, y in found.items()}
