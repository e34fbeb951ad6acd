"""An index of passages: each a few short phrases by which it may be called, and longer texts around them.

How well a passage answers is the mean of two measures: how near the words typed come to one of its phrases, and how
many of them stand anywhere in it. In both a word weighs by its rarity, and a word that stands nowhere weighs most, so
that what the passages are not about stays far from all of them.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import log

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from companion.finding.words import SMALL_WORDS, folded, forms, split

SMALL_WEIGHT = 0.12  # of a small word, against the others
UNKNOWN = 0.9  # of a word that stands nowhere, against the rarest that does
SLIP = 0.8  # how much of a word counts that is found by correcting a slip
PART = 0.6  # how much counts of a word that is found in parts, or as a part
SATURATION = 0.5  # the smaller, the less it matters how often a word stands in a passage
NEARNESS = 0.55  # the share of the phrase in the measure; the rest is the passage's


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


@dataclass
class Index:
    """Passages in one language, ready to be asked. `known` holds other words of the language: they are no slips."""

    lang: str
    passages: Sequence[Passage]
    known: frozenset[str] = frozenset()
    bags: dict[str, dict[str, float]] = field(default_factory=dict)  # by form: how much each passage has of it
    short: list[tuple[str, float, list[tuple[frozenset[str], float]]]] = field(default_factory=list)
    by_form: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    vocabulary: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        heaps: dict[str, Counter[str]] = defaultdict(Counter)
        for passage in self.passages:
            for text, much in [*((one, 1.0) for one in passage.phrases), *((one, n) for n, one in passage.texts)]:
                for word in split(text):
                    self.vocabulary.add(folded(word))
                    for form in forms(word, self.lang):
                        heaps[form][passage.key] += much
        self.bags = {form: {key: n / (n + SATURATION) for key, n in heap.items()} for form, heap in heaps.items()}
        for passage in self.passages:
            for phrase in passage.phrases:
                words = [(forms(word, self.lang), self.weight(word)) for word in dict.fromkeys(split(phrase))]
                for one, _ in words:
                    for form in one:
                        self.by_form[form].add(len(self.short))
                self.short.append((passage.key, sum(weight for _, weight in words), words))

    def weight(self, word: str) -> float:
        """By rarity: about 1 for a word of every passage."""
        holders = {key for form in forms(word, self.lang) for key in self.bags.get(form, ())}
        rarity = self.rarest * UNKNOWN if not holders else 1 + log(len(self.passages) / len(holders))
        return rarity * (SMALL_WEIGHT if folded(word) in SMALL_WORDS else 1)

    @cached_property
    def rarest(self) -> float:
        return 1 + log(max(2, len(self.passages)))

    def holds(self, word: str) -> bool:
        return any(form in self.bags for form in forms(word, self.lang))

    def read(self, text: str, *, slips: bool = True) -> list[Word]:
        """The words of a search, slips put right, and words written apart or together found as the passages have them."""
        typed = list(dict.fromkeys(split(text)))
        found = [self._word(word, slips) for word in typed]
        joined = [a + b for a, b in zip(typed, typed[1:], strict=False) if self.holds(a + b)]
        return found + [Word(forms(word, self.lang), self.weight(word), PART) for word in joined]

    def _word(self, word: str, slips: bool) -> Word:
        weight = self.weight(word)
        if self.holds(word) or word.isdigit():
            return Word(forms(word, self.lang), weight)
        parts = self._parts(folded(word))
        if parts:
            return Word(frozenset(form for part in parts for form in forms(part, self.lang)), weight, PART)
        if slips and folded(word) not in self.known and (near := self._near(folded(word))):
            return Word(forms(near, self.lang), max(weight, self.weight(near)) * SLIP, SLIP)
        return Word(forms(word, self.lang), weight)

    def _parts(self, word: str) -> list[str]:
        """A word written together, as its parts, if all of them are known: trumfesset, undercut."""
        for cut in range(len(word) - 3, 2, -1):
            first, second = word[:cut], word[cut:]
            firsts = [one for one in (first, first.removesuffix("s")) if len(one) > 2 and self._whole(one)]
            if firsts and self._whole(second):
                return [firsts[0], second]
        return []

    def _whole(self, word: str) -> bool:
        return word not in SMALL_WORDS and (word in self.vocabulary or (len(word) > 3 and self.holds(word)))

    def _near(self, word: str) -> str | None:
        """The word that was meant, if it is one slip away, or two in a long word."""
        if len(word) < 4:
            return None
        slips = 1 if len(word) < 8 else 2
        near = extract(word, self.vocabulary, scorer=OSA.distance, score_cutoff=slips, limit=5)
        same = [(distance, one[0] != word[0], one) for one, distance, _ in near if len(one) > 3]
        return min(same)[2] if same else None

    def search(self, words: Iterable[Word]) -> dict[str, float]:
        """The passages that hold any of the words, and how well each answers, from 0 to 1."""
        words = list(words)
        whole = sum(word.weight for word in words if word.sure != PART or len(words) == 1) or 1.0
        around = self._around(words, whole)
        near = self._nearest(words, whole)
        return {
            key: NEARNESS * near.get(key, 0.0) + (1 - NEARNESS) * around.get(key, 0.0) for key in around.keys() | near
        }

    def _around(self, words: Sequence[Word], whole: float) -> Mapping[str, float]:
        found: Counter[str] = Counter()
        for word in words:
            best: dict[str, float] = {}
            for form in word.forms:
                for key, much in self.bags.get(form, {}).items():
                    best[key] = max(best.get(key, 0.0), much)
            for key, much in best.items():
                found[key] += much * word.weight * word.sure
        return {key: min(1.0, much / whole) for key, much in found.items()}

    def _nearest(self, words: Sequence[Word], whole: float) -> Mapping[str, float]:
        best: dict[str, float] = {}
        places = {place for word in words if word.weight > 0.5 for form in word.forms for place in self.by_form.get(form, ())}
        for place in places:
            key, size, phrase = self.short[place]
            shared = sum(
                min(weight, word.weight) * word.sure
                for one, weight in phrase
                for word in words
                if one & word.forms
            )
            best[key] = max(best.get(key, 0.0), min(1.0, 2 * shared / (whole + size)))
        return best

