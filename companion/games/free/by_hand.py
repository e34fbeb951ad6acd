"""What a sheet of any other game asks when it is written by hand: points, and the bonuses of this table."""

from companion.games.free.options import Options
from companion.rules.tally import ByHand
from companion.rules.words import N_, say


def by_hand(options: Options) -> ByHand:
    bonus = (N_("Bonuses"),) if options.bonuses else ()
    return ByHand(each=(*bonus, N_("Points"), N_("Total")), account=(say("Total"),))
