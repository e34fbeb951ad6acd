"""Write the JSON of a dataclass as fields of a form, name these fields, and select typed values to show again."""

from collections.abc import Mapping, Sequence

from companion.parsing.form_decoder import FREE, NOBODY, NUMBER, SEAT
from companion.parsing.json_decoder import is_twofold
from companion.parsing.schema import (
    Atom,
    ByName,
    DataclassOf,
    HouseRules,
    ListOf,
    OneOf,
    Shape,
    TupleOf,
    members_of,
    shapes,
)
from companion.rules.field_metadata import Json
from companion.rules.options import HouseRule, house_rules
from companion.rules.rulings import PlayerStep

NOTHING = object()


def fields_of(kind: type, data: Json, players: Sequence[str] = (), under: str = "") -> list[tuple[str, str]]:
    """Return the names and values of the form fields for this JSON. Keys that the dataclass lacks are left out."""
    known = {field.key: field.shape for field in shapes(kind)}
    return [
        pair
        for key, value in data.items()
        if key in known
        for pair in _fields(known[key], value, f"{under}[{key}]" if under else key, tuple(players))
    ]


def _fields(shape: Shape, value: object, name: str, players: tuple[str, ...]) -> list[tuple[str, str]]:
    if isinstance(value, Mapping):
        return _inner_fields(shape, value, name, players)
    if isinstance(value, list | tuple):
        return _row_fields(shape, value, name, players)
    if value is None:
        return [(f"{name}[{SEAT}]", NOBODY)] if Atom.PLAYER in members_of(shape) else []
    return [(name, str(value).lower() if isinstance(value, bool) else str(value))]


def _inner_fields(shape: Shape, value: Json, name: str, players: tuple[str, ...]) -> list[tuple[str, str]]:
    for member in members_of(shape):
        match member:
            case ByName(_, of):
                steps = {key: step_of(key, players) for key in value}
                return [pair for key in value for pair in _fields(of, value[key], f"{name}[{steps[key]}]", players)]
            case DataclassOf(kind):
                return fields_of(kind, value, players, name)
            case HouseRules(kind):
                rules = dict(house_rules(kind))
                return [
                    pair for key, chosen in value.items() for pair in _rule_fields(rules[key], chosen, f"{name}[{key}")
                ]
    return []


def _row_fields(shape: Shape, value: Sequence[object], name: str, players: tuple[str, ...]) -> list[tuple[str, str]]:
    for member in members_of(shape):
        match member:
            case Atom.HAND:
                return [(name, " ".join(map(str, value)))]
            case ListOf(Atom.HAND):
                melds = [" ".join(map(str, item)) if isinstance(item, list | tuple) else str(item) for item in value]
                return [(name, " | ".join(melds))]
            case ListOf(Atom.PLAYER) if not value:
                return [(f"{name}[{SEAT}]", NOBODY)]
            case ListOf(of):
                return [pair for n, item in enumerate(value) for pair in _fields(of, item, f"{name}[{n}]", players)]
            case TupleOf(members):
                rows = zip(members, value, strict=False)
                return [
                    pair for n, (of, item) in enumerate(rows) for pair in _fields(of, item, f"{name}[{n}]", players)
                ]
    return []


def _rule_fields(rule: HouseRule, value: object, name: str) -> list[tuple[str, str]]:
    if rule.named and isinstance(value, Mapping):
        return [(f"{name}]", ", ".join(f"{key} {n}" for key, n in value.items()))]
    if rule.letters:
        return [(f"{name}]", str(value))]
    if isinstance(value, Mapping):
        ((key, n),) = value.items()
        return [(f"{name}]", FREE + key), (f"{name}{NUMBER}]", str(n))]
    if any(value == choice and type(value) is type(choice) for choice, _ in rule.choices) or not rule.allows(value):
        return [(f"{name}]", str(value))]
    return [(f"{name}]", FREE), (f"{name}{NUMBER}]", str(value))]


def step_of(player: str, players: Sequence[str]) -> str:
    """Return the step of a player in a path: the seat, `@2` for the third, or the name if there is no such seat."""
    return f"{SEAT}{list(players).index(player)}" if player in players else player


def field_name(path: Sequence[str], players: Sequence[str] = ()) -> str:
    """Return the name of the form field at a path, players by their seats.

    The form of a correction has its content only, so its first step `with` is dropped.
    """
    if path[:1] == ("with",):
        path = path[1:]
    steps = [step_of(step, players) if isinstance(step, PlayerStep) else step for step in path]
    return "".join(f"[{step}]" if n else step for n, step in enumerate(steps))


# --- showing typed values again


def shown(kind: type, typed: Mapping[str, object], *beside: type) -> dict[str, object]:
    """Return the typed values, as JSON, that a page can show again. Values that cannot come from our pages are dropped.

    Args:
        kind: the dataclass of the form.
        typed: its fields; unknown ones are kept.
        beside: dataclasses of other forms on the same page, whose fields must fit these.
    """
    known = {field.key: field.shape for other in (*beside, kind) for field in shapes(other)}
    kept = {key: _kept(known.get(key, Atom.ANYTHING), value) for key, value in typed.items()}
    return {key: value for key, value in kept.items() if value is not NOTHING}


def _kept(shape: Shape, value: object) -> object:
    """Return the value if a field of this shape can show it, else NOTHING. Lists and mappings lose unfit members."""
    match shape:
        case OneOf(members) if is_twofold(value) and Atom.HAND in members:
            return value if _are_texts(value[1]) else NOTHING
        case OneOf(members):
            return next((kept for member in members if (kept := _kept(member, value)) is not NOTHING), NOTHING)
        case Atom.ANYTHING | Atom.RULE_VALUE | Atom.ENTRY:
            return value
    if isinstance(value, dict):
        return _kept_by_key(shape, value)
    if isinstance(value, list):
        return _listed(shape, value)
    is_text = not isinstance(shape, ListOf | ByName | DataclassOf | TupleOf | HouseRules)
    is_words = isinstance(shape, ListOf) and shape.of in (Atom.HAND, Atom.CARD, Atom.TEXT)
    return value if is_text or is_words else NOTHING


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _kept_by_key(shape: Shape, value: dict[str, object]) -> object:
    match shape:
        case ByName(_, of):
            kept = {name: _kept(of, item) for name, item in value.items()}
            return {name: item for name, item in kept.items() if item is not NOTHING}
        case DataclassOf(kind):
            return shown(kind, value)
    return value if isinstance(shape, HouseRules) else NOTHING


def _listed(shape: Shape, value: list[object]) -> object:
    match shape:
        case ListOf(of):
            return [kept for item in value if (kept := _kept(of, item)) is not NOTHING]
        case TupleOf(members) if len(value) == len(members):
            return value
        case Atom.HAND if all(isinstance(item, str) for item in value):
            return value
    return NOTHING
