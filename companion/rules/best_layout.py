"""The most points that a hand can lay at once: exact, for an opening.

Dynamic programming over what is left of the hand: the lowest kind of card left either stays in hand or goes into one of
the melds it can form with the rest. A hand of 15 has at most 2**15 remainders, in practice a few thousand; the worst
hands (a long sequence with four jokers, any number of them a meld) take a tenth of a second.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.rules.cards import Card
from companion.rules.meld_candidates import shapes
from companion.rules.melds import Fault, Meld, MeldRules, Value, read

BITS = 5  # a card occurs at most 15 times in a hand, and a guard bit above


@dataclass(frozen=True)
class Layout:
    """Melds laid at once, and what they are worth together."""

    points: int
    melds: tuple[Meld, ...]


@dataclass(frozen=True)
class _Brick:
    """A meld as the solver sees it: the cards it needs, packed into a number, with the most points they can make."""

    need: int
    points: int
    meld: Meld


@dataclass(frozen=True)
class _Best:
    """The best total from some remainder: the brick laid first, if any, and what is left after it."""

    points: int
    brick: _Brick | None
    left: int


def best_layout(hand: Sequence[Card], rules: MeldRules, value: Value, *, pure_run: bool = False) -> Layout | None:
    """The layout of most points from up to 15 cards, with a pure run among its melds where one is asked for.

    None where there is none with such a run; without that demand the layout may be empty.
    """
    kinds = sorted(set(hand), key=lambda card: (card.is_joker, card))
    search = _Search(_bricks(hand, kinds, rules, value))
    left = _packed(hand, kinds)
    best = search.solve(left, pure_run)
    if best is None:
        return None
    melds = tuple(search.melds(left, pure_run))
    return Layout(best.points, melds)


class _Search:
    """The best layout of every remainder that comes up, with and without a pure run still asked for."""

    def __init__(self, by_lowest: list[list[_Brick]]):
        self.by_lowest = by_lowest
        self.guards = sum(1 << kind * BITS + BITS - 1 for kind in range(len(by_lowest)))
        self.known: dict[tuple[int, bool], _Best | None] = {}

    def solve(self, left: int, pure: bool) -> _Best | None:
        if not left:
            return None if pure else _Best(0, None, 0)
        if (left, pure) not in self.known:
            self.known[left, pure] = self._solved(left, pure)
        return self.known[left, pure]

    def _solved(self, left: int, pure: bool) -> _Best | None:
        kind = ((left & -left).bit_length() - 1) // BITS
        after = left - (1 << kind * BITS)
        rest = self.solve(after, pure)
        best = rest and _Best(rest.points, None, after)
        for brick in self.by_lowest[kind]:
            if ((left | self.guards) - brick.need) & self.guards != self.guards:
                continue
            rest = self.solve(left - brick.need, pure and not brick.meld.is_pure_run)
            if rest and (best is None or rest.points + brick.points > best.points):
                best = _Best(rest.points + brick.points, brick, left - brick.need)
        return best

    def melds(self, left: int, pure: bool) -> Iterator[Meld]:
        while left:
            best = self.solve(left, pure)
            assert best
            if best.brick:
                yield best.brick.meld
                pure = pure and not best.brick.meld.is_pure_run
            left = best.left


def _bricks(hand: Sequence[Card], kinds: list[Card], rules: MeldRules, value: Value) -> list[list[_Brick]]:
    """Every meld once for the cards it needs, by the lowest of them, the dearest first."""
    best: dict[int, _Brick] = {}
    for cards in shapes(Counter(hand), rules):
        meld = read(cards, rules)
        assert not isinstance(meld, Fault), cards
        need, points = _packed(cards, kinds), meld.worth(value)
        if need not in best or points > best[need].points:
            best[need] = _Brick(need, points, meld)
    by_lowest: list[list[_Brick]] = [[] for _ in kinds]
    for brick in sorted(best.values(), key=lambda brick: -brick.points):
        by_lowest[((brick.need & -brick.need).bit_length() - 1) // BITS].append(brick)
    return by_lowest


def _packed(cards: Sequence[Card], kinds: list[Card]) -> int:
    return sum(1 << kinds.index(card) * BITS for card in cards)
