"""Words that belong to some games and not to others: whoever says `trump` at gin asks for what its book cannot know.

`terms.toml` lists them in every language of the house, also those of games that are not played here; `terms.txt` beside
the book of a game has the names of those that are its own. They decide whether a thing is treated, never which clause
answers it. Unless the book rules a thing out: `excluded.txt` there has, a line each, a term or a subject and the clause
that says so. Who asks for partners where everybody plays alone is answered by that clause.
"""

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from companion.search.tokens import SMALL_WORDS, folded, split

TERMS = tomllib.loads((Path(__file__).parent / "terms.toml").read_text(encoding="utf-8"))
ALONE = "~"  # ends an expression that is a term only when nothing else was typed


class Foreign(NamedTuple):
    """Of the words that tell something: how many are terms that a game does not have, and whether all of them are."""

    terms: int = 0
    all: bool = False


class Expression(NamedTuple):
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


def _named(words: Sequence[str], lang: str) -> Iterator[tuple[Expression, set[int]]]:
    """Whole words only: of a stem one does not know what it belongs to."""
    told = _expressions(lang)
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
def _expressions(lang: str) -> dict[str, list[Expression]]:
    found: dict[str, list[Expression]] = {}
    for term, told in TERMS.items():
        for text in told[lang].split(","):
            words = tuple(folded(word) for word in split(text))
            one = Expression(words, term, text.endswith(ALONE))
            found.setdefault(words[0], []).append(one)
    return found
