"""What `companion replay` prints of any other game alone."""

from collections.abc import Mapping

from companion.games.free.table import Table
from companion.rules.game import Wire
from companion.rules.tally import Tally


def _match(tally: Tally) -> Mapping[str, object]:
    table = tally.at(Table)
    return {"out": list(table.out)} if table.options.limit else {}


WIRE = Wire(_match)
