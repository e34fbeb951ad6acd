"""Read JSON into the dataclasses of the rules and write it back. It is strict: no numbers from text, no unknown keys.

A value is read by its shape. The first wrong value is reported in one sentence with its place, in words for people and
by its path for authors of files.
"""

import json
import re
from collections import Counter
from collections.abc import Container, Mapping, Sized
from dataclasses import dataclass, is_dataclass, replace
from itertools import accumulate
from typing import Any, Protocol, TypeGuard, TypeVar, cast

from companion.limits import ASKED_PLAYERS, JSON_DEPTH
from companion.parsing.scalars import (
    READERS,
    FieldPath,
    Misread,
    is_card,
    is_number,
    lacking,
    read_choice,
    read_house_rules,
    read_list,
    short,
    strange,
    tidy,
)
from companion.parsing.schema import (
    Atom,
    ByName,
    Choice,
    DataclassOf,
    HouseRules,
    ListOf,
    OneOf,
    Shape,
    TupleOf,
    shape_of,
    shapes,
)
from companion.rules.cards import Card
from companion.rules.entries import Body
from companion.rules.field_metadata import Json
from companion.rules.messages import Say, say
from companion.rules.options import Counted, Named
from companion.rules.rulings import Ruling, impossible, refuse

T = TypeVar("T")


class Kinds(Protocol):
    """The kinds of entries that a record may hold, by their names in JSON, for example those of a game."""

    @property
    def kinds(self) -> Mapping[str, type[Body]]: ...


def misread(kind: type, game: Kinds, data: Json, names: tuple[str, ...]) -> Ruling | None:
    """Return what is wrong with the given fields of a dataclass. Missing fields are no fault."""
    try:
        reader = _Reader(game, names)
        for field in shapes(kind):
            if field.key in data:
                reader.read(field.shape, data[field.key], FieldPath().field(field))
    except Misread as fault:
        return _ruling(fault)
    return None


def structure(kind: type[T], game: Kinds, data: object, names: Container[str] | None) -> T | Ruling:
    """Read JSON into a value of this type.

    Args:
        kind: a dataclass of the rules, or any type that one of their fields may have.
        game: the kinds of entries that may occur.
        data: decoded JSON.
        names: the players at the table; None if anybody may be named.

    Returns:
        The value, or a Ruling that names the place and, if possible, the player.
    """
    try:
        value = _Reader(game, names).read(shape_of(kind), data, FieldPath())
        return cast(T, value)  # the shape of `kind` yields this type
    except Misread as fault:
        return _ruling(fault)


def _ruling(fault: Misread) -> Ruling:
    place = fault.place
    known = [name for name in (place.player, Say(place.label) if place.label else None) if name]
    sentence = say("{place}: {problem}", place=known, problem=fault.sentence) if known else fault.sentence
    steps = " › ".join(place.steps)
    in_file = say("{place}: {problem}", place=steps, problem=fault.in_file) if steps else fault.in_file
    return replace(refuse("unreadable", sentence, player=fault.player), path=fault.path, in_file=in_file)


