"""Compute the sums that cards of one heap can have, in one hand and in several hands held at the same time.

A heap is told by its values, each with how many cards count so much. Whether several hands can be held at once is not
searched for: bounds are given that no dealing of the heap can pass, so that hands are refused only with a proof, and
some that cannot be held together pass.
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

Values = tuple[tuple[int, int], ...]  # from low to high, each value with how many cards have it

KEPT = 256  # heaps whose sums are remembered: each time cards are written down, another heap is left
WIDEST = 16  # cards of a hand of which every number is looked at by itself


@dataclass(frozen=True)
class Hand:
    """Points of a hand, and between how many cards it can be; the cards are not known."""

    points: int
    fewest: int
    most: int


@dataclass(frozen=True)
class Shortage:
    """Proof that some hands cannot be held at once.

    `most`, `least`: so many `cards` of the heap count `bound` at most, or at least, and the hands more, or less.
    `needed`: the hands need so many `cards` of these `values`, and the heap has `bound` of them.
    `none`: no cards of the heap come to the points of the one hand.
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
    """Return the heap without these cards of it."""
    return tuple(sorted((Counter(dict(values)) - Counter(map(value, cards))).items()))


def sums(values: Values, most: int) -> tuple[int, ...]:
    """Return, by the number of cards, the sums that so many of them can have, as the bits of a number."""
    return _growing(values, most)[-1]


@lru_cache(maxsize=KEPT)
def _growing(values: Values, most: int) -> tuple[tuple[int, ...], ...]:
    """Return the sums of no cards, of those of the first value, of the first two, and so on."""
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
    """Return the sums of `fewest` to `most` cards, as bits; beyond `WIDEST` cards those of any number, no fewer."""
    if most <= WIDEST:
        reached = 0
        for one in sums(values, most)[fewest:]:
            reached |= one
        return reached
    reached = 1
    for value, copies in values:
        for _ in range(copies):
            reached |= reached << value
    return reached if not fewest else reached & ~1


def lowest(bits: int) -> int:
    """Return the least of the sums that are the bits of a number."""
    return (bits & -bits).bit_length() - 1


def highest(bits: int) -> int:
    return bits.bit_length() - 1


@lru_cache(maxsize=KEPT)
def dearest(values: Values) -> tuple[int, ...]:
    """Return, by the number of cards, the most that so many can count."""
    return tuple(accumulate((value for value, copies in reversed(values) for _ in range(copies)), initial=0))


@lru_cache(maxsize=KEPT)
def cheapest(values: Values) -> tuple[int, ...]:
    """Return, by the number of cards, the least that so many can count."""
    return tuple(accumulate((value for value, copies in values for _ in range(copies)), initial=0))


def shortage(values: Values, hands: Sequence[Hand], elsewhere: int = 0) -> Shortage | None:
    """Return the proof that these hands cannot be held at once, with the fewest hands; None if there is none.

    Each hand alone must come to its points. Any of them together hold so many cards at most and at least, which the
    dearest and the cheapest of the heap bound. And if of the dearest values, or of the cheapest, each hand needs so
    many cards at least, there must be as many. `elsewhere`: so many cards of the heap, whichever, are in no hand.
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
    """Too few cards of the dearest values, or of the cheapest, for all the hands that cannot do without."""
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
    """The dearest values and the cheapest, first one, then more of them."""
    return tuple(end for n in range(1, len(values)) for end in (values[-n:], values[:n]))


@lru_cache(maxsize=8 * KEPT)
def _needs(values: Values, hand: Hand) -> tuple[int, ...]:
    """Return how many cards of each of these ends a hand needs at least to come to its points."""
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
    """Return, as bits, what is missing to the points from each sum."""
    width = points + 1
    return int(format(bits & (1 << width) - 1, f"0{width}b")[::-1], 2)


def too_little(short: Shortage, players: Sequence[str], heap: Say, joker: int) -> Say:
    """Put the proof in a sentence; `players` hold the hands, and a joker counts `joker`."""
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
    """Refuse hands that cannot be held at once, with the code and the clause of the refusal; see `shortage`."""
    short = shortage(values, list(hands.values()), elsewhere)
    if short is None:
        return None
    players, (code, clause) = list(hands), refusal
    return refuse(code, too_little(short, players, heap, joker), clause, player=players[short.hands[-1]])


def packs_with(packs: int, jokers: int, *, some_written: bool = False) -> Say:
    """Describe the heap; `some_written`: without the cards that are written down."""
    heap = say("{packs} packs with {jokers} jokers", packs=packs, jokers=jokers)
    if not jokers:
        heap = say("{packs} packs without jokers", packs=packs)
    return say("what is left of {heap}", heap=heap) if some_written else heap
