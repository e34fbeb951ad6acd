"""Supply the facts of questions about gin rummy from the match or from the deal being typed."""

from collections.abc import Mapping

from companion.games.gin.booking import Booking, open_columns
from companion.games.gin.deal import MOST
from companion.games.gin.hooks import form
from companion.games.gin.table import State
from companion.rules.entries import Player
from companion.rules.field_metadata import Json
from companion.rules.shared_facts import broken_off, dealt_before, rules_then
from companion.rules.tally import Line, Tally, own

POINTS = range(501)  # scores that the question accepts
SIDES = ("knocker", "defender")
SCORING = ("knock", "gin", "big_gin")  # ends with which a player scores


def dealt(tally: Tally) -> Mapping[str, object]:
    """Return the last dealer and who won (with two players) or lost (with three); after the end only the players."""
    known: dict[str, object] = {"options": tally.options, "players": list(tally.record.players)}
    line = dealt_before(tally)
    if line is None:
        return known
    return {**known, **rules_then(line), "dealer": line.dealer, **_came_of(line, tally.record.players)}


def _came_of(line: Line, players: tuple[Player, ...]) -> Mapping[str, object]:
    booking = own(line.played, Booking)
    if line.kind == "misdeal" or booking.player is None:
        return {"last": "misdeal" if line.kind == "misdeal" else "void"}
    if len(players) == 2:
        return {"last": "deal", "winner": "dealer" if booking.player == line.dealer else "other"}
    return {"last": "deal", "loser": next(one for one in players if one not in (line.dealer, booking.player))}


def closed(tally: Tally) -> Mapping[str, object]:
    """Return the closed columns of the current game."""
    table = tally.at(State)
    if not table.options.hollywood or table.over:
        return {"options": tally.options}
    return {"options": tally.options, "closed": [n for n, one in enumerate(table.columns, start=1) if one.closed]}


def counted(tally: Tally, player: Player) -> Mapping[str, object]:
    """Return the deals that this player will have won with the next one, and the first column of the player's deals.

    Returns:
        `wins`, and `start`: the number of the column, from 1. Empty without Hollywood or after the end.
    """
    table = tally.at(State)
    if not table.options.hollywood or table.over:
        return {}
    return {"wins": table.won[player] + 1, "start": table.entered.get(player, open_columns(table)[0]) + 1}


def standing(tally: Tally) -> Mapping[str, object]:
    """Return scores and deals won in the first column."""
    table = tally.at(State)
    column = table.columns[0]
    return {"scores": column.scores, "boxes": column.boxes, "options": table.options}


def deals_won(tally: Tally, player: Player) -> Mapping[str, object]:
    """Return the deals won in the current game; before its first deal, those of the loser of the last game."""
    table = tally.at(State)
    column = table.columns[0]
    if column.under_way:
        return {"won": column.boxes[player]}
    over = column if column.closed else next(iter(table.last), None)
    winner = next((game.settlement.winner for game in reversed(table.games) if game.column == 0), None)
    return {"won": over.boxes[player]} if over and winner not in (None, player) else {}


def higher(tally: Tally) -> Mapping[str, object]:
    """Return the higher score, in Hollywood of the column furthest from its end, and whether the match ended early."""
    table = tally.at(State)
    columns = [column for column in table.columns if not column.closed] or table.columns
    points = max(0, min(max(column.scores.values()) for column in columns))
    moved = {"moved": True} if not table.over and points >= table.options.target else {}
    there = {"points": points} if points in POINTS else {}
    return {"options": tally.options, **there, **moved, **broken_off(tally, "length")}


def upcard(tally: Tally, deal: Json) -> Json:
    """Return the turned-up card if it matters at this table."""
    card = form(tally, deal)["upcard"]
    return {"upcard": card} if card and tally.at(State).options.oklahoma else {}


def ended(tally: Tally, deal: Json) -> Json:
    """Return how the deal ended, the deadwood of both in points as far as known, and the turned-up card."""
    known, end = upcard(tally, deal), deal.get("end")
    if deal.get("by") not in tally.record.players or end not in SCORING:
        return known
    sides = {"knocker": 0} if end != "knock" else {}
    sides |= {side: n for side, n in _sides(deal, "deadwood").items() if isinstance(n, int) and 0 <= n <= MOST}
    return {**known, "end": end, **sides}


def knocked(tally: Tally, deal: Json) -> Json:
    """Return the deadwood of the knock, if it was entered, and the turned-up card."""
    known = ended(tally, deal)
    return {**upcard(tally, deal), **({"deadwood": known["knocker"]} if "knocker" in known else {})}


def shown(tally: Tally, deal: Json) -> Json:
    """Return both hands, if the deal was entered by cards, and the turned-up card."""
    hands = _sides(deal, "hands")
    return {**upcard(tally, deal), **(hands if len(hands) == len(SIDES) and all(hands.values()) else {})}


def _sides(deal: Json, field: str) -> dict[str, object]:
    """Return the values of a field for the player who ended the deal, and for the one other player in it."""
    values, by = deal.get(field), deal.get("by")
    if not isinstance(values, Mapping):
        return {}
    others = [player for player in values if player != by]
    players = zip(SIDES, [by, *others], strict=True) if len(others) == 1 else [(SIDES[0], by)]
    return {side: values[player] for side, player in players if isinstance(player, str) and player in values}
