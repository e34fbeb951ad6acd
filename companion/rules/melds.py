"""Melds of games with several packs and jokers: runs, sets and identities, read from cards in the order they were laid.

The order decides the place of a joker in a run: `3S 4S JK` is 3 4 5, `JK 3S 4S` is 2 3 4, `QS KS JK` ends with the ace.
Cards laid from high to low are read in that direction (in `5S 4S JK` the joker is the 3) and stored in ascending order.
Natural cards alone make a run in any order. An ace stands before the two or after the king. Points are not known here:
callers pass the value of a position.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal

from companion.rules.cards import JOKER, SUITS, Card

LADDER = "A23456789TJQKA"  # the steps of a run: 0 is the low ace, 13 the high one
LOW, HIGH = 0, len(LADDER) - 1
SMALLEST = 3
Kind = Literal["run", "set", "identity"]


@dataclass(frozen=True)
class MeldRules:
    """The limits of a meld in a game. `jokers_extend`: a joker may be added to a meld on the table."""

    jokers: int = 1
    naturals: int = 2
    identities: bool = False
    identity_jokers: int = 1
    largest_identity: int = 4
    longest_run: int = 13
    jokers_extend: bool = False


class Fault(StrEnum):
    """The reason why cards are no meld, or why a card cannot be added."""

    TOO_FEW = "too_few"  # fewer than three cards
    JOKERS = "jokers"  # more jokers than a meld may have
    NATURALS = "naturals"  # fewer natural cards than a meld must have
    MIXED = "mixed"  # neither one suit nor one rank
    GAP = "gap"  # one suit, but not in sequence as laid
    WRAP = "wrap"  # continues beyond the ace
    TOO_LONG = "too_long"  # a run that is too long
    SUIT_TWICE = "suit_twice"  # a suit twice in a set
    FULL = "full"  # more cards than a set holds
    IDENTITY = "identity"  # copies of one card, but identities are not played
    IDENTITY_SIZE = "identity_size"  # more cards, or more jokers, than an identity may have
    JOKER_EXTENDS = "joker_extends"  # a joker added to a meld on the table
    NO_JOKER = "no_joker"  # no joker to take
    UNSURE = "unsure"  # the joker may stand for several cards
    OTHER_CARD = "other_card"  # the joker stands for another card


@dataclass(frozen=True)
class MeldPosition:
    """A position of a meld: the card there, and the card that it stands for.

    `face` is the card itself, or for a joker the card that it replaces; None if that is ambiguous. The `rank` is always
    certain. `low`: an ace before the two.
    """

    card: Card
    face: Card | None
    rank: str
    kind: Kind
    low: bool = False


Value = Callable[[MeldPosition], int]  # the points of a position


@dataclass(frozen=True)
class Meld:
    """A valid meld. Runs are stored in ascending order; `first` is their lowest step."""

    kind: Kind
    places: tuple[MeldPosition, ...]
    first: int = 0

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(place.card for place in self.places)

    @property
    def naturals(self) -> tuple[Card, ...]:
        return tuple(place.card for place in self.places if not place.card.is_joker)

    @property
    def jokers(self) -> int:
        return len(self.places) - len(self.naturals)

    @property
    def last(self) -> int:
        return self.first + len(self.places) - 1

    @property
    def is_pure_run(self) -> bool:
        return self.kind == "run" and not self.jokers

    @property
    def stands_for(self) -> tuple[Card | None, ...]:
        """Return the card that each joker replaces, in order; None for an ambiguous one."""
        return tuple(place.face for place in self.places if place.card.is_joker)

    def worth(self, value: Value) -> int:
        return sum(value(place) for place in self.places)


def read(cards: Sequence[Card], rules: MeldRules) -> Meld | Fault:
    """Return the meld of these cards, in the order laid, or the reason why they are none."""
    naturals = [card for card in cards if not card.is_joker]
    if len(cards) < SMALLEST:
        return Fault.TOO_FEW
    if len(cards) - len(naturals) > rules.jokers:
        return Fault.JOKERS
    if len(naturals) < max(rules.naturals, 1):
        return Fault.NATURALS
    if len(set(naturals)) == 1 and len(naturals) > 1:
        return _identity(cards, naturals[0], rules)
    if len({card.rank for card in naturals}) == 1 and len(naturals) > 1:
        return _set(cards, naturals)
    if len({card.suit for card in naturals}) == 1:
        return _run(cards, naturals, rules)
    return Fault.MIXED


def read_all(melds: Iterable[Sequence[Card]], rules: MeldRules) -> tuple[Meld, ...] | tuple[int, Fault]:
    """Return all melds, or the index of the first wrong one with its fault."""
    laid = []
    for index, cards in enumerate(melds):
        meld = read(cards, rules)
        if isinstance(meld, Fault):
            return index, meld
        laid.append(meld)
    return tuple(laid)


def as_laid(meld: Meld, cards: Sequence[Card]) -> Meld:
    """Return the meld with its positions in the order in which `cards` were laid, for display."""
    downward = meld.cards != tuple(cards) and meld.cards == tuple(cards)[::-1]
    return replace(meld, places=meld.places[::-1]) if downward else meld


def _identity(cards: Sequence[Card], face: Card, rules: MeldRules) -> Meld | Fault:
    if not rules.identities:
        return Fault.IDENTITY
    if cards.count(JOKER) > rules.identity_jokers or len(cards) > rules.largest_identity:
        return Fault.IDENTITY_SIZE
    return Meld("identity", tuple(MeldPosition(card, face, face.rank, "identity") for card in cards))


def _set(cards: Sequence[Card], naturals: Sequence[Card]) -> Meld | Fault:
    """Return the set. Its joker is unambiguous only if it is the only one and three suits are there."""
    suits = {card.suit for card in naturals}
    if len(suits) < len(naturals):
        return Fault.SUIT_TWICE
    if len(cards) > len(SUITS):
        return Fault.FULL
    rank = naturals[0].rank
    missing = [Card(rank + suit) for suit in SUITS if suit not in suits]
    sure = missing[0] if len(missing) == 1 else None
    return Meld("set", tuple(MeldPosition(card, sure if card.is_joker else card, rank, "set") for card in cards))


def _run(cards: Sequence[Card], naturals: Sequence[Card], rules: MeldRules) -> Meld | Fault:
    if len(cards) > rules.longest_run:
        return Fault.TOO_LONG
    readings = [cards, cards[::-1]]
    if len(naturals) == len(cards):
        low = sorted(cards, key=lambda card: LADDER.index(card.rank))
        readings += [low, [*low[1:], low[0]]]
    for laid in readings:
        for first in range(HIGH + 2 - len(laid)):
            if all(card.is_joker or LADDER[first + i] == card.rank for i, card in enumerate(laid)):
                return _ladder(laid, naturals[0].suit, first)
    return Fault.WRAP if _goes_round(cards) or _goes_round(cards[::-1]) else Fault.GAP


def _ladder(cards: Sequence[Card], suit: str, first: int) -> Meld:
    places = []
    for step, card in enumerate(cards, start=first):
        face = Card(LADDER[step] + suit) if card.is_joker else card
        places.append(MeldPosition(card, face, LADDER[step], "run", step == LOW))
    return Meld("run", tuple(places), first)


def _goes_round(cards: Sequence[Card]) -> bool:
    """Return True if the cards would form a run if the two followed the ace, or a joker stood beyond it."""
    steps = {(LADDER.index(card.rank) - i) % HIGH for i, card in enumerate(cards) if not card.is_joker}
    if len(steps) == 1:
        return True
    ranks = {LADDER.index(card.rank) for card in cards}
    starts = [rank for rank in ranks if (rank - 1) % HIGH not in ranks]
    return JOKER not in cards and len(ranks) == len(cards) and len(starts) <= 1


def extend(meld: Meld, added: Sequence[Card], rules: MeldRules) -> Meld | Fault:
    """Return the meld with cards added: at the ends of a run, or to a set or identity.

    The cards may be given in any order. An ace that fits both ends goes high. A joker, if the rules allow one, fills
    the place that the other cards leave, preferably at the high end.
    """
    jokers = sum(card.is_joker for card in added)
    if jokers and not rules.jokers_extend:
        return Fault.JOKER_EXTENDS
    if meld.jokers + jokers > rules.jokers:
        return Fault.JOKERS
    if meld.kind == "run":
        return _extend_run(meld, added, rules)
    if meld.kind == "set" and any(not card.is_joker and card.rank != meld.places[0].rank for card in added):
        return Fault.MIXED
    if meld.kind == "identity" and any(not card.is_joker and card != meld.places[0].face for card in added):
        return Fault.MIXED
    return read((*meld.cards, *added), rules)


def _extend_run(meld: Meld, added: Sequence[Card], rules: MeldRules) -> Meld | Fault:
    suit = meld.naturals[0].suit
    naturals = [card for card in added if not card.is_joker]
    if any(card.suit != suit for card in naturals):
        return Fault.MIXED
    length = len(meld.places) + len(added)
    if length > rules.longest_run:
        return Fault.TOO_LONG
    for first in range(min(meld.first, HIGH + 1 - length), max(-1, meld.last - length), -1):
        laid = list(meld.cards)
        left = list(naturals)
        for step in (*range(meld.first - 1, first - 1, -1), *range(meld.last + 1, first + length)):
            card = Card(LADDER[step] + suit)
            if card in left:
                left.remove(card)
            else:
                card = JOKER
            laid.insert(0 if step < meld.first else len(laid), card)
        if len(left) == 0:
            return _ladder(laid, suit, first)
    closed = {meld.first, meld.last} & {LOW, HIGH}
    spelt_out = [*(place.face for place in meld.places if place.face), *naturals]
    return Fault.WRAP if closed and _goes_round(spelt_out) else Fault.GAP


def missing(meld: Meld) -> tuple[Card, ...]:
    """Return the cards that the jokers of a full set replace, by suit."""
    if meld.kind != "set" or len(meld.places) < len(SUITS):
        return ()
    faces = (Card(meld.places[0].rank + suit) for suit in SUITS)
    return tuple(face for face in faces if face not in meld.naturals)


def take_joker(meld: Meld, card: Card) -> Meld | Fault:
    """Return the meld with `card` in place of the joker that stands for it, if that is unambiguous.

    In a full set every missing suit is certain, even if two jokers replace them.
    """
    if not meld.jokers:
        return Fault.NO_JOKER
    if card.is_joker:
        return Fault.OTHER_CARD
    for index, place in enumerate(meld.places):
        if place.card.is_joker and place.face == card:
            swapped = MeldPosition(card, card, place.rank, place.kind, place.low)
            return Meld(meld.kind, (*meld.places[:index], swapped, *meld.places[index + 1 :]), meld.first)
    if card in missing(meld):
        cards = list(meld.cards)
        cards[cards.index(JOKER)] = card
        return _set(cards, [one for one in cards if not one.is_joker])
    could_be = any(face is None for face in meld.stands_for) and card.rank == meld.places[0].rank
    return Fault.UNSURE if could_be and card not in meld.naturals else Fault.OTHER_CARD
