"""What a deal of gin must say before it is written."""

from collections.abc import Mapping, Sequence

from companion.games.gin.table import Table
from companion.rules.entries import Player
from companion.rules.field_metadata import Json
from companion.rules.messages import say
from companion.rules.rulings import Ruling, refuse
from companion.rules.tally import Tally


def missing(tally: Tally, deal: Json, players: Sequence[Player]) -> Ruling | None:
    """Ask who says only a part of the deal what was left; of a whole one it is asked once it is known who laid down."""
    if deal.get("end") == "void":
        return None
    for player in players if len(players) == 1 else ():
        is_gin = deal.get("by") == player and deal.get("end") != "knock"
        if player in tally.at(Table).active and not is_gin and not _is_said(deal, player):
            sentence = say("The deadwood of {player} is missing.", player=player)
            return refuse("gin.deadwood_missing", sentence, "gin.score.difference", player=player)
    return None


def _is_said(deal: Json, player: Player) -> bool:
    return any(isinstance(found := deal.get(field), Mapping) and player in found for field in ("deadwood", "hands"))
