"""Read single values from JSON strictly.

Each `read_` function takes a value and its place in the input, and raises Misread, which says what is wrong with it.
"""

import json
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.limits import NAME_LENGTH, TEXT_LENGTH
from companion.parsing.schema import Atom, Field, Shape
from companion.rules.cards import Card, Cards
from companion.rules.field_metadata import Dataclass
from companion.rules.messages import Say, say
from companion.rules.options import Counted, Named, Value, house_rules, offered, worded
from companion.rules.people import look_of, seen_of
from companion.rules.rulings import PlayerStep

LARGEST = 1_000_000_000


def short(value: object) -> str:
    """Return a value as text, cut to NAME_LENGTH characters."""
    text = value if isinstance(value, str) and value else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= NAME_LENGTH else text[:NAME_LENGTH] + "…"


@dataclass(frozen=True)
class FieldPath:
    """A place in the input: the steps to it, the player it belongs to, and the label of the field."""

    steps: tuple[str, ...] = ()
    player: str | None = None
    label: str = ""

    def at(self, step: object) -> "FieldPath":
        return FieldPath((*self.steps, str(step)), self.player, self.label)

    def of(self, player: str) -> "FieldPath":
        return FieldPath((*self.steps, PlayerStep(player)), player, self.label)

    def field(self, field: Field) -> "FieldPath":
        return replace(self.at(field.key), label=field.label or self.label)


class Misread(Exception):
    """A value is not what belongs in its place. The exception stays inside this package.

    `field` is the field in that place that is meant. `in_file` is the sentence for authors of a match file.
    """

    def __init__(
        self, place: FieldPath, sentence: Say, *, player: str | None = None, field: str = "", in_file: Say | None = None
    ):
        super().__init__(sentence.msgid)
        self.place = place
        self.sentence = sentence
        self.in_file = in_file or sentence
        self.player = player or place.player
        self.path = (*place.steps, field) if field else place.steps


def unexpected(place: FieldPath, in_file: Say) -> Misread:
    """Return the error for input that our forms never send; only `in_file` says what is expected."""
    words = say(
        "The page sent something unexpected. It may be out of date: reload it. If you opened a file, check the file."
    )
    return Misread(place, words, in_file=in_file)


def missing_field(field: Field, place: FieldPath) -> Misread:
    """Return the error for an object that lacks a required field."""
    if field.missing:
        return Misread(place, Say(field.missing), field=field.key)
    label = Say(field.label) if field.label else field.key
    in_file = say("{value} is missing.", value=field.key)
    return Misread(place, say("{value} is missing.", value=label), field=field.key, in_file=in_file)


def read_number(data: object, place: FieldPath) -> int:
    """Read a whole number from -LARGEST to LARGEST.

    Raises:
        Misread: the value is not a whole number, or is too large.
    """
    if data == "":
        raise Misread(place, say("Enter a whole number."))
    if not isinstance(data, int) or not is_number(data):
        sentence = say("Enter a whole number here, not {value}.", value=short(data))
        raise Misread(place, sentence) if isinstance(data, str | float) else unexpected(place, sentence)
    if abs(data) > LARGEST:
        sentence = say("{value} is too large. You can enter at most {most} here.", value=short(data), most=LARGEST)
        raise Misread(place, sentence)
    return int(data)


def is_number(data: object) -> bool:
    """Return True if a value is a number. JSON's true and false are not, although Python's bool is an int."""
    return isinstance(data, int) and not isinstance(data, bool)


def read_switch(data: object, place: FieldPath) -> bool:
    if not isinstance(data, bool):
        raise unexpected(place, say("this must be true or false."))
    return data


def read_text(data: object, place: FieldPath) -> str:
    """Read a text of at most TEXT_LENGTH characters.

    Raises:
        Misread: the value is not a text, or is too long.
    """
    if not isinstance(data, str):
        raise unexpected(place, say("Enter text here, not {value}.", value=short(data)))
    if len(data) > TEXT_LENGTH:
        raise Misread(place, say("This text is longer than {n} characters.", n=TEXT_LENGTH))
    return data


def read_name(data: object, place: FieldPath) -> str:
    """Read the name of a person who need not be at the table, and tidy it."""
    if not isinstance(data, str):
        raise unexpected(place, say("Enter a name here, not {value}.", value=short(data)))
    name = tidy(data)
    if wrong := no_name(name):
        raise Misread(place, wrong)
    return name


def read_choice(values: tuple[object, ...], data: object, place: FieldPath) -> object:
    """Read one of these values, of the same type."""
    if not any(type(value) is type(data) and value == data for value in values):
        raise unexpected(
            place, say("Choose one of these: {choices}. {value} is not possible.", choices=values, value=short(data))
        )
    return data


