"""What the cards of a hand in the form of a deal come to."""

from collections.abc import Mapping
from itertools import chain

from companion.games.rami.hand import DEALT, JOKERS, PACKS, loser_parts
from companion.games.rami.options import Options
from companion.rules.cards import Cards, too_many
from companion.rules.field_metadata import Json
from companion.rules.tally import Spot


def worth(options: Options, typed: Json, cards: Mapping[Spot, tuple[Cards, ...]]) -> dict[Spot, int]:
    """A full hand is that of a player who has laid nothing."""
    hands = {spot: Cards(chain.from_iterable(groups)) for spot, groups in cards.items()}
    return {
        spot: sum(part.points for part in loser_parts(options, len(hand) < DEALT, hand))
        for spot, hand in hands.items()
        if len(hand) <= DEALT and not too_many(hand, PACKS, JOKERS)
    }
