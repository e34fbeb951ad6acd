"""What a deal of Rami must say before it is written."""

from collections.abc import Mapping, Sequence

from companion.games.rami.table import Table
from companion.rules.entries import Player
from companion.rules.field_metadata import Json
from companion.rules.messages import say
from companion.rules.rulings import Ruling, refuse
from companion.rules.tally import Tally


def missing(tally: Tally, deal: Json, players: Sequence[Player]) -> Ruling | None:
    """Ask who says only a part of the deal what is left, or what takes the place of that.

    Of a whole one it is asked once it is known who went out, and how: a rami sec says that nobody else has laid.
    """
    options = tally.at(Table).options
    left, nothing = deal.get("left"), deal.get("not_laid")
    for player in players if len(players) == 1 else ():
        is_said = isinstance(left, Mapping) and player in left
        if not options.counts_hand(laid=False):
            is_said = is_said or (isinstance(nothing, list) and player in nothing)
        if deal.get("out") == player or is_said or not options.counts_hands:
            continue
        if options.all_at_once or options.counts_hand(laid=False):
            sentence = say("Say what {player} has left, or that {player} went out.", player=player)
        else:
            sentence = say(
                "Say what {player} has left, that {player} laid nothing, or that {player} went out.", player=player
            )
        return refuse("rami.left_missing", sentence, "rami.score.hand", player=player)
    return None
