"""The facts of a question as a page shows them: what decides as large buttons, each of them an address of its own."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import urlencode

from companion.parsing.form_encoder import fields_of
from companion.parsing.json_decoder import plain
from companion.parsing.schema import ByName, Field, Hand, ListOf, OneCard, PlayerName, Shape, Text, members_of, shapes
from companion.referee.evaluate import Case, Conditional, can_be
from companion.referee.fact_values import in_words, numbers, stretches, values_of
from companion.rules.field_metadata import Dataclass, Has, Json, Mark
from companion.rules.game import Question
from companion.rules.messages import Say, say

FEW = 16  # buttons that a phone shows at once; more values are typed
NOBODYS = ("A", "B", "C", "D")  # in the place of those who sit at no table of ours
Input = Literal["cards", "player", "players", "numbers", "text", "number"]
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

    `nobody`: of a list of names that may be empty, the page on which it is. `said`: its value in words, if it has one.
    `known`: the match has filled it in, and nobody has changed it. `names`: whom it asks about one by one; where nobody
    sits at a table, for a list of names the fields in which they are typed, with what stands there. `letters`: by which
    they have to be typed there, since another fact asks about each of these.
    """

    key: str
    label: str
    mark: Mark
    kind: Input
    buttons: tuple[Button, ...]
    nobody: Button | None
    said: object
    known: bool
    names: tuple[str, ...]
    letters: tuple[str, ...] = ()


@dataclass(frozen=True)
class FactsForm:
    """The facts of a question in the order in which its page asks for them.

    `first` is the one on which the verdict hangs. `taps` are those that are known or needed and have buttons, `typed`
    those that have fields; `rare` is what one side has to claim. `kept` are fields of the address that go along unseen.
    """

    first: Shown | None
    taps: tuple[Shown, ...]
    typed: tuple[Shown, ...]
    rare: tuple[Shown, ...]
    kept: Pairs

    @property
    def rare_taps(self) -> tuple[Shown, ...]:
        """What is claimed by a tap: where a game has a form of its own, the rest has its place there."""
        return tuple(one for one in self.rare if one.buttons)

    @property
    def has_cards(self) -> bool:
        return any(one.kind == "cards" for one in (*self.typed, *self.rare))


def by_letter(kind: type, facts: Json) -> Json:
    """The facts where nobody sits at a table of ours: a letter that stands for somebody may be typed small."""
    named = {one.key for one in shapes(kind) if _kind(one.shape) in ("player", "players")}
    return {key: _capital(value) if key in named else value for key, value in facts.items()}


def _capital(value: object) -> object:
    if isinstance(value, list):
        return [_capital(one) for one in value]
    letter = value.strip().upper() if isinstance(value, str) else ""
    return letter if letter in NOBODYS else value


def facts_form(shown: Sequence[Shown], sent: Pairs, asks: Conditional | None, lacking: str = "") -> FactsForm:
    """`lacking`: the fact without which, as the others are, nothing can be said; what is asked for is not rare."""
    shown = [replace(one, mark="needed") if one.key == lacking else one for one in shown]
    first = next((one for one in shown if asks and one.key == asks.asks.key), None)
    tapped = [one for one in shown if one.buttons]
    carried = {"about", "entry", "deal", *(one.key for one in tapped)}
    return FactsForm(
        first=first,
        taps=tuple(one for one in tapped if one is not first and _is_shown(one)),
        typed=tuple(one for one in shown if not one.buttons and one.mark not in ("circumstance", "given")),
        rare=tuple(one for one in shown if one.mark == "circumstance"),
        kept=[(name, text) for name, text in sent if name.partition("[")[0] in carried],
    )


def _is_shown(one: Shown) -> bool:
    return one.mark != "circumstance" and (one.said is not None or one.mark == "needed")


