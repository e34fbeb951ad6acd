"""What a sheet of gin for writing by hand asks: who laid down and how, the deadwood, and the running scores."""

from companion.games.gin.entries import ENDS
from companion.games.gin.options import COLUMNS, Options
from companion.rules.messages import N_, say
from companion.rules.paper_columns import DEALER, TOTAL, ByHand, PaperColumn, Sign

GAMES, DEALS = 3, 14  # on one sheet, and the deals of a long one


def by_hand(options: Options) -> ByHand:
    """Hollywood has its three scores side by side, Oklahoma the card turned up."""
    card = (PaperColumn(N_("Card turned up"), "card", "upcard"),) if options.oklahoma else ()
    columns = tuple(say("Column {n}", n=n + 1) for n in range(COLUMNS)) if options.hollywood else ()
    total = () if columns else (TOTAL,)
    ends = [end for end in ENDS if end != "big_gin" or options.big_gin]
    how = PaperColumn(N_("How"), "choice", "end", tuple(Sign(ENDS[end], value=end) for end in ends))
    return ByHand(
        deal=(DEALER, *card, PaperColumn(N_("Who laid down"), "player", "by"), how),
        each=(PaperColumn(N_("Deadwood"), field="deadwood[@]"), PaperColumn(N_("Points"), "change"), *total),
        columns=columns,
        tables=tuple(say("Game {n}", n=n + 1) for n in range(GAMES)),
        rows=DEALS,
        closing=(N_("Score"), N_("Deals won"), N_("Won the game"), N_("Total"), N_("Difference")),
        account=(say("Won and lost in all games"),),
    )
