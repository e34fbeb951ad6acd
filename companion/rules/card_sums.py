"""Decide which point sums hands can have when their cards come from one heap of cards.

A heap is given by the card values in it, each with its number of cards. Whether several hands can be held at the same
time is not searched exhaustively. Instead, upper and lower bounds are computed. So hands are refused only with a proof,
but some impossible combinations are accepted.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, combinations
from typing import Literal

from companion.rules.cards import Card
from companion.rules.entries import Player
from companion.rules.messages import Say, say
from companion.rules.rulings import Ruling, refuse

Values = tuple[tuple[int, int], ...]  # pairs of a card value and the number of cards with it, in order of value

KEPT = 256  # cached heaps: each time cards are entered, another heap remains
WIDEST = 16  # the most cards of a hand for which sums are computed by the number of cards


@dataclass(frozen=True)
class Hand:
    """The points of a hand, and the bounds of its number of cards. The cards themselves are not known."""

    points: int
    fewest: int
    most: int


@dataclass(frozen=True)
class Shortage:
    """A proof that some hands cannot be held at the same time.

    - `most`, `least`: `cards` cards of the heap count at most, or at least, `bound`, but the hands count more, or less.
    - `needed`: the hands need `cards` cards of these `values`, but the heap has only `bound`.
    - `none`: no cards of the heap add up to the points of the one hand.
    """

    kind: Literal["most", "least", "needed", "none"]
    hands: tuple[int, ...]
    points: int
    cards: int
    bound: int
    values: tuple[int, ...] = ()


def values_of(cards: Iterable[Card], value: Callable[[Card], int]) -> Values:
    return tuple(sorted(Counter(map(value, cards)).items()))


def without(values: Values, cards: Iterable[Card], value: Callable[[Card], int]) -> Values:
    """Return the heap without these cards."""
    return tuple(sorted((Counter(dict(values)) - Counter(map(value, cards))).items()))


def sums(values: Values, most: int) -> tuple[int, ...]:
    """Return for each number of cards the possible sums, as a bit set: bit n is set if the sum n is possible."""
    return _growing(values, most)[-1]


@lru_cache(maxsize=KEPT)
def _growing(values: Values, most: int) -> tuple[tuple[int, ...], ...]:
    """Return the sums of no cards, of the cards of the first value, of the first two values, and so on."""
    grown = [(1, *[0] * most)]
    for value, copies in values:
        before = grown[-1]
        longer = list(before)
        for n in range(most + 1):
            for k in range(1, min(n, copies) + 1):
                if before[n - k]:
                    longer[n] |= before[n - k] << k * value
        grown.append(tuple(longer))
    return tuple(grown)


@lru_cache(maxsize=KEPT)
def reach(values: Values, fewest: int, most: int) -> int:
    """Return the possible sums of `fewest` to `most` cards as a bit set; beyond WIDEST, of any number."""
    if most <= WIDEST:
        reached = 0
        for sums_of_n in sums(values, most)[fewest:]:
            reached |= sums_of_n
        return reached
    reached = 1
    for value, copies in values:
        for _ in range(copies):
            reached |= reached << value
    return reached if not fewest else reached & ~1


def lowest(bits: int) -> int:
    """Return the lowest sum of a bit set."""
    return (bits & -bits).bit_length() - 1


def highest(bits: int) -> int:
    return bits.bit_length() - 1


@lru_cache(maxsize=KEPT)
def dearest(values: Values) -> tuple[int, ...]:
    """Return for each number of cards the highest possible sum."""
    return tuple(accumulate((value for value, copies in reversed(values) for _ in range(copies)), initial=0))


@lru_cache(maxsize=KEPT)
def cheapest(values: Values) -> tuple[int, ...]:
    """Return for each number of cards the lowest possible sum."""
    return tuple(accumulate((value for value, copies in values for _ in range(copies)), initial=0))


def shortage(values: Values, hands: Sequence[Hand], elsewhere: int = 0) -> Shortage | None:
    """Return a proof that these hands cannot be held at the same time, with as few hands as possible, or None.

    Three things are checked: that each hand alone can have its points; that the dearest and the cheapest cards of the
    heap allow the points of any of the hands together; and that there are enough of the dearest, and of the cheapest,
    cards for the hands that need some of them.

    Args:
        values: the heap.
        elsewhere: the number of cards of the heap that are in no hand.
    """
    there = sum(copies for _, copies in values)
    for place, hand in enumerate(hands):
        possible = reach(values, hand.fewest, hand.most)
        if not possible:
            every = tuple(value for value, _ in values)
            return Shortage("needed", (place,), hand.points, hand.fewest, there, every)
        if hand.points < lowest(possible):
            return Shortage("least", (place,), hand.points, hand.fewest, lowest(possible))
        if hand.points > highest(possible):
            return Shortage("most", (place,), hand.points, hand.most, highest(possible))
        if not possible >> hand.points & 1:
            return Shortage("none", (place,), hand.points, hand.most, 0)
    return _beyond_sum(values, hands, elsewhere) or _short_of(values, hands)


def _beyond_sum(values: Values, hands: Sequence[Hand], elsewhere: int) -> Shortage | None:
    high, low = dearest(values), cheapest(values)
    in_hands = len(high) - 1 - elsewhere
    fewest_of_all = sum(hand.fewest for hand in hands)
    for n in range(1, len(hands) + 1):
        for places in combinations(range(len(hands)), n):
            points, fewest, most = 0, 0, 0
            for place in places:
                hand = hands[place]
                points, fewest, most = points + hand.points, fewest + hand.fewest, most + hand.most
            if fewest > in_hands:
                return Shortage("needed", places, points, fewest, in_hands, tuple(value for value, _ in values))
            most = max(fewest, min(most, in_hands - (fewest_of_all - fewest)))
            if points > high[most]:
                return Shortage("most", places, points, most, high[most])
            if points < low[fewest]:
                return Shortage("least", places, points, fewest, low[fewest])
    return None


def _short_of(values: Values, hands: Sequence[Hand]) -> Shortage | None:
    """Return a proof that the heap has too few of its dearest, or cheapest, cards for the hands that need them."""
    narrow = {place: _needs(values, hand) for place, hand in enumerate(hands) if hand.most <= WIDEST}
    for column, wanted in enumerate(_ends(values)):
        need = {place: needs[column] for place, needs in narrow.items() if needs[column]}
        there = sum(copies for _, copies in wanted)
        if (cards := sum(need.values())) > there:
            points = sum(hands[place].points for place in need)
            return Shortage("needed", tuple(need), points, cards, there, tuple(value for value, _ in wanted))
    return None


@lru_cache(maxsize=KEPT)
def _ends(values: Values) -> tuple[Values, ...]:
    """Return the dearest values and the cheapest: one of them, then two, and so on."""
    return tuple(end for n in range(1, len(values)) for end in (values[-n:], values[:n]))


@lru_cache(maxsize=8 * KEPT)
def _needs(values: Values, hand: Hand) -> tuple[int, ...]:
    """Return for each of these ends how many of its cards a hand needs at least to have its points."""
    low, high = _growing(values, hand.most), _growing(values[::-1], hand.most)
    needed = []
    for n in range(1, len(values)):
        needed += [_needed(high[n], low[-1 - n], hand), _needed(low[n], high[-1 - n], hand)]
    return tuple(needed)


def _needed(own: tuple[int, ...], others: tuple[int, ...], hand: Hand) -> int:
    if any(one >> hand.points & 1 for one in others[hand.fewest :]):
        return 0
    rest = [_mirrored(one, hand.points) for one in others]
    for n in range(1, hand.most + 1):
        if any(own[n] & rest[k] for k in range(max(0, hand.fewest - n), hand.most - n + 1)):
            return n
    raise AssertionError(hand)


def _mirrored(bits: int, points: int) -> int:
    """Return, as a bit set, the difference of each sum to the points."""
    width = points + 1
    return int(format(bits & (1 << width) - 1, f"0{width}b")[::-1], 2)


def too_little(short: Shortage, players: Sequence[str], heap: Say, joker: int) -> Say:
    """Return the sentence for a proof. `players` hold the hands; a joker counts `joker`."""
    names = [players[place] for place in short.hands]
    facts = {"players": names, "n": short.points, "cards": short.cards, "heap": heap, "bound": short.bound}
    if short.kind == "most":
        return say(
            "{players}: {n} points in hand are not possible. {cards} cards out of {heap} count at most {bound}.",
            **facts,
        )
    if short.kind == "least":
        return say(
            "{players}: {n} points in hand are not possible. {cards} cards out of {heap} count at least {bound}.",
            **facts,
        )
    if short.kind == "none":
        return say("{players}: {n} points in hand are not possible. No cards out of {heap} add up to that.", **facts)
    if short.values == (joker,):
        return say(
            "{players}: {n} points in hand are not possible. They need {cards} jokers, but there are "
            "{bound} in {heap}.",
            **facts,
        )
    return say(
        "{players}: {n} points in hand are not possible. They need {cards} cards that count "
        "{values}, but there are {bound} in {heap}.",
        values=list(short.values),
        **facts,
    )


def wrong_together(
    values: Values, hands: Mapping[Player, Hand], heap: Say, joker: int, refusal: tuple[str, str], elsewhere: int = 0
) -> Ruling | None:
    """Refuse hands that cannot be held at the same time (see `shortage`). `refusal` is the code and the clause."""
    short = shortage(values, list(hands.values()), elsewhere)
    if short is None:
        return None
    players, (code, clause) = list(hands), refusal
    return refuse(code, too_little(short, players, heap, joker), clause, player=players[short.hands[-1]])


def packs_with(packs: int, jokers: int, *, some_written: bool = False) -> Say:
    """Return a description of the heap. With `some_written`, it is the heap without the cards that were entered."""
    heap = say("{packs} packs with {jokers} jokers", packs=packs, jokers=jokers)
    if not jokers:
        heap = say("{packs} packs without jokers", packs=packs)
    return say("what is left of {heap}", heap=heap) if some_written else heap
