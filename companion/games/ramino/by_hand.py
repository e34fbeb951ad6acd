"""What a sheet of Ramino for writing by hand asks: who went out and how, what was laid and what was left."""

from companion.games.ramino.options import Options
from companion.rules.tally import ByHand
from companion.rules.words import N_, say


def by_hand(options: Options) -> ByHand:
    laid = (N_("Laid"),) if options.mode == "points" else ()
    return ByHand(
        deal=(N_("Dealer"), N_("Who went out"), N_("How")),
        each=(*laid, N_("Left in hand"), N_("Total")),
        account=(say("Total"),),
    )
