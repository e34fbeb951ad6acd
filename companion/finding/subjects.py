"""What people ask about at any card table and no book of rules treats: the clock, phones, advice, debts, seats.

`subjects.toml` has words in every language of the house, and for each subject which of them together name it: who asks
how long somebody may *think* asks about *time*. A subject that the book of a game does treat stands in its `terms.txt`.
Like a term of another game it decides whether a thing is treated, never which clause answers it.
"""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

from companion.finding.words import folded, split

FILE = tomllib.loads((Path(__file__).parent / "subjects.toml").read_text(encoding="utf-8"))
WORDS = FILE["words"]
SUBJECTS = {name: tuple(frozenset(one.split()) for one in told) for name, told in FILE["subjects"].items()}
AGREED = "agreed"  # whoever has agreed on something, or wants it punished, asks for what every book treats
BEGINNING = "*"  # ends a word of which only the beginning is told
BETWEEN = 1  # words that may stand between two of an expression
SHORTEST = 2  # letters of a beginning


@dataclass(frozen=True)
class Expression:
    """The words after the first, and the name of what they say."""

    rest: tuple[str, ...]
    says: str


@dataclass(frozen=True)
class Expressions:
    """By their first word, or its beginning."""

    whole: dict[str, list[Expression]] = field(default_factory=dict)
    beginning: dict[str, list[Expression]] = field(default_factory=dict)


@lru_cache(maxsize=20_000)
def subjects(text: str, lang: str) -> frozenset[str]:
    """The subjects that a text names."""
    said = frozenset(_said(split(text), lang))
    if not said or AGREED in said:
        return frozenset()
    return frozenset(name for name, ways in SUBJECTS.items() if any(way <= said for way in ways))


def _said(typed: Sequence[str], lang: str) -> Iterator[str]:
    told, words = _expressions(lang), [folded(word) for word in typed]
    for place, word in enumerate(words):
        found = [*told.whole.get(word, ())]
        for end in range(SHORTEST, len(word) + 1):
            found += told.beginning.get(word[:end], ())
        yield from (one.says for one in found if _follows(one.rest, words, place + 1))


def _follows(rest: Sequence[str], words: Sequence[str], place: int) -> bool:
    """Whether the rest of an expression stands from a place on."""
    for word in rest:
        for at in range(place, min(place + BETWEEN + 1, len(words))):
            if words[at] == word or (word.endswith(BEGINNING) and words[at].startswith(word[:-1])):
                place = at + 1
                break
        else:
            return False
    return True


@cache
def _expressions(lang: str) -> Expressions:
    found = Expressions()
    for says, told in WORDS.items():
        for text in told[lang].split(","):
            first, *rest = (folded(word) for word in text.replace("'", " ").split())
            by = found.beginning if first.endswith(BEGINNING) else found.whole
            by.setdefault(first.removesuffix(BEGINNING), []).append(Expression(tuple(rest), says))
    return found
