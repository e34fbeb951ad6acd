"""What a sheet of gin for writing by hand asks: who laid down and how, the deadwood, and the running scores."""

from companion.games.gin.options import COLUMNS, Options
from companion.rules.tally import ByHand
from companion.rules.words import N_, say

GAMES, DEALS = 3, 14  # on one sheet, and the deals of a long one


def by_hand(options: Options) -> ByHand:
    """Hollywood has its three scores side by side, Oklahoma the card turned up."""
    card = (N_("Card turned up"),) if options.oklahoma else ()
    columns = tuple(say("Column {n}", n=n + 1) for n in range(COLUMNS)) if options.hollywood else ()
    total = () if columns else (N_("Total"),)
    return ByHand(
        deal=(N_("Dealer"), *card, N_("Who laid down"), N_("How")),
        each=(N_("Deadwood"), N_("Points"), *total),
        columns=columns,
        tables=tuple(say("Game {n}", n=n + 1) for n in range(GAMES)),
        rows=DEALS,
        closing=(N_("Score"), N_("Deals won"), N_("Won the game"), N_("Total"), N_("Difference")),
        account=(say("Won and lost in all games"),),
    )
