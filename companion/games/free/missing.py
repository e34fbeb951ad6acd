"""What a deal of any other game must say before it is written: a 0 that may win is said by somebody."""

from collections.abc import Mapping, Sequence

from companion.games.free.table import Table
from companion.rules.entries import Player
from companion.rules.field_metadata import Json
from companion.rules.messages import Say, say
from companion.rules.rulings import Ruling, refuse
from companion.rules.tally import Tally

CLAUSE = "free.deal.points"


def missing(tally: Tally, deal: Json, players: Sequence[Player]) -> Ruling | None:
    """Ask for a number where nobody has one, and for those of several players of whom a 0 would be the best.

    One alone who has none may have it: that is who went out where the others count what they hold.
    """
    table = tally.at(Table)
    named = {*of_players(deal, "points"), *of_players(deal, "bonuses")}
    asked = [player for player in players if player in table.active]
    blank = [player for player in asked if player not in named]
    if not blank:
        return None
    if len(asked) == 1:
        sentence = say("Say what {player} has, be it 0.", player=asked[0])
        return refuse("free.nothing", sentence, CLAUSE, player=asked[0])
    if blank == asked:
        return refuse("free.nothing", say("Nobody has a number yet: type one, be it 0."), CLAUSE)
    if len(blank) == 1 or not would_win(table, deal):
        return None
    return refuse("free.blank", _which(blank), CLAUSE)


def _which(blank: Sequence[Player]) -> Say:
    return say("Without a number yet: {names}. Type what they have, be it 0.", names=blank)


def would_win(table: Table, deal: Json) -> bool:
    """Whether a 0 may be the best number of the deal: where the lowest wins, or where all others have lost points."""
    if table.options.low:
        return True
    points = [n for n in of_players(deal, "points").values() if isinstance(n, int)]
    return bool(points) and max(points) < 0 and not (table.options.zero_sum or of_players(deal, "bonuses"))


def of_players(deal: Json, field: str) -> Mapping[str, object]:
    """What stands there for each player; nothing where it is nothing of the kind."""
    found = deal.get(field)
    return found if isinstance(found, Mapping) else {}
