"""Find the best layouts by exact search: of one hand with the least deadwood, and of both hands in a showdown.

A hand is a bit mask of 52 cards. A layout is a choice of disjoint melds among 185: 65 sets of three or four and 120
runs of three to five (a longer run is two of these, end to end). Ten or eleven cards hold at most three melds, so all
choices are tried: one scan of the 185 melds (some 15 microseconds), then a step for each choice, which are few in most
hands. The most found are 149 choices, for eleven cards in sequence.

In a showdown the defender melds and lays off in one decision. Breaking up a meld may free cards for the knocker's runs,
so that melding first and laying off the rest is wrong in one showdown of five. So for every choice of disjoint melds of
the defender, all remaining cards that can be laid off are laid off. This is optimal for given melds: a card laid off on
a run never blocks another and may make room for the next one; on a set it makes room for none, so runs come first. If
the knocker's layout is not given, the best reply to each layout with the least deadwood is computed, and the layout
with the highest deadwood of the defender is chosen. At most 149 choices exist on either side, in most deals under ten,
which take a tenth of a millisecond.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.rules.cards import FULL_PACK, RANKS, SUITS, Card, Cards

PER_SUIT = len(RANKS)
BIT: dict[Card, int] = {card: 1 << n for n, card in enumerate(FULL_PACK)}
VALUE: dict[Card, int] = {card: min(RANKS.index(card.rank) + 1, 10) for card in FULL_PACK}  # gin.cards.values
SIZES = (3, 4, 5)

Melds = tuple[int, ...]  # disjoint melds, each as a mask
PLACE = {card: n for n, card in enumerate(FULL_PACK)}


def mask(cards: Iterable[Card]) -> int:
    """Return the cards as a bit mask. They must be different, without jokers."""
    return sum(BIT[card] for card in cards)


def cards_of(bits: int) -> Cards:
    """Return the cards of a mask by suit, from ace to king."""
    return Cards(card for card, bit in BIT.items() if bits & bit)


def value(bits: int) -> int:
    """Return the deadwood of the cards of a mask."""
    return sum(VALUE[card] for card in cards_of(bits))


def is_meld(cards: Sequence[Card]) -> bool:
    """Return True if the cards are a set of three or four or a run of three or more, in any order; the ace is low."""
    if len(set(cards)) != len(cards) or len(cards) < 3 or any(card.is_joker for card in cards):
        return False
    if len({card.rank for card in cards}) == 1:
        return True
    places = sorted(RANKS.index(card.rank) for card in cards)
    return len({card.suit for card in cards}) == 1 and places == list(range(places[0], places[0] + len(places)))


def runs_over_the_king(cards: Sequence[Card]) -> bool:
    """Return True if the cards would be a run if an ace followed the king."""
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
    """The layout of a hand: its melds, the loose cards, and of eleven cards the discard."""

    melds: tuple[Cards, ...]
    loose: Cards
    deadwood: int
    discard: Card | None = None


def choices(hand: int) -> Iterator[tuple[Melds, int]]:
    """Yield every choice of disjoint melds from the hand, also none, with the points of their cards."""
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
    """Return every choice of melds with the least deadwood."""
    best, layouts = -1, list[Melds]()
    for melds, worth in choices(hand):
        if worth > best:
            best, layouts = worth, []
        if worth == best:
            layouts.append(melds)
    return layouts


def arrange(cards: Sequence[Card]) -> Arrangement:
    """Return the layout of a hand with the least deadwood; of eleven cards, after the best discard.

    Args:
        cards: ten or eleven different cards, without jokers.
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
    """Return the layout of eleven cards that are all in melds, or None."""
    if len(cards) != 11:
        return None
    hand = mask(cards)
    melds = least(hand)[0]
    return None if hand ^ sum(melds) else arrangement(hand, melds)


def _spare(loose: int) -> int:
    """Return the loose card with the most points as a mask, or 0."""
    return max((BIT[card] for card in cards_of(loose)), key=value, default=0)


def _from_long(melds: Melds) -> int:
    """Return a card that a meld can lose. Eleven melded cards always have a meld of four or more."""
    return 1 << max(melds, key=int.bit_count).bit_length() - 1


def arrangement(hand: int, melds: Melds) -> Arrangement:
    """Return the hand with these melds; runs that lie end to end are joined."""
    loose = hand ^ sum(melds)
    return Arrangement(tuple(cards_of(meld) for meld in joined(melds)), cards_of(loose), value(loose))


