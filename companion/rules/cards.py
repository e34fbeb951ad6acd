"""Cards as the match file writes them: rank then suit, `AS` to `KC`, a joker `JK`."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

RANKS = "A23456789TJQK"
SUITS = "SHDC"
GLYPHS = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C", "\ufe0f": None})
# Court cards as they stand on the cards, and so on our papers, elsewhere: R D V in French, R D F in Italian, E K D Kn
# in Swedish. No two of them, nor of the English ones, mean different ranks by one letter.
LOCAL = {"E": "A", "R": "K", "D": "Q", "V": "J", "F": "J", "KN": "J", "10": "T"}
CALLED = {"JOKER", "JOLLY"}


def suit_of(text: str) -> str:
    """Return the letter of a suit typed as a letter or as its sign; the text in capitals where it is none."""
    return text.strip().translate(GLYPHS).upper()


class Card(StrEnum):
    """One card by its face; copies from several packs are equal."""

    _ignore_ = ["_rank", "_suit"]
    for _suit in SUITS:
        for _rank in RANKS:
            vars()[_rank + _suit] = _rank + _suit
    JOKER = "JK"

    @classmethod
    def _missing_(cls, value: object) -> "Card | None":
        """Accept `10S`, lower case, the glyphs of the suits, and the letters that the cards have in our languages."""
        if not isinstance(value, str):
            return None
        plain = value.strip().translate(GLYPHS).upper()
        if plain in CALLED:
            return cls.JOKER
        rank, suit = plain[:-1], plain[-1:]
        return cls._value2member_map_.get(LOCAL.get(rank, rank) + suit)  # type: ignore[return-value]

    @property
    def is_joker(self) -> bool:
        return self is JOKER

    @property
    def rank(self) -> str:
        return self.value[0]

    @property
    def suit(self) -> str:
        return self.value[1]


JOKER = Card("JK")
FULL_PACK: tuple[Card, ...] = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)


class Cards(tuple[Card, ...]):
    """Some cards in the order given; written as a JSON list or as one string with blanks."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> "Cards":
        """Read cards parted by blanks or commas; ValueError names the first that is none."""
        return cls(Card(word) for word in text.replace(",", " ").split())


def too_many(cards: Iterable[Card], copies: int, jokers: int) -> Card | None:
    """Return the first card held more often than `copies` packs allow; `jokers` are allowed in all. None if all fit."""
    for card, count in Counter(cards).items():
        if count > (jokers if card.is_joker else copies):
            return card
    return None


Duty = Literal["follow", "trump", "beat"]
ORDER = "23456789TJQKA"  # ace high


def strength(card: Card) -> int:
    return ORDER.index(card.rank)


def beats(card: Card, other: Card, trump: str) -> bool:
    """Return whether a card played later takes the lead from `other`."""
    return strength(card) > strength(other) if card.suit == other.suit else card.suit == trump


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
        if fitting := [card for card in cards if card.suit == fit]:
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
