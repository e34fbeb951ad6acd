"""What the form of a deal of any other game says in short, and whether that is worth asking."""

from collections.abc import Mapping

from companion.games.free.missing import of_players, would_win
from companion.games.free.table import Table
from companion.rules.field_metadata import Json
from companion.rules.tally import Tally

REST = "rest"  # a field that is no deal's: whoever has no number has 0
SEVERAL = 3


def form(tally: Tally, typed: Json) -> Mapping[str, object]:
    """Return whether to offer to say of all the others at once that they have 0: where that has to be said."""
    table = tally.at(Table)
    return {"asks_rest": len(table.active) >= SEVERAL and (would_win(table, typed) or bool(typed.get(REST)))}


def filled(tally: Tally, typed: Json) -> dict[str, object]:
    """Return the deal with a 0 for each of the others, where the form says that they have it."""
    deal = {name: value for name, value in typed.items() if name != REST}
    points = deal.get("points", {})
    if not typed.get(REST) or not isinstance(points, Mapping):
        return deal
    blank = (player for player in tally.at(Table).active if player not in {*points, *of_players(deal, "bonuses")})
    return {**deal, "points": {**points, **dict.fromkeys(blank, 0)}}
