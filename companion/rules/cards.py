"""Cards as the match file writes them: rank then suit, `AS` to `KC`, a joker `JK`."""

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

RANKS = "A23456789TJQK"
SUITS = "SHDC"
GLYPHS = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C", "\ufe0f": None})


class Card(StrEnum):
    """One card by its face; copies from several packs are equal."""

    _ignore_ = ["_rank", "_suit"]
    for _suit in SUITS:
        for _rank in RANKS:
            vars()[_rank + _suit] = _rank + _suit
    JOKER = "JK"

    @classmethod
    def _missing_(cls, value: object) -> "Card | None":
        """Accept `10S`, lower case and the glyphs of the suits."""
        if not isinstance(value, str):
            return None
        plain = value.strip().translate(GLYPHS).upper().replace("10", "T", 1)
        return cls._value2member_map_.get(plain)  # type: ignore[return-value]

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
    """The first card held more often than `copies` packs allow, counting `jokers` in all; None if all fit."""
    for card, count in Counter(cards).items():
        if count > (jokers if card.is_joker else copies):
            return card
    return None
