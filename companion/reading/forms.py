"""Forms as browsers send them, made into the JSON that the match file would hold; the strict reader judges that.

A field's name is the path of its value: `tricks[]` appends to a list, `left[@2]` is the value of the third player,
`faults[0][heirs][]` a list in the first of several objects. Several melds stand in one field, `5H 6H 7H | 2S 2D 2C`.
A field left blank says nothing.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from companion.rules.cards import Cards
from companion.rules.options import HouseRule, house_rules

STEP = re.compile(r"\[([^\]]*)\]")
SUM = re.compile(r"^\s*[-−+]?\s*\d+(\s*[-−+]\s*\d+)*\s*$")
LONGEST_SUM = 200
DEEPEST = 30  # steps of a path; what is deeper counts as this deep
NOTHING = "@none"  # what a field sends to say "nobody" or "nothing", where a blank would say that it was left open
GROUPS = re.compile(r"[|/;\n]")  # between the melds of one field


def nested(fields_sent: Iterable[tuple[str, str]], players: Sequence[str] = ()) -> dict[str, Any]:
    """Fields and their values as nested objects and lists of texts."""
    found: dict[str, Any] = {}
    for name, text in fields_sent:
        if text.strip():
            _put(found, _path(name, players), None if text == NOTHING else text.strip())
    return {key: _lists(value) for key, value in found.items()}


def _path(name: str, players: Sequence[str]) -> list[str]:
    head, _, rest = name.partition("[")
    named = by_seat(players)
    return [head, *(named.get(step, step) for step in STEP.findall("[" + rest)[:DEEPEST])] if rest else [head]


def by_seat(players: Sequence[str]) -> dict[str, str]:
    """The names as fields write them where a name may hold any sign: `@0`, `@1`, ..."""
    return {f"@{seat}": name for seat, name in enumerate(players)}


def _put(place: dict[str, Any], path: list[str], text: str | None) -> None:
    for step in path[:-1]:
        inner = place.setdefault(step or str(len(place)), {})
        if not isinstance(inner, dict):
            return
        place = inner
    key = path[-1] or str(len(place))
    place[key] = text if place.get(key, text) == text else {"0": place[key], "1": text}


def _lists(value: Any) -> Any:
    """Objects whose keys are all numbers are lists."""
    if not isinstance(value, dict):
        return value
    inner = {key: _lists(one) for key, one in value.items()}
    return list(inner.values()) if inner and all(key.isdigit() for key in inner) else inner


def typed(kind: Any, value: Any) -> Any:
    """Texts as what their type means: sums as numbers, `on` as true; what fits nothing stays as it is."""
    origin = get_origin(kind)
    if kind in (int, bool):
        return _number(value) if kind is int else _switch(value)
    if isinstance(kind, type) and is_dataclass(kind) and isinstance(value, dict):
        hints = get_type_hints(kind)
        return {key: typed(hints.get(key, str), one) for key, one in value.items()}
    if origin is Mapping and isinstance(value, dict):
        return {key: typed(get_args(kind)[1], one) for key, one in value.items()}
    if origin is tuple:
        return _sequence(get_args(kind), value)
    if origin in (Union, UnionType):
        return _one_of(get_args(kind), value)
    return value


def _number(value: Any) -> Any:
    """A whole number or a sum like 12+11+7, at most 200 characters of it."""
    if not isinstance(value, str) or len(value) > LONGEST_SUM or not SUM.match(value):
        return value
    return sum(int(term) for term in re.findall(r"[-+]?\d+", re.sub(r"\s", "", value).replace("−", "-")))


def _switch(value: Any) -> Any:
    return {"on": True, "true": True, "off": False, "false": False}.get(str(value), value)


def _sequence(members: tuple[Any, ...], value: Any) -> Any:
    if isinstance(value, str) and members == (Cards, ...):
        return [group.strip() for group in GROUPS.split(value) if group.strip()]
    if isinstance(value, dict) and len(value) == 1 and members[1:] != (...,):
        value = next(iter(value.items()))  # a pair: who and what
    if not isinstance(value, list | tuple):
        return value
    if members[1:] == (...,):
        return [typed(members[0], one) for one in value]
    return [typed(member, one) for member, one in zip(members, value, strict=False)]


def _one_of(members: tuple[Any, ...], value: Any) -> Any:
    if isinstance(value, str):
        if bool in members and value in ("true", "false", "on", "off"):
            return _switch(value)
        number = _number(value) if int in members else value
        melds = tuple[Cards, ...]
        return typed(melds, value) if isinstance(number, str) and melds in members else number
    for member in members:
        fits_list = isinstance(value, list) and (get_origin(member) is tuple or member is Cards)
        fits_object = isinstance(value, dict) and (get_origin(member) is Mapping or is_dataclass(member))
        if fits_list or fits_object:
            return typed(member, value)
    return value


def typed_options(options: type, sent: Mapping[str, Any]) -> dict[str, Any]:
    """House rules from a form: a select's text as the choice it names, or the number in the field beside it.

    `stake` chosen as `#` takes the free number in `stake_number`; `end_at` chosen as `#deals` a counted one.
    """
    found = {}
    for name, rule in house_rules(options):
        if isinstance(sent.get(name), str):
            found[name] = typed_choice(rule, sent, name)
    defaults = {one.name: one.default for one in fields(options)}
    return {
        key: value for key, value in found.items() if value != defaults[key] or type(value) is not type(defaults[key])
    }


def typed_choice(rule: HouseRule, sent: Mapping[str, Any], name: str) -> Any:
    """The choice that a form has made for the house rule `name`."""
    text, number = str(sent[name]), sent.get(f"{name}_number", "")
    if text == "#":
        return _number(number)
    if text.startswith("#"):
        return {text[1:]: _number(number)}
    return next((value for value, _ in rule.choices if str(value) == text), text)


def fields_of(value: Any, name: str = "") -> list[tuple[str, str]]:
    """The fields of a form that say what a JSON value says: the way back of `nested` and `typed`."""
    if isinstance(value, Mapping):
        inner = [(f"{name}[{key}]" if name else str(key), one) for key, one in value.items()]
    elif isinstance(value, list | tuple):
        inner = [(f"{name}[{n}]", one) for n, one in enumerate(value)]
    else:
        return [] if value is None else [(name, str(value).lower() if isinstance(value, bool) else str(value))]
    return [field for step, one in inner for field in fields_of(one, step)]
