"""JSON to the plain dataclasses of the rules and back: one strict hook for each type that they are made of."""

from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from cattrs import (
    BaseConverter,
    BaseValidationError,
    ClassValidationError,
    Converter,
    ForbiddenExtraKeysError,
    IterableValidationError,
)
from cattrs.errors import AttributeValidationNote
from cattrs.gen import make_dict_structure_fn, override

from companion.limits import NAME_LENGTH, TEXT_LENGTH
from companion.rules.cards import Card, Cards
from companion.rules.entries import Body, Correction, Player
from companion.rules.options import Counted, Value, house_rules
from companion.rules.rulings import refuse
from companion.rules.tally import Game
from companion.rules.words import Say, say

LARGEST = 1_000_000_000

_at_table: ContextVar[tuple[str, ...] | None] = ContextVar("at_table", default=None)


Hook = Callable[[Any, Any], Any]


class Misread(Exception):
    """Something at one place of the input is not what belongs there; never leaves this module."""

    def __init__(self, sentence: Say, player: str | None = None):
        super().__init__(sentence.msgid)
        self.sentence = sentence
        self.player = player


def _strict(kind: type, expected: Say) -> Hook:
    def hook(value: Any, _: Any) -> Any:
        if type(value) is not kind:
            raise Misread(expected)
        return value

    return hook


def _number(value: Any, _: Any) -> int:
    if type(value) is not int:
        raise Misread(say("A whole number belongs here, not {value}.", value=short(value)))
    if abs(value) > LARGEST:
        raise Misread(say("{value} is too large.", value=short(value)))
    return value


def _text(value: Any, _: Any) -> str:
    if not isinstance(value, str):
        raise Misread(say("Text belongs here, not {value}.", value=short(value)))
    if len(value) > TEXT_LENGTH:
        raise Misread(say("This text is longer than {n} characters.", n=TEXT_LENGTH))
    return value


def _player(value: Any, _: Any) -> str:
    names = _at_table.get()
    if not isinstance(value, str):
        raise Misread(say("The name of a player belongs here, not {value}.", value=short(value)))
    if names is not None and value not in names:
        raise Misread(say("{value} does not sit at this table.", value=short(value)), value)
    return value


def _card(value: Any, _: Any) -> Card:
    try:
        return Card(value)
    except ValueError:
        raise Misread(say("{value} is no card.", value=short(value))) from None


def _cards(value: Any, _: Any) -> Cards:
    if isinstance(value, str):
        value = value.replace(",", " ").split()
    if not isinstance(value, list):
        raise Misread(say("Cards belong here, not {value}.", value=short(value)))
    return Cards(_card(card, Card) for card in value)


def short(value: object) -> str:
    text = str(value)
    return text if len(text) <= NAME_LENGTH else text[:NAME_LENGTH] + "…"


def _shape(kind: Any) -> type:
    """The JSON type that a type is written as; cards may also be a string."""
    origin = get_origin(kind)
    if kind is Cards or origin is tuple:
        return list
    if origin is Mapping or is_dataclass(kind):
        return dict
    return kind if isinstance(kind, type) else str


def _union(kind: Any, converter: BaseConverter) -> Hook:
    """Choose the member of a union by the JSON type of the value."""
    members = get_args(kind)

    def hook(value: Any, _: Any) -> Any:
        if value is None and NoneType in members:
            return None
        shape = str if isinstance(value, str) else type(value)
        fitting = [member for member in members if member is not NoneType and _shape(member) is shape]
        if not fitting and shape is str and Cards in members:
            fitting = [Cards]
        if not fitting:
            fitting = [member for member in members if member is not NoneType][:1]
        return converter.structure(value, fitting[0])

    return hook


def _sequence(kind: Any, converter: BaseConverter) -> Hook:
    members = get_args(kind)

    def hook(value: Any, _: Any) -> Any:
        if not isinstance(value, list):
            raise Misread(say("A list belongs here, not {value}.", value=short(value)))
        if members[1:] == (...,):
            return tuple(converter.structure(value, list[members[0]]))  # type: ignore[valid-type]
        if len(value) != len(members):
            raise Misread(say("{n} things belong here, not {value}.", n=len(members), value=short(value)))
        return tuple(converter.structure(one, member) for one, member in zip(value, members, strict=True))

    return hook


def _mapping(kind: Any, converter: BaseConverter) -> Hook:
    key, value_type = get_args(kind)

    def hook(value: Any, _: Any) -> Any:
        if not isinstance(value, dict):
            raise Misread(say("A value for each player belongs here, not {value}.", value=short(value)))
        return dict(value) if value_type is Any else converter.structure(value, dict[key, value_type])  # type: ignore[valid-type]

    return hook


def _object(kind: Any, converter: BaseConverter) -> Hook:
    renamed = {"content": override(rename="with")} if kind is Correction else {}
    inner = make_dict_structure_fn(kind, converter, _cattrs_forbid_extra_keys=True, **renamed)  # type: ignore[arg-type]

    def hook(value: Any, _: Any) -> Any:
        if not isinstance(value, dict):
            raise Misread(say("An object belongs here, not {value}.", value=short(value)))
        return inner(value, kind)

    return hook


def _made_of(*origins: Any) -> Callable[[Any], bool]:
    return lambda kind: get_origin(kind) in origins


