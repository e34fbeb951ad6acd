"""Read a text as concepts that do not depend on the language: `knock` is frapper, bussare, knacka, also rap, cogner.

`concepts.toml` lists concepts of card players with everyday expressions in every language of the app. A text is read as
the concepts that it names. So a phrase in one language finds a clause that was described in another, or in words that
nobody has used for it yet.
"""

import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from math import log
from pathlib import Path

from companion.search.tokens import forms, split

SEVERAL = 1.2  # the certainty of a concept that is named by several words; by one word it is at most 1
CONCEPTS = tomllib.loads((Path(__file__).parent / "concepts.toml").read_text(encoding="utf-8"))
ACTS = frozenset((Path(__file__).parent / "acts.txt").read_text(encoding="utf-8").split())  # concepts that are acts


@dataclass(frozen=True)
class Expressions:
    """Expressions by a form of their first word: the concepts of single words, and expressions of several words."""

    single: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    several: dict[str, list[tuple[Sequence[frozenset[str]], str]]] = field(default_factory=lambda: defaultdict(list))


@cache
def expressions(lang: str) -> Expressions:
    index = Expressions()
    for concept, told in CONCEPTS.items():
        for expression in told[lang].split(","):
            first, *rest = (forms(word, lang) for word in split(expression))
            for form in first:
                if rest:
                    index.several[form].append((rest, concept))
                else:
                    index.single[form].add(concept)
    return index


@lru_cache(maxsize=20_000)  # phrases about untreated subjects are read again for every game
def meant(text: str, lang: str) -> Mapping[str, float]:
    """Return the concepts that a text names, with their certainty. Numbers are concepts too.

    A word that can name several concepts names each with less certainty.
    """
    told = expressions(lang)
    words = [forms(word, lang) for word in split(text)]
    concepts: dict[str, float] = {}
    for place, word in enumerate(words):
        named = set[str]()
        for form in word:
            if form in told.single:
                named |= told.single[form]
            if form in told.several and place + 1 < len(words):
                near = words[place + 1].union(*words[place + 2 : place + 3])
                for rest, concept in told.several[form]:
                    if not near.isdisjoint(rest[0]) and _follows(rest, words, place):
                        concepts[concept] = SEVERAL
            if form.isdigit():
                concepts[form] = 1.0
        for concept in named:
            concepts[concept] = max(concepts.get(concept, 0.0), len(named) ** -0.5)
    return concepts


def _follows(rest: Sequence[frozenset[str]], words: Sequence[frozenset[str]], place: int) -> bool:
    """Return True if the rest of an expression follows this place. One other word may stand before each word of it."""
    for word in rest:
        after = words[place + 1 : place + 3]
        if after and not word.isdisjoint(after[0]):
            place += 1
        elif len(after) > 1 and not word.isdisjoint(after[1]):
            place += 2
        else:
            return False
    return True


FEW = 2  # after so many occurrences in a passage a concept counts half
SPARSE = 10  # occurrences added to the length of each passage, so that short ones are not overrated
ELSEWHERE = 1.0  # the weight of what a search may mean beside its known concepts
NEAR = 0.5  # the share of the nearest phrase in the score
ACT = 1.4  # how much more an act counts than a thing: "may I pass with the ace of trumps" is about passing
SURE = 2.0  # a concept counts fully if the logarithm of its frequency relative to the other passages is this or more

WeightedText = tuple[str, str, str, float]  # key of the passage, language, text, weight


class ConceptIndex:
    """An index of the passages of a game that can be searched in any language."""

    def __init__(self, told: Iterable[WeightedText]) -> None:
        bags: dict[str, Counter[str]] = defaultdict(Counter)
        phrases: set[tuple[str, frozenset[tuple[str, float]]]] = set()
        for key, lang, text, much in told:
            concepts = meant(text, lang)
            for concept, sure in concepts.items():
                bags[key][concept] += sure * much  # type: ignore[assignment]  # a counter of shares
            if much == 1 and concepts:
                phrases.add((key, frozenset(concepts.items())))
        holders = Counter(concept for bag in bags.values() for concept in bag)
        self._rarity = {concept: log(1 + len(bags) / n) for concept, n in holders.items()}
        self._about = self._shares(bags)
        self._keys = list(bags)
        number = {key: place for place, key in enumerate(bags)}
        alike: dict[frozenset[tuple[str, float]], list[int]] = defaultdict(list)
        for key, named in sorted(phrases, key=str):
            alike[named].append(number[key])
        self._phrases = [(keys, sum(self._weigh(dict(named)).values()) + ELSEWHERE) for named, keys in alike.items()]
        self._naming: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for place, named in enumerate(alike):
            for concept, sure in named:
                self._naming[concept].append((place, min(1.0, sure)))

    @staticmethod
    def _shares(bags: Mapping[str, Counter[str]]) -> Mapping[str, Mapping[str, float]]:
        """Return for each concept how much each passage is about it."""
        all_: Counter[str] = sum(bags.values(), Counter())
        size = all_.total()
        shares: dict[str, dict[str, float]] = defaultdict(dict)
        for key, bag in bags.items():
            here = bag.total() + SPARSE
            for concept, n in bag.items():
                more = log((n + 0.5) / here / (all_[concept] / size))
                if more > 0:
                    shares[concept][key] = n / (n + FEW) * min(1.0, more / SURE)
        return shares

    def _weigh(self, concepts: Mapping[str, float]) -> Mapping[str, float]:
        told = {one: sure * self._rarity[one] for one, sure in concepts.items() if one in self._rarity}
        return {one: weight * ACT if one in ACTS else weight for one, weight in told.items()}

    def search(self, text: str, lang: str) -> Mapping[str, float]:
        """Return how well each passage answers the text, from 0 to 1."""
        asked = self._weigh(meant(text, lang))
        whole = sum(asked.values()) + ELSEWHERE
        scores: dict[str, float] = defaultdict(float)
        shared: dict[int, float] = defaultdict(float)
        for concept, weight in asked.items():
            about = (1 - NEAR) * weight / whole
            for key, much in self._about.get(concept, {}).items():
                scores[key] += about * much
            for place, sure in self._naming.get(concept, ()):
                shared[place] += weight * sure
        near = [0.0] * len(self._keys)
        for place, much in shared.items():
            passages, size = self._phrases[place]
            nearness = 2 * much / (whole + size)
            for passage in passages:
                if nearness > near[passage]:  # noqa: PLR1730  # a call would take longer than all the rest
                    near[passage] = nearness
        for passage, nearness in enumerate(near):
            if nearness:
                scores[self._keys[passage]] += NEAR * nearness
        return scores
