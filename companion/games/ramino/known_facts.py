"""What a match of Ramino knows of the facts of a question: the packs, the scores, who dealt last and who is out."""

from collections.abc import Mapping

from companion.games.ramino.table import Table, is_over_limit, settled
from companion.rules.ending import agreed
from companion.rules.entries import Player
from companion.rules.shared_facts import broken_off, who_dealt
from companion.rules.tally import Tally

MOST = 2000  # points that the question knows of


def known_table(tally: Tally) -> Mapping[str, object]:
    table = tally.at(Table)
    return {"options": table.options, "packs": table.packs}


def known_dealer(tally: Tally) -> Mapping[str, object]:
    """Who dealt last, whether that counted, and who is out by now."""
    table = tally.at(Table)
    return who_dealt(tally, out=list(table.out))


def known_scores(tally: Tally) -> Mapping[str, object]:
    """What those still in have, how many deals were played where they count, and whether the end was moved past."""
    table = tally.at(Table)
    scores = {player: table.scores[player] for player in table.active}
    deals = {"deals": table.deals} if agreed(table.options.length, "deals") else {}
    moved = {"moved": True} if not table.over and settled(table).over else {}
    options = (table.closing or table).options  # those by which it has ended
    return {"options": options, "scores": scores, **deals, **moved, **broken_off(tally)}


def known_limit(tally: Tally) -> Mapping[str, object]:
    """The house rules; of a table where nobody goes out, that it is one."""
    options = tally.at(Table).options
    return {"options": {"mode": options.mode} if not options.eliminates else options}


def known_points(tally: Tally, player: Player) -> Mapping[str, object]:
    """What a player has, where that alone does not say it who is out or still in; nothing of who has won."""
    table = tally.at(Table)
    is_out, points = player in table.out, max(0, table.scores[player])
    if points > MOST or (table.over and not is_out):
        return {"points": MOST, "gone": True} if is_out else {}
    known = {"points": points}
    if is_out == is_over_limit(table.scores[player], table.options):
        return known
    return {**known, "gone": True} if is_out else {**known, "moved": True}
