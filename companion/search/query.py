"""Search the clauses, cases and questions of a game by any words: one list, best first, or nothing.

Two questions that every game has are answered from the search: what the rule book says, and which case is similar.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from threading import Condition
from typing import Literal

from cachetools import cached

from companion.languages import LANGUAGES
from companion.rulebooks import Case, Clause, book, languages
from companion.rules.field_metadata import needed
from companion.rules.game import Game, Question, Subject
from companion.rules.messages import N_, say, say_n
from companion.rules.rulings import Ruling, answer, impossible
from companion.search.index import Index, Passage
from companion.search.off_topic import excluded, foreign, subjects
from companion.search.ranking import NOWHERE, TEXT, clause_phrases, clauses, is_treated, without_claim
from companion.search.tokens import split
from companion.translation import language

NUMBERED = re.compile(r"(?:\w+ )?(\d{1,2}\.\d{1,2})")
LONGEST = 400  # letters of a search that are read
MOST_WORDS = 60
MOST_HITS = 12
ENOUGH = 0.3  # above this score the text counts as being in the reader's language
UNDERSTOOD = 0.5  # above this share of known words too, even if it is about something else
ELSEWHERE = 0.5  # the least score of a clause for a text in another language
DOUBT = 0.95  # there, a clause must reach this share of the best off-topic score
NOT_MUCH_WORSE = 0.45  # hits below this share of the best score are left out
FIRST = 3  # the first hits are different clauses, so that one wrong guess does not hide the right rule
FIRST_OF_ALL = 1.01  # this share of the best score puts a hit first
RETOLD = 6  # a text of so many words may describe a whole case
TYPED = re.compile(r"\b(10|[2-9]|[akqjt](?=[♥♦♠♣]))([♥♦♠♣]|[hdsc]\b)", re.I)  # a card as it is typed: 8♥, 8h
SUITS = {
    "en": "hearts diamonds spades clubs",
    "sv": "hjärter ruter spader klöver",
    "fr": "cœur carreau pique trèfle",
    "it": "cuori quadri picche fiori",
}


@dataclass(frozen=True)
class Hit:
    """One hit: its clause, a heading that can be read alone, and the name of the case or question."""

    clause: str
    heading: str
    kind: Literal["clause", "case", "question"]
    name: str = ""


@dataclass(frozen=True)
class Finding:
    """The hits of a search, best first. `silent`: the book of this game does not treat the subject.

    `is_no`: the first hit rules out what was asked for, and no question is about it.
    """

    hits: tuple[Hit, ...] = ()
    silent: bool = False
    is_no: bool = False


def with_suits(text: str, lang: str) -> str:
    """Return a text in which the suits of typed cards are words; if only "s" is typed, as in "8s", they are eights."""
    found = {suit for _, suit in TYPED.findall(text)}
    if found <= {"s", "S"}:
        return text
    words = dict(zip("♥♦♠♣hdsc", SUITS[lang].split() * 2, strict=True))
    return TYPED.sub(lambda card: f"{card[1]} {words[card[2].lower()]} ", text)


def find(game: Subject, text: str, lang: str, names: Iterable[str] = ()) -> Finding:
    """Search the book of a game in the reader's language, and if nothing matches, in the other languages.

    Args:
        names: the names of the players; they are ignored unless the book has them as words.
    """
    text = with_suits(text, lang)
    if not text.strip():
        return Finding()
    if cited := _cited(game, text, lang):
        return Finding((Hit(cited.id, heading(game, cited, lang), "clause"),))
    words = without_claim(clauses(game, lang).without(names, split(text[:LONGEST])[:MOST_WORDS]), lang)
    text = " ".join(words)
    is_sum = len(words) != 1 and all(word.isdigit() for word in words)  # a single number may be in a rule
    nothing = is_sum or clauses(game, lang).is_stop_word(words)
    no = "" if nothing else excluded(text, lang, game.folder, subjects(text, lang))
    scores = {} if nothing else _scores(game, text, lang, no)
    if not scores:
        return Finding(silent=True)
    hits = sorted(_hits(game, text, lang, scores), key=lambda hit: -hit[0])
    first = [hit for hit in hits if hit[1].kind == "clause"][:FIRST]
    return Finding(
        tuple([hit for _, hit in [*first, *(hit for hit in hits if hit not in first)]][:MOST_HITS]), is_no=bool(no)
    )


def _cited(game: Subject, text: str, lang: str) -> Clause | None:
    """Return the clause whose number on the printed rules was typed: "rule 12.1"."""
    asked = NUMBERED.fullmatch(text.strip())
    rules = book(game.key, lang)
    return next((one for one in rules.clauses if asked and rules.number(one.id) == asked[1]), None)


def heading(game: Subject, clause: Clause, lang: str) -> str:
    """Return the heading of a clause in a language, even if the book is not translated into it."""
    phrases = clause_phrases(game.folder, lang).get(clause.id)
    return (phrases.heading if phrases and lang not in languages(game.key) else "") or clause.heading


def decided_by(game: Subject, clause: str) -> list[str]:
    """Return the questions that this clause decides, and those named like its section."""
    section = clause.split(".")[1]
    return [name for name, question in game.questions.items() if clause == question.clause or name == section]


def _scores(game: Subject, text: str, lang: str, no: str) -> Mapping[str, float]:
    """Return the score of each clause, or nothing if the subject is not treated. The clause `no` gets the best."""
    measured = clauses(game, lang).search(text)
    if no:
        told = _near_the_best(measured.ranked) if is_treated(measured) else {}
        return {**told, no: max(told.values(), default=ENOUGH) * FIRST_OF_ALL}
    own = _near_the_best(measured.ranked) if is_treated(measured) else {}
    retold = _retold(game, text, lang) if len(text.split()) >= RETOLD else {}
    if own or retold:
        return {key: max(own.get(key, 0.0), retold.get(key, 0.0)) for key in own.keys() | retold}
    read = measured.read.understood > UNDERSTOOD or max(measured.answers.values(), default=0.0) > ENOUGH
    if read or measured.foreign.terms or measured.subjects:
        return {}
    tongues = [clauses(game, code) for code in LANGUAGES if code != lang and not foreign(text, code, game.folder).terms]
    others = [_elsewhere(one.by_words(text, slips=False)) for one in tongues]
    return max(others, key=lambda one: max(one.values(), default=0.0), default={})


def _elsewhere(scores: Mapping[str, float]) -> Mapping[str, float]:
    """Return the scores in another language if the best is good enough and an off-topic passage is not better."""
    on_topic = _near_the_best(scores)
    best, away = max(on_topic.values(), default=0.0), max(scores.values(), default=0.0)
    return on_topic if best >= ELSEWHERE and best >= away * DOUBT else {}


def _near_the_best(scores: Mapping[str, float]) -> Mapping[str, float]:
    on_topic = {key: much for key, much in scores.items() if not key.startswith(NOWHERE)}
    best = max(on_topic.values(), default=0.0)
    return {key: much for key, much in on_topic.items() if much > best * NOT_MUCH_WORSE}


def _retold(game: Subject, text: str, lang: str) -> Mapping[str, float]:
    """Return the clauses of cases that describe nearly the same as the text."""
    of = {case.id: case.clause for case in _all_cases(game, lang)}
    scores = _cases(game, lang).search(text)
    return {of[name]: much for name, much in sorted(scores.items(), key=lambda one: one[1]) if much > ELSEWHERE}


def _hits(game: Subject, text: str, lang: str, scores: Mapping[str, float]) -> Iterator[tuple[float, Hit]]:
    """Yield the clauses in the order of the book, then the cases and questions that they decide, with their scores."""
    named = {one.id: heading(game, one, lang) for one in book(game.key, lang).clauses if one.id in scores}
    for clause, called in named.items():
        yield scores[clause], Hit(clause, called, "clause")
    text = clauses(game, lang).telling(text)
    nearness = _cases(game, lang).search(text)
    for case in _all_cases(game, lang):
        if case.clause in scores:
            much = scores[case.clause] * (0.6 + 0.4 * nearness.get(case.id, 0.0))
            yield much * 0.99, Hit(case.clause, named[case.clause], "case", case.id)
    catalogue = language(lang)
    nearness = _questions(game, lang).search(text)
    decided: dict[str, float] = {}
    for clause in named:
        decided |= {name: max(scores[clause], decided.get(name, 0.0)) for name in decided_by(game, clause)}
    for name, much in decided.items():
        question = game.questions[name]
        near = much * (0.6 + 0.4 * nearness.get(name, 0.0))
        yield near * 0.98, Hit(question.clause, catalogue.gettext(question.title), "question", name)


# --- the indexes, built once


@cache
def _all_cases(game: Subject, lang: str) -> list[Case]:
    return [case for clause in book(game.key, lang).clauses for case in clause.cases]


@cached({}, condition=Condition())  # takes a second: other threads wait for the same index
def _cases(game: Subject, lang: str) -> Index:
    cases = _all_cases(game, lang)
    return Index(_written(game, lang), [Passage(one.id, (one.situation,), [(TEXT, one.verdict)]) for one in cases])


@cache
def _questions(game: Subject, lang: str) -> Index:
    titles = {name: language(lang).gettext(question.title) for name, question in game.questions.items()}
    return Index(lang, [Passage(name, (title,)) for name, title in titles.items()])


def _written(game: Subject, lang: str) -> str:
    """Return the language in which readers of this language get the book."""
    return lang if lang in languages(game.key) else "en"


# --- the questions that a book answers


@dataclass(frozen=True)
class CaseFacts:
    """A description of what happened. The house rules have no influence."""

    text: str = needed(N_("What happened"), N_("Describe what happened in a few words."))
    options: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class ClauseFacts:
    """The id of a clause, or words to find it by."""

    id: str | None = None
    text: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)


def questions(game: Game, lang: str = "en") -> Mapping[str, Question]:
    """Return all questions of a game: its own, and two that are answered from its book."""
    case, clause = partial(_like_this, game, lang), partial(_told, game, lang)
    shared = {
        "case": Question(N_("Has this happened before?"), CaseFacts, case, lambda tally: {}),
        "clause": Question(N_("What does the rule say?"), ClauseFacts, clause, lambda tally: {}),
    }
    return {**game.questions, **shared}


def _like_this(game: Game, lang: str, facts: CaseFacts) -> Ruling:
    if not facts.text.strip():
        return impossible("facts.text", say("Describe what happened in a few words."))
    cases = matching_cases(game, facts.text, lang)
    if not cases:
        return answer(say("No example in the rule book is about “{text}”.", text=facts.text), cases=[])
    data = [
        {"id": one.id, "situation": one.situation, "verdict": one.verdict, "clauses": [one.clause]} for one in cases
    ]
    sentence = say_n(
        "{n} example. The closest: {verdict}",
        "{n} examples. The closest: {verdict}",
        len(cases),
        verdict=cases[0].verdict,
    )
    return answer(sentence, cases[0].clause, cases=data)


def _told(game: Game, lang: str, facts: ClauseFacts) -> Ruling:
    if facts.id is not None:
        clause = book(game.key, lang).clause(facts.id)
        if clause is None:
            return impossible("facts.id", say("There is no rule {id}.", id=facts.id))
        clauses: tuple[Clause, ...] = (clause,)
    elif facts.text is not None and facts.text.strip():
        clauses = matching_clauses(game, facts.text, lang)
    else:
        return impossible("facts.text", say("Enter the id of a rule, or a few words from it."))
    if not clauses:
        return answer(say("No rule is about “{text}”.", text=facts.text), clauses=[])
    data = [{"id": one.id, "heading": one.heading, "text": one.text} for one in clauses]
    sentence = say("{heading}: {text}", heading=clauses[0].heading, text=clauses[0].text)
    return answer(sentence, clauses[0].id, clauses=data)


def matching_clauses(game: Game, text: str, lang: str) -> tuple[Clause, ...]:
    """Return the clauses that match a text, best first."""
    clauses = (book(game.key, lang).clause(hit.clause) for hit in find(game, text, lang).hits if hit.kind == "clause")
    return tuple(clause for clause in clauses if clause)


def matching_cases(game: Game, text: str, lang: str) -> tuple[Case, ...]:
    cases = {case.id: case for clause in book(game.key, lang).clauses for case in clause.cases}
    return tuple(cases[hit.name] for hit in find(game, text, lang).hits if hit.kind == "case")
