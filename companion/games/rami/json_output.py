"""What `companion replay` prints of Rami alone."""

from collections.abc import Mapping

from companion.games.rami.table import LAST_STANDING, Table
from companion.rules.game import Wire
from companion.rules.tally import Line, Tally, own


def _match(tally: Tally) -> Mapping[str, object]:
    return _out(tally.at(Table))


def _line(line: Line) -> Mapping[str, object]:
    return _out(own(line.after, Table))


def _out(table: Table) -> Mapping[str, object]:
    """Who is out, where anybody can be: where the last one in wins, or has been meant to."""
    return {"out": list(table.out)} if table.out or table.options.end_at.key == LAST_STANDING else {}


def _next(tally: Tally) -> Mapping[str, object]:
    table = tally.at(Table)
    if table.winners:
        return {}
    options = table.options
    return {
        "deal": table.deals + 1,
        **({"active": list(table.active), **_out(table)} if _out(table) else {}),
        "variant": options.variant,
        "extra_deal": table.plays_on,
        "hand_counts": {"laid": options.counts_hand(laid=True), "not_laid": options.counts_hand(laid=False)},
    }


WIRE = Wire(_match, _line, _next)
