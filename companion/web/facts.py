"""The facts of a question as a page shows them: what decides as large buttons, each of them an address of its own."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from companion.reading.converter import plain
from companion.reading.fields import fields_of
from companion.reading.shapes import ByName, Field, Hand, ListOf, OneCard, PlayerName, Shape, Text, members_of, shapes
from companion.referee.judging import Conditional
from companion.referee.values import in_words, values_of
from companion.rules.fields import Has
from companion.rules.game import Question
from companion.rules.jsons import Json
from companion.rules.words import Say

FEW_CASES = 4
FEW = 16  # buttons that a phone shows at once; more values are typed
Pairs = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Button:
    """One value of a fact: the page that follows from it."""

    words: Say | str | int
    address: str
    chosen: bool


@dataclass(frozen=True)
class Shown:
    """A fact as it is asked for: by `buttons`, or where there are none by a field of its `kind`.

    `said`: its value in words, if it has one. `known`: the match has filled it in, and nobody has changed it.
    """

    key: str
    label: str
    mark: str
    kind: str
    buttons: tuple[Button, ...]
    said: object
    known: bool
    kept: Pairs  # the other fields of the page, for a form of this one alone


def shown_facts(question: Question, given: Json, typed: Pairs, players: Sequence[str], path: str) -> Iterator[Shown]:
    """Every fact but the house rules. `given` are their values as JSON, `typed` the fields that people have filled."""
    for one in shapes(question.facts):
        if one.key == "options":
            continue
        kept = [(name, text) for name, text in typed if name.partition("[")[0] != one.key]
        now = given.get(one.key)
        buttons = tuple(_buttons(question, one, now, kept, players, path))
        known = now is not None and len(kept) == len(typed)
        said = next((button.words for button in buttons if button.chosen), now)
        yield Shown(one.key, one.label, one.mark, _kind(one.shape), buttons, said, known, kept)


def stretches_of(
    question: Question, asks: Conditional, typed: Pairs, players: Sequence[str], path: str
) -> list[Button]:
    """For a number that has too many values for buttons: one for each case, where a case leads on to another question.

    Its values come to the same, so that the one will do which its words name.
    """
    if not isinstance(asks.asks.values, range) or not any(isinstance(one.outcome, Conditional) for one in asks.cases):
        return []
    key, cases = asks.asks.key, asks.cases if len(asks.cases) <= FEW_CASES else ()
    kept = [(name, text) for name, text in typed if name.partition("[")[0] != key]
    low = asks.asks.values[0]
    said = [one.values[-1] if one.values[0] == low else one.values[0] for one in cases]
    named = [fields_of(question.facts, {key: n}, players) for n in said]
    return [
        Button(one.words[0], _at(path, [*kept, *own]), False)
        for one, own in zip(cases, named, strict=True)
        if len(one.words) == 1
    ]


def _buttons(
    question: Question, one: Field, now: object, kept: Pairs, players: Sequence[str], path: str
) -> Iterator[Button]:
    if one.mark == "given" or not (one.values is None or isinstance(one.values, range | Has)):
        return
    values = values_of(one, None)
    if len(values) > FEW:
        return
    for value in values:
        own = fields_of(question.facts, {one.key: plain(value)}, players)
        words = in_words(one, [value], values)[0]
        yield Button(words, _at(path, [*kept, *own]), plain(value) == now)


def _at(path: str, pairs: Pairs) -> str:
    return f"{path}?{urlencode(pairs)}"


def _kind(shape: Shape) -> str:
    """The field that a shape is typed into."""
    for member in members_of(shape):
        match member:
            case Hand() | OneCard() | ListOf(Hand()):
                return "cards"
            case PlayerName():
                return "player"
            case ListOf(PlayerName()):
                return "players"
            case ByName():
                return "numbers"
            case Text():
                return "text"
    return "number"
