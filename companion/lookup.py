"""Looking things up: clauses and cases by any words, and the two questions about them that every game has.

A search never fails: whatever is typed becomes words, and what is left of them when the small words are taken out is
looked for by its beginning, with or without accents, in the heading, the text and the cases. Each book in each language
is an index of its own (FTS5, in memory), so that a word's weight is its rarity in that book.
"""

import re
import sqlite3
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from threading import Lock
from typing import Any

from companion.books import Case, Clause, book, languages
from companion.languages import LANGUAGES
from companion.rules.rulings import Ruling, answer, impossible
from companion.rules.tally import Game, Question
from companion.rules.words import N_, say, say_n

LONGEST = 400  # letters of a search; the rest is not read
MOST_WORDS = 12
RESULTS = 12
WEIGHTS = "0, 0, 6, 3, 1"  # of kind and id, which are not searched, heading, text, and what stands around it
READING = Lock()  # the indexes are shared by all threads of the server

SMALL_WORDS = frozenset[str]().union(*(tongue.small for tongue in LANGUAGES.values()))  # of whatever language
NUMBERS = [{word, str(n)} for tongue in LANGUAGES.values() for word, n in tongue.numbers.items()]


@dataclass(frozen=True)
class Found:
    """What a search has found, best first."""

    clauses: tuple[Clause, ...] = ()
    cases: tuple[Case, ...] = ()


def search(game: str, text: str, lang: str) -> Found:
    """Clauses and cases for some words, shown in the reader's language.

    The book in which most of the words are found comes first; among equals the reader's own, then the English one.
    """
    words = _words(text)
    order = dict.fromkeys(code for code in (lang, "en", *languages(game)) if code in languages(game))
    hits = [_hits(game, code, words) for code in order]
    hits.sort(key=lambda found: -max((hit.words for hit in found), default=0))
    ids = list(dict.fromkeys((hit.kind, hit.id) for found in hits for hit in found))
    shown = book(game, lang)
    cases = {case.id: case for clause in shown.clauses for case in clause.cases}
    clauses = [clause for kind, one in ids if kind == "clause" and (clause := shown.clause(one))]
    return Found(
        tuple(clauses[:RESULTS]), tuple([cases[one] for kind, one in ids if kind == "case" and one in cases][:RESULTS])
    )


@dataclass(frozen=True)
class _Hit:
    kind: str
    id: str
    words: int  # how many of the words it holds
    rank: float  # the lower, the better


def _hits(game: str, lang: str, words: Sequence[str]) -> list[_Hit]:
    """The passages of one book that hold any of the words; many words count for more than much of one."""
    ranks: Counter[tuple[str, str]] = Counter()
    held: Counter[tuple[str, str]] = Counter()
    sql = f"SELECT kind, id, bm25(passage, {WEIGHTS}) FROM passage WHERE passage MATCH ?"  # noqa: S608 - a constant
    with READING:
        index = _index(game, lang)
        for word in words:
            for kind, one, rank in index.execute(sql, (word,)).fetchall():
                ranks[kind, one] += rank
                held[kind, one] += 1
    found = [_Hit(kind, one, n, ranks[kind, one] * n) for (kind, one), n in held.items()]
    return sorted(found, key=lambda hit: hit.rank)


def _words(text: str) -> list[str]:
    """The words to look for, each as a query that also finds its other endings and, of a number, its figure."""
    every = [word for word in re.findall(r"[^\W_]+", folded(text[:LONGEST])) if len(word) > 1 or word.isdigit()]
    telling = [word for word in dict.fromkeys(every) if word not in SMALL_WORDS] or list(dict.fromkeys(every))
    return [_query(word) for word in telling[:MOST_WORDS]]


def _query(word: str) -> str:
    same = set().union(*(pair for pair in NUMBERS if word in pair)) - {word}
    exact = [f'"{one}"' for one in sorted(same)]
    if word.isdigit():
        return " OR ".join([f'"{word}"', *exact])
    return " OR ".join([f'"{word}" *', f'"{_stem(word)}" *', *exact])


