"""Show the fields of a position to go on from in the form for a new match, and read them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.parsing.schema import Atom, ByName, DataclassOf, ListOf, Shape, shapes
from companion.rules.field_metadata import Json, Label, labels

Input = Literal["numbers", "names", "switch", "number", "rows"]
FITS: Mapping[Input, type] = {"numbers": dict, "rows": dict, "names": list}  # what is sent of it; else a text


@dataclass(frozen=True)
class OpeningField:
    """A field of a position with the kind of its input; of a list of things `rows` stand on the form."""

    key: str
    text: str
    kind: Input
    only: Mapping[str, object]
    rows: int = 0
    inner: tuple["OpeningField", ...] = ()


def opening_fields(kind: type) -> tuple[OpeningField, ...]:
    words = labels(kind)
    return tuple(_field(one.key, one.shape, words[one.key]) for one in shapes(kind) if one.key in words)


def _field(key: str, shape: Shape, label: Label) -> OpeningField:
    if isinstance(shape, ListOf) and isinstance(shape.of, DataclassOf):
        return OpeningField(key, label.text, "rows", label.only, label.rows, opening_fields(shape.of.kind))
    inputs: Mapping[type[Shape], Input] = {ByName: "numbers", ListOf: "names"}
    kind = "switch" if shape is Atom.SWITCH else inputs.get(type(shape), "number")
    return OpeningField(key, label.text, kind, label.only)


def fitting(fields: Sequence[OpeningField], typed: object) -> Json:
    """Read the fields of a position, each as its kind of input."""
    known = typed if isinstance(typed, dict) else {}
    values = {one.key: known[one.key] for one in fields if isinstance(known.get(one.key), FITS.get(one.kind, str))}
    rows = {one.key: one.inner for one in fields if one.inner and one.key in values}
    return values | {key: {n: fitting(inner, row) for n, row in known[key].items()} for key, inner in rows.items()}


@dataclass(frozen=True)
class SeatBox:
    """An input of one seat, with its player and its content."""

    who: str
    step: str  # of the seat, in the name of its field
    text: str
    is_ticked: bool


@dataclass(frozen=True)
class OpeningInput:
    """An input on the form.

    Attributes:
        row: The row in which it stands, 0 outside of any.
        text: What was typed; or it stands at the `seats`, or in the `rows` of a list.
    """

    field: OpeningField
    name: str
    row: int
    text: str
    seats: tuple[SeatBox, ...]
    rows: tuple[tuple["OpeningInput", ...], ...]
    is_typed: bool


def opening_inputs(
    fields: Sequence[OpeningField], typed: object, names: Sequence[str], path: str = "opening", row: int = 0
) -> tuple[OpeningInput, ...]:
    """Return the inputs of a position.

    Args:
        names: The player named at each seat of the form.
    """
    known = typed if isinstance(typed, Mapping) else {}
    return tuple(_input(one, known.get(one.key), names, f"{path}[{one.key}]", row) for one in fields)


def _input(field: OpeningField, value: object, names: Sequence[str], name: str, row: int) -> OpeningInput:
    inner = value if isinstance(value, Mapping) else {}
    rows = (opening_inputs(field.inner, inner.get(str(n)), names, f"{name}[{n}]", n + 1) for n in range(field.rows))
    return OpeningInput(
        field=field,
        name=name,
        row=row,
        text=value if isinstance(value, str) else "",
        seats=tuple(_seat(n, who, value) for n, who in enumerate(names)) if field.kind in ("numbers", "names") else (),
        rows=tuple(rows),
        is_typed=bool(value),
    )


def _seat(n: int, who: str, value: object) -> SeatBox:
    step = f"@{n}"
    text = value.get(step, "") if isinstance(value, Mapping) else ""
    return SeatBox(who, step, str(text), isinstance(value, list) and {"@": step} in value)
