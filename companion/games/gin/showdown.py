"""Lay out two hands exactly: the knocker's layout, the defender's best melds and lay-offs.

The defender melds and lays off in one decision: breaking up a meld may free cards for the knocker's runs, so melding
first and laying off what is left is wrong in one showdown of five.

Method: for every choice of the defender's disjoint melds (arrange.choices), all of the rest that can be laid off is.
For a given rest that is the most there is: a card laid off on a run never stands in another's way and may open the way
for the next; on a set it opens nothing, so runs come first. Without a layout shown, each of the knocker's layouts with
the least deadwood meets its best reply, and the one with the dearest reply is taken.

Bound: 149 choices on either side (arrange); in most deals under ten, a tenth of a millisecond.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.games.gin.arrange import Arrangement, Melds, arrangement, cards_of, choices, joined, least, mask, value
from companion.rules.cards import FULL_PACK, RANKS, SUITS, Card, Cards

PLACE = {card: n for n, card in enumerate(FULL_PACK)}


@dataclass(frozen=True)
class LayOff:
    """A card laid off on a meld of the knocker, the meld as it lies at that moment."""

    card: Card
    meld: Cards


@dataclass(frozen=True)
class Showdown:
    """Both sides as they end. The defender's `loose` and `deadwood` are what he has left after laying off."""

    knocker: Arrangement
    defender: Arrangement
    lay_offs: tuple[LayOff, ...] = ()


def showdown(
    knocker: Sequence[Card], defender: Sequence[Card], layout: Sequence[Sequence[Card]] | None = None
) -> Showdown:
    """Return the end of a deal with both sides at their best.

    Args:
        knocker: Ten or eleven different cards, none of them in the other hand.
        defender: Ten different cards.
        layout: Disjoint melds from the knocker's hand, where they are already shown.
    """
    hand, other = mask(knocker), mask(defender)
    layouts = least(hand) if layout is None else [tuple(mask(meld) for meld in layout)]
    return max((_reply(hand, melds, other) for melds in layouts), key=lambda end: end.defender.deadwood)


def every_showdown(knocker: Sequence[Card], defender: Sequence[Card], most: int) -> Iterator[Showdown]:
    """Yield the end of a deal for each layout of the knocker's that leaves little enough deadwood.

    Args:
        most: Points of deadwood that the layout may leave.
    """
    hand, other = mask(knocker), mask(defender)
    enough = value(hand) - most
    return (_reply(hand, melds, other) for melds, worth in choices(hand) if worth >= enough)


def _reply(hand: int, layout: Melds, other: int) -> Showdown:
    """Return the defender's best answer to one layout; against gin nothing is laid off (gin.gin.no_lay_off)."""
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
    """Return the cards of the hand that fit a meld, one after the other, for each place where cards can be added."""
    found = [_chain(hand, cards_of(meld)) for meld in melds]
    return [chain for chains in found for chain in chains if chain]


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
    """Return the cards of the rest that can be laid off: each chain as far as it goes."""
    laid = 0
    for chain in chains:
        for bit in chain:
            if not bit & rest:
                break
            laid |= bit
    return laid


def _steps(melds: Iterable[int], laid: int) -> tuple[LayOff, ...]:
    """Return the lay-offs in an order in which each fits where it is laid; runs first."""
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
