"""What a sheet of English Rams for writing by hand asks: who deals, who took the widow, tricks, and money."""

from companion.games.english_rams.options import Options
from companion.rules.tally import ByHand
from companion.rules.words import N_, say


def by_hand(options: Options) -> ByHand:
    return ByHand(
        deal=(N_("Dealer"), N_("Widow"), N_("General rams")),
        each=(N_("Tricks"), N_("Balance")),
        pot=True,
        account=(say("Balance"),),
    )
