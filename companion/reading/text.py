"""JSON as text from outside: read only if it can also be kept and shown."""

import json
from typing import Any

DEEPEST = 40  # objects and lists in each other; a match file needs nine


def from_json(text: str | bytes) -> Any:
    """What the text says; ValueError where it is no JSON, holds half a character, or is nested without end."""
    try:
        data = json.loads(text)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    level = [data]
    for _ in range(DEEPEST):
        level = [inner for outer in level for inner in _inside(outer)]
    if level:
        raise ValueError("nested too deeply")
    json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
    return data


def _inside(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []
