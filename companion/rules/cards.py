"""Cards as the match file writes them: rank then suit, `AS` to `KC`, a joker `JK`."""

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

RANKS = "A23456789TJQK"
SUITS = "SHDC"
GLYPHS = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C", "\ufe0f": None})
# Court cards as they stand on the cards, and so on our papers, elsewhere: R D V in French, R D F in Italian, E K D Kn
# in Swedish. No two of them, nor of the English ones, mean different ranks by one letter.
LOCAL = {"E": "A", "R": "K", "D": "Q", "V": "J", "F": "J", "KN": "J", "10": "T"}
CALLED = {"JOKER", "JOLLY"}


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
