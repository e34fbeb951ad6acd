"""The questions about Rami that the referee answers."""

from collections.abc import Mapping

from companion.games.rami.meld_questions import LayOffFacts, MeldFacts, TakeJokerFacts, lay_off, meld, take
from companion.games.rami.opening_questions import BestFacts, OpeningFacts, best_opening, opening
from companion.games.rami.turn_questions import GoOutFacts, HandFacts, TakeDiscardFacts, go_out, hand, take_discard
from companion.rules.tally import Question, Tally
from companion.rules.words import N_


def known_options(tally: Tally) -> Mapping[str, object]:
    return {"options": tally.options}


QUESTIONS = {
    "meld": Question(N_("Is this a combination?"), MeldFacts, meld, known_options, clause="rami.meld.kinds"),
    "opening": Question(
        N_("Is this enough to open?"),
        OpeningFacts,
        opening,
        known_options,
        clause="rami.open.points",
        rules=("rami_sec_exempt", "progressive"),
    ),
    "lay_off": Question(
        N_("May these cards be added?"),
        LayOffFacts,
        lay_off,
        known_options,
        clause="rami.lay.complete",
        rules=("layoff_same_turn",),
    ),
    "take_joker": Question(
        N_("May this joker be taken?"),
        TakeJokerFacts,
        take,
        known_options,
        clause="rami.joker.take",
        rules=("joker_keep", "joker_from_full_set"),
    ),
    "take_discard": Question(
        N_("May the discard be taken?"),
        TakeDiscardFacts,
        take_discard,
        known_options,
        clause="rami.take.lay",
        rules=("variant", "one_card_must_stock"),
    ),
    "go_out": Question(
        N_("Is a card left to discard?"),
        GoOutFacts,
        go_out,
        known_options,
        clause="rami.turn.discard",
        decides=("out",),
    ),
    "hand": Question(N_("What does a hand cost?"), HandFacts, hand, known_options, clause="rami.score.hand"),
    "best_opening": Question(
        N_("What is the best opening?"),
        BestFacts,
        best_opening,
        known_options,
        clause="rami.open.points",
        decides=("possible",),
    ),
}
