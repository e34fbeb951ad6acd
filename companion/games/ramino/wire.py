"""What `companion replay` prints of Ramino alone."""

from collections.abc import Mapping

from companion.games.ramino.table import Table
from companion.rules.game import Wire
from companion.rules.tally import Line, Tally


def _match(tally: Tally) -> Mapping[str, object]:
    table: Table = tally.table
    return {"out": list(table.out)}


def _line(line: Line) -> Mapping[str, object]:
    after: Table = line.after
    return {"out": list(after.out)}


def _next(tally: Tally) -> Mapping[str, object]:
    table: Table = tally.table
    return {
        "active": list(table.active),
        "out": list(table.out),
        "mode": table.options.mode,
        "packs": table.packs,
        "manipulation": table.options.manipulation,
    }


WIRE = Wire(_match, _line, _next)
