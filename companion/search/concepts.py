"""What is meant, whatever the language: `knock` is frapper, bussare, knacka, and also rap, cogner, battere.

`concepts.toml` lists what card players speak of, with everyday ways to say it in every language of the house. A text
is read as the concepts that it names, so that what somebody has said of a rule in one language finds it in another,
and by words that nobody has used of it yet.
"""

import tomllib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

from companion.search.tokens import forms, split

SEVERAL = 1.2  # how sure a concept is that is named by several words; by one it is 1
CONCEPTS = tomllib.loads((Path(__file__).parent / "concepts.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Expressions:
    """By the form of their first word: the concepts of single words, and those of several."""

    single: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    several: dict[str, list[tuple[Sequence[frozenset[str]], str]]] = field(default_factory=lambda: defaultdict(list))


@cache
def expressions(lang: str) -> Expressions:
    found = Expressions()
    for concept, told in CONCEPTS.items():
        for expression in told[lang].split(","):
            first, *rest = (forms(word, lang) for word in split(expression))
            for form in first:
                if rest:
                    found.several[form].append((rest, concept))
                else:
                    found.single[form].add(concept)
    return found


@lru_cache(maxsize=20_000)  # what no book treats is read for every game
def meant(text: str, lang: str) -> Mapping[str, float]:
    """The concepts that a text names, and how surely; its numbers are concepts too. A word of several tells less."""
    told = expressions(lang)
    words = [forms(word, lang) for word in split(text)]
    found: dict[str, float] = {}
    for place, word in enumerate(words):
        named = set[str]()
        for form in word:
            if form in told.single:
                named |= told.single[form]
            if form in told.several and place + 1 < len(words):
                near = words[place + 1].union(*words[place + 2 : place + 3])
                for rest, concept in told.several[form]:
                    if not near.isdisjoint(rest[0]) and _follows(rest, words, place):
                        found[concept] = SEVERAL
            if form.isdigit():
                found[form] = 1.0
        for concept in named:
            found[concept] = max(found.get(concept, 0.0), len(named) ** -0.5)
    return found


def _follows(rest: Sequence[frozenset[str]], words: Sequence[frozenset[str]], place: int) -> bool:
    """Whether the rest of an expression stands after a place; each word may have one other before it."""
    for word in rest:
        after = words[place + 1 : place + 3]
        if after and not word.isdisjoint(after[0]):
            place += 1
        elif len(after) > 1 and not word.isdisjoint(after[1]):
            place += 2
        else:
            return False
    return True
