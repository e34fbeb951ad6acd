"""Cards as written in match files: rank then suit, from `AS` to `KC`; a joker is `JK`."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

RANKS = "A23456789TJQK"
SUITS = "SHDC"
GLYPHS = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C", "\ufe0f": None})
# Letters of court cards in other languages, as on our papers: R D V in French, R D F in Italian, E K D Kn in Swedish.
# No letter means two different ranks, also together with the English letters.
LOCAL = {"E": "A", "R": "K", "D": "Q", "V": "J", "F": "J", "KN": "J", "10": "T"}
CALLED = {"JK", "JOKER", "JOLLY"}


def suit_of(text: str) -> str:
    """Return the letter of a suit given as a letter or sign; other text is returned in capitals."""
    return text.strip().translate(GLYPHS).upper()


class Card(StrEnum):
    """A card by rank and suit. Equal cards of several packs are the same value."""

    _ignore_ = ["_rank", "_suit"]
    for _suit in SUITS:
        for _rank in RANKS:
            vars()[_rank + _suit] = _rank + _suit
    JOKER = "JK"

    @classmethod
    def _missing_(cls, value: object) -> "Card | None":
        """Accept `10S`, lower case, suit signs, and the letters of court cards in our languages."""
        if not isinstance(value, str):
            return None
        plain = value.strip().translate(GLYPHS).upper()
        if plain in CALLED:
            return cls.JOKER
        rank, suit = plain[:-1], plain[-1:]
        return cls.__members__.get(LOCAL.get(rank, rank) + suit)

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
    """A sequence of cards. In JSON it is a list, or a string with spaces between the cards."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> "Cards":
        """Read cards separated by spaces or commas.

        Raises:
            ValueError: a word is no card; the error names the first such word.
        """
        return cls(Card(word) for word in text.replace(",", " ").split())


def too_many(cards: Iterable[Card], copies: int, jokers: int) -> Card | None:
    """Return the first card that occurs more often than `copies` times, for jokers `jokers` times; None if all fit."""
    for card, count in Counter(cards).items():
        if count > (jokers if card.is_joker else copies):
            return card
    return None


Duty = Literal["follow", "trump", "beat"]
ORDER = "23456789TJQKA"  # ace high


def strength(card: Card) -> int:
    return ORDER.index(card.rank)


def beats(card: Card, other: Card, trump: str) -> bool:
    """Return True if a card that is played after `other` beats it."""
    return strength(card) > strength(other) if card.suit == other.suit else card.suit == trump


def winner(trick: Sequence[Card], trump: str) -> Card:
    """Return the card that wins the trick. The led card stands first; the trick must not be empty."""
    best = trick[0]
    for card in trick[1:]:
        if beats(card, best, trump):
            best = card
    return best


def duties(hand: Iterable[Card], trick: Sequence[Card], trump: str) -> dict[Card, Duty]:
    """Return the cards of the hand that may not be played to this trick, each with the duty that it would break.

    The duties are `follow` (play the suit that was led), `trump` (play a trump if you cannot follow) and `beat` (beat
    the best card if the first two allow it). Without the led suit and trumps, any card may be played.
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
    """The winners of the tricks of a deal in order; "" for tricks whose winner is not known."""

    winners: tuple[object, ...]


def in_order(said: object, tricks: int) -> InOrder:
    """Return the winners in order if `said` is a list, else unknown winners for this number of tricks."""
    winners = tuple(said)[:tricks] if isinstance(said, list | tuple) else ()
    return InOrder((*winners, *[""] * (tricks - len(winners))))
