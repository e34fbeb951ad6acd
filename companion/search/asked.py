"""Lead from what somebody typed to the questions that decide it, at most three, with the facts that the words say.

`asked.toml` in the folder of a game names for each question the clauses on which its answers rest, the words by which
it is meant, and those that say a fact: `deadwood=#` a number, `opened=true` one value of a choice, `dealer=@` a name,
`what=short<least` a value that is said by a number below the house rule `least`, or below `<51`.
`asked.toml` here has the facts that several games share. Between two words of an expression one other may stand; `*`
ends a beginning, `|` parts words for one another. A fact is filled in only if the words say it: not where they deny it,
where they say two values, or where a number is only compared with.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from companion.parsing.schema import Atom, Field, ListOf, members_of, shapes
from companion.referee.fact_values import values_of
from companion.rules.field_metadata import Dataclass, Json
from companion.rules.game import Game, Question
from companion.search.query import LONGEST, find
from companion.search.tokens import folded, split

MOST = 3  # questions to choose from
MAIN, ALSO = 1.0, 0.9  # what the clause that carries a question tells of it, and another on which it rests
PLACES = (1.0, 0.9, 0.8, 0.6, 0.5)  # of the clauses found; further ones lead to no question
UNDECIDED = 0.5  # of all that, where no question is about the clause found first
SAID, ABOUT, MEANT = 0.15, 0.4, 0.5  # what is added for a fact said, for what it is about, and for words that mean it
FACTS = 3  # that add something
NO_CARDS = 0.08  # against a question about cards where the words name none
LEAST = 0.55  # from which on a question is asked
NEAR_THE_BEST = 0.45  # of the first: what is further from it was not meant
BETWEEN = 1  # words that may stand between two of an expression
BEFORE, AFTER = 2, 1  # words around an expression in which it may be denied
NUMBER, NAME, BELOW = "#", "@", "<"
SWITCHES: Mapping[str, object] = {"true": True, "false": False}
HERE = Path(__file__).parent
SHARED: Mapping[str, Any] = tomllib.loads((HERE / "asked.toml").read_text(encoding="utf-8"))
NUMBERS: Mapping[str, Any] = tomllib.loads((HERE / "numbers.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Lead:
    """A question that may be meant, with the facts said as they stand on the wire, and by which words of the text.

    `about`: the player of whom the words tell, if the question is about one.
    """

    question: str
    facts: Json = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    about: str = ""


Wanted = tuple[str, ...]  # words for one another
Told = Mapping[str, Sequence[Sequence[Wanted]]]  # by what is said: expressions


@dataclass(frozen=True)
class _Match:
    """The words of a text that an expression stands for: from the first to the one after the last."""

    start: int
    end: int
    places: frozenset[int]
    value: object = None  # the number or the name in it

    def is_inside(self, other: "_Match") -> bool:
        return other.start <= self.start and self.end <= other.end and other.end - other.start > self.end - self.start


class _Text:
    """Words as typed, with what each number among them is; a number of several words is one."""

    def __init__(self, text: str, lang: str, names: Iterable[str]) -> None:
        self.lang = lang
        self.words: list[str] = []
        self.numbers: dict[int, int] = {}
        self.articles: set[int] = set()  # places of a one that may be no number
        self.names = dict(self._read(split(text[:LONGEST]), {folded(name): name for name in names}))
        self.denied = frozenset(SHARED["denied"][lang].split())
        self.compared = frozenset(SHARED["compared"][lang].split())

    def _read(self, words: Sequence[str], names: Mapping[str, str]) -> Iterator[tuple[int, str]]:
        plain = [folded(word) for word in words]
        place = 0
        while place < len(plain):
            number, size = _number(plain[place : place + LONGEST_NUMBER], self.lang)
            if number is not None:
                self.numbers[len(self.words)] = number
                self.articles |= {len(self.words)} if plain[place] in NUMBERS[self.lang]["articles"].split() else set()
            name = names.get(plain[place]) or names.get(plain[place].removesuffix("s"))
            if name:
                yield len(self.words), name
            self.words.append(" ".join(plain[place : place + size]))
            place += size

    def matches(self, expression: Sequence[Wanted]) -> Iterator[_Match]:
        for start in range(len(self.words)):
            if self._is(start, expression[0]) and (found := self._from(start, expression)):
                yield found

    def _from(self, start: int, expression: Sequence[Wanted]) -> _Match | None:
        places, at = [start], start
        for wanted in expression[1:]:
            near = range(at + 1, min(at + 2 + BETWEEN, len(self.words)))
            found = next((place for place in near if self._is(place, wanted)), None)
            if found is None:
                return None
            places.append(at := found)
        if at in self.articles and NUMBER in expression[-1]:
            return None
        value: object = None
        for place, wanted in zip(places, expression, strict=True):
            value = self.numbers.get(place, value) if NUMBER in wanted else value
            value = self.names.get(place, value) if NAME in wanted else value
        return _Match(start, at + 1, frozenset(places), value)

    def _is(self, place: int, wanted: Wanted) -> bool:
        word = self.words[place]
        return any(
            place in self.numbers
            if one == NUMBER
            else place in self.names
            if one == NAME
            else word.startswith(one[:-1])
            if one.endswith("*")
            else word == one
            for one in wanted
        )

    def denies(self, match: _Match) -> bool:
        """Tell whether a word in or beside an expression, and none of its own, turns its sense."""
        around = range(max(0, match.start - BEFORE), min(match.end + AFTER, len(self.words)))
        return any(self.words[place] in self.denied for place in around if place not in match.places)

    def compares(self, match: _Match) -> bool:
        """Tell whether a number is only compared with: more than ten, under ten."""
        at = [place for place in match.places if place in self.numbers]
        return any(self.words[place] in self.compared for n in at for place in range(max(0, n - 2), n))

    def said(self, match: _Match) -> str:
        return " ".join(self.words[match.start : match.end])


def _numbers(lang: str) -> Iterator[tuple[tuple[str, ...], int]]:
    told = NUMBERS[lang]
    for n, name in enumerate(told["names"].split()):
        yield tuple(folded(word) for word in name.split("-")), n
    for n, words in enumerate((told["nothing"], told["articles"])):
        yield from (((folded(word),), n) for word in words.split())


@cache
def _number_words(lang: str) -> Mapping[tuple[str, ...], int]:
    return dict(_numbers(lang))


LONGEST_NUMBER = max(len(words) for lang in NUMBERS for words, _ in _numbers(lang))


def _number(words: Sequence[str], lang: str) -> tuple[int | None, int]:
    """Return the number with which words begin, and of how many words it is made; none is of one."""
    if words[0].isdigit():
        return int(words[0]), 1
    for size in range(len(words), 0, -1):
        if (number := _number_words(lang).get(tuple(words[:size]))) is not None:
            return number, size
    return None, 1


@cache
def _told(folder: Path) -> Mapping[str, Any]:
    """Return by question what its file says of it, with the facts that several games share."""
    path = folder / "asked.toml"
    own = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    shared = SHARED["questions"]
    return {key: {**shared.get(key, {}), **own.get(key, {})} for key in {*own, *shared}}


@cache
def _expressions(folder: Path, key: str, lang: str) -> Told:
    found = {what: told[lang] for what, told in _told(folder).get(key, {}).items() if isinstance(told, dict)}
    return {what: _parsed(text) for what, text in found.items() if text}


@cache
def _parsed(text: str) -> Sequence[Sequence[Wanted]]:
    return [
        [tuple(map(folded, word.split("|"))) for word in one.replace("'", " ").replace("-", " ").split()]
        for one in text.split(",")
    ]


@cache
def resting(game: Game) -> Mapping[str, Sequence[str]]:
    """Return by clause the questions whose answers rest on it: first those that it carries."""
    found: dict[str, list[str]] = {}
    for key, question in game.questions.items():
        found.setdefault(question.clause, []).append(key)
    for key in game.questions:
        for clause in _told(game.folder).get(key, {}).get("rests", "").split():
            found.setdefault(f"{game.key}.{clause}", []).append(key)
    return found


def leads(
    game: Game, text: str, lang: str, names: Iterable[str] = (), options: Dataclass | None = None
) -> tuple[Lead, ...]:
    """Return the questions that words lead to, best first; none where a book says no, or nothing.

    Args:
        names: of those who play.
        options: the house rules of the table, under which some questions do not arise.
    """
    names = tuple(names)
    finding = find(game, text, lang, names)
    if finding.silent or finding.is_no or not finding.hits:
        return ()
    scores = dict(_by_clause(game, [hit.clause for hit in finding.hits if hit.kind == "clause"]))
    read = _Text(text, lang, names)
    names_cards = any(any(read.matches(one)) for one in _parsed(SHARED["cards"][lang]))
    rules = options or game.options()
    found = []
    for place, (key, question) in enumerate(game.questions.items()):
        if options is not None and not question.arises(options):
            continue
        told = _expressions(game.folder, key, lang)
        lead = _lead(key, question, told, read, rules)
        much = scores.get(key, 0.0) + SAID * min(FACTS, len(lead.facts))
        much += MEANT * any(any(read.matches(one)) for one in told.get("meant", ())) + ABOUT * _says_what(
            question, lead
        )
        much -= NO_CARDS * (_needs_cards(question) and not names_cards)
        if much >= LEAST:
            found.append((-much, place, lead))
    found.sort(key=lambda one: one[:2])
    return tuple(lead for much, _, lead in found[:MOST] if much <= found[0][0] * NEAR_THE_BEST)


def _by_clause(game: Game, clauses: Sequence[str]) -> Iterator[tuple[str, float]]:
    """Return how surely each question is meant, by the best of its clauses among those found."""
    found: dict[str, float] = {}
    sure = 1.0 if resting(game).get(clauses[0]) else UNDECIDED
    for share, clause in zip(PLACES, clauses, strict=False):
        for key in resting(game).get(clause, ()):
            much = sure * share * (MAIN if game.questions[key].clause == clause else ALSO)
            found[key] = max(found.get(key, 0.0), much)
    return iter(found.items())


def _says_what(question: Question, lead: Lead) -> bool:
    """Tell whether a fact is said that the question is about."""
    return any(one.about and one.key in lead.facts for one in shapes(question.facts))


def _lead(key: str, question: Question, told: Told, read: _Text, rules: Dataclass) -> Lead:
    facts: dict[str, object] = {}
    words: dict[str, str] = {}
    for one in shapes(question.facts):
        found = _said(one, told, read, rules)
        if found:
            facts[one.key], words[one.key] = found
    first = read.names.get(0, "")
    is_alone = len(set(read.names.values())) == 1
    return Lead(key, facts, words, first if question.about and is_alone else "")


def _said(one: Field, told: Told, read: _Text, rules: Dataclass) -> tuple[object, str] | None:
    """Return the value of a fact that the words say, and with which of them; nothing where they say two."""
    found: list[tuple[object, _Match]] = []
    for what, expressions in told.items():
        fact, _, value = what.partition("=")
        value, _, least = value.partition(BELOW)
        if fact != one.key:
            continue
        for match in (match for expression in expressions for match in read.matches(expression)):
            if read.denies(match) or ((value == NUMBER or least) and read.compares(match)):
                continue
            if least and not _is_below(match.value, least, rules):
                continue
            found.append((match.value if value in (NUMBER, NAME) else SWITCHES.get(value, value), match))
    kept = [(value, match) for value, match in found if not any(match.is_inside(other) for _, other in found)]
    if not kept or any(value != kept[0][0] for value, _ in kept) or not _may_be(one, kept[0][0]):
        return None
    return kept[0][0], read.said(kept[0][1])


def _is_below(number: object, least: str, rules: Dataclass) -> bool:
    limit = int(least) if least.isdigit() else getattr(rules, least)
    return isinstance(number, int) and isinstance(limit, int) and number < limit


def _may_be(one: Field, value: object) -> bool:
    """Tell whether a fact takes a value; a name only where it is one of those who play."""
    values = values_of(one, None) if one.values is None or isinstance(one.values, range) else ()
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return value in values if values else isinstance(value, str) or is_number


def _needs_cards(question: Question) -> bool:
    return any(
        one.mark == "needed" and any(shape in CARDS for shape in members_of(one.shape))
        for one in shapes(question.facts)
    )


CARDS = (Atom.HAND, Atom.CARD, ListOf(Atom.HAND))
