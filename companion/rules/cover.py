"""Exact cover of a heap by melds: for heaps small or scarce enough, whatever the jokers in a meld.

Always branches on the natural card with the fewest melds left, and remembers the remainders that lead nowhere. Jokers
that no meld needs are laid at the end, to melds that have room for one: so only how much room there is matters on the
way.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.cards import FULL_PACK, JOKER, SUITS, Card
from companion.rules.melds import Fault, Meld, MeldRules, read
from companion.rules.shapes import shapes

BITS = 5  # a card occurs at most 15 times, and a guard bit above
POSITION = {card: index * BITS for index, card in enumerate(FULL_PACK)}
GUARDS = sum(1 << at + BITS - 1 for at in POSITION.values())


@dataclass(frozen=True)
class _Brick:
    """A meld as the solver sees it: its natural cards packed into a number, its jokers, its room for more of them."""

    need: int
    jokers: int
    room: int
    cards: tuple[Card, ...]
    at: tuple[int, ...]  # where its different natural cards are


class Cover:
    """One search: the dead remainders, and how many may still be looked into (`nodes`, about 10,000 a second)."""

    def __init__(self, heap: Sequence[Card], rules: MeldRules, nodes: int):
        self.have = Counter(heap)
        self.rules = rules
        self.nodes = nodes
        self.dead: set[tuple[int, int, int]] = set()

    def melds(self) -> list[tuple[Card, ...]] | None:
        """Melds that hold all natural cards, with room for the jokers they do not hold; None if none was found."""
        left = sum(n << POSITION[card] for card, n in self.have.items() if not card.is_joker)
        chosen = self._solve(left, self.have[JOKER], 0, _bricks(self.have, self.rules))
        return None if chosen is None else [brick.cards for brick in chosen]

    def _solve(self, left: int, jokers: int, room: int, bricks: list[_Brick]) -> list[_Brick] | None:
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
            rest = self._solve(left - brick.need, jokers - brick.jokers, room + brick.room, fitting)
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
            found.setdefault((need, meld.jokers), _Brick(need, meld.jokers, room(meld, rules), cards, at))
    return sorted(found.values(), key=lambda brick: (brick.jokers, -len(brick.cards)))


def _spare(cards: tuple[Card, ...], rules: MeldRules) -> bool:
    """Whether a meld stays one without the joker at an end: such a joker is laid last."""
    return JOKER in (cards[0], cards[-1]) and any(
        _is_meld(part, rules) for part, end in ((cards[1:], cards[0]), (cards[:-1], cards[-1])) if end is JOKER
    )


def _is_meld(cards: tuple[Card, ...], rules: MeldRules) -> bool:
    return not isinstance(read(cards, rules), Fault)


def room(meld: Meld, rules: MeldRules) -> int:
    """How many more jokers the meld can take."""
    largest = {"run": rules.longest_run, "set": len(SUITS), "identity": rules.largest_identity}[meld.kind]
    jokers = min(rules.jokers, rules.identity_jokers) if meld.kind == "identity" else rules.jokers
    return max(0, min(jokers - meld.jokers, largest - len(meld.places)))
