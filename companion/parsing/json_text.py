"""Read JSON from outside, as text, only if it can also be kept and shown."""

import json
import re
from collections import Counter
from typing import Any

from companion.rules.messages import say
from companion.rules.rulings import Ruling, impossible

SHOWN = 40  # characters of a name that stands twice
DEEPEST = 40  # objects and lists in each other; a match file needs nine
HALF = re.compile("[\ud800-\udfff]")
NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")  # as JSON writes it


class Twice(ValueError):
    """A name that stands twice in one object: Python would take the last of them without a word."""

    def __init__(self, name: str):
        super().__init__(name)
        self.name = name[:SHOWN]


class Unkept(ValueError):
    """JSON that cannot be kept and shown."""


def unread(error: ValueError, otherwise: Ruling) -> Ruling:
    """Return why a text was not read; `otherwise` where it is no JSON."""
    if isinstance(error, Unkept):
        return impossible("json.unkept", say("A sign in it cannot be kept: NUL, or half of one. Take it out."))
    if not isinstance(error, Twice):
        return otherwise
    return impossible("json.twice", say("{value} stands twice where it may stand once.", value=error.name))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    unique = dict(pairs)
    if len(unique) < len(pairs):
        seen = Counter(name for name, _ in pairs)
        raise Twice(next(name for name, times in seen.items() if times > 1))
    return unique


def from_json(text: str | bytes) -> Any:
    """Read a text, nested at most DEEPEST deep.

    Raises:
        ValueError: it is no JSON, or nested too deeply.
        Twice: a name stands twice in one object.
        Unkept: it holds half a character, or none (NUL).
    """
    try:
        data = json.loads(text, object_pairs_hook=_once)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    level = [data]
    for _ in range(DEEPEST):
        level = [inner for outer in level for inner in _inside(outer)]
    if level:
        raise ValueError("nested too deeply")
    again = json.dumps(data, ensure_ascii=False, allow_nan=False)
    if HALF.search(again) or NUL.search(again):
        raise Unkept
    return data


def _inside(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []
