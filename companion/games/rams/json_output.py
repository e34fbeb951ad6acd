"""What `companion replay` prints of Rams alone."""

from collections.abc import Mapping

from companion.games.rams.table import Table
from companion.rules.game import Wire
from companion.rules.tally import Line, Tally, own


def _match(tally: Tally) -> Mapping[str, object]:
    table = tally.at(Table)
    return {"sums": dict(table.sums)}


def _line(line: Line) -> Mapping[str, object]:
    after = own(line.after, Table)
    return {"rams": line.leg, "flights": dict(after.flights)}


def _next(tally: Tally) -> Mapping[str, object]:
    table = tally.at(Table)
    if table.winners:
        return {"must_knock": []}
    return {
        "must_knock": list(table.obliged),
        "rams": table.leg,
        "active": list(table.active),
        "interrupts": table.options.interrupts,
        "may_buy_down": table.options.may_buy_down,
    }


WIRE = Wire(_match, _line, _next)
