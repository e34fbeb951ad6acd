"""Can a heap of cards be laid as valid melds, all of it at once?

Small and scarce heaps are decided by exact cover, the others by a sweep over the ranks; both are exact. Together they
look into a bounded number of remainders, about two seconds' worth for a hundred cards of four packs with eight jokers.
A heap made of melds is found possible well within that; where the bound is reached the answer is honestly None.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.rules.cards import JOKER, Card
from companion.rules.cover import Cover, room
from companion.rules.melds import Fault, Meld, MeldRules, read
from companion.rules.sweep import Sweep

GLANCE, SWEEP, COVER = 300, 60_000, 5000  # remainders looked into, one search after the other


@dataclass(frozen=True)
class Partition:
    """The verdict on a heap: `possible` None where it was not decided within the bound."""

    possible: bool | None
    melds: tuple[Meld, ...] = ()


def partition(heap: Sequence[Card], rules: MeldRules) -> Partition:
    """Split the heap into melds, each card in exactly one; natural cards at most 15 times each."""
    # where the heap has no second joker a meld holds one at most: then the sweep decides
    rules = replace(rules, jokers=min(rules.jokers, list(heap).count(JOKER)))
    for search in _searches(heap, rules):
        found = search.melds()
        if found is not None:
            return Partition(True, tuple(_with_jokers(found, list(heap).count(JOKER), rules)))
        if search.nodes > 0 and _decides(search, rules):
            return Partition(False)
    return Partition(None)


def _searches(heap: Sequence[Card], rules: MeldRules) -> Iterable[Cover | Sweep]:
    yield Cover(heap, rules, GLANCE)
    sweep = Sweep(heap, rules, SWEEP)
    yield sweep
    if sweep.unsure or rules.jokers > 1:
        yield Cover(heap, rules, COVER)


def _decides(search: Cover | Sweep, rules: MeldRules) -> bool:
    """Whether a search that found nothing proves that there is nothing; a sweep knows one joker a meld."""
    return isinstance(search, Cover) or (rules.jokers <= 1 and not search.unsure)


def _with_jokers(found: Sequence[Sequence[Card]], jokers: int, rules: MeldRules) -> Iterable[Meld]:
    """The melds, the jokers that none of them needs laid where there is room, at the high end of a run first."""
    jokers -= sum(cards.count(JOKER) for cards in found)
    for cards in found:
        meld = read(cards, rules)
        assert isinstance(meld, Meld), cards
        for _ in range(min(room(meld, rules), jokers)):
            jokers -= 1
            longer = (read(more, rules) for more in ((*meld.cards, JOKER), (JOKER, *meld.cards)))
            meld = next(one for one in longer if not isinstance(one, Fault))
        yield meld
