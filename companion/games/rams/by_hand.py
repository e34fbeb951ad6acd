"""What a sheet of Rams for writing by hand asks: who deals, everybody's tricks, and what they make."""

from companion.games.rams.options import Options
from companion.rules.tally import ByHand
from companion.rules.words import N_, say

DEALS = 14  # of a long rams


def by_hand(options: Options) -> ByHand:
    tables = tuple(say("Rams {n}", n=n + 1) for n in range(options.rams_count))
    money = (N_("Balance"),) if options.money else ()
    return ByHand(
        each=(N_("Tricks"), N_("Points"), *money),
        pot=options.money,
        tables=tables,
        rows=DEALS,
        account=(*tables, say("Sum"), say("Flights")),
    )
