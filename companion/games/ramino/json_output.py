"""What `companion replay` prints of Ramino alone."""

from collections.abc import Mapping

from companion.games.ramino.table import Table
from companion.rules.game import Wire
from companion.rules.tally import Line, Tally, own


def _match(tally: Tally) -> Mapping[str, object]:
    table = tally.at(Table)
    return {"out": list(table.out)}


def _line(line: Line) -> Mapping[str, object]:
    after = own(line.after, Table)
    return {"out": list(after.out)}


def _next(tally: Tally) -> Mapping[str, object]:
    table = tally.at(Table)
    return {
        "active": list(table.active),
        "out": list(table.out),
        "mode": table.options.mode,
        "packs": table.packs,
        "manipulation": table.options.manipulation,
    }


WIRE = Wire(_match, _line, _next)
