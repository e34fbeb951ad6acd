"""What a match of Ramino knows of the facts of a question: the packs, the scores, who dealt last and who is out."""

from collections.abc import Mapping

from companion.games.ramino.table import Table
from companion.rules.entries import Player
from companion.rules.known import who_dealt
from companion.rules.tally import Tally


def known_table(tally: Tally) -> Mapping[str, object]:
    table = tally.at(Table)
    return {"options": table.options, "packs": table.packs}


def known_dealer(tally: Tally) -> Mapping[str, object]:
    """Who dealt last, whether that counted, and who is out by now."""
    table = tally.at(Table)
    return who_dealt(tally, out=list(table.out))


def known_scores(tally: Tally) -> Mapping[str, object]:
    table = tally.at(Table)
    return {"options": table.options, "scores": {player: table.scores[player] for player in table.active}}


def known_points(tally: Tally, player: Player) -> Mapping[str, object]:
    table = tally.at(Table)
    return {"points": max(0, table.scores[player])}
