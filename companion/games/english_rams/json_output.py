"""What `companion replay` prints of English Rams alone."""

from collections.abc import Mapping

from companion.games.english_rams.calls import as_answer, pot_kind, unspoken
from companion.games.english_rams.deal import Played
from companion.games.english_rams.score import share_of
from companion.games.english_rams.table import Table
from companion.rules.game import Wire
from companion.rules.tally import Line, Tally, own


def _line(line: Line) -> Mapping[str, object]:
    if line.played is None:
        return {}
    spoken = own(line.played, Played).spoken
    return {"pot_kind": pot_kind(spoken.double), "joined": list(spoken.joined), "general": spoken.announcer}


def _next(tally: Tally) -> Mapping[str, object]:
    table = tally.at(Table)
    if table.over:
        return {}
    now = unspoken(table)
    return {
        "pot": pot_kind(table.double),
        "order": list(now.order),
        **as_answer(now),
        "sits_out": table.dealer if now.dealer_out else None,
        "in_pot": table.pot + table.five,
        "share": share_of(table, table.pot + table.five),
        "names_heirs": table.options.names_heirs,
    }


WIRE = Wire(line=_line, next=_next)
