"""Card collections for the question whether all cards fit into melds: made of melds, and hard ones."""

import random
from collections import Counter
from collections.abc import Callable, Mapping

from companion.rules.cards import FULL_PACK, JOKER, RANKS, SUITS, Card
from companion.rules.melds import LADDER

MOST = 106
Heap = list[Card]


def made_of_melds(dice: random.Random, packs: int, size: int, jokers: int) -> Heap:
    """Return runs and sets of this number of packs, up to `size` cards, with a joker in this many of them."""
    pack = Counter(dict.fromkeys(FULL_PACK, packs))
    heap: Heap = []
    for _ in range(2000):
        meld = _run(dice) if dice.random() < 0.5 else _set(dice)
        if len(meld) < 3 or Counter(meld) - pack or len(heap) + len(meld) > size:
            continue
        pack -= Counter(meld)
        if jokers:
            meld[dice.randrange(len(meld))] = JOKER
            jokers -= 1
        heap += meld
    return heap


def _run(dice: random.Random) -> Heap:
    first, length, suit = dice.randrange(12), dice.choice((3, 3, 4, 5)), dice.choice(SUITS)
    return [Card(rank + suit) for rank in LADDER[first : first + length]]


def _set(dice: random.Random) -> Heap:
    rank = dice.choice(RANKS)
    return [Card(rank + suit) for suit in dice.sample(SUITS, dice.choice((3, 4)))]


def _exchanged(dice: random.Random, packs: int, size: int, cards: int) -> Heap:
    """Return cards of melds with a few exchanged, which are nearly possible."""
    heap = made_of_melds(dice, packs, size, dice.randint(0, 2 * packs))
    others = list((Counter(FULL_PACK * packs) - Counter(heap)).elements())
    for at in dice.sample([n for n, card in enumerate(heap) if card != JOKER], cards):
        heap[at] = others.pop(dice.randrange(len(others)))
    return heap


def _one_moved(dice: random.Random, packs: int, size: int) -> Heap:
    return _exchanged(dice, packs, size, 1)


def _some_moved(dice: random.Random, packs: int, size: int) -> Heap:
    return _exchanged(dice, packs, size, dice.randint(2, 5))


def _many_jokers(dice: random.Random, packs: int, size: int) -> Heap:
    return made_of_melds(dice, packs, size - 10, 2 * packs) + [JOKER] * dice.randint(0, 2 * packs)


def _dense(dice: random.Random, packs: int, size: int) -> Heap:
    """Return one or two whole packs without a few cards."""
    heap = [*FULL_PACK * dice.choice((1, 2))]
    for _ in range(dice.randint(1, 12)):
        heap.pop(dice.randrange(len(heap)))
    return heap + [JOKER] * dice.randint(0, 2 * packs)


def _dense_ranks(dice: random.Random, packs: int, size: int) -> Heap:
    """Return all copies of adjacent ranks without a few cards."""
    ranks = size // (4 * packs)
    first = dice.randrange(14 - ranks)
    heap = [Card(rank + suit) for rank in RANKS[first : first + ranks] for suit in SUITS] * packs
    for _ in range(dice.randint(1, 12)):
        heap.pop(dice.randrange(len(heap)))
    return heap + [JOKER] * dice.randint(0, 2 * packs)


def _random(dice: random.Random, packs: int, size: int) -> Heap:
    return dice.sample([*FULL_PACK * packs, *[JOKER] * 2 * packs], size)


def _gaps(dice: random.Random, packs: int, size: int) -> Heap:
    """Return random cards of a pack from which some are missing."""
    jokers = dice.randint(0, 2 * packs)
    there = dice.sample(FULL_PACK, dice.randint(28, 44)) * packs
    return dice.sample(there, min(size - jokers, len(there))) + [JOKER] * jokers


HOSTILE: Mapping[str, Callable[[random.Random, int, int], Heap]] = {
    "one moved": _one_moved,
    "some moved": _some_moved,
    "many jokers": _many_jokers,
    "dense": _dense,
    "dense ranks": _dense_ranks,
    "random": _random,
    "gaps": _gaps,
}
KINDS = tuple(HOSTILE)


def hostile(dice: random.Random, kind: str) -> Heap:
    """Return 60 to 106 cards of two to four packs that are hard to decide: nearly possible or impossible."""
    heap = HOSTILE[kind](dice, dice.choice((2, 3, 4, 4)), dice.randint(60, MOST))
    dice.shuffle(heap)
    return heap[:MOST]
