"""What a sheet of Ramino for writing by hand asks: who went out and how, what was laid and what was left."""

from dataclasses import replace

from companion.games.ramino.entries import FINISHES, PENALTIES
from companion.games.ramino.options import Options
from companion.rules.messages import N_, say
from companion.rules.paper_columns import DEALER, TOTAL, ByHand, PaperColumn, Sign


def by_hand(options: Options) -> ByHand:
    nothing = Sign(N_("Laid nothing"), "not_laid[]", sign="–")
    penalties = tuple(Sign(meaning, f"penalties[@][{word}]", counts=True) for word, meaning in PENALTIES.items())
    left, laid = (
        PaperColumn(N_("Left in hand"), field="left[@]"),
        PaperColumn(N_("Laid"), field="laid[@]", signs=(nothing,)),
    )
    has_laid = Sign(N_("Has laid cards"), "laid[@]", "true")
    counted = (laid, replace(left, signs=penalties))
    return ByHand(
        deal=(
            DEALER,
            PaperColumn(N_("Who went out"), "player", "out", (Sign(N_("nobody: blocked"), "out[@]", "none", "–"),)),
            PaperColumn(
                N_("How"), "choice", "finish", tuple(Sign(said, value=word) for word, said in FINISHES.items())
            ),
        ),
        each=(*(counted if options.mode == "points" else (replace(left, signs=(nothing, has_laid)),)), TOTAL),
        account=(say("Total"),),
        reminds=("score",) if options.mode == "points" else ("elim",),
    )
