"""Recognise subjects of any card table that no book of rules treats: the clock, phones, advice, debts, seats.

`subjects.toml` has words in every language of the house, and for each subject which of them together name it: who asks
how long somebody may *think* asks about *time*. A subject that the book of a game does treat stands in its `terms.txt`.
Like a term of another game it decides whether a thing is treated, never which clause answers it.
"""

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from companion.search.tokens import folded, split

FILE = tomllib.loads((Path(__file__).parent / "subjects.toml").read_text(encoding="utf-8"))
AGREED = "agreed"  # whoever has agreed on something, or wants it punished, asks for what every book treats
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
