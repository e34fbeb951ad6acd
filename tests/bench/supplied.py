"""The measurements of a game: BENCH in tests/games/<key>/bench.py, of each that has one.

The same matches from version to version: the figures are compared.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from companion.games import GAMES
from companion.parsing import FORMAT, Match, read_match

Json = Mapping[str, Any]
Searches = Iterable[tuple[str, Sequence[Callable[[], object]]]]


@dataclass(frozen=True)
class Crowd:
    """The match that each table of a crowd plays: its head, and the deal that it writes again and again, as a form."""

    head: Json
    deal: Mapping[str, str]


def none(dice: Random) -> Searches:
    """The game looks for nothing."""
    return ()


@dataclass(frozen=True)
class Bench:
    searches: Callable[[Random], Searches] = none  # what is looked for, by name, and the calls that are timed
    evening: Json | None = None  # a match, without its format and game: set as a protocol
    long: Json | None = None  # another, which is played anew
    crowd: Crowd | None = None


def benches() -> Iterator[tuple[str, Bench]]:
    """By the keys of their games."""
    for game in GAMES:
        name = f"tests.games.{game.key}.bench"
        if find_spec(name):
            yield game.key, import_module(name).BENCH


def crowded() -> tuple[str, Crowd]:
    """The game that a crowd plays."""
    return next((key, bench.crowd) for key, bench in benches() if bench.crowd)


def evening() -> Match:
    return next(_match(key, bench.evening) for key, bench in benches() if bench.evening)


def long_match() -> Match:
    return next(_match(key, bench.long) for key, bench in benches() if bench.long)


def _match(key: str, file: Json) -> Match:
    """A match in which nothing is refused."""
    match = read_match({"format": FORMAT, "game": key, **file})
    assert isinstance(match, Match)
    assert not match.tally.refused
    return match
