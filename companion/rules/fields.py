"""Fields that people see, with the words for them: what a question asks, what a sheet starts from, an entry."""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, Literal

Whose = Literal["own", "some", "ender", "table"]  # to say, where everybody writes only the own part of a deal


@dataclass(frozen=True)
class Label:
    """The name of a field in words and, where its values are words too, those by the value.

    `rows`: how many things a list of things has on a form.
    """

    text: str
    choices: Mapping[str, str] = field(default_factory=dict)
    rows: int = 0


def fact(
    label: str,
    default: Any = MISSING,
    *,
    default_factory: Any = MISSING,
    choices: Mapping[str, str] | None = None,
    rows: int = 0,
) -> Any:
    """A fact of a question, by the name that forms and paper give it."""
    said = {"label": Label(label, choices or {}, rows)}
    if default_factory is not MISSING:
        return field(default_factory=default_factory, metadata=said)
    return field(default=default, metadata=said)


def opening_field(label: str, default: Any = MISSING, *, default_factory: Any = MISSING, rows: int = 0) -> Any:
    """A field of a position to go on from, by its name on the form for a new match."""
    return fact(label, default, default_factory=default_factory, rows=rows)


def entry_field(
    label: str = "",
    *,
    whose: Whose = "table",
    key: str = "",
    missing: str = "",
    choices: Mapping[str, str] | None = None,
    default: Any = MISSING,
    default_factory: Any = MISSING,
) -> Any:
    """A field of an entry: its name in words, and who says it where each player writes down only the own part.

    `own`: everybody a value of one's own. `some`: a list into which one puts oneself. `ender`: who ended the deal says
    so of oneself. `table`: common to all. `key` is its name in the match file where that is no Python name; `missing`
    is said where it must be there and is not.
    """
    metadata: dict[str, Any] = {"whose": whose, "key": key, "missing": missing}
    if label:
        metadata["label"] = Label(label, choices or {})
    return field(default=default, default_factory=default_factory, metadata=metadata)


def labels(kind: type) -> dict[str, Label]:
    """The fields of a dataclass that have words, by their names."""
    return {one.name: one.metadata["label"] for one in fields(kind) if "label" in one.metadata}
