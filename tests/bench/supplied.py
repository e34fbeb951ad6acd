"""Measurements of the games: BENCH in tests/games/<key>/bench.py, if a game has one.

The matches stay the same from version to version, so that the figures can be compared.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from companion.games import GAMES
from companion.parsing import FORMAT, Match, read_match
from companion.parsing.renaming import json_renamed

Json = Mapping[str, Any]
Searches = Iterable[tuple[str, Sequence[Callable[[], object]]]]


@dataclass(frozen=True)
class Crowd:
    """The match that each table of the load test plays: its head, and a deal as a form, written again and again."""

    head: Json
    deal: Mapping[str, str]


def none(dice: Random) -> Searches:
    """Return no searches, for games without any."""
    return ()


@dataclass(frozen=True)
class Bench:
    searches: Callable[[Random], Searches] = none  # by name: the calls that are timed
    evening: Json | None = None  # a match without format and game, typeset as a protocol
    long: Json | None = None  # another one, which is replayed
    crowd: Crowd | None = None


def benches() -> Iterator[tuple[str, Bench]]:
    """Return the benches by the keys of their games."""
    for game in GAMES:
        name = f"tests.games.{game.key}.bench"
        if find_spec(name):
            yield game.key, import_module(name).BENCH


def crowded() -> tuple[str, Crowd]:
    """Return the game that the load test plays."""
    return next((key, bench.crowd) for key, bench in benches() if bench.crowd)


def evening() -> Match:
    return next(_match(key, bench.evening) for key, bench in benches() if bench.evening)


def long_match() -> Match:
    return next(_match(key, bench.long) for key, bench in benches() if bench.long)


PEOPLE = ("Anna", "Bo", "Cia", "Dag", "Eva", "Fia", "Gus", "Hal", "Ida", "Jon", "Kim", "Leo", "Mia", "Nils")


def season(matches: int) -> Iterator[tuple[str, str, Json, Sequence[Json]]]:
    """Yield game, time, head and entries of finished matches of some years, all different: parts of the evening."""
    key, file = next((key, bench.evening) for key, bench in benches() if bench.evening)
    dice, at = Random(20261128), datetime(2022, 9, 1, 18, tzinfo=UTC)
    for n in range(matches):
        names = dict(zip(file["players"], dice.sample(PEOPLE, len(file["players"])), strict=True))
        head = {"title": "", "players": list(names.values()), "options": file.get("options", {})}
        played = file["entries"][: 3 + n % 9]
        entries = [json_renamed(one, names) for one in (*played, {"kind": "end", "reason": f"{n}"})]
        opening = json_renamed(file.get("opening", {}), names)
        yield key, f"{at + timedelta(hours=4 * n):%Y-%m-%dT%H:%M:%SZ}", {**head, "opening": opening}, entries


def _match(key: str, file: Json) -> Match:
    """Return a match in which nothing is refused."""
    match = read_match({"format": FORMAT, "game": key, **file})
    assert isinstance(match, Match)
    assert not match.tally.refused
    return match
