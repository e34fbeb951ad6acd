"""Trick play with a trump suit: which card takes a trick, and which cards may be played to it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.rules.cards import Card

Duty = Literal["follow", "trump", "beat"]
ORDER = "23456789TJQKA"  # ace high


def strength(card: Card) -> int:
    return ORDER.index(card.rank)


def beats(card: Card, other: Card, trump: str) -> bool:
    """Return whether a card played later takes the lead from `other`."""
    if card.suit == other.suit:
        return strength(card) > strength(other)
    return card.suit == trump


def winner(trick: Sequence[Card], trump: str) -> Card:
    """Return the card that takes the trick, the led card standing first; at least one card."""
    best = trick[0]
    for card in trick[1:]:
        if beats(card, best, trump):
            best = card
    return best


def duties(hand: Iterable[Card], trick: Sequence[Card], trump: str) -> dict[Card, Duty]:
    """Return the cards of the hand that may not be played to a trick under way, each with the duty it breaks.

    The duties are `follow` (the suit led), `trump` (who cannot follow) and `beat` (take the lead where the first two
    allow it). Who can do neither of the first two throws any card.
    """
    cards = list(hand)
    suits: tuple[tuple[Duty, str], ...] = (("follow", trick[0].suit), ("trump", trump))
    for duty, fit in suits:
        fitting = [card for card in cards if card.suit == fit]
        if fitting:
            refused = {card: duty for card in cards if card.suit != fit}
            best = winner(trick, trump)
            if any(beats(card, best, trump) for card in fitting):
                refused |= {card: "beat" for card in fitting if not beats(card, best, trump)}
            return refused
    return {}


@dataclass(frozen=True)
class InOrder:
    """Winners of the tricks of a deal in order, as far as somebody has said them; "" for the others."""

    winners: tuple[object, ...]


def in_order(said: object, tricks: int) -> InOrder:
    """Read what was said as winners in order; where only counts were, the order is open."""
    winners = tuple(said)[:tricks] if isinstance(said, list | tuple) else ()
    return InOrder((*winners, *[""] * (tricks - len(winners))))