@dataclass(frozen=True)
class _Reader:
    """A decoder for one game and, if `names` is given, one table."""

    game: Kinds
    names: Container[str] | None

    def read(self, shape: Shape, data: object, place: FieldPath) -> object:
        match shape:
            case ListOf(of):
                items = _read_melds(data, place) if of == Atom.HAND else read_list(data, place)
                if of == Atom.PLAYER:
                    self._count(items, place)
                return tuple(self.read(of, item, place.at(n)) for n, item in enumerate(items))
            case TupleOf(members):
                return self._tuple(members, data, place)
            case ByName():
                return self._by_name(shape, data, place)
            case DataclassOf(kind):
                return self._made(kind, data, place)
            case OneOf(members, empty):
                return None if empty and data is None else self.read(_meant(members, data, place), data, place)
            case HouseRules(kind, usual):
                return read_house_rules(usual or kind(), data, place)
        return self._single(shape, data, place)

    def _single(self, shape: Shape, data: object, place: FieldPath) -> object:
        match shape:
            case Atom.PLAYER:
                return self._player(data, place)
            case Atom.ENTRY:
                return self._entry(data, place)
            case Choice(values):
                return read_choice(values, data, place)
        return READERS[shape](data, place) if shape in READERS else data

    def _player(self, data: object, place: FieldPath) -> str:
        if not isinstance(data, str):
            raise strange(place, say("Enter the name of a player here, not {value}.", value=short(data)))
        name = tidy(data)
        if self.names is not None and name not in self.names:
            raise Misread(place, say("{value} is not at this table.", value=short(data)), player=data)
        return name

    def _count(self, named: Sized, place: FieldPath) -> None:
        """Refuse more people than a question may have, because some questions compare each with all others."""
        if self.names is None and len(named) > ASKED_PLAYERS:
            raise Misread(place, say("You can choose at most {n} players here.", n=ASKED_PLAYERS))

    def _tuple(self, members: tuple[Shape, ...], data: object, place: FieldPath) -> tuple[object, ...]:
        items = read_list(data, place)
        if len(items) != len(members):
            raise strange(place, say("Enter {n} values here, not {value}.", n=len(members), value=short(data)))
        return tuple(self.read(member, item, place) for member, item in zip(members, items, strict=True))

    def _by_name(self, shape: ByName, data: object, place: FieldPath) -> dict[object, object]:
        if not isinstance(data, dict):
            raise strange(place, say("Enter a value for each player here, not {value}.", value=short(data)))
        if shape.of is Atom.ANYTHING:
            return dict(data)
        self._count(data, place)
        read = {}
        for name, item in data.items():
            inner = place.of(tidy(name)) if tidy(name) in (self.names or ()) else place.at(name)
            value = self.read(shape.of, item, inner)
            key = self.read(shape.name, name, inner)
            if key in read:
                raise Misread(inner, say("{player} is listed twice.", player=key), player=str(key))
            read[key] = value
        return read

    def _made(self, kind: type, data: object, place: FieldPath) -> Any:
        if not isinstance(data, dict):
            raise strange(place, say("This must be an object, not {value}.", value=short(data)))
        read = {}
        for field in shapes(kind):
            if field.key in data:
                read[field.name] = self.read(field.shape, data[field.key], place.field(field))
            elif field.is_required:
                raise lacking(field, place)
        if extra := set(data) - {field.key for field in shapes(kind)}:
            raise strange(place, say("{value} is not allowed here.", value=short(min(extra))))
        return kind(**read)

    def _entry(self, data: object, place: FieldPath) -> Body:
        if not isinstance(data, dict):
            raise strange(place, say("An entry must be an object with a kind, not {value}.", value=short(data)))
        kind = data.get("kind")
        if not isinstance(kind, str) or kind not in self.game.kinds:
            raise strange(place, say("{value} is not a kind of entry in this game.", value=short(kind)))
        # the content of a correction may be a whole entry, copied from a file
        own = {field.key for field in shapes(self.game.kinds[kind])}
        aside = {"kind", *({"id", "at", "by"} - own)}
        content = {key: value for key, value in data.items() if key not in aside}
        body: Body = self._made(self.game.kinds[kind], content, place)
        return body


# --- choosing one of several shapes


def _meant(members: tuple[Shape, ...], data: object, place: FieldPath) -> Shape:
    """Return the member with the type of this value, or the first member: its error then says what is expected."""
    if Atom.NUMBER in members and is_twofold(data):
        number, cards = data
        _number_or_neither(number, place)
        both = {"number": number, "cards": _as_cards(cards)}
        raise Misread(place, say("Enter either {number} or {cards}, not both.", **both))
    if isinstance(data, str) and (shape := _of_text(members, data, place)):
        return shape
    return next((member for member in members if _is_written_as(member, data)), members[0])


def _of_text(members: tuple[Shape, ...], data: str, place: FieldPath) -> Shape | None:
    """Return the member that a text means. Raise Misread if it is neither cards nor a number."""
    if any(isinstance(member, Choice) or member in (Atom.TEXT, Atom.PLAYER, Atom.CARD) for member in members):
        return None
    hand = Atom.HAND if Atom.HAND in members else None
    words = re.split(r"[\s,|/;]+", data.strip())
    if ListOf(Atom.HAND) in members and "," in data and any(map(is_card, words)):
        return ListOf(Atom.HAND)
    if Atom.NUMBER not in members:
        return hand
    if hand is None and ListOf(Atom.HAND) not in members:
        return Atom.NUMBER
    words = data.replace(",", " ").split()
    if hand is None or (words and not any(map(is_card, words))):
        _number_or_neither(data, place, words[0] if hand else None)
    return hand


def _number_or_neither(data: object, place: FieldPath, card: str | None = None) -> None:
    """Refuse a value that is not a number. In a file, a text stands for a hand, and `card` is its first wrong word."""
    if not is_number(data):
        in_file = say("“{value}” is not a card.", value=short(card)) if card else None
        raise Misread(place, say("{value} is neither a number nor cards.", value=short(data)), in_file=in_file)


