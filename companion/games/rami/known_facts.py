"""What a match of Rami knows of the facts of a question: who dealt last, who is out, and what those still in have."""

from collections.abc import Mapping

from companion.games.rami.table import Table, settled
from companion.rules.shared_facts import broken_off, who_dealt
from companion.rules.tally import Tally


def known_dealer(tally: Tally) -> Mapping[str, object]:
    return who_dealt(tally, out=list(tally.out))


def known_totals(tally: Tally) -> Mapping[str, object]:
    """The totals of those still in; and whether a change of what ends the match waits for the next deal."""
    table = tally.at(Table)
    totals = {player: table.scores[player] for player in table.active}
    moved = {"moved": True} if not table.over and settled(table).over else {}
    options = (table.closing or table).options  # those by which it has ended
    return {"options": options, "totals": totals, "deals": table.deals, **moved, **broken_off(tally)}
