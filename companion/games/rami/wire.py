"""What `companion replay` prints of Rami alone."""

from collections.abc import Mapping

from companion.games.rami.table import Table
from companion.rules.tally import Tally, Wire


def _next(tally: Tally) -> Mapping[str, object]:
    table: Table = tally.table
    if table.winners:
        return {}
    options = table.options
    return {
        "deal": table.deals + 1,
        "variant": options.variant,
        "extra_deal": table.is_at_end,
        "hand_counts": {"laid": options.counts_hand(laid=True), "not_laid": options.counts_hand(laid=False)},
    }


WIRE = Wire(next=_next)