def read_card(data: object, place: FieldPath) -> Card:
    """Read one card, such as 10S or JK.

    Raises:
        Misread: the value is not a card; the error for people gives examples.
    """
    try:
        return Card(str(data))
    except ValueError:
        in_file = say("“{value}” is not a card.", value=short(data))
        if not isinstance(data, str):
            raise unexpected(place, in_file) from None
        words = say(
            "“{value}” is not a card. Write 10S for 10♠, KH for the king of hearts, QD for the queen "
            "of diamonds, JC for the jack of clubs, JK for a joker.",
            value=short(data),
        )
        raise Misread(place, words, in_file=in_file) from None


def read_cards(data: object, place: FieldPath) -> Cards:
    """Read a list of cards, or a text of cards separated by spaces or commas."""
    if isinstance(data, str):
        data = data.replace(",", " ").split()
    if not isinstance(data, list):
        raise unexpected(place, say("Enter cards here, not {value}.", value=short(data)))
    return Cards(read_card(card, place) for card in data)


def read_list(data: object, place: FieldPath) -> list[object]:
    if not isinstance(data, list):
        raise unexpected(place, say("This must be a list, not {value}.", value=short(data)))
    return data


# --- house rules


def read_rule_value(data: object, place: FieldPath) -> Value:
    """Read the value of a house rule: a word, a number, a switch, or numbers with names."""
    if isinstance(data, dict):
        numbers = tuple((read_text(key, place), read_number(n, place)) for key, n in data.items())
        return Counted(*numbers[0]) if len(numbers) == 1 else Named(numbers)
    if isinstance(data, bool | str):
        return data
    if isinstance(data, int):
        return int(data)
    raise unexpected(place, say("{value} is not an option for a house rule.", value=short(data)))


READERS: Mapping[Shape, Callable[[object, FieldPath], object]] = {
    Atom.NUMBER: read_number,
    Atom.SWITCH: read_switch,
    Atom.TEXT: read_text,
    Atom.CARD: read_card,
    Atom.NAME: read_name,
    Atom.HAND: read_cards,
    Atom.RULE_VALUE: read_rule_value,
}


def read_house_rules(usual: Dataclass, data: object, place: FieldPath) -> Any:
    """Read the house rules of a table. Rules that are not given are those of `usual`.

    Raises:
        Misread: there is no such rule, or it does not allow the value.
    """
    if not isinstance(data, dict):
        raise unexpected(place, say("The house rules must be an object, not {value}.", value=short(data)))
    rules = dict(house_rules(usual))
    read = {}
    for name, raw in data.items():
        if name not in rules:
            raise unexpected(place, say("There is no house rule named {option}.", option=short(name)))
        rule = rules[name]
        read[name] = rule.meant(read_rule_value(raw, place))
        if not rule.allows(read[name]):
            words = {"value": worded(rule, read[name]), "option": Say(rule.label), "choices": offered(rule)}
            sentence = say("{value} is not an option for the house rule {option}. Choose from: {choices}.", **words)
            in_file = say("{value} is not an option for the house rule {option}.", value=short(raw), option=name)
            raise Misread(place, sentence, field=name, in_file=in_file)
    return replace(usual, **read)


def is_card(word: str) -> bool:
    """Return True if a word is a card."""
    try:
        return bool(Card(word))
    except ValueError:
        return False


# invisible marks of text direction: keyboards add them, and our pages put them around names that may be copied
MARKS = str.maketrans(dict.fromkeys("\u200e\u200f\u061c\ufeff\u2066\u2067\u2068\u2069"))
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}  # categories that no name has; unassigned ones may be new emoji


def tidy(name: str) -> str:
    """Return a name in its stored form: composed (NFC), without marks of direction, spaces trimmed and single."""
    return " ".join(unicodedata.normalize("NFC", name.translate(MARKS)).split())


def no_name(name: str) -> Say | None:
    """Return why a tidy text cannot be a name of 1 to NAME_LENGTH characters with at least one visible one, or None."""
    seen = seen_of(name)
    if len(name) > NAME_LENGTH:
        return say("“{name}” is too long: a name has 1 to {n} characters.", name=short(name), n=NAME_LENGTH)
    if not seen.strip():
        return say("A name has 1 to {n} characters.", n=NAME_LENGTH)
    if any(unicodedata.category(sign) in UNSEEN for sign in seen):
        return say("This name contains an invisible character. Delete the name and type it again.")
    return None


def first_lookalikes(names: Iterable[str]) -> tuple[str, str] | None:
    """Return the first two names that differ only in capitals, width or joiners, or None."""
    known: dict[str, str] = {}
    for name in names:
        look = look_of(name)
        if look in known:
            return known[look], name
        known[look] = name
    return None
