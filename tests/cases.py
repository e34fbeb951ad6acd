"""Cases kept as data: TOML files whose tables say what goes in and what must come out."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
NOTHING = "~"  # TOML has no null


def cases(folder: str) -> list[Any]:
    """Every `[[case]]` of every file in a folder, as pytest parameters by their ids."""
    found = []
    for path in sorted((HERE / folder).glob("*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            found.append(pytest.param(with_nulls({"game": path.stem, **case}), id=f"{path.stem}-{case['id']}"))
    return found


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