@cache
def converter_of(game: Game) -> Converter:
    """Reads and writes everything of one game, strictly: no number from text, no unknown key."""
    converter = Converter()
    converter.register_structure_hook(int, _number)
    converter.register_structure_hook(bool, _strict(bool, say("true or false belongs here.")))
    converter.register_structure_hook(str, _text)
    converter.register_structure_hook_func(lambda kind: kind is Player, _player)
    converter.register_structure_hook(Card, _card)  # by its class: cattrs would read any kind of str as text
    converter.register_structure_hook_func(lambda kind: kind is Cards, _cards)
    converter.register_structure_hook_factory(_made_of(tuple), _sequence)
    converter.register_structure_hook_factory(_made_of(Mapping), _mapping)
    converter.register_structure_hook_factory(is_dataclass, _object)
    converter.register_structure_hook_factory(_made_of(Union, UnionType), _union)
    converter.register_structure_hook_func(lambda kind: kind is Any, lambda value, _: value)
    converter.register_structure_hook_func(lambda kind: kind == Value, lambda value, _: _option_value(value))
    converter.register_structure_hook_func(lambda kind: kind is Body, lambda value, _: _body(game, value))
    converter.register_structure_hook_func(
        lambda kind: kind == (Body | None), lambda value, _: None if value is None else _body(game, value)
    )
    converter.register_structure_hook_func(lambda kind: kind is game.options, lambda value, _: _options(game, value))
    return converter


def plain(value: Any) -> Any:
    """A value of the rules as JSON: what is at its default is left out of an entry."""
    if isinstance(value, Body):
        return {"kind": value.kind, **_differing(value)}
    if isinstance(value, Counted):
        return {value.key: value.n}
    if is_dataclass(value):
        return _differing(value)
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]
    return str(value) if isinstance(value, str) else value


def _differing(value: Any) -> dict[str, Any]:
    written = {}
    for one in fields(value):
        content = getattr(value, one.name)
        default = one.default_factory() if one.default_factory is not MISSING else one.default
        if content != default or type(content) is not type(default):
            written["with" if one.name == "content" else one.name] = plain(content)
    return written


def _body(game: Game, data: Any) -> Body:
    if not isinstance(data, dict):
        raise Misread(say("An entry is an object with a kind, not {value}.", value=short(data)))
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in game.kinds:
        raise Misread(say("{value} is no kind of entry in this game.", value=short(kind)))
    # what a correction holds may be a whole entry, as copied from a file
    aside = {"kind", *({"id", "at", "by"} - set(game.kinds[kind].__annotations__))}
    content = {key: value for key, value in data.items() if key not in aside}
    body: Body = converter_of(game).structure(content, game.kinds[kind])
    return body


def _option_value(data: Any) -> Value:
    if isinstance(data, dict) and len(data) == 1:
        ((key, n),) = data.items()
        return Counted(_text(key, str), _number(n, int))
    if isinstance(data, bool | int | str):
        return data
    raise Misread(say("{value} is no choice for a house rule.", value=short(data)))


def _options(game: Game, data: Any) -> Any:
    if not isinstance(data, dict):
        raise Misread(say("The house rules are an object, not {value}.", value=short(data)))
    rules = dict(house_rules(game.options))
    read = {}
    for name, raw in data.items():
        if name not in rules:
            raise Misread(say("There is no house rule named {option}.", option=short(name)))
        read[name] = rules[name].meant(_option_value(raw))
        if not rules[name].allows(read[name]):
            raise Misread(say("{value} is no choice for the house rule {option}.", value=short(raw), option=name))
    return game.options(**read)


# --- from an exception of the converter to the one sentence that helps


@dataclass(frozen=True)
class _Fault:
    path: tuple[str, ...]
    sentence: Say
    player: str | None


def _faults(error: BaseException, path: tuple[str, ...] = ()) -> Iterator[_Fault]:
    if isinstance(error, ClassValidationError | IterableValidationError):
        with_notes, without = error.group_exceptions()
        for inner, note in with_notes:
            step = note.name if isinstance(note, AttributeValidationNote) else note.index
            if isinstance(inner, KeyError):
                yield _Fault(path, _lacking(error.cl, str(inner.args[0])), None)
            else:
                yield from _faults(inner, (*path, str(step)))
        for inner in without:
            yield from _faults(inner, path)
    elif isinstance(error, Misread):
        yield _Fault(path, error.sentence, error.player)
    elif isinstance(error, ForbiddenExtraKeysError):
        yield _Fault(path, say("{value} does not belong here.", value=short(min(error.extra_fields))), None)
    else:
        yield _Fault(path, say("This cannot be read."), None)


def _lacking(kind: type | None, name: str) -> Say:
    """What to say of a key that is missing: the field's own words, where its dataclass has them."""
    words = {one.name: one.metadata.get("missing", "") for one in fields(kind)} if is_dataclass(kind) else {}
    return Say(words[name]) if words.get(name) else say("{value} is missing.", value=name)


def structure(kind: Any, game: Game, data: Any, names: tuple[str, ...] | None) -> Any:
    """The value, or a Ruling that names the place and, where there is one, the player."""
    token = _at_table.set(names)
    try:
        return converter_of(game).structure(data, kind)
    except (BaseValidationError, Misread, ForbiddenExtraKeysError) as error:
        fault = next(_faults(error))
        player = fault.player or next((step for step in fault.path if step in (names or ())), None)
        sentence = say("{place}: {problem}", place=" › ".join(fault.path), problem=fault.sentence)
        return replace(refuse("unreadable", sentence if fault.path else fault.sentence), player=player)
    finally:
        _at_table.reset(token)
