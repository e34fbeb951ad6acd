"""The schema of a dataclass of the rules, read from its annotations, for JSON, forms and parts of deals."""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from companion.rules.cards import Card, Cards
from companion.rules.entries import Body, Name, Player
from companion.rules.field_metadata import Dataclass, Label, Mark, PlayerStep, Values
from companion.rules.options import Value


class Atom(Enum):
    """A single value without inner structure."""

    NUMBER = "a whole number"
    SWITCH = "yes or no"
    TEXT = "any text"
    PLAYER = "somebody at the table"
    NAME = "the name of anybody"
    CARD = "a card"
    HAND = "any number of cards, in order"
    ANYTHING = "JSON that nobody looks into"
    RULE_VALUE = "a value of a house rule"
    ENTRY = "the content of an entry of the game, told by its `kind`"


@dataclass(frozen=True)
class Choice:
    """One of fixed values."""

    values: tuple[object, ...]


@dataclass(frozen=True)
class HouseRules:
    """House rules of a table, without those at their default. `usual` are a question's own defaults, if it has some."""

    kind: type
    usual: Dataclass | None = None


@dataclass(frozen=True)
class ListOf:
    """A list of any length, all items of one shape."""

    of: "Shape"


@dataclass(frozen=True)
class TupleOf:
    """A tuple of fixed length, each item of its own shape: a player and what was called."""

    members: tuple["Shape", ...]


@dataclass(frozen=True)
class ByName:
    """A mapping from names to values: of players, or of the people that a question names."""

    name: "Shape"
    of: "Shape"


@dataclass(frozen=True)
class DataclassOf:
    """A dataclass of the rules."""

    kind: type


@dataclass(frozen=True)
class OneOf:
    """A union of shapes, distinguished by the type of the value. With `empty` it may be None."""

    members: tuple["Shape", ...]
    empty: bool = False


Shape: TypeAlias = Atom | Choice | HouseRules | ListOf | TupleOf | ByName | DataclassOf | OneOf
ATOMS: Mapping[object, Atom] = {
    int: Atom.NUMBER,
    bool: Atom.SWITCH,
    str: Atom.TEXT,
    Player: Atom.PLAYER,
    Card: Atom.CARD,
    Cards: Atom.HAND,
    Name: Atom.NAME,
    object: Atom.ANYTHING,
    Value: Atom.RULE_VALUE,
    Body: Atom.ENTRY,
}


@dataclass(frozen=True)
class Field:
    """A field of a dataclass: its key in JSON, its shape, and the metadata that its dataclass declares.

    `missing` is the error if a required field is absent, `label` its name in words, `whose` the players who may enter
    it. The others are for facts of a question (rules/field_metadata.py): how it is asked for, its possible values,
    whether the question is about it, whether "nobody" is an answer, a sample value, and the fact that may replace it.
    """

    name: str
    key: str
    shape: Shape
    is_required: bool
    default: object
    missing: str
    label: str
    whose: PlayerStep
    mark: Mark = "given"
    values: Values | None = None
    about: bool = False
    nobody: bool = False
    sample: object = None
    unless: str = ""
    choices: Mapping[str, str] = field(default_factory=dict)


_read: dict[type, tuple[Field, ...]] = {}  # a cache


def shapes(kind: type) -> tuple[Field, ...]:
    """Return the fields of a dataclass in order."""
    if kind not in _read:
        _read[kind] = tuple(_fields(kind))
    return _read[kind]


def _fields(kind: type) -> Iterator[Field]:
    hints = get_type_hints(kind)
    return (
        Field(
            name=declared.name,
            key=declared.metadata.get("key") or declared.name,
            shape=_with_usual(shape_of(hints[declared.name]), declared.default),
            is_required=declared.default is MISSING and declared.default_factory is MISSING,
            default=declared.default if declared.default_factory is MISSING else declared.default_factory(),
            missing=declared.metadata.get("missing", ""),
            label=declared.metadata.get("label", Label("")).text,
            whose=declared.metadata.get("whose", "table"),
            mark=declared.metadata.get("mark", "given"),
            values=declared.metadata.get("values"),
            about=declared.metadata.get("about", False),
            nobody=declared.metadata.get("nobody", False),
            sample=declared.metadata.get("sample"),
            unless=declared.metadata.get("unless", ""),
            choices=declared.metadata.get("label", Label("")).choices,
        )
        for declared in fields(kind)
    )


def _with_usual(shape: Shape, usual: Any) -> Shape:
    own = isinstance(shape, HouseRules) and isinstance(usual, shape.kind) and usual != shape.kind()
    return HouseRules(type(usual), usual) if own else shape


def shape_of(hint: object) -> Shape:
    """Return the shape of an annotation.

    Raises:
        TypeError: the rules do not use such an annotation.
    """
    if hint in ATOMS:
        return ATOMS[hint]
    if isinstance(hint, type) and is_dataclass(hint):
        return HouseRules(hint) if _holds_house_rules(hint) else DataclassOf(hint)
    members, origin = get_args(hint), get_origin(hint)
    if origin is tuple:
        inner = tuple(shape_of(member) for member in members if member is not ...)
        return ListOf(inner[0]) if members[1:] == (...,) else TupleOf(inner)
    if origin is Mapping:
        return ByName(shape_of(members[0]), shape_of(members[1]))
    if origin is Literal:
        return Choice(members)
    if origin in (Union, UnionType):
        filled = tuple(shape_of(member) for member in members if member is not NoneType)
        return OneOf(filled, empty=NoneType in members)
    raise TypeError(f"{hint} is nothing that can be read")


def _holds_house_rules(kind: type) -> bool:
    declared = fields(kind)
    return bool(declared) and all("house_rule" in field.metadata for field in declared)


def members_of(shape: Shape) -> tuple[Shape, ...]:
    """Return the shapes of a union, or the shape itself."""
    return shape.members if isinstance(shape, OneOf) else (shape,)
