"""Declare Ramino: combinations with several packs and jokers, counted in points or until one is left."""

from collections.abc import Mapping
from pathlib import Path

from companion.games.ramino import hand_questions, meld_questions, score_questions, table_questions, turn_questions
from companion.games.ramino.deal import Deal, Reentry
from companion.games.ramino.hooks import WIRE, ask_form, by_hand, filled, form, glance, missing, offers, worth
from companion.games.ramino.options import Opening, Options
from companion.games.ramino.table import check_opening
from companion.games.ramino.tally import RULES
from companion.rules.game import GameOf, Preset
from companion.rules.messages import N_
from companion.rules.options import Value

SCALA_40: Mapping[str, Value] = {
    "mode": "elimination",
    "first_meld": 40,
    "dealt": 13,
    "joker_in_hand": 25,
    "must_discard": True,
    "limit": 101,
    "limit_rule": "reach",
    "reentry": 1,
    "value_table": "traditional",
    "hand_ace": 11,
    "elim_multiplier": "double",
}

QUESTIONS = {
    "meld": meld_questions.MELD,
    "opening": meld_questions.OPENING,
    "lay_off": meld_questions.LAY_OFF,
    "take_joker": meld_questions.TAKE_JOKER,
    "hand": hand_questions.HAND,
    "best_opening": hand_questions.BEST_OPENING,
    "rearrange": hand_questions.REARRANGE,
    "table": hand_questions.TABLE,
    "setup": table_questions.SETUP,
    "dealer": table_questions.DEALER,
    "yet": turn_questions.YET,
    "take_discard": turn_questions.TAKE_DISCARD,
    "go_out": turn_questions.GO_OUT,
    "announce": turn_questions.ANNOUNCE,
    "ramino_bonus": score_questions.RAMINO_BONUS,
    "penalty": score_questions.PENALTY,
    "stock_out": turn_questions.STOCK_OUT,
    "blocked": score_questions.BLOCKED,
    "eliminated": score_questions.ELIMINATED,
    "winner": score_questions.WINNER,
    "irregular": table_questions.IRREGULAR,
}

GAME = GameOf(
    key="ramino",
    folder=Path(__file__).parent,
    name=N_("Ramino"),
    seats=range(2, 9),
    options=Options,
    opening=Opening,
    deals=(Deal, Reentry),
    rules=RULES,
    check_opening=check_opening,
    wire=WIRE,
    lower_wins=lambda options: options.eliminates,
    questions=QUESTIONS,
    presets=(
        Preset(N_("Elimination"), {"mode": "elimination"}),
        Preset(N_("Scala 40"), SCALA_40),
        Preset(N_("Rearranging"), {"manipulation": True}),
        Preset(N_("For money"), {"stake": 1}, asks="stake"),
        Preset(N_("Opening with 40"), {"first_meld": 40}),
    ),
    form=form,
    ask_form=ask_form,
    filled=filled,
    missing=missing,
    glance=glance,
    offers=offers,
    by_hand=by_hand,
    worth=worth,
)
