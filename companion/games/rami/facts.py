"""Fill in the facts of a question about Rami that the match, or the deal being typed, already says."""

from collections.abc import Mapping

from companion.games.rami.table import State, settled
from companion.rules.field_metadata import Json
from companion.rules.shared_facts import broken_off
from companion.rules.tally import Tally


def totals(tally: Tally) -> Mapping[str, object]:
    """Return the totals of those still in; and whether a change of what ends the match waits for the next deal."""
    table = tally.at(State)
    totals = {player: table.scores[player] for player in table.active}
    moved = {"moved": True} if not table.over and settled(table).over else {}
    options = (table.closing or table).options  # those by which it has ended
    return {"options": options, "totals": totals, "deals": table.deals, **moved, **broken_off(tally)}


def first(tally: Tally, deal: Json) -> Json:
    """Return that nobody had laid before, once all the others are said to have laid nothing."""
    out, nothing = deal.get("out"), deal.get("not_laid")
    others = {str(player) for player in tally.turn if player != out}
    known = out in tally.turn and isinstance(nothing, list) and others <= set(map(str, nothing))
    return {"first": True} if known else {}