@dataclass(frozen=True)
class Asking:
    """A question on a page: the fields that people have filled, who plays, the house rules, and what is asked first."""

    question: Question
    typed: Pairs
    players: Sequence[str]
    seats: int  # at most
    path: str
    options: Dataclass
    asks: Conditional | None = None

    def kept(self, one: Field) -> Pairs:
        """The other fields, for an address that changes this one."""
        return [(name, text) for name, text in self.typed if name.partition("[")[0] != one.key]

    def address(self, one: Field, value: object) -> str:
        own = fields_of(self.question.facts, {one.key: plain(value)}, self.players)
        return f"{self.path}?{urlencode([*self.kept(one), *own])}"

    def known(self, given: Json) -> dict[str, object]:
        """What the match has filled in, yes or no, and nobody has changed."""
        untouched = (one for one in shapes(self.question.facts) if len(self.kept(one)) == len(self.typed))
        return {one.name: given[one.key] for one in untouched if isinstance(given.get(one.key), bool)}

    def names(self, kind: Input, now: object) -> tuple[str, ...]:
        if self.players or kind == "numbers":
            return tuple(self.players or NOBODYS[: self.seats])
        typed = [str(one) for one in now] if isinstance(now, list) and kind == "players" else []
        return tuple([*typed, *[""] * self.seats][: self.seats])

    def letters(self, kind: Input) -> tuple[str, ...]:
        """By which somebody is typed who sits at no table, where numbers of everybody are needed too."""
        of_each = any(one.mark == "needed" and _kind(one.shape) == "numbers" for one in shapes(self.question.facts))
        is_typed = kind in ("player", "players") and not self.players
        return NOBODYS[: self.seats] if of_each and is_typed else ()

    def offers(self, one: Field, value: object, given: Json) -> bool:
        """What cannot be is not offered: of what is asked for given the rest, of all else by house rules and match."""
        if self.asks and self.asks.asks.key == one.key:
            return any(value in case.values for case in self.asks.cases)
        known = self.known(given) if one.mark == "circumstance" else {}
        return can_be(self.question, self.options, one, value, known)


def shown_facts(asking: Asking, given: Json) -> Iterator[Shown]:
    """Every fact but the house rules; `given` are their values as JSON."""
    for one in shapes(asking.question.facts):
        if one.key == "options":
            continue
        now = given.get(one.key)
        buttons = tuple(_buttons(asking, one, given))
        known = now is not None and len(asking.kept(one)) == len(asking.typed)
        said = next((button.words for button in buttons if button.chosen), now)
        nobody = Button(say("nobody"), asking.address(one, ()), now == []) if one.nobody else None
        kind = _kind(one.shape)
        yield Shown(
            one.key,
            one.label,
            one.mark,
            kind,
            buttons,
            nobody,
            said,
            known,
            asking.names(kind, now),
            asking.letters(kind),
        )


def _buttons(asking: Asking, one: Field, given: Json) -> Iterator[Button]:
    if one.mark == "given" or not (one.values is None or isinstance(one.values, range | Has)):
        return
    values, now = values_of(one, None), given.get(one.key)
    for value in values if len(values) <= FEW else ():
        chosen = _is(one, value, now)
        if chosen or asking.offers(one, value, given):
            yield Button(in_words(one, [value], values)[0], asking.address(one, value), chosen)


def _is(one: Field, value: object, now: object) -> bool:
    """Whether a fact has this value; of a list of numbers, whether it has or lacks what matters."""
    if isinstance(one.values, Has) and isinstance(now, list):
        return (value == one.values.having) is (one.values.number in now)
    return bool(plain(value) == now)


def taps_of(asking: Asking) -> list[Button]:
    """For a number that has too many values for a button each: one for every stretch of which the very same is said.

    Its values come to the same, so that the one will do which its words name.
    """
    asks = asking.asks
    if asks is None or not isinstance(asks.asks.values, range):
        return []
    low = asks.asks.values[0]
    possible = sorted(numbers(value for case in asks.cases for value in case.values))
    found = sorted(stretch for case in asks.cases for stretch in _stretches(case, possible))
    named = [stretch[-1] if stretch[0] == low else stretch[0] for stretch in found[: FEW + 1]]
    words = [in_words(asks.asks, stretch, possible)[0] for stretch in found[: FEW + 1]]
    buttons = [Button(said, asking.address(asks.asks, n), False) for said, n in zip(words, named, strict=True)]
    return buttons if len(buttons) <= FEW else []


def _stretches(case: Case, possible: Sequence[int]) -> list[list[int]]:
    """The values of a case: together where the same is said of them all."""
    if isinstance(case.outcome, Conditional) or case.alike:
        return stretches(case.values, possible)
    return [[value] for value in numbers(case.values)]


def _kind(shape: Shape) -> Input:
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
