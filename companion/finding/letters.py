"""Passages by stretches of letters: what endings, compounds and slips leave of a word still finds its kin.

utspelet, spela ut and utspel share more letters than stems; so do défausse and défaussé, bussare and bussata.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import log

from companion.finding.words import SMALL_WORDS, folded, split

SHORTEST, LONGEST = 3, 5
SMALL = 0.3  # of a small word, against the others
SATURATION = 0.5


@lru_cache(maxsize=50_000)
def stretches(word: str) -> frozenset[str]:
    """All stretches of a word with its ends marked, and the whole."""
    marked = f"<{folded(word)}>"
    found = {marked[at : at + n] for n in range(SHORTEST, LONGEST + 1) for at in range(len(marked) - n + 1)}
    return frozenset(found | {marked})


class Letters:
    """Passages, each a few texts with how much they count."""

    def __init__(self, passages: Mapping[str, Sequence[tuple[float, str]]]) -> None:
        self._size = len(passages)
        much: dict[str, dict[str, float]] = defaultdict(dict)
        for key, texts in passages.items():
            for word, n in self._words(texts).items():
                for one in stretches(word):
                    holders = much[one]
                    holders[key] = holders.get(key, 0.0) + n
        self._shares = {
            one: [(key, n / (n + SATURATION)) for key, n in holders.items()] for one, holders in much.items()
        }

    @staticmethod
    def _words(texts: Sequence[tuple[float, str]]) -> Mapping[str, float]:
        """How much of each word a passage has."""
        found: dict[str, float] = defaultdict(float)
        for much, text in texts:
            for word in split(text):
                found[word] += much * (SMALL if word in SMALL_WORDS else 1)
        return found

    def _rarity(self, one: str) -> float:
        return log(1 + self._size / (len(self._shares.get(one, ())) or 1))

    def search(self, text: str) -> Mapping[str, float]:
        """The share of what was typed that each passage has, from 0 to 1."""
        asked: dict[str, float] = {}
        for word in split(text):
            much = SMALL if word in SMALL_WORDS else 1.0
            asked |= {one: much for one in stretches(word) if asked.get(one, 0.0) < much}
        weighed = {one: much * self._rarity(one) for one, much in asked.items()}
        whole = sum(weighed.values()) or 1.0
        found: dict[str, float] = defaultdict(float)
        for one, much in weighed.items():
            weight = much / whole
            for key, share in self._shares.get(one, ()):
                found[key] += weight * share
        return found
