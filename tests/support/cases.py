"""Read test cases from TOML files with inputs and expected results.

Those of a game are in its folder, tests/games/<key>.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.parsing import FORMAT, Match, read_match

OF_GAMES = Path(__file__).parents[1] / "games"
NOTHING = "~"  # TOML has no null
HEAD = ("game", "title", "players", "options", "opening", "continues", "entries")


def files(kind: str, key: str = "*") -> list[Path]:
    """Return the files of one kind (matches.toml, matches_ending.toml) in the folder of a game, or of all games."""
    return sorted(OF_GAMES.glob(f"{key}/{kind}*.toml"))


def keys(kind: str) -> list[str]:
    """Return the games that have cases of one kind."""
    return sorted({path.parent.name for path in files(kind)})


@cache
def kept(path: Path) -> Mapping[str, Any]:
    """Return the content of a TOML file, which is shared and must not be changed."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def cases(kind: str, key: str = "*") -> list[Any]:
    """Return each `[[case]]` of one kind, of a game or of all, as pytest parameters with their ids."""
    return [pytest.param(case, id=f"{case['game']}-{case['id']}") for case in _cases(kind, key)]


def _cases(kind: str, key: str) -> Iterator[dict[str, Any]]:
    for path in files(kind, key):
        yield from (with_nulls({"game": path.parent.name, **case}) for case in kept(path)["case"])


def match_file(case: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of a case that makes a match file."""
    return {"format": FORMAT, **{key: case[key] for key in HEAD if key in case}}


@cache
def legal(key: str) -> list[tuple[str, Match]]:
    """Return the matches in the cases of a game that can be read and have no fault, with the ids of their cases."""
    read = [(case.id, read_match(match_file(case.values[0]))) for case in cases("matches", key)]
    return [(name, match) for name, match in read if isinstance(match, Match) and not match.fault]


def with_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: with_nulls(one) for key, one in value.items()}
    if isinstance(value, list):
        return [with_nulls(one) for one in value]
    return None if value == NOTHING else value


def holds(expected: Any, found: Any, where: str = "") -> None:
    """Check that everything expected is there; objects may have further keys, lists may not have further elements."""
    if isinstance(expected, dict):
        assert isinstance(found, dict), f"{where}: {found!r}"
        for key, value in expected.items():
            assert key in found, f"{where}.{key} is missing in {found}"
            holds(value, found[key], f"{where}.{key}")
    elif isinstance(expected, list) and isinstance(found, list):
        assert len(found) == len(expected), f"{where}: {found!r} is not {expected!r}"
        for n, (one, other) in enumerate(zip(expected, found, strict=True)):
            holds(one, other, f"{where}[{n}]")
    else:
        assert found == expected, f"{where}: {found!r} is not {expected!r}"
        assert type(found) is type(expected), f"{where}: {found!r} is not {expected!r}"
