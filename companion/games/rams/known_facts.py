"""What a match of Rams knows of the facts of a question: where everybody stands, who sits, who dealt last."""

from collections.abc import Mapping

from companion.games.rams.table import Table
from companion.rules.entries import Player
from companion.rules.shared_facts import broken_off, dealt_before, rules_then
from companion.rules.tally import Tally


def nobody_on_one(tally: Tally) -> Mapping[str, object]:
    """Where nobody stands on 1, that is known of the others whoever leads."""
    table = tally.at(Table)
    scores = [table.scores[player] for player in table.active]
    known = tally.status != "finished" and 1 not in scores
    return {"options": tally.options, **({"others": sorted(scores)[1:]} if known else {})}


def money(tally: Tally) -> Mapping[str, object]:
    return {"options": tally.options, "money": tally.at(Table).options.money}


def points(tally: Tally, player: Player) -> Mapping[str, object]:
    """Where a player and the others stand in the protocol; nothing once the match is over."""
    if tally.status == "finished":
        return {}
    table = tally.at(Table)
    others = [table.scores[other] for other in table.active if other != player]
    return {"points": table.scores[player], "others": others}


def passed_last(tally: Tally, player: Player) -> Mapping[str, object]:
    if tally.status == "finished":
        return {}
    table = tally.at(Table)
    return {"points": table.scores[player], "passed_last": player in table.passed}


def flew(tally: Tally, player: Player) -> Mapping[str, object]:
    if tally.status == "finished":
        return {}
    table = tally.at(Table)
    return {"points": table.scores[player], "flew": player in table.flew}


def standing(tally: Tally, player: Player) -> Mapping[str, object]:
    known = points(tally, player)
    return {"points": known["points"]} if known else {}


def on_one(tally: Tally, player: Player) -> Mapping[str, object]:
    """Whether the leader and another stand on 1 in the protocol: who has got there in this deal, the table may say."""
    if tally.status == "finished":
        return {}
    table = tally.at(Table)
    on_one = {one for one in table.active if table.scores[one] == 1}
    return {"self_on_1": player in on_one, "other_on_1": "protocol" if on_one - {player} else "no"}


def session(tally: Tally) -> Mapping[str, object]:
    """Who plays the next deal and who deals it."""
    table = tally.at(Table)
    seats = {} if tally.status == "finished" else {"players": list(table.active), "dealer": tally.dealer}
    return {"options": tally.options, **{name: one for name, one in seats.items() if one}}


def dealt(tally: Tally) -> Mapping[str, object]:
    """Who dealt last, and whether that deal counted or ended a rams; and who sits out a play-off."""
    table = tally.at(Table)
    known = {"options": tally.options, "players": list(table.players), "sums": table.sums, "out": list(tally.out)}
    line = dealt_before(tally)
    if line is None:
        return known
    ended = line.kind == "deal" and line.leg != table.leg
    return {**known, **rules_then(line), "dealer": line.dealer, "last": "rams_over" if ended else line.kind}


def sums(tally: Tally) -> Mapping[str, object]:
    """What decides a match, as the sheet has it: a play-off too, what stopped it, that its end waits for this rams.

    Of one that is played also how many rams are finished, and of one that its length has ended how many deals.
    """
    table = tally.at(Table)
    options = table.closing.table.options if table.closing else table.options  # those by which it has ended
    known = {"options": options, "sums": table.sums, "flights": table.flights, "rams_won": table.won}
    if table.playoff_from is not None:
        known["playoff"] = {player: table.scores[player] for player in table.active}
    if tally.ended and tally.ended.by == "length":
        return {**known, "deals": table.deals}
    if table.over:
        return {**known, **broken_off(tally)}
    moved = {"moved": True} if table.playoff_from is None and table.leg > options.rams_count else {}
    return {**known, "finished": table.leg - 1, **moved}


def protocol(tally: Tally) -> Mapping[str, object]:
    table = tally.at(Table)
    return {"options": tally.options, **({} if table.over else {"points": {p: table.scores[p] for p in table.active}})}
