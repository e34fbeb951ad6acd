"""Passages by stretches of letters: what endings, compounds and slips leave of a word still finds its kin.

utspelet, spela ut and utspel share more letters than stems; so do défausse and défaussé, bussare and bussata.
"""

from array import array
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from math import log
from operator import add
from typing import NamedTuple

from companion.search.tokens import SMALL_WORDS, folded, split

SHORTEST, LONGEST = 3, 5
SMALL = 0.3  # of a small word, against the others
SATURATION = 0.5
REMEMBERED = 2000  # words typed of which it is still known what the passages have of them


@lru_cache(maxsize=50_000)
def stretches(word: str) -> frozenset[str]:
    """All stretches of a word with its ends marked, and the whole."""
    marked = f"<{folded(word)}>"
    found = {marked[at : at + n] for n in range(SHORTEST, LONGEST + 1) for at in range(len(marked) - n + 1)}
    return frozenset(found | {marked})


class Held(NamedTuple):
    """A word that was typed: its stretches, each with its weight, their sum, and how much of it each passage has."""

    weights: Mapping[str, float]
    whole: float
    passages: "array[float]"


class Letters:
    """Passages, each a few texts with how much they count."""

    def __init__(self, passages: Mapping[str, Sequence[tuple[float, str]]]) -> None:
        self._keys = list(passages)
        self._holders: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for place, texts in enumerate(passages.values()):
            for word, n in self._words(texts).items():
                self._holders[word].append((place, n))
        self._words_with: dict[str, list[str]] = defaultdict(list)
        for word in self._holders:
            for one in stretches(word):
                self._words_with[one].append(word)
        self._shares = cache(self._shared)
        self._held = lru_cache(REMEMBERED)(self._weighed)

    @staticmethod
    def _words(texts: Sequence[tuple[float, str]]) -> Mapping[str, float]:
        """How much of each word a passage has."""
        found: dict[str, float] = defaultdict(float)
        for much, text in texts:
            for word in split(text):
                found[word] += much * (SMALL if word in SMALL_WORDS else 1)
        return found

    def _shared(self, one: str) -> Sequence[tuple[int, float]]:
        """How much of a stretch that is in one of their words each passage has."""
        much: dict[int, float] = defaultdict(float)
        for word in self._words_with[one]:
            for place, n in self._holders[word]:
                much[place] += n
        return [(place, n / (n + SATURATION)) for place, n in much.items()]

    def _weighed(self, word: str) -> Held:
        counts = SMALL if word in SMALL_WORDS else 1.0
        weights: dict[str, float] = {}
        passages = array("d", bytes(8 * len(self._keys)))
        for one in stretches(word):
            shares = self._shares(one) if one in self._words_with else ()
            weights[one] = weight = counts * log(1 + len(self._keys) / (len(shares) or 1))
            for place, share in shares:
                passages[place] += weight * share
        return Held(weights, sum(weights.values()), passages)

    def search(self, text: str) -> Mapping[str, float]:
        """The share of what was typed that each passage has, from 0 to 1; a stretch of several words counts once."""
        asked: dict[str, float] = {}
        whole, passages = 0.0, [0.0] * len(self._keys)
        for word in dict.fromkeys(split(text)):
            held = self._held(word)
            whole += held.whole
            passages = list(map(add, passages, held.passages))
            for one in held.weights.keys() & asked.keys():
                twice = min(asked[one], held.weights[one])
                whole -= twice
                for place, share in self._shares(one) if one in self._words_with else ():
                    passages[place] -= twice * share
            asked |= {one: weight for one, weight in held.weights.items() if weight > asked.get(one, 0.0)}
        return {key: much / whole for key, much in zip(self._keys, passages, strict=True) if much > 0}
