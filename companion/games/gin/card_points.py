"""What the cards of the hands in the form of a deal come to: what is in no meld."""

from collections.abc import Mapping
from itertools import chain

from companion.games.gin.arrange import arrange
from companion.games.gin.deal import BIG_HAND, HAND, wrong_hand
from companion.games.gin.options import Options
from companion.games.gin.showdown import showdown
from companion.rules.cards import Cards
from companion.rules.field_metadata import Json
from companion.rules.tally import Spot


def worth(options: Options, typed: Json, cards: Mapping[Spot, tuple[Cards, ...]]) -> dict[Spot, int]:
    """Each hand at its best; with both of them known, after laying off on who has laid down."""
    hands = {spot: Cards(chain.from_iterable(groups)) for spot, groups in cards.items()}
    whole = {spot: hand for spot, hand in hands.items() if not wrong_hand(hand, (HAND, BIG_HAND))}
    return {spot: arrange(hand).deadwood for spot, hand in whole.items()} | _laid_off(typed.get("by"), whole)


def _laid_off(by: object, hands: Mapping[Spot, Cards]) -> dict[Spot, int]:
    """What both are left with, where two hands of ten different cards lie open and one of them has laid down."""
    first = next((spot for spot in hands if spot[1] == by), None)
    second = next((spot for spot in hands if spot != first), None)
    if not first or not second or wrong_hand(hands[first] + hands[second], (2 * HAND,)):
        return {}
    end = showdown(hands[first], hands[second])
    return {first: end.knocker.deadwood, second: end.defender.deadwood}
