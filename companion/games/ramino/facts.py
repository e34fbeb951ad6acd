"""Supply the facts of questions about Ramino from the match or from the deal being typed."""

from collections.abc import Mapping

from companion.games.ramino.table import State, is_over_limit, with_winners
from companion.rules.ending import agreed
from companion.rules.entries import Player
from companion.rules.field_metadata import Json
from companion.rules.shared_facts import broken_off
from companion.rules.tally import Tally

MOST = 2000  # points that the question accepts


def table(tally: Tally) -> Mapping[str, object]:
    table = tally.at(State)
    return {"options": table.options, "packs": table.packs}


def scores(tally: Tally) -> Mapping[str, object]:
    """Return the scores of players still in, the deals played if they count, and whether the end was changed."""
    table = tally.at(State)
    scores = {player: table.scores[player] for player in table.active}
    deals = {"deals": table.deals} if agreed(table.options.length, "deals") else {}
    moved = {"moved": True} if not table.over and with_winners(table).over else {}
    options = (table.closing or table).options  # the house rules by which the match has ended
    return {"options": options, "scores": scores, **deals, **moved, **broken_off(tally)}


def limit(tally: Tally) -> Mapping[str, object]:
    """Return the house rules; without elimination, only the mode."""
    options = tally.at(State).options
    return {"options": {"mode": options.mode} if not options.eliminates else options}


def points(tally: Tally, player: Player) -> Mapping[str, object]:
    """Return a player's score, and whether the player is out or in if the score does not show it; empty for winners."""
    table = tally.at(State)
    is_out, points = player in table.out, max(0, table.scores[player])
    if points > MOST or (table.over and not is_out):
        return {"points": MOST, "gone": True} if is_out else {}
    known = {"points": points}
    if is_out == is_over_limit(table.scores[player], table.options):
        return known
    return {**known, "gone": True} if is_out else {**known, "moved": True}


def still_in(tally: Tally) -> Mapping[str, object]:
    """Return the number of players still in, and the score for coming back; without elimination, only the mode."""
    table = tally.at(State)
    if table.over or not table.options.eliminates:
        return limit(tally)
    return {"options": table.options, "left": len(table.active), "worst": table.way_back}


def returned(tally: Tally, player: Player) -> Mapping[str, object]:
    """Return how often a player has come back; for an eliminated player, also whether a deal was played since."""
    table = tally.at(State)
    times = {"times": table.returned.get(player, 0)}
    return {**times, "later": player not in table.leaving} if player in table.out else times


def others_laid(tally: Tally, deal: Json) -> Json:
    """Return True if another player has melds, if it was entered for one, or denied for all."""
    out, laid, nothing = deal.get("out"), deal.get("laid"), deal.get("not_laid")
    others = [player for player in tally.turn if player != out]
    if out not in tally.turn:
        return {}
    if isinstance(laid, dict) and any(laid.get(player) for player in others):
        return {"others_laid": True}
    return {"others_laid": False} if isinstance(nothing, list) and set(others) <= set(map(str, nothing)) else {}
