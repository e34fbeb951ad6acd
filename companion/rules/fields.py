"""Fields that people see, with the words for them: what a question asks, and what a sheet may start from."""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any


@dataclass(frozen=True)
class Label:
    """The name of a field in words and, where its values are words too, those by the value."""

    text: str
    choices: Mapping[str, str]


def fact(
    label: str, default: Any = MISSING, *, default_factory: Any = MISSING, choices: Mapping[str, str] | None = None
) -> Any:
    """A fact of a question, by the name that forms and paper give it."""
    said = {"label": Label(label, choices or {})}
    if default_factory is not MISSING:
        return field(default_factory=default_factory, metadata=said)
    return field(default=default, metadata=said)


def opening_field(label: str, default: Any = MISSING, *, default_factory: Any = MISSING) -> Any:
    """A field of a position to go on from, by its name on the form for a new match."""
    return fact(label, default, default_factory=default_factory)


def labels(kind: type) -> dict[str, Label]:
    """The fields of a dataclass that have words, by their names."""
    return {one.name: one.metadata["label"] for one in fields(kind) if "label" in one.metadata}
