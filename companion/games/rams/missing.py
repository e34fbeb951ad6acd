"""What a deal of Rams must say before it is written."""

from collections.abc import Sequence

from companion.games.rams.table import Table
from companion.rules.entries import Player
from companion.rules.field_metadata import Json
from companion.rules.messages import say
from companion.rules.rulings import Ruling, refuse
from companion.rules.tally import Tally


def missing(tally: Tally, deal: Json, players: Sequence[Player]) -> Ruling | None:
    """Ask who says only a part of the deal for the tricks, none included, or for a pass; five say it of a whole one."""
    table = tally.at(Table)
    passed = deal.get("passed")
    for player in players if len(players) == 1 else ():
        has_passed = isinstance(passed, list) and player in passed
        if player in table.active and deal.get("tricks") is None and not has_passed:
            sentence = say("Say how many tricks {player} took, be it none, or that {player} passed.", player=player)
            return refuse("rams.tricks_unsaid", sentence, "rams.deal.five", player=player)
    return None
