"""Find the questions of the referee that a text asks, at most three, with the facts that the text gives.

`asked.toml` in the folder of a game has a table for each question; `asked.toml` in this folder describes the keys and
has what several games share.

One other word may stand between two words of an expression; `*` marks a prefix, `|` separates alternatives. A fact is
filled in only if the text states it: not if the text denies it, gives two values, or only compares with the number.
Then the fact is unsure, like one of which the text only speaks, and like a number without a statement of what it
counts: the user is asked for it, even if the score sheet has a value.
"""

import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from companion.parsing.schema import Atom, Field, ListOf, members_of, shapes
from companion.referee.fact_values import holds_numbers, is_one_of, may_be
from companion.rules.field_metadata import Dataclass, Json
from companion.rules.game import Game, Question
from companion.search.off_topic import is_misscored
from companion.search.query import LONGEST, Finding, find, with_suits
from companion.search.tokens import NAME, NUMBER, Match, Text, Wanted, parsed

MOST = 3  # questions to choose from
MAIN, ALSO = 1.0, 0.9  # the score from the clause of a question, and from another clause on which it rests
PLACES = (1.0, 0.9, 0.8, 0.6, 0.5)  # weights of the clauses found, best first; further ones are ignored
UNDECIDED = 0.5  # factor if the clause found first has no question
GIVEN, ABOUT, MEANT = 0.15, 0.4, 0.5  # added for each fact given, for the fact the question is about, and for `meant`
FIRST = 1.2  # added for `first`
FACTS = 3  # the number of facts that add to the score
SHORT = 0.2  # added for a number below a limit: people then ask for the consequences
NO_CARDS = 0.08  # subtracted from a question about cards if the text names none
BEYOND = 0.3  # subtracted from a question for which no number of the text is possible
LEAST = 0.55  # the least score of a question that is asked
NEAR_THE_BEST = 0.45  # questions below this share of the best score are left out
INCOMPLETE = 0.4  # subtracted from a question that leaves out a circumstance which another takes
PAIR = 0.2  # added if the question takes several numbers of the text
SEVERAL = 2  # the least number of numbers with which a question that takes them all stands first
BELOW = "<"
SIGNS = OPEN, NOTHING, SPOKEN, ACTOR, OPPONENT = "?", "-", "~", "&", "!"
SWITCHES: Mapping[str, object] = {"true": True, "false": False}
SHARED: Mapping[str, Any] = tomllib.loads((Path(__file__).parent / "asked.toml").read_text(encoding="utf-8"))
ABOVE = frozenset(SHARED["above"].split())  # values that take precedence over others in the same text


@dataclass(frozen=True)
class Lead:
    """A question that may be meant, with the facts given as JSON, and for each the words that give it.

    Attributes:
        about: the player whom the text names, if the question is about one.
        unsure: facts that the text mentions without a clear value; the score sheet must not fill them in.
        who: the player of whom the text states the facts `of_who`; the ruling can be saved for no other.
        people: the player of whom the text states each of the facts `of_one`; they are facts about no other.
    """

    question: str
    facts: Json = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    about: str = ""
    unsure: frozenset[str] = frozenset()
    who: str = ""
    people: Mapping[str, str] = field(default_factory=dict)


Expressions = Mapping[str, Sequence[Sequence[Wanted]]]  # of a question, by their key in asked.toml


@cache
def _tables(folder: Path) -> Mapping[str, Any]:
    """Return the content of asked.toml by question, merged with what several games share."""
    path = folder / "asked.toml"
    own = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    shared = SHARED["questions"]
    return {key: _together(shared.get(key, {}), own.get(key, {})) for key in {*own, *shared}}


