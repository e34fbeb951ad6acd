"""Cases kept as data: TOML files whose tables say what goes in and what must come out.

Those of a game lie in its folder, tests/games/<key>; what is said here holds for all of them.
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
    """The files of one kind (matches.toml, matches_ending.toml) in the folder of a game, or of each."""
    return sorted(OF_GAMES.glob(f"{key}/{kind}*.toml"))


@cache
def kept(path: Path) -> Mapping[str, Any]:
    """Return the content of a TOML file, to read and not to change: several tests begin from the same."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def cases(kind: str, key: str = "*") -> list[Any]:
    """Every `[[case]]` of one kind, of a game or of each, as pytest parameters by their ids."""
    return [pytest.param(case, id=f"{case['game']}-{case['id']}") for case in _cases(kind, key)]


def _cases(kind: str, key: str) -> Iterator[dict[str, Any]]:
    for path in files(kind, key):
        yield from (with_nulls({"game": path.parent.name, **case}) for case in kept(path)["case"])


def match_file(case: Mapping[str, Any]) -> dict[str, Any]:
    """Make a match file of what a case has of one."""
    return {"format": FORMAT, **{key: case[key] for key in HEAD if key in case}}


@cache
def legal(key: str) -> list[tuple[str, Match]]:
    """The matches among the cases of a game that can be read and have no fault in them, by the ids of their cases."""
    read = [(case.id, read_match(match_file(case.values[0]))) for case in cases("matches", key)]
    return [(name, match) for name, match in read if isinstance(match, Match) and not match.fault]


def with_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: with_nulls(one) for key, one in value.items()}
    if isinstance(value, list):
        return [with_nulls(one) for one in value]
    return None if value == NOTHING else value


def holds(expected: Any, found: Any, where: str = "") -> None:
    """Everything expected is there; an object may hold more than is expected of it, a list may not."""
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
