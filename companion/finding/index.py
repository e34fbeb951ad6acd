"""An index of passages: each a few short phrases by which it may be called, and longer texts around them.

How well a passage answers is the mean of two measures: how near the words typed come to one of its phrases, and how
many of them stand anywhere in it. In both a word weighs by its rarity, and a word that stands nowhere weighs most, so
that what the passages are not about stays far from all of them.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from companion.finding.words import SMALL_WORDS, folded, forms, split, typed_forms

SMALL_WEIGHT = 0.12  # of a small word, against the others
UNKNOWN = 0.9  # of a word that stands nowhere, against the rarest that does
SLIP = 0.8  # how much of a word counts that is found by putting a slip right
PART = 0.6  # how much of a word counts that is found by its parts, or of two that are found as one
SATURATION = 0.5  # the smaller, the less it matters how often a word stands in a passage
NEARNESS = 0.55  # the share of the phrase in the measure; the rest is the passage's
TELLING = 0.5  # the weight from which on a word leads to the phrases that hold it
LONG = 8  # letters of a word in which two slips are put right; in a shorter one it is one, in three letters none


@dataclass(frozen=True)
class Passage:
    """What can be found: its phrases, and texts that hold its words, each with how much they count."""

    key: str
    phrases: Sequence[str]
    texts: Sequence[tuple[float, str]] = ()


@dataclass(frozen=True)
class Word:
    """A word that was typed: the forms by which it is looked for, its weight, and how sure it is."""

    forms: frozenset[str]
    weight: float
    sure: float = 1.0
    whole: bool = True  # not a second reading of words already there


@dataclass(frozen=True)
class Phrase:
    """A phrase of a passage, weighed."""

    key: str
    words: Sequence[tuple[frozenset[str], float]]

    @property
    def weight(self) -> float:
        return sum(weight for _, weight in self.words)


class Index:
    """Passages in one language, ready to be asked. `known` holds other words of the language: they are no slips."""

    def __init__(self, lang: str, passages: Sequence[Passage], known: frozenset[str] = frozenset()) -> None:
        self.lang, self.known, self.size = lang, known, max(2, len(passages))
        self._vocabulary: set[str] = set()
        self._bags = self._fill(passages)
        self._phrases: list[Phrase] = []
        self._by_form: dict[str, set[int]] = defaultdict(set)
        for passage in passages:
            for text in passage.phrases:
                self._add(passage.key, text)

    def _fill(self, passages: Sequence[Passage]) -> Mapping[str, Mapping[str, float]]:
        """By form: how much each passage has of it."""
        heaps: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        for passage in passages:
            for much, text in [*((1.0, phrase) for phrase in passage.phrases), *passage.texts]:
                for word in split(text):
                    self._vocabulary.add(folded(word))
                    for form in forms(word, self.lang):
                        heaps[form][passage.key] += much
        return {form: {key: n / (n + SATURATION) for key, n in heap.items()} for form, heap in heaps.items()}

    def _add(self, key: str, text: str) -> None:
        phrase = Phrase(key, [(forms(word, self.lang), self._weight(word)) for word in dict.fromkeys(split(text))])
        for one, _ in phrase.words:
            for form in one:
                self._by_form[form].add(len(self._phrases))
        self._phrases.append(phrase)

    def _weight(self, word: str) -> float:
        """By rarity: about 1 for a word of every passage."""
        holders = {key for form in typed_forms(word, self.lang) for key in self._bags.get(form, ())}
        rarity = 1 + log(self.size / len(holders)) if holders else (1 + log(self.size)) * UNKNOWN
        return rarity * (SMALL_WEIGHT if folded(word) in SMALL_WORDS else 1)

    # --- reading what was typed

    def read(self, text: str, *, slips: bool = True) -> list[Word]:
        """The words of a search, slips put right, and words written apart found together as the passages have them."""
        typed = list(dict.fromkeys(split(text)))
        found = [self._word(word, slips) for word in typed]
        joined = [first + second for first, second in pairwise(typed)]
        return found + [
            Word(typed_forms(word, self.lang), self._weight(word), PART, whole=False)
            for word in joined
            if self._holds(word)
        ]

    def _word(self, word: str, slips: bool) -> Word:
        weight = self._weight(word)
        if self._holds(word) or word.isdigit():
            return Word(typed_forms(word, self.lang), weight)
        if parts := self._parts(folded(word)):
            return Word(frozenset().union(*(typed_forms(part, self.lang) for part in parts)), weight, PART)
        if slips and folded(word) not in self.known and (near := self._near(folded(word))):
            return Word(typed_forms(near, self.lang), max(weight, self._weight(near)) * SLIP, SLIP)
        return Word(typed_forms(word, self.lang), weight)

    def _holds(self, word: str) -> bool:
        return any(form in self._bags for form in typed_forms(word, self.lang))

    def _parts(self, word: str) -> Sequence[str]:
        """A word written together, as its two parts, if both are known: trumfesset, upcard."""
        for cut in range(len(word) - 3, 2, -1):
            second = word[cut:]
            for first in (word[:cut], word[:cut].removesuffix("s")):
                if self._whole(first) and self._whole(second):
                    return first, second
        return ()

    def _whole(self, word: str) -> bool:
        return len(word) > 2 and word not in SMALL_WORDS and (word in self._vocabulary or self._holds(word))

    def _near(self, word: str) -> str | None:
        """The word that was meant, if it is a slip away."""
        if len(word) < 4:
            return None
        near = extract(word, self._vocabulary, scorer=OSA.distance, score_cutoff=1 + (len(word) >= LONG), limit=5)
        meant = [(distance, one[0] != word[0], one) for one, distance, _ in near if len(one) > 3]
        return min(meant)[-1] if meant else None

    # --- searching

    def search(self, text: str, *, slips: bool = True) -> Mapping[str, float]:
        """The passages that hold any of the words, and how well each answers, from 0 to 1."""
        words = self.read(text, slips=slips)
        whole = sum(word.weight for word in words if word.whole) or 1.0
        around, near = self._around(words, whole), self._nearest(words, whole)
        return {
            key: NEARNESS * near.get(key, 0.0) + (1 - NEARNESS) * around.get(key, 0.0)
            for key in around.keys() | near.keys()
        }

    def _around(self, words: Sequence[Word], whole: float) -> Mapping[str, float]:
        """How much of what was typed stands anywhere in each passage."""
        found: dict[str, float] = defaultdict(float)
        for word in words:
            best: dict[str, float] = {}
            for form in word.forms:
                for key, much in self._bags.get(form, {}).items():
                    best[key] = max(best.get(key, 0.0), much)
            for key, much in best.items():
                found[key] += much * word.weight * word.sure
        return {key: min(1.0, much / whole) for key, much in found.items()}

    def _nearest(self, words: Sequence[Word], whole: float) -> Mapping[str, float]:
        """How near what was typed comes to the nearest phrase of each passage."""
        best: dict[str, float] = {}
        telling = [word for word in words if word.weight > TELLING] or words
        for place in {place for word in telling for form in word.forms for place in self._by_form.get(form, ())}:
            phrase = self._phrases[place]
            shared = sum(
                min(weight, word.weight) * word.sure
                for one, weight in phrase.words
                for word in words
                if not one.isdisjoint(word.forms)
            )
            best[phrase.key] = max(best.get(phrase.key, 0.0), min(1.0, 2 * shared / (whole + phrase.weight)))
        return best
