"""Can a heap of cards be laid as valid melds, all of it at once? Exact cover of a multiset.

Always branches on the natural card with the fewest melds left, and remembers the remainders that lead nowhere. Jokers
that no meld needs are laid at the end, to melds that have room for one: so only how much room there is matters on the
way. `NODES` remainders are looked into at most (about two seconds); beyond that the answer is honestly None.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.cards import FULL_PACK, JOKER, SUITS, Card
from companion.rules.melds import Fault, Meld, MeldRules, read
from companion.rules.shapes import shapes

NODES = 10_000
BITS = 5  # a card occurs at most 15 times, and a guard bit above
POSITION = {card: index * BITS for index, card in enumerate(FULL_PACK)}
GUARDS = sum(1 << at + BITS - 1 for at in POSITION.values())


@dataclass(frozen=True)
class Partition:
    """The verdict on a heap: `possible` None where it was not decided within the bound."""

    possible: bool | None
    melds: tuple[Meld, ...] = ()


@dataclass(frozen=True)
class _Brick:
    """A meld as the solver sees it: its natural cards packed into a number, its jokers, its room for more of them."""

    need: int
    jokers: int
    room: int
    cards: tuple[Card, ...]
    at: tuple[int, ...]  # where its different natural cards are


def partition(heap: Sequence[Card], rules: MeldRules, nodes: int = NODES) -> Partition:
    """Split the heap into melds, each card in exactly one; natural cards at most 15 times each."""
    have = Counter(heap)
    search = _Search(nodes)
    left = sum(have[card] << POSITION[card] for card in have if not card.is_joker)
    chosen = search.solve(left, have[JOKER], 0, _bricks(have, rules))
    if chosen is None:
        return Partition(None if search.nodes <= 0 else False)
    return Partition(True, _with_jokers(chosen, have[JOKER], rules))


class _Search:
    """One search: the dead remainders, and how many may still be looked into."""

    def __init__(self, nodes: int):
        self.nodes = nodes
        self.dead: set[tuple[int, int, int]] = set()

    def solve(self, left: int, jokers: int, room: int, bricks: list[_Brick]) -> list[_Brick] | None:
        """Bricks that cover what is left, with room for the jokers that they do not need; None if there are none."""
        if not left:
            return [] if jokers <= room else None
        state = (left, jokers, min(room, jokers))
        if state in self.dead or self.nodes <= 0:
            return None
        self.nodes -= 1
        guarded = left | GUARDS
        fitting = [b for b in bricks if (guarded - b.need) & GUARDS == GUARDS and b.jokers <= jokers]
        for brick in _fewest(left, fitting):
            rest = self.solve(left - brick.need, jokers - brick.jokers, room + brick.room, fitting)
            if rest is not None:
                return [brick, *rest]
        self.dead.add(state)
        return None


def _fewest(left: int, fitting: list[_Brick]) -> list[_Brick]:
    """The melds of the card left that has fewest."""
    count = dict.fromkeys((at for at in POSITION.values() if left >> at & (1 << BITS) - 1), 0)
    for brick in fitting:
        for at in brick.at:
            count[at] += 1
    scarce = min(count, key=count.__getitem__)
    return [brick for brick in fitting if scarce in brick.at] if count[scarce] else []


def _bricks(have: Counter[Card], rules: MeldRules) -> list[_Brick]:
    """Every meld once for its natural cards and jokers, those without jokers first; none with a joker to spare."""
    found: dict[tuple[int, int], _Brick] = {}
    for cards in shapes(have, rules):
        meld = read(cards, rules)
        assert not isinstance(meld, Fault), cards
        need = sum(1 << POSITION[card] for card in meld.naturals)
        if not _spare(cards, rules):
            at = tuple(sorted({POSITION[card] for card in meld.naturals}))
            found.setdefault((need, meld.jokers), _Brick(need, meld.jokers, _room(meld, rules), cards, at))
    return sorted(found.values(), key=lambda brick: (brick.jokers, -len(brick.cards)))


def _spare(cards: tuple[Card, ...], rules: MeldRules) -> bool:
    """Whether a meld stays one without the joker at an end: such a joker is laid last."""
    return JOKER in (cards[0], cards[-1]) and any(
        part_is_meld(part, rules) for part, end in ((cards[1:], cards[0]), (cards[:-1], cards[-1])) if end is JOKER
    )


def part_is_meld(cards: tuple[Card, ...], rules: MeldRules) -> bool:
    return not isinstance(read(cards, rules), Fault)


def _room(meld: Meld, rules: MeldRules) -> int:
    """How many more jokers the meld can take."""
    largest = {"run": rules.longest_run, "set": len(SUITS), "identity": rules.largest_identity}[meld.kind]
    jokers = min(rules.jokers, rules.identity_jokers) if meld.kind == "identity" else rules.jokers
    return max(0, min(jokers - meld.jokers, largest - len(meld.places)))


def _with_jokers(chosen: list[_Brick], jokers: int, rules: MeldRules) -> tuple[Meld, ...]:
    """The melds, the jokers that none of them needs laid where there is room, at the high end of a run first."""
    jokers -= sum(brick.jokers for brick in chosen)
    melds = []
    for brick in chosen:
        cards = brick.cards
        for _ in range(min(brick.room, jokers)):
            longer = [more for more in ((*cards, JOKER), (JOKER, *cards)) if part_is_meld(more, rules)]
            cards = longer[0]
            jokers -= 1
        meld = read(cards, rules)
        assert isinstance(meld, Meld)
        melds.append(meld)
    return tuple(melds)