def _stem(word: str) -> str:
    """A word without the ending that its other forms may not have: passar, passa; jokers, joker."""
    return word[: max(4, len(word) - (len(word) > 4) - (len(word) > 6) - (len(word) > 9))]


def folded(text: str) -> str:
    """Lower case, without accents."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


@cache
def _index(game: str, lang: str) -> sqlite3.Connection:
    """The passages of a book; called and used under the lock only."""
    db = sqlite3.connect(":memory:", check_same_thread=False)
    columns = "kind UNINDEXED, id UNINDEXED, heading, text, around"
    db.execute(f"CREATE VIRTUAL TABLE passage USING fts5({columns}, tokenize='unicode61 remove_diacritics 2')")
    for clause in book(game, lang).clauses:
        around = [clause.part, *(f"{case.situation} {case.verdict}" for case in clause.cases)]
        heading = f"{clause.heading} {clause.words}"
        _insert(db, "clause", clause.id, heading, clause.text, " ".join(around))
        for case in clause.cases:
            words = f"{case.situation} {case.verdict}"
            _insert(db, "case", case.id, heading, words, f"{clause.part} {clause.text}")
    return db


def _insert(db: sqlite3.Connection, kind: str, one: str, *texts: str) -> None:
    db.execute("INSERT INTO passage VALUES (?, ?, ?, ?, ?)", (kind, one, *map(folded, texts)))


# --- the questions that every game has


@dataclass(frozen=True)
class CaseFacts:
    """Words that describe what happened. House rules change nothing in what a book says."""

    text: str
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class ClauseFacts:
    """A clause by its id, or words to find it by."""

    id: str | None = None
    text: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)


def questions(game: Game, lang: str = "en") -> Mapping[str, Question]:
    """All questions of a game: its own, and the two that are answered from its book."""

    def case(facts: CaseFacts) -> Ruling:
        return _cases(game.key, facts, lang)

    def clause(facts: ClauseFacts) -> Ruling:
        return _clauses(game.key, facts, lang)

    shared = {
        "case": Question(N_("Has this happened before?"), CaseFacts, case),
        "clause": Question(N_("What does the rule say?"), ClauseFacts, clause),
    }
    return {**game.questions, **shared}


def _cases(game: str, facts: CaseFacts, lang: str) -> Ruling:
    if not facts.text.strip():
        return impossible("facts.text", say("Say what happened, in a few words."))
    cases = search(game, facts.text, lang).cases
    if not cases:
        return answer(say("No case in the book is about “{text}”.", text=facts.text), cases=[])
    found = [
        {"id": one.id, "situation": one.situation, "verdict": one.verdict, "clauses": [one.clause]} for one in cases
    ]
    sentence = say_n(
        "{n} case. The nearest: {verdict}", "{n} cases. The nearest: {verdict}", len(cases), verdict=cases[0].verdict
    )
    return answer(sentence, cases[0].clause, cases=found)


def _clauses(game: str, facts: ClauseFacts, lang: str) -> Ruling:
    if facts.id is not None:
        clause = book(game, lang).clause(facts.id)
        if clause is None:
            return impossible("facts.id", say("There is no clause {id}.", id=facts.id))
        clauses: tuple[Clause, ...] = (clause,)
    elif facts.text is not None and facts.text.strip():
        clauses = search(game, facts.text, lang).clauses
    else:
        return impossible("facts.text", say("Give the id of a clause, or a few words of it."))
    if not clauses:
        return answer(say("No rule in the book is about “{text}”.", text=facts.text), clauses=[])
    found = [{"id": one.id, "heading": one.heading, "text": one.text} for one in clauses]
    return answer(
        say("{heading}: {text}", heading=clauses[0].heading, text=clauses[0].text), clauses[0].id, clauses=found
    )
