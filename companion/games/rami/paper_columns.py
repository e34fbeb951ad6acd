"""What a sheet of Rami for writing by hand asks: who went out and how, and what the others were left with."""

from companion.games.rami.entries import FINISHES
from companion.games.rami.options import Options
from companion.rules.messages import N_, say
from companion.rules.paper_columns import DEALER, TOTAL, ByHand, PaperColumn, Sign


def by_hand(options: Options) -> ByHand:
    classic = options.variant == "classic"
    nothing = (Sign(N_("Did not lay"), "not_laid[]", sign="–"),) if classic else ()
    left = (PaperColumn(N_("Left in hand"), field="left[@]", signs=nothing),) if options.counts_hands else ()
    ways = tuple(Sign(said, value=word.lower()) for word, said in FINISHES.items())
    how = (PaperColumn(N_("How"), "choice", "rami_sec", ways),) if classic else ()
    return ByHand(
        deal=(DEALER, PaperColumn(N_("Who went out"), "player", "out"), *how),
        each=(*left, PaperColumn(N_("Points"), "change"), TOTAL),
        account=(say("Total"),),
        reminds=({"classic": "score", "rami_sec_only": "sec_only", "gin_rami": "gin"}[options.variant],),
    )
