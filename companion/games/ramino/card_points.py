"""What cards in the form of a deal come to: combinations laid, or a hand."""

from collections.abc import Mapping

from companion.games.ramino.options import Options
from companion.games.ramino.values import in_hand, on_table
from companion.rules.cards import Cards
from companion.rules.field_metadata import Json
from companion.rules.melds import Meld, read_all
from companion.rules.tally import Spot


def worth(options: Options, typed: Json, cards: Mapping[Spot, tuple[Cards, ...]]) -> dict[Spot, int]:
    """Nothing yet for a laying of which one is no combination."""
    found = {}
    for (field, player), groups in cards.items():
        points = _laid(options, groups) if field == "laid" else _left(options, groups)
        if points is not None:
            found[field, player] = points
    return found


def _laid(options: Options, groups: tuple[Cards, ...]) -> int | None:
    melds = [meld for meld in read_all(groups, options.melds) if isinstance(meld, Meld)]
    return sum(meld.worth(on_table(options)) for meld in melds) if len(melds) == len(groups) else None


def _left(options: Options, groups: tuple[Cards, ...]) -> int:
    return sum(in_hand(card, options) for hand in groups for card in hand)