def joined(melds: Iterable[int]) -> list[int]:
    """Return the melds with runs joined that follow each other in a suit."""
    melds_joined: list[int] = []
    for meld in sorted(melds):
        if melds_joined and is_meld(cards_of(melds_joined[-1] | meld)):
            melds_joined[-1] |= meld
        else:
            melds_joined.append(meld)
    return melds_joined


@dataclass(frozen=True)
class LayOff:
    """A card laid off on a meld of the knocker; `meld` is the meld just before."""

    card: Card
    meld: Cards


@dataclass(frozen=True)
class Showdown:
    """The final layouts of both sides. The defender's `loose` and `deadwood` are those after laying off."""

    knocker: Arrangement
    defender: Arrangement
    lay_offs: tuple[LayOff, ...] = ()


def showdown(
    knocker: Sequence[Card], defender: Sequence[Card], layout: Sequence[Sequence[Card]] | None = None
) -> Showdown:
    """Return the end of a deal if both sides lay out their best.

    Args:
        knocker: ten or eleven different cards, none of them in the other hand.
        defender: ten different cards.
        layout: disjoint melds from the knocker's hand, if they were shown already.
    """
    hand, other = mask(knocker), mask(defender)
    layouts = least(hand) if layout is None else [tuple(mask(meld) for meld in layout)]
    return max((_reply(hand, melds, other) for melds in layouts), key=lambda end: end.defender.deadwood)


def every_showdown(knocker: Sequence[Card], defender: Sequence[Card], most: int) -> Iterator[Showdown]:
    """Yield the end of a deal for each layout of the knocker with little enough deadwood.

    Args:
        knocker, defender: as for showdown.
        most: the most points of deadwood that the layout may leave.
    """
    hand, other = mask(knocker), mask(defender)
    enough = value(hand) - most
    return (_reply(hand, melds, other) for melds, worth in choices(hand) if worth >= enough)


def _reply(hand: int, layout: Melds, other: int) -> Showdown:
    """Return the defender's best reply to a layout. Nothing is laid off on gin (gin.gin.no_lay_off)."""
    shown = arrangement(hand, layout)
    melds = joined(layout)
    chains = _chains(melds, other) if shown.deadwood else []
    if not chains:
        return Showdown(shown, arrangement(other, least(other)[0]))
    best_left, best, best_laid = value(other) + 1, Melds(), 0
    for own, worth in choices(other):
        laid = _laid(other ^ sum(own), chains)
        left = value(other) - worth - value(laid)
        if left < best_left:
            best_left, best, best_laid = left, own, laid
    return Showdown(shown, arrangement(other ^ best_laid, best), _steps(melds, best_laid))


def _chains(melds: Iterable[int], hand: int) -> list[tuple[int, ...]]:
    """Return the cards of the hand that fit the melds: for each set or end of a run, the sequence that can be added."""
    by_meld = [_chain(hand, cards_of(meld)) for meld in melds]
    return [chain for chains in by_meld for chain in chains if chain]


def _chain(hand: int, meld: Cards) -> list[tuple[int, ...]]:
    if meld[0].rank == meld[1].rank:
        bits = (mask([Card(meld[0].rank + suit)]) for suit in SUITS)
        return [tuple(bit for bit in bits if bit & hand)]
    low, high = PLACE[meld[0]], PLACE[meld[-1]]
    start = low - RANKS.index(meld[0].rank)
    return [_while_held(hand, range(low - 1, start - 1, -1)), _while_held(hand, range(high + 1, start + len(RANKS)))]


def _while_held(hand: int, places: range) -> tuple[int, ...]:
    held: list[int] = []
    for place in places:
        if not hand >> place & 1:
            break
        held.append(1 << place)
    return tuple(held)


def _laid(rest: int, chains: Iterable[tuple[int, ...]]) -> int:
    """Return the remaining cards that can be laid off: each sequence as far as its cards are there."""
    laid = 0
    for chain in chains:
        for bit in chain:
            if not bit & rest:
                break
            laid |= bit
    return laid


def _steps(melds: Iterable[int], laid: int) -> tuple[LayOff, ...]:
    """Return the lay-offs in an order in which each card fits; runs first."""
    steps: list[LayOff] = []
    for meld in sorted(melds, key=_is_set):
        lies = meld
        for chain in _chain(laid, cards_of(meld)):
            for bit in chain:
                steps.append(LayOff(cards_of(bit)[0], cards_of(lies)))
                lies |= bit
                laid ^= bit
    return tuple(steps)


def _is_set(meld: int) -> bool:
    first, second = cards_of(meld)[:2]
    return first.rank == second.rank
