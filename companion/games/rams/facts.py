"""Supply the facts of questions about Rams from the match or from the deal being typed."""

from collections import Counter
from collections.abc import Mapping

from companion.games.rams.table import TRICKS, State
from companion.rules.entries import Player
from companion.rules.field_metadata import Json
from companion.rules.shared_facts import broken_off, dealt_before, rules_then
from companion.rules.tally import Tally


def nobody_on_one(tally: Tally) -> Mapping[str, object]:
    """Return the points of the others if nobody has 1 point: then it does not matter who leads."""
    table = tally.at(State)
    scores = [table.scores[player] for player in table.active]
    known = tally.status != "finished" and 1 not in scores
    return {"options": tally.options, **({"others": sorted(scores)[1:]} if known else {})}


def money(tally: Tally) -> Mapping[str, object]:
    """Return True if the table plays for money."""
    return {"options": tally.options, "money": tally.at(State).options.money}


def standing(tally: Tally, player: Player) -> Mapping[str, object]:
    """Return the points of a player on the sheet; empty after the end."""
    return {} if tally.status == "finished" else {"points": tally.at(State).scores[player]}


def points(tally: Tally, player: Player) -> Mapping[str, object]:
    """Return the points of a player and of the others on the sheet; empty after the end."""
    known, table = standing(tally, player), tally.at(State)
    return {**known, "others": [table.scores[other] for other in table.active if other != player]} if known else {}


def passed_last(tally: Tally, player: Player) -> Mapping[str, object]:
    """Return the points of a player, and whether the player passed in the last deal; empty after the end."""
    known = standing(tally, player)
    return {**known, "passed_last": player in tally.at(State).passed} if known else {}


def flew(tally: Tally, player: Player) -> Mapping[str, object]:
    """Return the points of a player, and whether the player has just flown; empty after the end."""
    known = standing(tally, player)
    return {**known, "flew": player in tally.at(State).flew} if known else {}


def on_one(tally: Tally, player: Player) -> Mapping[str, object]:
    """Return whether the leader, and another player, are on 1 on the sheet. Tricks of this deal are not known."""
    if tally.status == "finished":
        return {}
    table = tally.at(State)
    on_one = {one for one in table.active if table.scores[one] == 1}
    return {"self_on_1": player in on_one, "other_on_1": "protocol" if on_one - {player} else "no"}


def session(tally: Tally) -> Mapping[str, object]:
    """Return the players of the next deal and its dealer."""
    seats = {} if tally.status == "finished" else {"players": list(tally.at(State).active), "dealer": tally.dealer}
    return {"options": tally.options, **{name: one for name, one in seats.items() if one}}


def dealt(tally: Tally) -> Mapping[str, object]:
    """Return the last dealer, whether that deal counted or ended a rams, and the players who sit out a play-off."""
    table = tally.at(State)
    known = {"options": tally.options, "players": list(table.players), "sums": table.sums, "out": list(tally.out)}
    line = dealt_before(tally)
    if line is None:
        return known
    ended = line.kind == "deal" and line.leg != table.leg
    return {**known, **rules_then(line), "dealer": line.dealer, "last": "rams_over" if ended else line.kind}


def sums(tally: Tally) -> Mapping[str, object]:
    """Return the facts that decide the match: sums, a play-off, the reason of an early end, a pending end.

    While the match is played, also the number of finished rams; after an agreed length, also the number of deals.
    """
    table = tally.at(State)
    options = table.closing.table.options if table.closing else table.options  # house rules by which it has ended
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
    """Return everybody's points in this rams; none after the end."""
    table = tally.at(State)
    return {"options": tally.options, **({} if table.over else {"points": {p: table.scores[p] for p in table.active}})}


def passed(tally: Tally, deal: Json) -> Json:
    """Return the players who passed; empty while nobody has, because they may not have been asked yet."""
    names = _passed(tally, deal)
    return {"passed": names} if names else {}


def knocked(tally: Tally, deal: Json) -> Json:
    """Return how many before the dealer knock, and whether the dealer passes, once anybody is marked as passing."""
    passing = _passed(tally, deal)
    if not passing or tally.dealer is None:
        return {}
    before = [player for player in tally.turn if player != tally.dealer and player not in passing]
    return {"knocked": len(before), **({"dealer": "passes"} if tally.dealer in passing else {})}


def played(tally: Tally, deal: Json, player: Player) -> Json:
    """Return whether a player was in, and the player's tricks, once all tricks are entered."""
    written = deal.get("tricks")
    tricks: Counter[str] = Counter()
    if isinstance(written, Mapping):
        tricks.update({name: n for name, n in written.items() if isinstance(n, int)})
    elif isinstance(written, list):
        tricks.update(name for name in written if isinstance(name, str))
    if tricks.total() != TRICKS or player not in tally.turn:
        return {}
    return {"joined": player not in _passed(tally, deal), "tricks": tricks[player]}


def _passed(tally: Tally, deal: Json) -> list[str]:
    names = deal.get("passed")
    return [player for player in tally.turn if player in names] if isinstance(names, list) else []
