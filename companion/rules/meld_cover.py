"""Can a heap of cards be laid as valid melds, all of it at once?

Every meld that the cards could form is a column of numbers, how many of each card it holds; the question is which of
them add up to the heap. Jokers are counted as one more card.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.cards import Card
from companion.rules.integer_solver import Column, GiveUp, Undecided, never, whole
from companion.rules.meld_candidates import shapes
from companion.rules.melds import Meld, MeldRules, read


@dataclass(frozen=True)
class Partition:
    """The verdict on a heap: `possible` None where it was given up."""

    possible: bool | None
    melds: tuple[Meld, ...] = ()


def partition(heap: Sequence[Card], rules: MeldRules, give_up: GiveUp = never) -> Partition:
    """Split the heap into melds, each card in exactly one; sets first, then the runs by suit.

    `give_up` says when to leave it undecided, since rules know no clock. Heaps of 106 cards take a tenth of a second,
    with two jokers a meld as with one; where identities are played some take a few seconds.
    """
    have = Counter(heap)
    row = {card: n for n, card in enumerate(have)}
    bricks: dict[Column, Meld] = {}
    for cards in shapes(have, rules):
        meld = read(cards, rules)
        assert isinstance(meld, Meld), cards
        bricks.setdefault(tuple(sorted(row[card] for card in cards)), meld)
    try:
        taken = whole(list(bricks), list(have.values()), give_up)
    except Undecided:
        return Partition(None)
    if taken is None:
        return Partition(False)
    melds = list(bricks.values())
    laid = (melds[n] for n in sorted(taken.elements()))
    return Partition(True, tuple(sorted(laid, key=lambda meld: meld.kind == "run")))
