"""Read the annotations of a dataclass of the rules once into one sum type, for JSON, forms and parts."""

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
    """A single value, which has no more to it."""

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
    """One of some fixed values."""

    values: tuple[object, ...]


@dataclass(frozen=True)
class HouseRules:
    """The house rules of a table, those at their default left out; `usual`: a question's own, where it has some."""

    kind: type
    usual: Dataclass | None = None


@dataclass(frozen=True)
class ListOf:
    """Any number of the same."""

    of: "Shape"


@dataclass(frozen=True)
class TupleOf:
    """A fixed number of things, each of its own shape: who, and what was said."""

    members: tuple["Shape", ...]


@dataclass(frozen=True)
class ByName:
    """A value under each name: for some of the players, or for whomever a question names."""

    name: "Shape"
    of: "Shape"


@dataclass(frozen=True)
class DataclassOf:
    """A dataclass of the rules."""

    kind: type


@dataclass(frozen=True)
class OneOf:
    """One of several shapes, told apart by what is written; with `empty` it may also be nothing."""

    members: tuple["Shape", ...]
    empty: bool = False


Shape: TypeAlias = Atom | Choice | HouseRules | ListOf | TupleOf | ByName | DataclassOf | OneOf
ATOMS: Mapping[object, Atom] = {
    **{int: Atom.NUMBER, bool: Atom.SWITCH, str: Atom.TEXT, Player: Atom.PLAYER, Card: Atom.CARD, Cards: Atom.HAND},
    **{Name: Atom.NAME, object: Atom.ANYTHING, Value: Atom.RULE_VALUE, Body: Atom.ENTRY},
}


@dataclass(frozen=True)
class Field:
    """One field of a dataclass: its key in JSON, its shape, and what its dataclass says of it.

    `missing` is said where a required field is not there, `label` is its name in words, `whose` it is to say.
    Of a fact of a question: how it is asked for, what it may be, whether the question is about it, whether nobody is
    an answer, one that it may be, the fact that stands for it (rules/field_metadata.py).
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


_read: dict[type, tuple[Field, ...]] = {}  # a dataclass is read once


def shapes(kind: type) -> tuple[Field, ...]:
    """Return the fields of a dataclass, in its order."""
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
    """Return the shape that an annotation means.

    Raises:
        TypeError: the rules use no such annotation.
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
    """Return the shapes that a value may have."""
    return shape.members if isinstance(shape, OneOf) else (shape,)
