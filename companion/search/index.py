"""An index of passages. Each has short phrases that name it, and longer texts.

The score of a passage is the mean of two measures: how near the typed words are to one of its phrases, and how many of
them occur anywhere in it. In both, a word is weighted by its rarity. A word that occurs nowhere weighs most, so that
questions about other subjects get low scores.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, pairwise
from math import log
from typing import NamedTuple

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from companion.search.tokens import SMALL_WORDS, folded, forms, named, split

SMALL_WEIGHT = 0.2  # the weight of a stop word relative to others
UNKNOWN = 0.95  # the weight of a word that occurs nowhere, relative to the rarest word
AWAY = 1.4  # the same for a word that occurs in off-topic passages only
NUMBER = 0.3  # the same for a number
SLIP = 0.8  # the weight of a word found by correcting a typing error
PART = 0.6  # the weight of a word found by its parts, or of two found as one compound
LIKE = 0.6  # the weight of a word found by a synonym
SATURATION = 0.5  # the smaller, the less it matters how often a word occurs in a passage
KNOWN = 0.5  # the share of the text that must occur somewhere; below it all scores are reduced
SELDOM = 0.5  # the assumed number of occurrences of a word where it does not occur
MOST_OF_ONE, MOST_OF_ALL = 3.0, 8.0  # the limits of `leaning` for one word, and for all words
NEARNESS = 0.55  # the share of the phrase in the score; the rest is that of the passage
ALSO = 0.94  # the weight of further phrases of a passage, relative to its first
LATELY = 8  # recent searches that are cached: each text is searched twice for the cases
REMEMBERED = 1000  # typed words that are cached
LONG = 8  # letters of a word in which two errors are corrected; in shorter ones it is one, in three letters none


@dataclass(frozen=True)
class Passage:
    """A text that can be found: its phrases, the defining one first, and further texts with their weights."""

    key: str
    phrases: Sequence[str]
    texts: Sequence[tuple[float, str]] = ()
    away: bool = False  # off topic: its words count against the other passages, unless these have them too


@dataclass(frozen=True)
class Word:
    """A typed word: its forms, those of its synonyms, its weight and its certainty."""

    forms: frozenset[str]
    like: frozenset[str]
    weight: float
    sure: float = 1.0
    whole: bool = True  # False for a second reading of words that are counted already


class Places(NamedTuple):
    """The places of a word and its synonyms: passages with its share, and phrases; `here`: also passages on topic."""

    passages: Sequence[tuple[str, float]]
    phrases: Sequence[int]
    phrases_like: Sequence[int]
    here: bool


@dataclass(frozen=True)
class Answers:
    """The score of each passage, from 0 to 1, and figures of the typed text."""

    answers: Mapping[str, float]
    found: float  # the share of the text that occurs in passages on topic
    understood: float  # the share that occurs in any passage
    leaning: float  # positive: the words are more frequent on topic; negative: off topic
    words: int


class Phrase(NamedTuple):
    """A phrase: the number of its passage, the sum of its word weights, and its own weight."""

    passage: int
    weight: float
    counts: float


class Index:
    """An index of passages in one language.

    Args:
        known: other words of the language; they are neither corrected nor split.
        alike: groups of synonyms.
    """

    def __init__(
        self,
        lang: str,
        passages: Sequence[Passage],
        known: frozenset[str] = frozenset(),
        alike: Iterable[Sequence[str]] = (),
    ) -> None:
        self.lang, self.known, self.size = lang, known, max(2, len(passages))
        self._like = self._groups(alike)
        self._away = frozenset(passage.key for passage in passages if passage.away)
        self._vocabulary: set[str] = set()
        heaps = self._heaps(passages)
        self._bags = {form: {key: n / (n + SATURATION) for key, n in heap.items()} for form, heap in heaps.items()}
        self._leaning = self._lean(heaps)
        self._phrases: list[Phrase] = []
        self._by_form: dict[str, set[int]] = defaultdict(set)
        weigh = cache(self._weight)
        self._keys = [passage.key for passage in passages]
        for number, passage in enumerate(passages):
            for place, text in enumerate(passage.phrases):
                self._add(number, text, ALSO if place else 1.0, weigh)
        self._answered = lru_cache(LATELY)(self._answer)
        self._understand = lru_cache(REMEMBERED)(self._word)
        self._places = lru_cache(REMEMBERED)(self._stands)

    def _groups(self, alike: Iterable[Sequence[str]]) -> Mapping[str, frozenset[str]]:
        """Return for each form the forms of its synonyms. Expressions of several words are ignored."""
        synonyms: dict[str, frozenset[str]] = defaultdict(frozenset)
        for group in alike:
            every = frozenset().union(*(forms(word, self.lang) for word in group if " " not in word))
            for form in every:
                synonyms[form] |= every
        return dict(synonyms)

    def _heaps(self, passages: Sequence[Passage]) -> Mapping[str, Mapping[str, float]]:
        heaps: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        for passage in passages:
            counted = [(1.0, Counter(chain.from_iterable(map(split, passage.phrases))))]
            for much, words in [*counted, *((much, Counter(split(text))) for much, text in passage.texts)]:
                for word, n in words.items():
                    self._vocabulary.add(folded(word))
                    for form in forms(word, self.lang):
                        heaps[form][passage.key] += much * n
        return heaps

    def _lean(self, heaps: Mapping[str, Mapping[str, float]]) -> Mapping[str, float]:
        """Return for each form the logarithm of its frequency in passages on topic relative to those off topic."""
        away = {form: sum(n for key, n in heap.items() if key in self._away) for form, heap in heaps.items()}
        here = {form: sum(heap.values()) - away[form] for form, heap in heaps.items()}
        unseen = SELDOM * (len(heaps) + 1)
        even = log((sum(here.values()) + unseen) / (sum(away.values()) + unseen))
        return {form: log((here[form] + SELDOM) / (away[form] + SELDOM)) - even for form in heaps}

    def _add(self, passage: int, text: str, counts: float, weigh: Callable[[str], float]) -> None:
        words = dict.fromkeys(split(text))
        for word in words:
            for form in forms(word, self.lang):
                self._by_form[form].add(len(self._phrases))
        self._phrases.append(Phrase(passage, sum(map(weigh, words)), counts))

    def _weight(self, word: str) -> float:
        """Return the weight of a word by its rarity: about 1 for a word of every passage."""
        holders = {key for form in forms(word, self.lang) for key in self._bags.get(form, ())}
        rarest = 1 + log(self.size)
        if holders and holders <= self._away:
            rarity = rarest * AWAY
        elif holders:
            rarity = 1 + log(self.size / len(holders))
        else:
            rarity = rarest * (NUMBER if word.isdigit() else UNKNOWN)
        return rarity * (SMALL_WEIGHT if folded(word) in SMALL_WORDS else 1)

    # --- reading what was typed

    def read(self, typed: Sequence[str], *, slips: bool = True) -> list[Word]:
        """Return the words of a search, with typing errors corrected and compounds typed as two words joined."""
        together = [pair for pair in pairwise(typed) if folded("".join(pair)) in self._vocabulary]
        instead = {word for pair in together for word in pair if not self._holds(word)}
        words = [self._understand(word, slips) for word in typed if word not in instead]
        return words + [self._together(pair, instead) for pair in together]

    def telling(self, text: str) -> Sequence[str]:
        """Return the words of a text without names of people, unless passages contain them as words."""
        return [word for word in dict.fromkeys(split(text)) if self._holds(word) or not named(word)]

    def is_of_a_clause(self, word: str) -> bool:
        """Return True if a word occurs in a passage on topic, in any form."""
        return any(not self._bags.get(form, {}).keys() <= self._away for form in forms(word, self.lang))

    def _together(self, pair: tuple[str, str], instead: set[str]) -> Word:
        word = "".join(pair)
        new = not instead.isdisjoint(pair)
        return Word(forms(word, self.lang), frozenset(), self._weight(word), 1.0 if new else PART, whole=new)

    def _word(self, word: str, slips: bool) -> Word:
        weight = self._weight(word)
        own = forms(word, self.lang)
        like = frozenset().union(*(self._like.get(form, frozenset()) for form in own))
        if self._holds(word) or word.isdigit():
            return Word(own, like, weight)
        if any(form in self._bags for form in like):
            holders = {key for form in like for key in self._bags.get(form, ())}
            return Word(own, like, min(weight, 1 + log(self.size / len(holders))))
        if folded(word) in self.known:
            return Word(own, like, weight)
        if slips and len(word) >= LONG and (near := self._near(folded(word), 1)):
            return Word(forms(near, self.lang), like, self._weight(near), SLIP)
        if parts := self._parts(folded(word)):
            return Word(frozenset().union(*(forms(part, self.lang) for part in parts)), like, weight, PART)
        if slips and (near := self._near(folded(word))):
            return Word(forms(near, self.lang), like, self._weight(near), SLIP)
        return Word(own, like, weight)

    def _holds(self, word: str) -> bool:
        return not self._bags.keys().isdisjoint(forms(word, self.lang))

    def _parts(self, word: str) -> Sequence[str]:
        """Return the two parts of a compound if both are known words: trumfesset, upcard."""
        for cut in range(len(word) - 3, 2, -1):
            second = word[cut:]
            for first in (word[:cut], word[:cut].removesuffix("s")):
                if self._whole(first) and self._whole(second):
                    return first, second
        return ()

    def _whole(self, word: str) -> bool:
        return len(word) > 2 and word not in SMALL_WORDS and (word in self._vocabulary or self._holds(word))

    def _near(self, word: str, slips: int = 0) -> str | None:
        """Return the word that was probably meant, if it is within this number of typing errors."""
        if len(word) < 4:
            return None
        most = slips or 1 + (len(word) >= LONG)
        near = extract(word, self._vocabulary, scorer=OSA.distance, score_cutoff=most, limit=None)
        likely = [(one, distance) for one, distance, _ in near if len(one) > 3 or set(word) == set(one)]  # ginn
        meant = [(distance, one[0] != word[0], self._leads_away(one), one) for one, distance in likely]
        return min(meant)[-1] if meant else None

    def _leads_away(self, word: str) -> bool:
        """Return True if a word occurs only off topic: of two corrections it is the less likely."""
        return not self.is_of_a_clause(word)

    # --- searching

    def search(self, text: str, *, slips: bool = True) -> Mapping[str, float]:
        """Return the passages that contain any of the words, with their scores from 0 to 1."""
        return self.measured(text, slips=slips).answers

    def measured(self, text: str, *, slips: bool = True) -> Answers:
        """Return the scores of the passages, and figures of the typed text."""
        return self._answered(tuple(self.telling(text)), slips)

    def _answer(self, typed: Sequence[str], slips: bool) -> Answers:
        words = self.read(typed, slips=slips)
        whole = sum(word.weight for word in words if word.whole) or 1.0
        around, near, found = self._around(words, whole), self._nearest(words, whole), self._found(words) / whole
        trust = min(1.0, found / KNOWN)
        answers = {
            key: trust * (NEARNESS * near.get(key, 0.0) + (1 - NEARNESS) * around.get(key, 0.0))
            for key in around.keys() | near.keys()
        }
        return Answers(answers, found, self._understood(words) / whole, self._leans(typed), len(words))

    def _leans(self, typed: Sequence[str]) -> float:
        """Return how far all words lean on topic, or off topic if below zero. Stop words are ignored."""
        words = [word for word in typed if folded(word) not in SMALL_WORDS]
        by_word = [[self._leaning.get(form, 0.0) for form in forms(word, self.lang)] for word in words]
        strongest = [max(-MOST_OF_ONE, min(MOST_OF_ONE, max(leaning, key=abs))) for leaning in by_word]
        return max(-MOST_OF_ALL, min(MOST_OF_ALL, sum(strongest)))

    def _found(self, words: Iterable[Word]) -> float:
        return sum(word.weight * word.sure for word in words if word.whole and self._places(word.forms, word.like).here)

    def _understood(self, words: Iterable[Word]) -> float:
        """Return the weight of the words that occur as typed in any passage, also off topic."""
        return sum(
            word.weight
            for word in words
            if word.whole and word.sure == 1 and self._places(word.forms, word.like).passages
        )

    def _around(self, words: Sequence[Word], whole: float) -> Mapping[str, float]:
        scores: dict[str, float] = defaultdict(float)
        for word in words:
            weight = word.weight * word.sure
            for key, much in self._places(word.forms, word.like).passages:
                scores[key] += much * weight
        return {key: min(1.0, much / whole) for key, much in scores.items()}

    def _nearest(self, words: Sequence[Word], whole: float) -> Mapping[str, float]:
        """Return for each passage how near the typed words are to its nearest phrase."""
        shared: dict[int, float] = defaultdict(float)
        for word in words:
            weight = word.weight * word.sure
            places = self._places(word.forms, word.like)
            for place in places.phrases:
                shared[place] += weight
            for place in places.phrases_like:
                shared[place] += weight * LIKE
        best = [0.0] * len(self._keys)
        phrases = self._phrases
        for place, much in shared.items():
            passage, size, counts = phrases[place]
            least = size if size < whole else whole
            near = 2 * (much if much < least else least) / (whole + size) * counts
            if near > best[passage]:  # noqa: PLR1730  # a call would take longer than all the rest
                best[passage] = near
        return {key: near for key, near in zip(self._keys, best, strict=True) if near}

    def _stands(self, own: frozenset[str], like: frozenset[str]) -> Places:
        best: dict[str, float] = {}
        for form, share in [*((form, 1.0) for form in own), *((form, LIKE) for form in like)]:
            for key, much in self._bags.get(form, {}).items():
                best[key] = max(best.get(key, 0.0), much * share)
        phrases = frozenset[int]().union(*(self._by_form.get(form, ()) for form in own))
        phrases_like = frozenset[int]().union(*(self._by_form.get(form, ()) for form in like)) - phrases
        return Places(tuple(best.items()), tuple(phrases), tuple(phrases_like), bool(best.keys() - self._away))
