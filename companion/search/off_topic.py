"""Recognize questions that a rule book does not treat: general subjects of a card table, and terms of other games.

`subjects.toml` lists subjects such as the clock, phones, advice, debts and seats: words for each in every language, and
which of them together name the subject. A question how long a player may *think* is about *time*. `terms.toml` lists
terms that belong to some games only: a question with `trump` at gin is about something that its book does not have. The
subjects and terms of a game are in its `terms.txt`; those that a clause rules out are in its `excluded.txt`, with the
clause.

Subjects and terms decide whether a book treats a question at all, never which clause answers it.
"""

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from companion.search.tokens import SMALL_WORDS, folded, split

FILE = tomllib.loads((Path(__file__).parent / "subjects.toml").read_text(encoding="utf-8"))
TERMS = tomllib.loads((Path(__file__).parent / "terms.toml").read_text(encoding="utf-8"))
AGREED = "agreed"  # questions about agreements or penalties are treated by every book
ALONE = "~"  # marks an expression that is a term only if nothing else was typed
NOT = "!"  # marks a word that must be absent
BEGINNING = "*"  # marks a prefix
BETWEEN = 1  # words that may stand between two of an expression
QUESTION = 25  # words; in a longer text, words of an expression may occur together by chance
SHORTEST = 2  # the least letters of a prefix


class SubjectPattern(NamedTuple):
    """The words that together name a subject, and those that must be absent."""

    words: frozenset[str]
    absent: frozenset[str]


class WordPattern(NamedTuple):
    """A word as it is written and without its accents, or prefixes."""

    whole: frozenset[str]
    beginnings: tuple[str, ...]


class Expression(NamedTuple):
    """The words of an expression after the first, and the word of a subject that it stands for."""

    rest: tuple[WordPattern, ...]
    says: str


class Expressions(NamedTuple):
    """Expressions by their first word, or by its prefix."""

    whole: dict[str, list[Expression]]
    beginning: dict[str, list[Expression]]


def _way(text: str) -> SubjectPattern:
    words = text.split()
    unsaid = frozenset(word.removeprefix(NOT) for word in words if word.startswith(NOT))
    return SubjectPattern(frozenset(word for word in words if not word.startswith(NOT)), unsaid)


SUBJECTS = {name: tuple(map(_way, told)) for name, told in FILE["subjects"].items()}


@lru_cache(maxsize=20_000)
def subjects(text: str, lang: str) -> frozenset[str]:
    words = split(text)
    said = frozenset(_said(words, lang)) if len(words) <= QUESTION else frozenset[str]()
    if not said or AGREED in said:
        return frozenset()
    return frozenset(
        name for name, ways in SUBJECTS.items() if any(way.words <= said and not way.absent & said for way in ways)
    )


def is_misscored(text: str, lang: str) -> bool:
    """Return True if words say that a score was written wrongly: at any table it is corrected."""
    return "wrong_score" in subjects(text, lang)


def _said(words: Sequence[str], lang: str) -> Iterator[str]:
    told = _expressions(lang)
    for place, word in enumerate(words):
        expressions = [*told.whole.get(word, ())]
        for end in range(SHORTEST, len(word) + 1):
            expressions += told.beginning.get(word[:end], ())
        yield from (one.says for one in expressions if _follows(one.rest, words, place + 1))


def _follows(rest: Sequence[WordPattern], words: Sequence[str], place: int) -> bool:
    """Return True if the rest of an expression follows from this place on."""
    for wanted in rest:
        for at in range(place, min(place + BETWEEN + 1, len(words))):
            if words[at] in wanted.whole or words[at].startswith(wanted.beginnings):
                place = at + 1
                break
        else:
            return False
    return True


def _written(word: str) -> frozenset[str]:
    """Return a word with its accents and without: people may leave them out, but other accents make another word."""
    return frozenset((word, folded(word)))


def _wanted(word: str) -> WordPattern:
    if word.endswith(BEGINNING):
        return WordPattern(frozenset(), tuple(one.removesuffix(BEGINNING) for one in _written(word)))
    return WordPattern(_written(word), ())


@cache
def _expressions(lang: str) -> Expressions:
    index = Expressions({}, {})
    for says, told in FILE["words"].items():
        for text in told[lang].split(","):
            first, *rest = text.casefold().replace("'", " ").replace("-", " ").split()
            by = index.beginning if first.endswith(BEGINNING) else index.whole
            for word in _written(first.removesuffix(BEGINNING)):
                by.setdefault(word, []).append(Expression(tuple(map(_wanted, rest)), says))
    return index


class Foreign(NamedTuple):
    """The number of meaningful words that are terms of other games, and whether all of them are."""

    terms: int = 0
    all: bool = False


class Term(NamedTuple):
    """An expression that names a term; with `alone` only if nothing else was typed."""

    words: tuple[str, ...]
    term: str
    alone: bool


def foreign(text: str, lang: str, folder: Path) -> Foreign:
    """Count the words of a text that are terms of other games, unless they are part of a term of this game."""
    typed = split(text)
    telling = {place for place, word in enumerate(typed) if folded(word) not in SMALL_WORDS}
    own, others = list[set[int]](), list[set[int]]()
    for expression, places in _named([folded(word) for word in typed], lang):
        if expression.term in own_terms(folder):
            own.append(places)
        elif not expression.alone or telling <= places:
            others.append(places)
    left = (one for one in others if not any(one & term and len(term) >= len(one) for term in own))
    covered = set[int]().union(*left)
    return Foreign(len(covered & telling), bool(covered) and telling <= covered)


def excluded(text: str, lang: str, folder: Path, subjects: frozenset[str]) -> str:
    """Return the id of the clause that rules out something that the text names, or "".

    Args:
        subjects: the general subjects that the text names. If the game neither treats nor rules out one of them, no
            clause is returned.
    """
    ruled_out = rules_out(folder)
    named = {expression.term for expression, _ in _named([folded(word) for word in split(text)], lang)} | subjects
    if not named & ruled_out.keys() or subjects - own_terms(folder) - ruled_out.keys():
        return ""
    return next(clause for name, clause in ruled_out.items() if name in named)


def _named(words: Sequence[str], lang: str) -> Iterator[tuple[Term, set[int]]]:
    """Yield the terms that a text names, with the places of their words; only whole words, as stems are ambiguous."""
    told = _terms_by_word(lang)
    for place, word in enumerate(words):
        for expression in told.get(word, ()):
            if tuple(words[place : place + len(expression.words)]) == expression.words:
                yield expression, set(range(place, place + len(expression.words)))


@cache
def own_terms(folder: Path) -> frozenset[str]:
    """Return the terms of the game in this folder; without a `terms.txt` all terms."""
    path = folder / "terms.txt"
    return frozenset(path.read_text(encoding="utf-8").split() if path.exists() else TERMS)


@cache
def rules_out(folder: Path) -> dict[str, str]:
    """Return by term or subject the clause that rules it out in the game of this folder."""
    path = folder / "excluded.txt"
    words = path.read_text(encoding="utf-8").split() if path.exists() else []
    return dict(zip(words[::2], words[1::2], strict=True))


@cache
def _terms_by_word(lang: str) -> dict[str, list[Term]]:
    by_word: dict[str, list[Term]] = {}
    for term, told in TERMS.items():
        for text in told[lang].split(","):
            words = tuple(folded(word) for word in split(text))
            by_word.setdefault(words[0], []).append(Term(words, term, text.endswith(ALONE)))
    return by_word