def _read_melds(data: object, place: FieldPath) -> list[object]:
    """Read a list of melds. A text with commas is refused, because they may separate cards or melds."""
    if isinstance(data, str) and "," in data:
        sentence = say("Put | between melds, for example 5H 6H 7H | 2S 2D 2C. A comma can also separate cards.")
        raise Misread(place, sentence, in_file=say("This must be a list, not {value}.", value=short(data)))
    return read_list(data, place)


def _as_cards(words: object) -> list[object]:
    """Return the typed cards as cards, and other words as they are, without separators."""
    text = str(words) if not isinstance(words, list) else " ".join(map(str, words))
    return [Card(word) if is_card(word) else word for word in re.split(r"[\s,|/;]+", text) if word]


def is_twofold(data: object) -> TypeGuard[list[object]]:
    """Return True if a form sent both a number and cards for one value: `[30, ["KS", "7D"]]`.

    If cards stand first, they are two melds of a file.
    """
    if not (isinstance(data, list) and len(data) == 2 and isinstance(data[1], list)):
        return False
    if isinstance(data[0], str):
        return not any(map(is_card, re.split(r"[\s,|/;]+", data[0])))
    return isinstance(data[0], int)


def _is_written_as(shape: Shape, data: object) -> bool:
    match shape:
        case Atom.NUMBER:
            return is_number(data)
        case Atom.SWITCH:
            return isinstance(data, bool)
        case Atom.HAND | ListOf() | TupleOf():
            return isinstance(data, list)
        case ByName() | DataclassOf() | HouseRules():
            return isinstance(data, dict)
        case Choice(values):
            return data in values
    return isinstance(data, str)


# --- writing


def plain(value: object) -> Any:
    """Return a value of the rules as JSON. Entries leave out fields at their default."""
    if value is None or type(value) in (str, int, bool):  # the most frequent case
        return value
    if isinstance(value, Body):
        return {"kind": value.kind, **_differing(value)}
    if isinstance(value, Named):
        return dict(value.numbers)
    if isinstance(value, Counted):
        return {value.key: value.n}
    if is_dataclass(value):
        return _differing(value)
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return str(value) if isinstance(value, str) else value


def _differing(value: object) -> dict[str, object]:
    return {
        field.key: plain(content)
        for field in shapes(type(value))
        if (content := getattr(value, field.name)) is not field.default
        and (content != field.default or type(content) is not type(field.default))
    }


SHOWN = 40  # characters of a duplicate name that are shown
HALF = re.compile("[\ud800-\udfff]")
NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")  # the escape in JSON


class DuplicateName(ValueError):
    """A duplicate name in a JSON object. The json module would silently take the last value."""


class UnstorableJson(ValueError):
    """JSON with characters that cannot be stored."""


def unreadable_json(error: ValueError, otherwise: Ruling) -> Ruling:
    """Return why a text could not be read, or `otherwise` if it is no JSON."""
    if isinstance(error, UnstorableJson):
        return impossible(
            "json.unkept",
            say("The file contains a character that cannot be saved (NUL, or half a character). Remove it."),
        )
    twice = say("{value} is listed twice.", value=str(error)[:SHOWN])
    return impossible("json.twice", twice) if isinstance(error, DuplicateName) else otherwise


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    unique = dict(pairs)
    if len(unique) < len(pairs):
        seen = Counter(name for name, _ in pairs)
        raise DuplicateName(next(name for name, times in seen.items() if times > 1))
    return unique


def from_json(text: str | bytes) -> Any:
    """Parse JSON strictly, nested at most JSON_DEPTH levels.

    Raises:
        ValueError: the text is no JSON, or nested too deeply.
        DuplicateName: an object has a duplicate name.
        UnstorableJson: the text has an unpaired surrogate or a NUL character.
    """
    text = text if isinstance(text, str) else text.decode(json.detect_encoding(text), "surrogatepass")
    if _depth(text) > JSON_DEPTH:  # checked before parsing: in a browser, a deep text would crash the interpreter
        raise ValueError("nested too deeply")
    data = json.loads(text, object_pairs_hook=_once)
    level = [data]
    for _ in range(JSON_DEPTH):
        level = [inner for outer in level for inner in _inside(outer)]
    if level:
        raise ValueError("nested too deeply")
    again = json.dumps(data, ensure_ascii=False, allow_nan=False)
    if HALF.search(again) or NUL.search(again):
        raise UnstorableJson
    return data


def _depth(text: str) -> int:
    """Return the nesting depth of brackets outside of strings, in linear time."""
    outside = "".join(text.replace("\\\\", "").replace('\\"', "").split('"')[::2])
    depths = accumulate(1 if sign in "[{" else -1 for sign in outside if sign in "[]{}")
    return max(depths, default=0)


def _inside(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []
