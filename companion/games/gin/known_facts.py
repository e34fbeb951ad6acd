"""What a match of gin knows of the facts of a question: who dealt last, what came of it, where a deal would count."""

from collections.abc import Mapping

from companion.games.gin.posting import Booking, open_columns
from companion.games.gin.score_questions import POINTS
from companion.games.gin.table import Table
from companion.rules.entries import Player
from companion.rules.shared_facts import broken_off, dealt_before, rules_then
from companion.rules.tally import Line, Tally, own


def dealt(tally: Tally) -> Mapping[str, object]:
    """Who dealt last and what became of it, unless nobody deals any more; of two players who won, of three who lost."""
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
    """The columns of the game under way that are closed, whoever wins the next deal."""
    table = tally.at(Table)
    if not table.options.hollywood or table.over:
        return {"options": tally.options}
    return {"options": tally.options, "closed": [n for n, one in enumerate(table.columns, start=1) if one.closed]}


def counted(tally: Tally, player: Player) -> Mapping[str, object]:
    """How many deals this player will have won with the next one, and in which column the first of them was written."""
    table = tally.at(Table)
    if not table.options.hollywood or table.over:
        return {}
    start = table.entered.get(player, open_columns(table)[0])
    return {"wins": table.won[player] + 1, "start": start + 1}


def standing(tally: Tally) -> Mapping[str, object]:
    table = tally.at(Table)
    column = table.columns[0]
    return {"scores": column.scores, "boxes": column.boxes, "options": table.options}


def deals_won(tally: Tally, player: Player) -> Mapping[str, object]:
    """Deals won so far in the game under way; before its first deal, those that the loser of the last game has won."""
    table = tally.at(Table)
    column = table.columns[0]
    if column.under_way:
        return {"won": column.boxes[player]}
    over = column if column.closed else next(iter(table.last), None)
    winner = next((game.settlement.winner for game in reversed(table.games) if game.column == 0), None)
    return {"won": over.boxes[player]} if over and winner not in (None, player) else {}


def higher(tally: Tally) -> Mapping[str, object]:
    """The higher score, in Hollywood of the column that is furthest from its end; and that the match has ended."""
    table = tally.at(Table)
    columns = [column for column in table.columns if not column.closed] or table.columns
    points = max(0, min(max(column.scores.values()) for column in columns))
    moved = {"moved": True} if not table.over and points >= table.options.target else {}
    there = {"points": points} if points in POINTS else {}
    return {"options": tally.options, **there, **moved, **broken_off(tally, "length")}
