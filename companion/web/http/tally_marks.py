"""Strokes in fives, as people count on paper: how a number is drawn."""

from dataclasses import dataclass

FIVE = 5  # the last of them lies across the others
ACROSS = "M1.5 18.5L33 5"


@dataclass(frozen=True)
class Stroke:
    """`is_still`: it is still to come."""

    path: str
    is_still: bool


@dataclass(frozen=True)
class Bundle:
    width: int
    strokes: tuple[Stroke, ...]


def bundles(n: int, of: int = 0) -> tuple[Bundle, ...]:
    """As many strokes as `n`, or `of` if those are more: what is not reached yet is drawn faintly."""
    most = max(n, of)
    return tuple(_bundle(range(first, min(first + FIVE, most)), n) for first in range(0, most, FIVE))


def _bundle(at: range, n: int) -> Bundle:
    upright = min(len(at), FIVE - 1)
    return Bundle(7 * upright + 8, tuple(Stroke(_path(one % FIVE), one >= n) for one in at))


def _path(at: int) -> str:
    return ACROSS if at == FIVE - 1 else f"M{at * 7 + 6} 2L{at * 7 + 5} 22"
