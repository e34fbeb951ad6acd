"""Exact searches among the melds that cards could form: the best layout of a hand, and the partition of a heap."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from companion.rules.cards import JOKER, SUITS, Card
from companion.rules.integer_solver import Column, GiveUp, Undecided, never, whole
from companion.rules.melds import HIGH, LADDER, SMALLEST, Fault, Meld, MeldRules, Value, read


def shapes(have: Counter[Card], rules: MeldRules) -> Iterator[tuple[Card, ...]]:
    """Yield the melds that can be formed with `have`, in laying order. The same cards may occur in several orders.

    A run that can be split into two melds is left out. The split keeps all positions and their values, so an exact
    solver loses nothing. The remaining runs have at most five cards with one joker a meld, and six with two.
    """
    jokers = min(have[JOKER], rules.jokers)
    for suit in SUITS:
        for first in range(HIGH + 2 - SMALLEST):
            yield from _grown(have, suit, first, (), jokers, rules)
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
    """Yield the natural cards of a set or identity together with each number of jokers that makes a meld."""
    for group in groups:
        for n in range(jokers + 1):
            if SMALLEST <= len(group) + n <= largest and len(group) >= max(rules.naturals, 2):
                yield (*group, *(JOKER,) * n)


def _grown(
    have: Counter[Card], suit: str, step: int, laid: tuple[Card, ...], jokers: int, rules: MeldRules
) -> Iterator[tuple[Card, ...]]:
    """Yield the runs that begin with `laid`; the next card is that of `step`."""
    if _falls_apart(laid, rules):  # so does every longer run
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
    cuts = range(SMALLEST, len(laid) - SMALLEST + 1)
    return any(_is_run(laid[:cut], rules) and _is_run(laid[cut:], rules) for cut in cuts)


BITS = 5  # a card occurs at most 15 times in a hand, and one guard bit is needed


@dataclass(frozen=True)
class Layout:
    """Melds laid together, and the sum of their points."""

    points: int
    melds: tuple[Meld, ...]


@dataclass(frozen=True)
class _Brick:
    """A meld for the solver: the cards it needs, packed into a number, and the highest points that they can make."""

    need: int
    points: int
    meld: Meld


@dataclass(frozen=True)
class _Best:
    """The best total of a remainder: the meld laid first, if any, and the remainder after it."""

    points: int
    brick: _Brick | None
    left: int


def best_layout(hand: Sequence[Card], rules: MeldRules, value: Value, *, pure_run: bool = False) -> Layout | None:
    """Return the layout with the most points of up to 15 cards, optionally with a pure run among its melds.

    Dynamic programming over the remaining cards: the lowest remaining card either stays in hand or goes into a meld
    with others. A hand of 15 cards has at most 2**15 remainders, in practice a few thousand. The worst hands (a long
    sequence with four jokers, and no limit of jokers a meld) take a tenth of a second.

    Returns:
        The layout, possibly empty; None if a pure run is required and there is none.
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
    """A memoized search for the best layout of each remainder, with or without the need for a pure run."""

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
    """Return one brick for each set of cards that form a meld, grouped by the lowest card, most points first."""
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


@dataclass(frozen=True)
class Partition:
    """The result for a heap. `possible` is None if the search was given up."""

    possible: bool | None
    melds: tuple[Meld, ...] = ()


def partition(heap: Sequence[Card], rules: MeldRules, give_up: GiveUp = never) -> Partition:
    """Split the heap into melds, each card in exactly one. Sets come first, then runs by suit.

    Every possible meld is a column with the numbers of its cards; the question is which columns add up to the heap.
    Jokers count as one more kind of card. Heaps of 106 cards take a tenth of a second, with one or two jokers a meld.
    With identities, some take a few seconds.

    Args:
        heap: the cards.
        rules: the limits of a meld.
        give_up: returns true when the search should stop undecided, because rules have no clock.
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