def _together(shared: Mapping[str, Any], own: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return both tables of a question as one. If both have a key, the expressions or facts are joined."""
    return {**shared, **own, **{what: _joined(shared[what], own[what]) for what in shared.keys() & own}}


def _joined(one: Any, other: Any) -> Any:
    if isinstance(one, str):
        return f"{one} {other}"
    return {lang: ", ".join(filter(None, (words, other[lang]))) for lang, words in one.items()}


@cache
def _expressions(folder: Path, key: str, lang: str) -> Expressions:
    texts = {what: words[lang] for what, words in _tables(folder).get(key, {}).items() if isinstance(words, dict)}
    return {what: parsed(text) for what, text in texts.items() if text}


Sets = Mapping[str, frozenset[str]]  # facts of a question, by the key that lists them


@cache
def _sets(folder: Path, key: str) -> Sets:
    table = _tables(folder).get(key, {})
    return {name: frozenset(table.get(name, "").split()) for name in ("of_one", "of_who", "beside")}


@cache
def resting(game: Game) -> Mapping[str, Sequence[str]]:
    """Return by clause the questions whose answers rest on it, first those with this clause as their own."""
    by_clause: dict[str, list[str]] = {}
    for key, question in game.questions.items():
        by_clause.setdefault(question.clause, []).append(key)
    for key in game.questions:
        for clause in _tables(game.folder).get(key, {}).get("rests", "").split():
            by_clause.setdefault(f"{game.key}.{clause}", []).append(key)
    return by_clause


def leads(
    game: Game, text: str, lang: str, names: Iterable[str] = (), options: Dataclass | None = None
) -> tuple[Lead, ...]:
    """Return the questions that a text asks, best first. There are none if a rule forbids the thing or nothing matches.

    Args:
        names: the names of the players.
        options: the house rules of the table; questions that cannot arise under them are left out.
    """
    names = tuple(names)
    finding = find(game, text, lang, names)
    read = Text(with_suits(text[:LONGEST], lang), lang, names)
    is_contested, first = _first(game, read)
    if finding.is_no or not (finding.hits or first) or (not first and _is_answered(game, finding, read)):
        return ()
    scores = dict(_by_clause(game, [hit.clause for hit in finding.hits if hit.kind == "clause"]))
    names_cards = read.says(parsed(SHARED["cards"][lang]))
    candidates = []
    for key, question in game.questions.items():
        if options is not None and not question.arises(options):
            continue
        by_key = _expressions(game.folder, key, lang)
        is_missing = "needs" in by_key and not read.says(by_key["needs"])
        if is_missing or read.only_denies(by_key.get("supposes", ())) or read.says(by_key.get("unless", ())):
            continue
        sets = _sets(game.folder, key)
        reading = _facts(key, question, by_key, read, options or game.options(), sets)
        here = {*read.names.values()}
        people = {one: who for one, who in reading.people.items() if one in sets["of_one"] and who in here}
        reading = replace(reading, lead=replace(reading.lead, who=_who(sets["of_who"], reading, read), people=people))
        lead = reading.lead
        if is_contested or read.only_denies(by_key.get("act", ())):
            lead = Lead(key, about=lead.about, unsure=lead.unsure | lead.facts.keys())
            reading = _Reading(lead)
        cannot = sum(_is_out_of_range(one, lead.facts.get(one.key)) for one in shapes(question.facts))
        score = scores.get(key, 0.0) + GIVEN * (min(FACTS, reading.facts - cannot) - cannot)
        score += FIRST * (key in first) + MEANT * read.says(by_key.get("meant", ()))
        score += ABOUT * _gives_main_fact(question, lead) + SHORT * reading.short + PAIR * (reading.numbers >= SEVERAL)
        beyond = _is_beyond(question, read.numbers.values())
        score -= NO_CARDS * (_needs_cards(question) and not names_cards) + BEYOND * (beyond and not cannot)
        if score >= LEAST:
            known = reading.places | read.places_of(by_key.get("meant", ()))
            numbers = 0 if cannot else reading.numbers
            candidates.append(_Candidate(lead, score, numbers, bool(cannot) or beyond, reading, known))
    return tuple(one.lead for one in _ordered(_prefer_complete(candidates))[:MOST])


def _prefer_complete(candidates: Sequence["_Candidate"]) -> Sequence["_Candidate"]:
    """Lower the score of a question that ignores a circumstance in the text if another good candidate reads it."""
    least = max((one.score for one in candidates), default=0.0) * NEAR_THE_BEST
    others = [one for one in candidates if one.reading.choices and one.score >= least]

    def is_incomplete(one: "_Candidate") -> bool:
        return bool(one.reading.places) and any(_reads_more(other, one) for other in others)

    return [replace(one, score=one.score - INCOMPLETE * is_incomplete(one)) for one in candidates]


def _reads_more(other: "_Candidate", one: "_Candidate") -> bool:
    """Return True if the other question reads a circumstance that this one ignores."""
    if not one.reading.choices and one.reading.places < other.reading.choices:
        return True  # numbers only, and the other one reads them together with a circumstance
    return one.reading.places.isdisjoint(other.reading.choices) and one.reading.choices <= other.known


def wrong_deal(text: str, lang: str, names: Iterable[str] = ()) -> int | None:
    """Return the number of the deal whose score the text calls wrong, if it does."""
    read = Text(text[:LONGEST], lang, names)
    matches = [match for one in parsed(SHARED["wrong_score"][lang]) for match in read.matches(one)]
    if not matches and is_misscored(text[:LONGEST], lang):
        matches = [match for one in parsed(SHARED["deal"][lang]) for match in read.matches(one)]
    found = {match.value for match in matches if isinstance(match.value, int) and not read.denies(match)}
    return found.pop() if len(found) == 1 else None


def _is_answered(game: Game, finding: Finding, read: Text) -> bool:
    """Return True if the clause found first answers the text, so that no question that rests on it is needed."""
    keys = resting(game).get(finding.hits[0].clause, ())
    return any(read.says(_expressions(game.folder, key, read.lang).get("book", ())) for key in keys)


def _first(game: Game, read: Text) -> tuple[bool, Collection[str]]:
    """Return whether the text disputes how an act was done, and the questions that stand before others."""
    of_each = {key: _expressions(game.folder, key, read.lang) for key in game.questions}
    contested = {key for key, one in of_each.items() if read.says(one.get("contested", ()))}
    asked = {key: one for key, one in of_each.items() if not read.says(one.get("unless", ()))}
    return bool(contested), contested | {key for key, one in asked.items() if read.tells(one.get("first", ()))}


@dataclass(frozen=True)
class _Candidate:
    """A question that may be meant, and its score."""

    lead: Lead
    score: float
    numbers: int  # how many numbers of the text it takes
    is_impossible: bool  # a number of the text is impossible for this question
    reading: "_Reading"
    known: frozenset[int]  # the places of the words that give its facts or mean it


def _ordered(scored: Sequence[_Candidate]) -> Sequence[_Candidate]:
    """Return the questions with a score near the best, ordered.

    Questions that take several numbers stand first. If a number is impossible for one of the questions, a question that
    takes it stands first.
    """
    best = max((one.score for one in scored), default=0.0)
    near = [one for one in scored if one.score >= best * NEAR_THE_BEST]
    is_telling = any(one.is_impossible for one in near)
    return sorted(near, key=lambda one: (_rank(one, is_telling), one.score), reverse=True)


def _rank(one: _Candidate, is_telling: bool) -> int:
    return one.numbers if one.numbers >= SEVERAL or is_telling else 0


def _by_clause(game: Game, clauses: Sequence[str]) -> Iterator[tuple[str, float]]:
    """Yield each question with its score from the best of its clauses among those found."""
    scores: dict[str, float] = {}
    sure = 1.0 if clauses and resting(game).get(clauses[0]) else UNDECIDED
    for share, clause in zip(PLACES, clauses, strict=False):
        for key in resting(game).get(clause, ()):
            score = sure * share * (MAIN if game.questions[key].clause == clause else ALSO)
            scores[key] = max(scores.get(key, 0.0), score)
    return iter(scores.items())


def _is_beyond(question: Question, numbers: Collection[int]) -> bool:
    """Return True if no number of the text is possible for any numeric fact of the question."""
    asked = [one for one in shapes(question.facts) if isinstance(one.values, range)]
    return bool(asked and numbers) and not any(is_one_of(one, numbers) for one in asked)


def _gives_main_fact(question: Question, lead: Lead) -> bool:
    """Return True if the text gives the fact that the question is about."""
    return any(one.about and one.key in lead.facts for one in shapes(question.facts))


@dataclass(frozen=True)
class _Reading:
    """A question with the facts that the text gives.

    Attributes:
        facts: how many facts the text gives, also those that are not final: they show which question is meant.
        numbers: how many numbers of the text these facts take.
        short: True if one of them is below a limit.
        people: the player of whom the text states each fact, "" if no name stands before it.
        choices: the places of the words that give facts other than numbers.
        places: the places of the words that give any fact.
    """

    lead: Lead
    facts: int = 0
    numbers: int = 0
    short: bool = False
    people: Mapping[str, str] = field(default_factory=dict)
    choices: frozenset[int] = frozenset()
    places: frozenset[int] = frozenset()


def _facts(key: str, question: Question, by_key: Expressions, read: Text, rules: Dataclass, sets: Sets) -> _Reading:
    sure: dict[str, Match] = {}
    unsure, unfinished = set[str](), set[str]()
    contradicted = False
    for one in shapes(question.facts):
        unlike = [match for words in by_key.get(f"{one.key}={NOTHING}", ()) for match in read.matches(words)]
        matches = [match for match in _matches(one, by_key, read, rules) if not any(map(match.is_within, unlike))]
        spoken = [match for words in by_key.get(f"{one.key}={SPOKEN}", ()) for match in read.matches(words)]
        for sign in (ACTOR, OPPONENT):
            acts = [match for words in by_key.get(f"{one.key}={sign}", ()) for match in read.matches(words)]
            matches = [*read.of_person(matches, acts, is_actor=sign == ACTOR)] if acts else matches
        contradicted |= not isinstance(one.values, range) and {True, False} <= {match.value for match in matches}
        if (match := _sure(one, matches)) is not None:
            sure[one.key] = match
        elif matches or not all(any(map(match.is_within, unlike)) for match in spoken):
            unsure.add(one.key)
        unfinished |= {one.key} if read.says(by_key.get(f"{one.key}={OPEN}", ())) else set()
    counted = [place for match in sure.values() for place in match.counts(read.numbers)]
    left = read.left({*counted} | read.places_of(by_key.get("meant", ())))
    doubtful = {key for key, match in sure.items() if any(counted.count(n) > 1 for n in match.counts(read.numbers))}
    asked = [one for one in shapes(question.facts) if one.key in sure]
    doubtful |= {one.key for one in asked if contradicted or _may_be_another(one, sure[one.key], left)}
    doubtful |= _of_others(sets["of_one"] & sure.keys(), question, by_key, read, sure)
    doubtful |= set() if sure.keys() - sets["beside"] else sure.keys()
    named = len(sure.keys() - doubtful)
    doubtful |= sure.keys() & unfinished
    clear = {key: match for key, match in sure.items() if key not in doubtful}
    open_facts = {one.key for one in shapes(question.facts) if one.key not in clear and _may_hold(one, left, read)}
    unsure |= doubtful | unfinished | open_facts
    about = read.asked_about() if question.about and not read.says(by_key.get("others", ())) else ""
    facts = {key: match.value for key, match in clear.items()}
    short = any(match.is_short for match in clear.values())
    people = {key: read.subject(match) for key, match in clear.items()}
    choices = frozenset(place for match in clear.values() if not match.counts(read.numbers) for place in match.places)
    places = frozenset(place for match in clear.values() for place in match.places)
    lead = Lead(key, facts, {one: read.said(match) for one, match in clear.items()}, about, frozenset(unsure))
    return _Reading(lead, named, len({*counted}), short, people, choices, places)


def _who(facts: Iterable[str], reading: "_Reading", read: Text) -> str:
    """Return the player of whom the text states these facts, or "" if there is none or more than one."""
    people = {reading.people[key] for key in facts if key in reading.people}
    return people.pop() if len(people) == 1 and people <= {*read.names.values()} else ""


def _of_others(
    of_one: Iterable[str], question: Question, by_key: Expressions, read: Text, sure: Mapping[str, Match]
) -> set[str]:
    """Return the facts about the acting player that the text states of another player."""
    acts = [sure[one.key] for one in shapes(question.facts) if one.about and one.key in sure]
    acts = acts or [match for words in by_key.get("meant", ()) for match in read.matches(words)]
    acting = {read.me} if read.says(read.asks_of_me) else {read.subject(match) for match in acts}
    several = len({*read.people.values()}) > 1
    others = {key for key in of_one if (who := read.subject(sure[key])) and several and who not in acting}
    return others | {key for key in of_one if read.parts_people(sure[key])}


def _matches(one: Field, by_key: Expressions, read: Text, rules: Dataclass) -> Iterator[Match]:
    """Yield the matches for a fact, each with its value. The value is None if it is denied or only compared with."""
    for what, of_key in by_key.items():
        fact, _, value = what.partition("=")
        value, _, least = value.partition(BELOW)
        if fact != one.key or value in SIGNS or not _is_known(one, value):
            continue
        for match in (match for expression in of_key for match in read.matches(expression)):
            if least and not (isinstance(match.value, int) and match.value < _limit(least, rules)):
                continue
            is_number = bool(least) or value == NUMBER
            is_sure = not read.denies(match) and not read.denies_number(match)
            is_sure = is_sure and not (is_number and (read.compares(match) or read.counts_things(match)))
            is_sure = is_sure and not (least and max(read.left(match.places), default=0) > _limit(least, rules))
            stated = match.value if value in (NUMBER, NAME) else _literal(value)
            yield replace(match, value=stated if is_sure else None, is_short=bool(least))


def _is_known(one: Field, value: str) -> bool:
    """Return True if the fact can have this value in the game; the shared file may name more values."""
    return value in (NUMBER, NAME, "") or may_be(one, _literal(value))


def _literal(value: str) -> object:
    return int(value) if value.isdigit() else SWITCHES.get(value, value)


def _sure(one: Field, matches: Sequence[Match]) -> Match | None:
    """Return the match that gives the value of a fact, or None if there is none or two values differ."""
    sure = [match for match in matches if match.value is not None]
    kept = [match for match in sure if not any(match.is_inside(other) for other in sure)]
    kept = [match for match in kept if match.value in ABOVE] or kept
    is_one = len({match.value for match in kept}) == 1
    return kept[0] if is_one and may_be(one, kept[0].value) else None


def _limit(least: str, rules: Dataclass) -> int:
    return int(least) if least.isdigit() else int(getattr(rules, least))


def _may_hold(one: Field, left: Collection[int], read: Text) -> bool:
    """Return True if an unused number of the text may be meant for a fact, or any number for scores.

    Deals or points that are said do not belong to the scores of the sheet, which are of now.
    """
    if isinstance(one.values, range):
        return is_one_of(one, left)
    return one.mark == "needed" and holds_numbers(one) and bool(read.stated_numbers)


def _may_be_another(one: Field, match: Match, left: Iterable[int]) -> bool:
    """Return True if an unused number of the text may be the value instead: "101, but I count 99"."""
    return isinstance(one.values, range) and is_one_of(one, {number for number in left if number != match.value})


def _is_out_of_range(one: Field, value: object) -> bool:
    return isinstance(one.values, range) and isinstance(value, int) and value not in one.values


def _needs_cards(question: Question) -> bool:
    return any(one.mark == "needed" and not CARDS.isdisjoint(members_of(one.shape)) for one in shapes(question.facts))


CARDS = frozenset((Atom.HAND, Atom.CARD, ListOf(Atom.HAND)))
