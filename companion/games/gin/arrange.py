"""Find the least deadwood of a hand, exactly.

A hand is a bit mask of 52 cards. Every way to meld it is a choice of disjoint melds among 185: 65 sets of three or four
and 120 runs of three to five (a longer run is two of these, end to end). Ten or eleven cards hold at most three, so all
choices are tried: one scan of the 185 (some 15 microseconds), then a step for each choice, few in most hands.
Bound: 149 choices in the richest hand found, eleven cards in sequence.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.rules.cards import FULL_PACK, RANKS, SUITS, Card, Cards

PER_SUIT = len(RANKS)
BIT: dict[Card, int] = {card: 1 << n for n, card in enumerate(FULL_PACK)}
VALUE: dict[Card, int] = {card: min(RANKS.index(card.rank) + 1, 10) for card in FULL_PACK}  # gin.cards.values
SIZES = (3, 4, 5)

Melds = tuple[int, ...]  # disjoint melds, each a mask


def mask(cards: Iterable[Card]) -> int:
    """Return the cards as bits; each at most once, no joker."""
    return sum(BIT[card] for card in cards)


def cards_of(bits: int) -> Cards:
    """Return the cards of a mask by suit, from ace to king."""
    return Cards(card for card, bit in BIT.items() if bits & bit)


def value(bits: int) -> int:
    """Return what the cards of a mask count as deadwood."""
    return sum(VALUE[card] for card in cards_of(bits))


def is_meld(cards: Sequence[Card]) -> bool:
    """Return whether the cards are a set of three or four or a run of three or more, in any order; the ace is low."""
    if len(set(cards)) != len(cards) or len(cards) < 3 or any(card.is_joker for card in cards):
        return False
    if len({card.rank for card in cards}) == 1:
        return True
    places = sorted(RANKS.index(card.rank) for card in cards)
    return len({card.suit for card in cards}) == 1 and places == list(range(places[0], places[0] + len(places)))


def runs_over_the_king(cards: Sequence[Card]) -> bool:
    """Return whether the cards would be a run if an ace followed the king."""
    places = sorted(RANKS.index(card.rank) for card in cards)
    gaps = sum(after - before != 1 for before, after in pairwise(places))
    one_suit = len({card.suit for card in cards}) == 1
    return len(cards) > 2 and one_suit and gaps == 1 and (places[0], places[-1]) == (0, PER_SUIT - 1)


def _all_melds() -> Iterator[int]:
    for rank in range(PER_SUIT):
        four = sum(1 << rank + PER_SUIT * suit for suit in range(len(SUITS)))
        yield four
        yield from (four ^ 1 << rank + PER_SUIT * suit for suit in range(len(SUITS)))
    for suit in range(len(SUITS)):
        for size in SIZES:
            yield from ((1 << size) - 1 << low + PER_SUIT * suit for low in range(PER_SUIT - size + 1))


MELDS: tuple[int, ...] = tuple(_all_melds())
WORTH: dict[int, int] = {meld: value(meld) for meld in MELDS}


@dataclass(frozen=True)
class Arrangement:
    """A hand laid out: its melds, the cards left loose and, of eleven cards, the one to throw."""

    melds: tuple[Cards, ...]
    loose: Cards
    deadwood: int
    discard: Card | None = None


def choices(hand: int) -> Iterator[tuple[Melds, int]]:
    """Yield every choice of disjoint melds from the hand, none at all included, with the points of their cards."""
    held = [meld for meld in MELDS if meld & hand == meld]
    yield (), 0
    for i, first in enumerate(held):
        yield (first,), WORTH[first]
        rest = [meld for meld in held[i + 1 :] if not meld & first]
        for j, second in enumerate(rest):
            both = WORTH[first] + WORTH[second]
            yield (first, second), both
            for third in rest[j + 1 :]:
                if not third & second:
                    yield (first, second, third), both + WORTH[third]


def least(hand: int) -> list[Melds]:
    """Return every choice of melds that leaves the least deadwood."""
    best, layouts = -1, list[Melds]()
    for melds, worth in choices(hand):
        if worth > best:
            best, layouts = worth, []
        if worth == best:
            layouts.append(melds)
    return layouts


def arrange(cards: Sequence[Card]) -> Arrangement:
    """Lay a hand out with the least deadwood: ten cards as they are, eleven after the best discard.

    Cards: 10 or 11 different ones, no joker.
    """
    hand = mask(cards)
    if len(cards) == 10:
        return arrangement(hand, least(hand)[0])
    best: tuple[int, Melds, int] | None = None
    for melds, _ in choices(hand):
        loose = hand ^ sum(melds)
        spare = _spare(loose) or _from_long(melds)
        left = value(loose & ~spare)
        if best is None or left < best[0]:
            best = left, melds, spare
    assert best
    _, melds, spare = best
    kept = arrangement(hand ^ spare, tuple(meld & ~spare for meld in melds))
    return Arrangement(kept.melds, kept.loose, kept.deadwood, cards_of(spare)[0])


def big_gin(cards: Sequence[Card]) -> Arrangement | None:
    """Lay eleven cards out that all lie in melds, so that nothing is thrown; None for any other hand."""
    if len(cards) != 11:
        return None
    hand = mask(cards)
    melds = least(hand)[0]
    return None if hand ^ sum(melds) else arrangement(hand, melds)


def _spare(loose: int) -> int:
    """Return the dearest loose card, 0 if none is loose."""
    return max((BIT[card] for card in cards_of(loose)), key=value, default=0)


def _from_long(melds: Melds) -> int:
    """Return a card that a meld can lose; eleven melded cards always hold a meld of four or more."""
    return 1 << max(melds, key=int.bit_count).bit_length() - 1


def arrangement(hand: int, melds: Melds) -> Arrangement:
    """Lay a hand out with these melds; runs that lie end to end become one."""
    loose = hand ^ sum(melds)
    return Arrangement(tuple(cards_of(meld) for meld in joined(melds)), cards_of(loose), value(loose))


def joined(melds: Iterable[int]) -> list[int]:
    """Return the melds with runs of one suit that follow each other made one."""
    melds_joined: list[int] = []
    for meld in sorted(melds):
        if melds_joined and is_meld(cards_of(melds_joined[-1] | meld)):
            melds_joined[-1] |= meld
        else:
            melds_joined.append(meld)
    return melds_joined
