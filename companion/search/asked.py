"""Lead from what somebody typed to the questions that decide it, at most three, with the facts that the words say.

`asked.toml` in the folder of a game names for each question the clauses on which its answers rest, the words by which
it is meant, and those that say a fact: `deadwood=#` a number, `opened=true` one value of a choice, `dealer=@` a name,
`what=short<least` a value that is said by a number below the house rule `least`, or below `<51`, `defender=?` that what
is said is not yet the one that counts: something is still to be taken from a number, or somebody only claims it,
`what=-` that a fact is not said by words that are like those that say it (not drawn yet, and forgotten to draw).
`supposes` are words for the act that a question is about: where they are denied, it is not asked. `act` are such words
too, but where they are denied, it is asked without any fact. `unless` are words with which it is not asked, as an
excuse. `book` are words that the clause found first answers, and no question. `of_one` are facts of the player who
acts: told of another (one card too many, and Anna has drawn) they are not said; `of_who` are those of the player of
whom the answer is saved, and `beside` those that are said only beside others. `first` are words with which a question
goes before others, whatever clauses are found. `contested` are such words too, by which somebody denies how an act was
done, or that it was forgotten: no question then has a fact.
`asked.toml` here has what several games share.

Between two words of an expression one other may stand; `*` ends a beginning, `|` parts words for one another. A fact
is filled in only if the words say it: not where they deny it, where they say two values, or where a number is only
compared with. Such a fact is unsure, as is a number of which nobody said what it counts: it is asked, whatever a score
sheet knows.
"""

import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from companion.parsing.schema import Atom, Field, ListOf, members_of, shapes
from companion.referee.fact_values import values_of
from companion.rules.field_metadata import Dataclass, Json
from companion.rules.game import Game, Question
from companion.search.off_topic import is_misscored
from companion.search.query import LONGEST, Finding, find
from companion.search.tokens import NAME, NUMBER, Match, Text, Wanted, parsed

MOST = 3  # questions to choose from
MAIN, ALSO = 1.0, 0.9  # what the clause that carries a question tells of it, and another on which it rests
PLACES = (1.0, 0.9, 0.8, 0.6, 0.5)  # of the clauses found; further ones lead to no question
UNDECIDED = 0.5  # of all that, where no question is about the clause found first
SAID, ABOUT, MEANT = 0.15, 0.4, 0.5  # what is added for a fact said, for what it is about, and for words that mean it
FIRST = 1.2  # what is added for words with which a question goes first
FACTS = 3  # that add something
SHORT = 0.2  # what is added for a number below a limit: what becomes of that is asked, not whether it was enough
NO_CARDS = 0.08  # against a question about cards where the words name none
BEYOND = 0.3  # against a question of which no number said can be
LEAST = 0.55  # from which on a question is asked
NEAR_THE_BEST = 0.45  # of the first: what is further from it was not meant
PAIR = 0.2  # what is added where it takes several numbers, though no clause found tells of them
SEVERAL = 2  # numbers from which on a question that takes all of them stands first
BELOW, OPEN, NOTHING = "<", "?", "-"
SWITCHES: Mapping[str, object] = {"true": True, "false": False}
HERE = Path(__file__).parent
SHARED: Mapping[str, Any] = tomllib.loads((HERE / "asked.toml").read_text(encoding="utf-8"))
ABOVE = frozenset(SHARED["above"].split())  # values that stand before others said beside them


@dataclass(frozen=True)
class Lead:
    """A question that may be meant, with the facts said as they stand on the wire, and by which words of the text.

    Attributes:
        about: the player of whom the words tell, if the question is about one.
        who: the player of whom they tell what is to be saved of one, so that it is saved of no other.
        unsure: facts of which the words speak without saying their value, so that no score sheet may fill them in.
    """

    question: str
    facts: Json = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    about: str = ""
    unsure: frozenset[str] = frozenset()
    who: str = ""


Told = Mapping[str, Sequence[Sequence[Wanted]]]  # by what is said: expressions


@cache
def _told(folder: Path) -> Mapping[str, Any]:
    """Return by question what its file says of it, with the facts that several games share."""
    path = folder / "asked.toml"
    own = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    shared = SHARED["questions"]
    return {key: _together(shared.get(key, {}), own.get(key, {})) for key in {*own, *shared}}


