"""What `companion replay` prints of gin rummy alone."""

from collections.abc import Mapping

from companion.games.gin.booking import Booking
from companion.games.gin.table import Finished, Table
from companion.rules.tally import Line, Tally, Wire


def _match(tally: Tally) -> Mapping[str, object]:
    table: Table = tally.table
    return {
        "boxes": dict(table.columns[0].boxes),
        "games": [_game(game) for game in table.games],
        "nets": dict(table.nets),
        **_columns(table),
    }


def _line(line: Line) -> Mapping[str, object]:
    booking: Booking = line.played
    after: Table = line.after
    points = {player: booking.points if player == booking.player else 0 for player in after.players}
    return {"points": points, "boxes": dict(after.columns[0].boxes), **_columns(after)}


def _columns(table: Table) -> dict[str, object]:
    """The three columns of Hollywood; nothing where there is one."""
    if len(table.columns) == 1:
        return {}
    return {
        "columns": [dict(column.scores) for column in table.columns],
        "column_boxes": [dict(column.boxes) for column in table.columns],
    }


def _game(game: Finished) -> dict[str, object]:
    end, paid = game.settlement, game.settlement.payment
    payment = {"from": paid.payer, "to": paid.payee, "amount": paid.amount}
    if end.broken_off:
        return {"totals": dict(end.totals), "payment": payment if end.difference else None, "broken_off": True}
    return {"totals": dict(end.totals), "payment": payment}


def _next(tally: Tally) -> Mapping[str, object]:
    table: Table = tally.table
    return {
        "game": table.leg,
        "knock_limit": None if table.options.oklahoma else table.options.knock_limit,
        "oklahoma": table.options.oklahoma,
    }


WIRE = Wire(_match, _line, _next)
