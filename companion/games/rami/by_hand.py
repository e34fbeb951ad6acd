"""What a sheet of Rami for writing by hand asks: who went out and how, and what the others were left with."""

from companion.games.rami.options import Options
from companion.rules.tally import ByHand
from companion.rules.words import N_, say


def by_hand(options: Options) -> ByHand:
    left = (N_("Left in hand"),) if options.counts_hands else ()
    how = (N_("How"),) if options.variant == "classic" else ()
    return ByHand(
        deal=(N_("Dealer"), N_("Who went out"), *how), each=(*left, N_("Points"), N_("Total")), account=(say("Total"),)
    )
