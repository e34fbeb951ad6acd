"""Read a text as concepts, whatever the language: `knock` is frapper, bussare, knacka, and also rap, cogner, battere.

`concepts.toml` lists what card players speak of, with everyday ways to say it in every language of the house. A text
is read as the concepts that it names, so that what somebody has said of a rule in one language finds it in another,
and by words that nobody has used of it yet.
"""

import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from math import log
from pathlib import Path

from companion.search.tokens import forms, split

SEVERAL = 1.2  # how sure a concept is that is named by several words; by one it is 1
CONCEPTS = tomllib.loads((Path(__file__).parent / "concepts.toml").read_text(encoding="utf-8"))
ACTS = frozenset((Path(__file__).parent / "acts.txt").read_text(encoding="utf-8").split())  # concepts of what is done


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
    """Tell whether the rest of an expression stands after a place; each word may have one other before it."""
    for word in rest:
        after = words[place + 1 : place + 3]
        if after and not word.isdisjoint(after[0]):
            place += 1
        elif len(after) > 1 and not word.isdisjoint(after[1]):
            place += 2
        else:
            return False
    return True


FEW = 2  # times that a concept is named in a passage until it counts for half
SPARSE = 10  # namings that are added to each passage, so that a short one claims nothing
ELSEWHERE = 1.0  # the weight of what a search may mean beside the concepts that it names
NEAR = 0.5  # the share of the nearest phrase in the measure
ACT = 1.4  # how much more an act tells than a thing: "may I pass with the ace of trumps" is about passing
SURE = 2.0  # the logarithm of how much more often than elsewhere a concept is named, from which on it counts whole

WeightedText = tuple[str, str, str, float]  # passage, language, text, how much it counts


class ConceptIndex:
    """The passages of a game, asked in any language."""

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
        """By concept: how much each passage is about it."""
        all_: Counter[str] = sum(bags.values(), Counter())
        size = all_.total()
        found: dict[str, dict[str, float]] = defaultdict(dict)
        for key, bag in bags.items():
            here = bag.total() + SPARSE
            for concept, n in bag.items():
                more = log((n + 0.5) / here / (all_[concept] / size))
                if more > 0:
                    found[concept][key] = n / (n + FEW) * min(1.0, more / SURE)
        return found

    def _weigh(self, concepts: Mapping[str, float]) -> Mapping[str, float]:
        told = {one: sure * self._rarity[one] for one, sure in concepts.items() if one in self._rarity}
        return {one: weight * ACT if one in ACTS else weight for one, weight in told.items()}

    def search(self, text: str, lang: str) -> Mapping[str, float]:
        """Return how well each passage answers what is meant, from 0 to 1."""
        asked = self._weigh(meant(text, lang))
        whole = sum(asked.values()) + ELSEWHERE
        found: dict[str, float] = defaultdict(float)
        shared: dict[int, float] = defaultdict(float)
        for concept, weight in asked.items():
            about = (1 - NEAR) * weight / whole
            for key, much in self._about.get(concept, {}).items():
                found[key] += about * much
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
                found[self._keys[passage]] += NEAR * nearness
        return found
