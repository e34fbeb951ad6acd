"""What `companion replay` prints of gin rummy alone."""

from collections.abc import Mapping

from companion.games.gin.posting import Booking
from companion.games.gin.table import Finished, Table
from companion.rules.game import Wire
from companion.rules.tally import Line, Payment, Tally, own


def _match(tally: Tally) -> Mapping[str, object]:
    table = tally.at(Table)
    return {
        "boxes": dict(table.columns[0].boxes),
        "games": [_game(game) for game in table.games],
        "nets": dict(table.nets),
        **_columns(table),
    }


def _line(line: Line) -> Mapping[str, object]:
    booking = own(line.played, Booking)
    after = own(line.after, Table)
    points = {player: booking.points if player == booking.player else 0 for player in after.players}
    return {"points": points, "boxes": dict(after.columns[0].boxes), **_columns(after)}


def _columns(table: Table) -> dict[str, object]:
    """The three columns of Hollywood, the first of them as the scores; nothing where there is one."""
    if len(table.columns) == 1:
        return {}
    return {
        "scores": dict(table.columns[0].scores),
        "columns": [dict(column.scores) for column in table.columns],
        "column_boxes": [dict(column.boxes) for column in table.columns],
    }


def _game(game: Finished) -> dict[str, object]:
    """A finished game: with two players its one payment, with three a list of them, payers in seat order."""
    end = game.settlement
    found: dict[str, object] = {"totals": dict(end.totals)}
    paid = [account.payment for account in end.accounts]
    if len(end.totals) == 2:
        found["payment"] = _payment(paid[0]) if paid else None
    else:
        seats = list(end.totals)
        order = sorted(paid, key=lambda payment: (seats.index(payment.payer), seats.index(payment.payee)))
        found["payments"] = [_payment(payment) for payment in order if payment.amount or not end.broken_off]
    return {**found, "broken_off": True} if end.broken_off else found


def _payment(paid: Payment) -> dict[str, object]:
    return {"from": paid.payer, "to": paid.payee, "amount": paid.amount}


def _next(tally: Tally) -> Mapping[str, object]:
    table = tally.at(Table)
    return {
        "game": table.leg,
        "knock_limit": table.options.knock_limit,
        "oklahoma": table.options.oklahoma,
    }


WIRE = Wire(_match, _line, _next)
