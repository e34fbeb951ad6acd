"""Show the questions by the moment of play, and the facts of a question; deciding facts are buttons with addresses."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import urlencode

from companion.parsing.form_encoder import fields_of
from companion.parsing.json_decoder import plain
from companion.parsing.scalars import is_card
from companion.parsing.schema import Atom, ByName, Field, ListOf, Shape, members_of, shapes
from companion.referee import Answer
from companion.referee.evaluate import Case, Conditional, can_be
from companion.referee.fact_values import in_words, numbers, stretches, values_of, word_of
from companion.rules.cards import Card
from companion.rules.field_metadata import Dataclass, Has, Json, Mark
from companion.rules.game import MOMENTS, Question
from companion.rules.messages import N_, Say, say
from companion.rules.rulings import MISSING, Ruling

FEW = 16  # most buttons that a phone shows at once; if there are more values, the value is typed
EXACTLY = N_("The exact number")
NOBODYS = ("A", "B", "C", "D")  # names of the players for questions without a table
Input = Literal["cards", "player", "players", "numbers", "text", "number"]
Pairs = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class AskedQuestion:
    """A question with its known and typed facts as JSON, and the answer if it was asked."""

    key: str
    question: Question
    facts: Json
    options: Dataclass | None
    answer: Answer | None

    @property
    def ruling(self) -> Ruling | None:
        """Return the ruling, if no deciding fact is open."""
        return self.answer.ruling if self.answer else None

    @property
    def is_short(self) -> bool:
        """Return True if a required fact has not been chosen yet; this is not an error."""
        return self.ruling is not None and self.ruling.code == MISSING

    @property
    def is_answered(self) -> bool:
        """Return True if there is an answer, even if it depends on further facts."""
        return self.answer is not None and not self.is_short

    @property
    def does_not_arise(self) -> bool:
        """Return True if the question cannot occur with the house rules of the table."""
        return self.options is not None and not self.question.arises(self.options)

    @property
    def lacking(self) -> str:
        """Return the key of the missing required fact; empty if none is missing."""
        return self.ruling.path[0] if self.ruling and self.is_short else ""


@dataclass(frozen=True)
class ListedQuestion:
    """A row of the list of questions: the key of the question, its label, and the facts that a tap on it sends."""

    key: str
    label: str
    facts: Mapping[str, str]


@dataclass(frozen=True)
class QuestionGroup:
    """A moment of play with its questions. The first group is open, the others are folded."""

    name: str
    rows: tuple[ListedQuestion, ...]
    is_open: bool


def question_groups(questions: Mapping[str, Question], options: Dataclass | None) -> list[QuestionGroup]:
    """Return the questions by the moment of play; for a table, those that can occur with its house rules."""
    arising = {key: one for key, one in questions.items() if options is None or one.arises(options)}
    groups: list[QuestionGroup] = []
    for moment, name in MOMENTS.items():
        rows = [row for key, one in arising.items() if one.moment == moment for row in _rows(key, one)]
        if rows:
            groups.append(QuestionGroup(name, tuple(rows), is_open=not groups))
    return groups


def _rows(key: str, question: Question) -> Iterator[ListedQuestion]:
    """Yield rows for the usual subjects of a question, each with this fact filled in, and then the question itself."""
    what = next((one for one in shapes(question.facts) if one.about), None)
    if what:
        yield from (ListedQuestion(key, what.choices[word], {"ask": "1", what.key: word}) for word in question.likely)
    yield ListedQuestion(key, question.short or question.title, {})


@dataclass(frozen=True)
class Button:
    """A value of a fact, with the address of the page for this value."""

    words: Say | str | int
    address: str
    chosen: bool


@dataclass(frozen=True)
class ShownFact:
    """A fact on a page: shown with `buttons`, else with a field of its `kind`.

    Attributes:
        nobody: the button for an empty list of players, if that is allowed.
        value: its value in words, if it has one.
        known: the match has filled it in, and nobody has changed it.
        names: the players that it asks about one by one; without a table, the fields in which they are typed.
        letters: the letters for the players, if another fact needs a value for each of them.
    """

    key: str
    label: str
    mark: Mark
    kind: Input
    buttons: tuple[Button, ...]
    nobody: Button | None
    value: object
    known: bool
    names: tuple[str, ...]
    letters: tuple[str, ...] = ()

    @property
    def other(self) -> Button | None:
        """Return the button that is not chosen, if there are two."""
        others = [button for button in self.buttons if not button.chosen]
        return others[0] if len(others) == 1 and len(self.buttons) == 2 else None


@dataclass(frozen=True)
class FactsForm:
    """The facts of a question in the order of the page.

    Attributes:
        first: the fact on which the verdict depends.
        chips: facts with buttons on which the answer is based; a tap changes such a fact.
        taps: facts with buttons that are known or needed.
        typed: facts with fields.
        rare: facts that count only if somebody claims them.
        kept: hidden fields of the address.
    """

    first: ShownFact | None
    chips: tuple[ShownFact, ...]
    taps: tuple[ShownFact, ...]
    typed: tuple[ShownFact, ...]
    rare: tuple[ShownFact, ...]
    kept: Pairs

    @property
    def numbers(self) -> tuple[ShownFact, ...]:
        """Return the typed numbers that have a value."""
        return tuple(one for one in self.typed if one.kind == "number" and one.value is not None)

    @property
    def rare_taps(self) -> tuple[ShownFact, ...]:
        """Return the rare facts with buttons; a game with its own form shows the others there."""
        return tuple(one for one in self.rare if one.buttons)

    @property
    def has_cards(self) -> bool:
        return any(one.kind == "cards" for one in (*self.typed, *self.rare))


def by_letter(kind: type, facts: Json) -> Json:
    """Return the facts of a question without a table, with players as capital letters."""
    named = {one.key for one in shapes(kind) if _kind(one.shape) in ("player", "players")}
    return {key: _capital(value) if key in named else value for key, value in facts.items()}


def _capital(value: object) -> object:
    if isinstance(value, list):
        return [_capital(one) for one in value]
    letter = value.strip().upper() if isinstance(value, str) else ""
    return letter if letter in NOBODYS else value


def facts_in_words(question: Question, facts: Json) -> list[Say]:
    """Return the facts of a question in words; facts that the question no longer has are left out."""
    known = [one for one in shapes(question.facts) if one.key in facts]
    return [say("{what}: {value}", what=Say(one.label), value=_in_words(one, facts[one.key])) for one in known]


def _in_words(one: Field, value: object) -> object:
    if isinstance(value, Mapping):
        return [say("{player} {n}", player=name, n=n) for name, n in value.items()]
    if isinstance(value, list | tuple):
        return [_in_words(one, inner) for inner in value]
    if _kind(one.shape) == "cards" and isinstance(value, str) and all(map(is_card, value.split())):
        return [Card(text) for text in value.split()]
    return word_of(one, value)


def facts_form(
    shown: Sequence[ShownFact], sent: Pairs, asks: Conditional | None, lacking: str = "", *, answered: bool = False
) -> FactsForm:
    """Return the form of a question.

    Args:
        shown: all facts of the page.
        sent: the fields of the request.
        asks: the open deciding fact, if any.
        lacking: the key of the missing required fact; it is not shown among the rare ones.
        answered: True if the question has an answer.
    """
    shown = [replace(one, mark="needed") if one.key == lacking else one for one in shown]
    first = next((one for one in shown if asks and one.key == asks.asks.key), None)
    if first and not first.buttons:  # the heading above already shows its label and the ranges of numbers
        shown = [replace(one, label=EXACTLY) if one is first else one for one in shown]
    tapped = [one for one in shown if one.buttons]
    carried = {"about", "entry", "deal", "q", *(one.key for one in tapped)}
    chips = tuple(one for one in tapped if answered and one is not first and one.value is not None)
    return FactsForm(
        first=first,
        chips=chips,
        taps=tuple(one for one in tapped if one is not first and one not in chips and _is_shown(one)),
        typed=tuple(one for one in shown if not one.buttons and one.mark not in ("circumstance", "given")),
        rare=tuple(one for one in shown if one.mark == "circumstance" and one not in chips),
        kept=[(name, text) for name, text in sent if name.partition("[")[0] in carried],
    )


def _is_shown(one: ShownFact) -> bool:
    return one.mark != "circumstance" and (one.value is not None or one.mark == "needed")


@dataclass(frozen=True)
class Asking:
    """A question on a page: its typed fields, the players, the house rules, and the open deciding fact."""

    question: Question
    typed: Pairs
    players: Sequence[str]
    seats: int  # the most players of the game
    path: str
    options: Dataclass
    asks: Conditional | None = None

    def kept(self, one: Field) -> Pairs:
        """Return the other fields, for an address that changes this one."""
        return [(name, text) for name, text in self.typed if name.partition("[")[0] != one.key]

    def address(self, one: Field, value: object) -> str:
        own = fields_of(self.question.facts, {one.key: plain(value)}, self.players)
        return f"{self.path}?{urlencode([*self.kept(one), *own])}"

    def known(self, given: Json) -> dict[str, object]:
        """Return the yes-or-no facts that the match has filled in and nobody has changed."""
        untouched = (one for one in shapes(self.question.facts) if len(self.kept(one)) == len(self.typed))
        return {one.name: given[one.key] for one in untouched if isinstance(given.get(one.key), bool)}

    def names(self, kind: Input, now: object) -> tuple[str, ...]:
        if self.players or kind == "numbers":
            return tuple(self.players or NOBODYS[: self.seats])
        typed = [str(one) for one in now] if isinstance(now, list) and kind == "players" else []
        return tuple([*typed, *[""] * self.seats][: self.seats])

    def letters(self, kind: Input) -> tuple[str, ...]:
        """Return the letters for players without a table, if a fact needs a number for each of them."""
        of_each = any(one.mark == "needed" and _kind(one.shape) == "numbers" for one in shapes(self.question.facts))
        is_typed = kind in ("player", "players") and not self.players
        return NOBODYS[: self.seats] if of_each and is_typed else ()

    def offers(self, one: Field, value: object, given: Json) -> bool:
        """Return True if a value is possible with the other facts, the house rules and the match."""
        if self.asks and self.asks.asks.key == one.key:
            return any(value in case.values for case in self.asks.cases)
        known = self.known(given) if one.mark == "circumstance" else {}
        return can_be(self.question, self.options, one, value, known)


def shown_facts(asking: Asking, given: Json) -> Iterator[ShownFact]:
    """Yield every fact except the house rules; `given` are their values as JSON."""
    for one in shapes(asking.question.facts):
        if one.key == "options":
            continue
        now = given.get(one.key)
        buttons = tuple(_buttons(asking, one, given))
        known = now is not None and len(asking.kept(one)) == len(asking.typed)
        value = next((button.words for button in buttons if button.chosen), now)
        nobody = Button(say("nobody"), asking.address(one, ()), now == []) if one.nobody else None
        kind = _kind(one.shape)
        names, letters = asking.names(kind, now), asking.letters(kind)
        yield ShownFact(one.key, one.label, one.mark, kind, buttons, nobody, value, known, names, letters)


def _buttons(asking: Asking, one: Field, given: Json) -> Iterator[Button]:
    if one.mark == "given" or not (one.values is None or isinstance(one.values, range | Has)):
        return
    values, now = values_of(one, None), given.get(one.key)
    for value in values if len(values) <= FEW else ():
        chosen = _is(one, value, now)
        if chosen or asking.offers(one, value, given):
            yield Button(in_words(one, [value], values)[0], asking.address(one, value), chosen)


def _is(one: Field, value: object, now: object) -> bool:
    """Return True if the fact has this value; for a list of numbers, if it contains the deciding number."""
    if isinstance(one.values, Has) and isinstance(now, list):
        return (value == one.values.having) is (one.values.number in now)
    return bool(plain(value) == now)


def taps_of(asking: Asking) -> list[Button]:
    """Return a button for each range of numbers with the same outcome, for a fact with too many values."""
    asks = asking.asks
    if asks is None or not isinstance(asks.asks.values, range):
        return []
    low = asks.asks.values[0]
    possible = sorted(numbers(value for case in asks.cases for value in case.values))
    stretches = sorted(stretch for case in asks.cases for stretch in _stretches(case, possible))
    named = [stretch[-1] if stretch[0] == low else stretch[0] for stretch in stretches[: FEW + 1]]
    words = [in_words(asks.asks, stretch, possible)[0] for stretch in stretches[: FEW + 1]]
    buttons = [Button(word, asking.address(asks.asks, n), False) for word, n in zip(words, named, strict=True)]
    return buttons if len(buttons) <= FEW else []


def _stretches(case: Case, possible: Sequence[int]) -> list[list[int]]:
    """Return the values of a case; neighbouring values with the same outcome are grouped."""
    if isinstance(case.outcome, Conditional) or case.alike:
        return stretches(case.values, possible)
    return [[value] for value in numbers(case.values)]


def _kind(shape: Shape) -> Input:
    """Return the kind of input for a shape."""
    for member in members_of(shape):
        match member:
            case Atom.HAND | Atom.CARD | ListOf(Atom.HAND):
                return "cards"
            case Atom.PLAYER:
                return "player"
            case ListOf(Atom.PLAYER):
                return "players"
            case ByName():
                return "numbers"
            case Atom.TEXT:
                return "text"
    return "number"
