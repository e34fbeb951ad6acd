"""What was typed, as far as a page can show it again: what does not fit its field came from no page of ours."""

from collections.abc import Mapping

from companion.parsing.json_decoder import is_twofold
from companion.parsing.schema import (
    AnyEntry,
    Anything,
    ByName,
    Hand,
    HouseRules,
    ListOf,
    Made,
    OneCard,
    OneOf,
    RuleValue,
    Shape,
    Text,
    Together,
    shapes,
)

NOTHING = object()


def shown(kind: type, typed: Mapping[str, object], *beside: type) -> dict[str, object]:
    """The fields of a dataclass of the rules, as JSON, without those that do not fit it; others stay as they are.

    Those of the dataclasses `beside` it must fit these: one page holds the forms of all.
    """
    known = {one.key: one.shape for other in (*beside, kind) for one in shapes(other)}
    kept = {key: _kept(known.get(key, Anything()), value) for key, value in typed.items()}
    return {key: value for key, value in kept.items() if value is not NOTHING}


def _kept(shape: Shape, value: object) -> object:
    """A value where a page can show it in a field of that shape; of a list or a mapping, the members that fit."""
    match shape:
        case OneOf(members) if is_twofold(value) and Hand() in members:
            return value if _are_texts(value[1]) else NOTHING
        case OneOf(members):
            return next((found for one in members if (found := _kept(one, value)) is not NOTHING), NOTHING)
        case Anything() | RuleValue() | AnyEntry():
            return value
    if isinstance(value, dict):
        return _named(shape, value)
    if isinstance(value, list):
        return _listed(shape, value)
    is_text = not isinstance(shape, ListOf | ByName | Made | Together | HouseRules)
    is_words = isinstance(shape, ListOf) and isinstance(shape.of, Hand | OneCard | Text)
    return value if is_text or is_words else NOTHING


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _named(shape: Shape, value: dict[str, object]) -> object:
    match shape:
        case ByName(_, of):
            kept = {name: _kept(of, one) for name, one in value.items()}
            return {name: one for name, one in kept.items() if one is not NOTHING}
        case Made(kind):
            return shown(kind, value)
    return value if isinstance(shape, HouseRules) else NOTHING


def _listed(shape: Shape, value: list[object]) -> object:
    match shape:
        case ListOf(of):
            return [found for one in value if (found := _kept(of, one)) is not NOTHING]
        case Together(members) if len(value) == len(members):
            return value
        case Hand() if all(isinstance(one, str) for one in value):
            return value
    return NOTHING
