"""Recognise what the book of a game does not treat: subjects of any card table, and terms of other games.

`subjects.toml` lists subjects such as the clock, phones, advice, debts and seats: words for each in every language, and
which of them together name the subject. Someone who asks how long a player may *think* asks about *time*.
`terms.toml` lists terms that belong to some games and not to others: someone who types `trump` at gin asks about
something that its book does not have. The subjects and terms that a game does treat are in its `terms.txt`; those that
a clause rules out are in its `excluded.txt`, with the clause.

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
AGREED = "agreed"  # whoever has agreed on something, or wants it punished, asks for what every book treats
ALONE = "~"  # ends an expression that is a term only when nothing else was typed
NOT = "!"  # before what must not be said
BEGINNING = "*"  # ends a word of which only the beginning is told
BETWEEN = 1  # words that may stand between two of an expression
QUESTION = 25  # words; a longer text tells a whole case, and its words meet by chance
SHORTEST = 2  # letters of a beginning


class SubjectPattern(NamedTuple):
    """To name a subject: what has to be said, and what must not be."""

    words: frozenset[str]
    absent: frozenset[str]


class WordPattern(NamedTuple):
    """A word as it is written and without its accents, or these as beginnings."""

    whole: frozenset[str]
    beginnings: tuple[str, ...]


class Expression(NamedTuple):
    """The words after the first, and what they say."""

    rest: tuple[WordPattern, ...]
    says: str


class Expressions(NamedTuple):
    """By the first word, or by its beginning."""

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
    """Tell whether words say that a score was written wrongly: at any table it is corrected."""
    return "wrong_score" in subjects(text, lang)


def _said(words: Sequence[str], lang: str) -> Iterator[str]:
    told = _expressions(lang)
    for place, word in enumerate(words):
        found = [*told.whole.get(word, ())]
        for end in range(SHORTEST, len(word) + 1):
            found += told.beginning.get(word[:end], ())
        yield from (one.says for one in found if _follows(one.rest, words, place + 1))


def _follows(rest: Sequence[WordPattern], words: Sequence[str], place: int) -> bool:
    """Tell whether the rest of an expression stands from a place on."""
    for wanted in rest:
        for at in range(place, min(place + BETWEEN + 1, len(words))):
            if words[at] in wanted.whole or words[at].startswith(wanted.beginnings):
                place = at + 1
                break
        else:
            return False
    return True


def _written(word: str) -> frozenset[str]:
    """A word with its accents, and as it is typed by who leaves them out: whoever types others means another word."""
    return frozenset((word, folded(word)))


def _wanted(word: str) -> WordPattern:
    if word.endswith(BEGINNING):
        return WordPattern(frozenset(), tuple(one.removesuffix(BEGINNING) for one in _written(word)))
    return WordPattern(_written(word), ())


@cache
def _expressions(lang: str) -> Expressions:
    found = Expressions({}, {})
    for says, told in FILE["words"].items():
        for text in told[lang].split(","):
            first, *rest = text.casefold().replace("'", " ").replace("-", " ").split()
            by = found.beginning if first.endswith(BEGINNING) else found.whole
            for word in _written(first.removesuffix(BEGINNING)):
                by.setdefault(word, []).append(Expression(tuple(map(_wanted, rest)), says))
    return found


class Foreign(NamedTuple):
    """Of the words that tell something: how many are terms that a game does not have, and whether all of them are."""

    terms: int = 0
    all: bool = False


class Term(NamedTuple):
    """An expression that names a term; `alone`: only where nothing else was typed."""

    words: tuple[str, ...]
    term: str
    alone: bool


def foreign(text: str, lang: str, folder: Path) -> Foreign:
    """Return the terms of a text that belong to other games, unless they are part of a term of this one."""
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
    """Return the clause that rules out what a text names, or nothing.

    Args:
        subjects: those of any table that are named; one that the game neither treats nor rules out is met with silence.
    """
    ruled_out = rules_out(folder)
    named = {expression.term for expression, _ in _named([folded(word) for word in split(text)], lang)} | subjects
    if not named & ruled_out.keys() or subjects - own_terms(folder) - ruled_out.keys():
        return ""
    return next(clause for name, clause in ruled_out.items() if name in named)


def _named(words: Sequence[str], lang: str) -> Iterator[tuple[Term, set[int]]]:
    """Whole words only: of a stem one does not know what it belongs to."""
    told = _terms_by_word(lang)
    for place, word in enumerate(words):
        for expression in told.get(word, ()):
            if tuple(words[place : place + len(expression.words)]) == expression.words:
                yield expression, set(range(place, place + len(expression.words)))


@cache
def own_terms(folder: Path) -> frozenset[str]:
    """The terms of the game in this folder; one that has not said which are its own has them all."""
    path = folder / "terms.txt"
    return frozenset(path.read_text(encoding="utf-8").split() if path.exists() else TERMS)


@cache
def rules_out(folder: Path) -> dict[str, str]:
    """By term or subject: the clause of the game in this folder that rules it out."""
    path = folder / "excluded.txt"
    words = path.read_text(encoding="utf-8").split() if path.exists() else []
    return dict(zip(words[::2], words[1::2], strict=True))


@cache
def _terms_by_word(lang: str) -> dict[str, list[Term]]:
    found: dict[str, list[Term]] = {}
    for term, told in TERMS.items():
        for text in told[lang].split(","):
            words = tuple(folded(word) for word in split(text))
            one = Term(words, term, text.endswith(ALONE))
            found.setdefault(words[0], []).append(one)
    return found