def _together(shared: Mapping[str, Any], own: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what is told of a question; what both tell of one thing is told by the words of both."""
    both = {
        what: {lang: ", ".join(filter(None, (words[lang], own[what][lang]))) for lang in words}
        for what, words in shared.items()
        if what in own
    }
    return {**shared, **own, **both}


@cache
def _expressions(folder: Path, key: str, lang: str) -> Told:
    found = {what: told[lang] for what, told in _told(folder).get(key, {}).items() if isinstance(told, dict)}
    return {what: parsed(text) for what, text in found.items() if text}


Sets = Mapping[str, frozenset[str]]  # facts of a question, by what its file says of them


@cache
def _sets(folder: Path, key: str) -> Sets:
    told = _told(folder).get(key, {})
    return {name: frozenset(told.get(name, "").split()) for name in ("of_one", "of_who", "beside")}


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
    read = Text(text[:LONGEST], lang, names)
    is_contested, first = _first(game, read)
    if finding.is_no or not (finding.hits or first) or (not first and _is_answered(game, finding, read)):
        return ()
    scores = dict(_by_clause(game, [hit.clause for hit in finding.hits if hit.kind == "clause"]))
    names_cards = read.says(parsed(SHARED["cards"][lang]))
    rules = options or game.options()
    found = []
    for key, question in game.questions.items():
        if options is not None and not question.arises(options):
            continue
        told = _expressions(game.folder, key, lang)
        if read.only_denies(told.get("supposes", ())) or read.says(told.get("unless", ())):
            continue
        sets = _sets(game.folder, key)
        said = _said(key, question, told, read, rules, sets)
        said = replace(said, lead=replace(said.lead, who=_who(sets["of_who"], said, read)))
        lead = said.lead
        if is_contested or read.only_denies(told.get("act", ())):
            lead = Lead(key, about=lead.about, unsure=lead.unsure | lead.facts.keys())
            said = _Said(lead)
        cannot = sum(_is_out_of_range(one, lead.facts.get(one.key)) for one in shapes(question.facts))
        much = scores.get(key, 0.0) + SAID * (min(FACTS, said.named - cannot) - cannot)
        much += FIRST * (key in first) + MEANT * read.says(told.get("meant", ())) + ABOUT * _says_what(question, lead)
        much += SHORT * said.short + PAIR * (said.numbers >= SEVERAL)
        much -= NO_CARDS * (_needs_cards(question) and not names_cards)
        beyond = _is_beyond(question, read.numbers.values())
        much -= BEYOND * (beyond and not cannot)
        if much >= LEAST:
            found.append(_Led(lead, much, 0 if cannot else said.numbers, bool(cannot) or beyond))
    return tuple(one.lead for one in _ordered(found)[:MOST])


def wrong_deal(text: str, lang: str, names: Iterable[str] = ()) -> int | None:
    """Return the number of the deal whose score is said to be wrong, if the words say that."""
    read = Text(text[:LONGEST], lang, names)
    matches = [match for one in parsed(SHARED["wrong_score"][lang]) for match in read.matches(one)]
    if not matches and is_misscored(text[:LONGEST], lang):
        matches = [match for one in parsed(SHARED["deal"][lang]) for match in read.matches(one)]
    found = {match.value for match in matches if isinstance(match.value, int) and not read.denies(match)}
    return found.pop() if len(found) == 1 else None


def _is_answered(game: Game, finding: Finding, read: Text) -> bool:
    """Tell whether the clause found first answers these words, and no question that rests on it."""
    keys = resting(game).get(finding.hits[0].clause, ())
    return any(read.says(_expressions(game.folder, key, read.lang).get("book", ())) for key in keys)


def _first(game: Game, read: Text) -> tuple[bool, Collection[str]]:
    """Tell whether the words contest how an act was done, and return the questions that go before others."""
    told = {key: _expressions(game.folder, key, read.lang) for key in game.questions}
    contested = {key for key, one in told.items() if read.says(one.get("contested", ()))}
    return bool(contested), contested | {key for key, one in told.items() if read.tells(one.get("first", ()))}


@dataclass(frozen=True)
class _Led:
    """A question that may be meant, and how surely."""

    lead: Lead
    much: float
    numbers: int  # of the text that it takes
    cannot_be: bool  # one of them, or all, for this question


def _ordered(found: Sequence[_Led]) -> Sequence[_Led]:
    """Return what is near the best: first what takes several numbers, or a number that cannot be meant by another."""
    best = max((one.much for one in found), default=0.0)
    near = [one for one in found if one.much >= best * NEAR_THE_BEST]
    is_telling = any(one.cannot_be for one in near)
    return sorted(near, key=lambda one: (_rank(one, is_telling), one.much), reverse=True)


def _rank(one: _Led, is_telling: bool) -> int:
    return one.numbers if one.numbers >= SEVERAL or is_telling else 0


def _by_clause(game: Game, clauses: Sequence[str]) -> Iterator[tuple[str, float]]:
    """Return how surely each question is meant, by the best of its clauses among those found."""
    found: dict[str, float] = {}
    sure = 1.0 if clauses and resting(game).get(clauses[0]) else UNDECIDED
    for share, clause in zip(PLACES, clauses, strict=False):
        for key in resting(game).get(clause, ()):
            much = sure * share * (MAIN if game.questions[key].clause == clause else ALSO)
            found[key] = max(found.get(key, 0.0), much)
    return iter(found.items())


def _is_beyond(question: Question, numbers: Collection[int]) -> bool:
    """Tell whether no number said may be one that the question asks for."""
    asked = [one for one in shapes(question.facts) if isinstance(one.values, range)]
    return bool(asked and numbers) and not any(_is_one_of(one, numbers) for one in asked)


def _says_what(question: Question, lead: Lead) -> bool:
    """Tell whether a fact is said that the question is about."""
    return any(one.about and one.key in lead.facts for one in shapes(question.facts))


@dataclass(frozen=True)
class _Said:
    """A question with the facts said.

    Attributes:
        named: how many facts the words tell, with those that are unsure because something is still to be taken from
            them: such a number is asked for, and yet tells which question is meant.
        numbers: how many numbers of the text these take.
        short: whether one of them is below a limit.
        people: of whom each fact is told, nobody where no name stands before it.
    """

    lead: Lead
    named: int = 0
    numbers: int = 0
    short: bool = False
    people: Mapping[str, str] = field(default_factory=dict)


def _said(key: str, question: Question, told: Told, read: Text, rules: Dataclass, sets: Sets) -> _Said:
    sure: dict[str, Match] = {}
    unsure, unfinished = set[str](), set[str]()
    contradicted = False
    for one in shapes(question.facts):
        unlike = [match for words in told.get(f"{one.key}={NOTHING}", ()) for match in read.matches(words)]
        matches = [match for match in _matches(one, told, read, rules) if not any(map(match.is_within, unlike))]
        is_open = read.says(told.get(f"{one.key}={OPEN}", ()))
        contradicted |= not isinstance(one.values, range) and {True, False} <= {match.value for match in matches}
        if (match := _sure(one, matches)) is not None:
            sure[one.key] = match
        elif matches:
            unsure.add(one.key)
        if is_open:
            unfinished.add(one.key)
    counted = [place for match in sure.values() for place in match.counts(read.numbers)]
    taken = set(counted)
    left = read.left(taken | read.places_of(told.get("meant", ())))
    doubtful = {key for key, match in sure.items() if any(counted.count(n) > 1 for n in match.counts(read.numbers))}
    asked = [one for one in shapes(question.facts) if one.key in sure]
    doubtful |= {one.key for one in asked if contradicted or _may_be_another(one, sure[one.key], left)}
    doubtful |= _of_others(sets["of_one"] & sure.keys(), question, told, read, sure)
    doubtful |= set() if sure.keys() - sets["beside"] else sure.keys()
    named = len(sure.keys() - doubtful)
    doubtful |= sure.keys() & unfinished
    unsure |= doubtful | unfinished
    said = {key: match for key, match in sure.items() if key not in doubtful}
    unsure |= {one.key for one in shapes(question.facts) if one.key not in said and _is_one_of(one, left)}
    first = read.asked_about()
    is_alone = len(set(read.names.values())) == 1
    about = first if question.about and is_alone else ""
    facts = {key: match.value for key, match in said.items()}
    words = {key: read.said(match) for key, match in said.items()}
    short = any(match.is_short for match in said.values())
    people = {key: read.subject(match) for key, match in said.items()}
    return _Said(Lead(key, facts, words, about, frozenset(unsure)), named, len(taken), short, people)


def _who(facts: Iterable[str], said: "_Said", read: Text) -> str:
    """Return the one player of whom the words tell these facts, if they are told of a player."""
    people = {said.people[key] for key in facts if key in said.people}
    return people.pop() if len(people) == 1 and people <= {*read.names.values()} else ""


def _of_others(
    of_one: Iterable[str], question: Question, told: Told, read: Text, sure: Mapping[str, Match]
) -> set[str]:
    """Return the facts of one player that the words tell of another than of whom they tell the act."""
    acts = [sure[one.key] for one in shapes(question.facts) if one.about and one.key in sure]
    acts = acts or [match for words in told.get("meant", ()) for match in read.matches(words)]
    acting = {read.subject(match) for match in acts}
    several = len({*read.people.values()}) > 1
    found = {key: read.subject(sure[key]) for key in of_one}
    others = {key for key, subject in found.items() if subject and several and subject not in acting}
    return others | {key for key in of_one if read.parts_people(sure[key])}


def _matches(one: Field, told: Told, read: Text, rules: Dataclass) -> Iterator[Match]:
    """Return what the words say of a fact, each with its value; a denial or a comparison says that it is not sure."""
    for what, expressions in told.items():
        fact, _, value = what.partition("=")
        value, _, least = value.partition(BELOW)
        if fact != one.key or value in (OPEN, NOTHING) or not _is_known(one, value):
            continue
        for match in (match for expression in expressions for match in read.matches(expression)):
            if least and not _is_below(match.value, least, rules):
                continue
            is_number = bool(least) or value == NUMBER
            is_sure = not read.denies(match) and not read.denies_number(match)
            is_sure = is_sure and not (is_number and (read.compares(match) or read.counts_things(match)))
            is_sure = is_sure and not (least and _is_enough(read.left(match.places), least, rules))
            said = match.value if value in (NUMBER, NAME) else _literal(value)
            yield replace(match, value=said if is_sure else None, is_short=bool(least))


def _is_known(one: Field, value: str) -> bool:
    """Tell whether a fact has such a value in this game: what several games share may name more."""
    return value in (NUMBER, NAME, "") or _may_be(one, _literal(value))


def _literal(value: str) -> object:
    return int(value) if value.isdigit() else SWITCHES.get(value, value)


def _sure(one: Field, matches: Sequence[Match]) -> Match | None:
    """Return that which says the value of a fact; nothing where two are said."""
    found = [match for match in matches if match.value is not None]
    kept = [match for match in found if not any(match.is_inside(other) for other in found)]
    kept = [match for match in kept if match.value in ABOVE] or kept
    if any(match.value != kept[0].value for match in kept):
        return None
    return kept[0] if kept and _may_be(one, kept[0].value) else None


def _is_below(number: object, least: str, rules: Dataclass) -> bool:
    return isinstance(number, int) and number < _limit(least, rules)


def _is_enough(numbers: Iterable[int], least: str, rules: Dataclass) -> bool:
    """Tell whether one of the other numbers is above a limit: opened with 25 or 35."""
    return any(number > _limit(least, rules) for number in numbers)


def _limit(least: str, rules: Dataclass) -> int:
    return int(least) if least.isdigit() else int(getattr(rules, least))


def _is_one_of(one: Field, numbers: Iterable[int]) -> bool:
    """Tell whether a fact is a number and may be one of these."""
    return isinstance(one.values, range) and any(number in one.values for number in numbers)


def _may_be_another(one: Field, match: Match, left: Iterable[int]) -> bool:
    """Tell whether a number that nothing takes may be what a fact is: 101, but I count 99."""
    return isinstance(one.values, range) and _is_one_of(one, {number for number in left if number != match.value})


def _is_out_of_range(one: Field, value: object) -> bool:
    return isinstance(one.values, range) and isinstance(value, int) and value not in one.values


def _may_be(one: Field, value: object) -> bool:
    """Tell whether a fact takes a value; a number also where it cannot be, so that the rules say what it may be."""
    is_number = isinstance(value, int) and not isinstance(value, bool)
    if isinstance(one.values, range):
        return is_number
    values = values_of(one, None) if one.values is None else ()
    return value in values if values else isinstance(value, str) or is_number


def _needs_cards(question: Question) -> bool:
    return any(
        one.mark == "needed" and any(shape in CARDS for shape in members_of(one.shape))
        for one in shapes(question.facts)
    )


CARDS = (Atom.HAND, Atom.CARD, ListOf(Atom.HAND))
