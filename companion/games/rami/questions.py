"""The questions about Rami that the referee answers."""

from companion.games.rami.draft_facts import first
from companion.games.rami.end_questions import Winner, winner
from companion.games.rami.known_facts import known_dealer, known_totals
from companion.games.rami.meld_questions import LayOffFacts, MeldFacts, TakeJokerFacts, lay_off, meld, take
from companion.games.rami.opening_questions import BestFacts, OpeningFacts, best_opening, opening
from companion.games.rami.table_questions import (
    Dealer,
    Irregular,
    RamiSec,
    Setup,
    StockOut,
    Yet,
    dealer,
    irregular,
    rami_sec,
    setup,
    stock_out,
    yet,
)
from companion.games.rami.turn_questions import GoOutFacts, HandFacts, TakeDiscardFacts, go_out, hand, take_discard
from companion.rules.game import Question
from companion.rules.messages import N_

QUESTIONS = {
    "meld": Question(N_("Is this a combination?"), MeldFacts, meld, clause="rami.meld.kinds"),
    "opening": Question(
        N_("Is this enough to open?"),
        OpeningFacts,
        opening,
        clause="rami.open.points",
        rules=("rami_sec_exempt", "progressive"),
    ),
    "lay_off": Question(
        N_("May these cards be added?"),
        LayOffFacts,
        lay_off,
        clause="rami.lay.complete",
        rules=("layoff_same_turn",),
    ),
    "take_joker": Question(
        N_("May this joker be taken?"),
        TakeJokerFacts,
        take,
        clause="rami.joker.take",
        rules=("joker_keep", "joker_from_full_set"),
    ),
    "take_discard": Question(
        N_("May the discard be taken?"),
        TakeDiscardFacts,
        take_discard,
        clause="rami.take.lay",
        rules=("variant", "one_card_must_stock", "layoff_same_turn"),
    ),
    "go_out": Question(
        N_("Is a card left to discard?"),
        GoOutFacts,
        go_out,
        clause="rami.turn.discard",
        decides=("out",),
    ),
    "hand": Question(N_("What does a hand cost?"), HandFacts, hand, clause="rami.score.hand"),
    "best_opening": Question(
        N_("What is the best opening?"),
        BestFacts,
        best_opening,
        clause="rami.open.points",
        decides=("possible",),
    ),
    "setup": Question(N_("How many can play, and with what?"), Setup, setup, clause="rami.players", rules=("variant",)),
    "dealer": Question(
        N_("Whose deal is it?"), Dealer, dealer, known_dealer, clause="rami.deal.order", decides=("dealer", "begins")
    ),
    "yet": Question(
        N_("Is that allowed yet?"),
        Yet,
        yet,
        clause="rami.turn.lay",
        rules=("layoff_same_turn", "variant"),
    ),
    "rami_sec": Question(
        N_("Was that a rami sec, and what does it count?"),
        RamiSec,
        rami_sec,
        clause="rami.sec.what",
        decides=("kind", "score", "others"),
        rules=(
            "variant",
            "rami_sec_exempt",
            "late_sec_score",
            "finish_score",
            "no_meld",
            "sec_variant_losers",
            "gin_rami_score",
        ),
        typed=first,
    ),
    "stock_out": Question(N_("The stock is used up: what now?"), StockOut, stock_out, clause="rami.turn.stock"),
    "winner": Question(
        N_("Is the match over, and who has won?"),
        Winner,
        winner,
        known_totals,
        clause="rami.end.lowest",
        decides=("over", "winners"),
        rules=("final_tie",),
    ),
    "irregular": Question(
        N_("Something went wrong: what now?"),
        Irregular,
        irregular,
        clause="rami.irregular.misdeal",
        decides=("remedy",),
    ),
}
