"""Passages by what they mean: the concepts that their phrases name, in all languages together.

As among words, the measure has two halves: how near what is meant comes to one phrase, and how much of it the passage
is about. A concept weighs by its rarity, and in a passage by how much more it is spoken of there than elsewhere.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from math import log

from companion.search.concepts import meant

FEW = 2  # times that a concept is named in a passage until it counts for half
SPARSE = 10  # namings that are added to each passage, so that a short one claims nothing
ELSEWHERE = 1.0  # the weight of what a search may mean beside the concepts that it names
NEAR = 0.5  # the share of the nearest phrase in the measure
SURE = 2.0  # the logarithm of how much more often than elsewhere a concept is named, from which on it counts whole

Told = tuple[str, str, str, float]  # passage, language, text, how much it counts


class Meaning:
    """The passages of a game, asked in any language."""

    def __init__(self, told: Iterable[Told]) -> None:
        bags: dict[str, Counter[str]] = defaultdict(Counter)
        phrases: set[tuple[str, frozenset[tuple[str, float]]]] = set()
        for key, lang, text, much in told:
            concepts = meant(text, lang)
            for concept, sure in concepts.items():
                bags[key][concept] += sure * much  # type: ignore[assignment]  # a counter of shares
            if much == 1 and concepts:
                phrases.add((key, frozenset(concepts.items())))
        self._rarity = self._rarities(bags)
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
    def _rarities(bags: Mapping[str, Counter[str]]) -> Mapping[str, float]:
        holders = Counter(concept for bag in bags.values() for concept in bag)
        return {concept: log(1 + len(bags) / n) for concept, n in holders.items()}

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
        return {one: sure * self._rarity[one] for one, sure in concepts.items() if one in self._rarity}

    def search(self, text: str, lang: str) -> Mapping[str, float]:
        """How well the passages answer what is meant, from 0 to 1."""
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
