"""Every meld that some cards could form, as building bricks for the solvers.

A run is left out where it falls apart into two shorter melds: the places keep their cards and with them their worth,
so an exact solver loses nothing. What remains has at most five cards with one joker a meld, six with two.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

from companion.rules.cards import JOKER, SUITS, Card
from companion.rules.melds import HIGH, LADDER, SMALLEST, MeldRules


def shapes(have: Counter[Card], rules: MeldRules) -> Iterator[tuple[Card, ...]]:
    """Melds in laying order whose cards `have` holds; the same cards may come in several orders."""
    jokers = min(have[JOKER], rules.jokers)
    for suit in SUITS:
        yield from _runs(have, suit, jokers, rules)
    for rank in LADDER[:HIGH]:
        suits = [Card(rank + suit) for suit in SUITS if have[Card(rank + suit)]]
        yield from _filled_up(
            (group for n in range(1, 5) for group in combinations(suits, n)), len(SUITS), jokers, rules
        )
        if rules.identities:
            largest = rules.largest_identity
            copies = ((card,) * n for card in suits for n in range(2, min(have[card], largest) + 1))
            yield from _filled_up(copies, largest, min(jokers, rules.identity_jokers), rules)


def _filled_up(
    groups: Iterable[tuple[Card, ...]], largest: int, jokers: int, rules: MeldRules
) -> Iterator[tuple[Card, ...]]:
    """Natural cards of a set or an identity with every number of jokers that makes them a meld."""
    for group in groups:
        for n in range(jokers + 1):
            if SMALLEST <= len(group) + n <= largest and len(group) >= max(rules.naturals, 2):
                yield (*group, *(JOKER,) * n)


def _runs(have: Counter[Card], suit: str, jokers: int, rules: MeldRules) -> Iterator[tuple[Card, ...]]:
    for first in range(HIGH + 2 - SMALLEST):
        yield from _grown(have, suit, first, (), jokers, rules)


def _grown(
    have: Counter[Card], suit: str, step: int, laid: tuple[Card, ...], jokers: int, rules: MeldRules
) -> Iterator[tuple[Card, ...]]:
    """The runs that begin with `laid`, the next card being that of `step`."""
    if _falls_apart(laid, rules):  # and with it all that is longer
        return
    if _is_run(laid, rules):
        yield laid
    if step > HIGH or len(laid) == rules.longest_run:
        return
    card = Card(LADDER[step] + suit)
    if have[card]:
        yield from _grown(have, suit, step + 1, (*laid, card), jokers, rules)
    if jokers:
        yield from _grown(have, suit, step + 1, (*laid, JOKER), jokers - 1, rules)


def _is_run(laid: tuple[Card, ...], rules: MeldRules) -> bool:
    return len(laid) >= SMALLEST and len(laid) - laid.count(JOKER) >= max(rules.naturals, 1)


def _falls_apart(laid: tuple[Card, ...], rules: MeldRules) -> bool:
    """Whether a run can be cut into two."""
    cuts = range(SMALLEST, len(laid) - SMALLEST + 1)
    return any(_is_run(laid[:cut], rules) and _is_run(laid[cut:], rules) for cut in cuts)
