"""What a sheet of English Rams for writing by hand asks: who deals, who took the widow, tricks, and money."""

from companion.games.english_rams.options import Options
from companion.rules.messages import N_, say
from companion.rules.paper_columns import BALANCE, DEALER, ByHand, PaperColumn, Sign


def by_hand(options: Options) -> ByHand:
    folds = Sign(N_("folds"), "folds[]", sign="–")
    return ByHand(
        deal=(
            DEALER,
            PaperColumn(N_("Widow"), "player", "widow"),
            PaperColumn(N_("General rams"), "player", "general"),
        ),
        each=(PaperColumn(N_("Tricks"), field="tricks[@]", signs=(folds,)), BALANCE),
        pot=True,
        account=(say("Balance"),),
    )
