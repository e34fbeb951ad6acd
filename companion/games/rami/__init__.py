"""Declare Rami: a pure run and 51 points to open; also rami sec only, and gin-rami for two."""

from pathlib import Path

from companion.games.rami import meld_questions, opening_questions, score_questions, table_questions, turn_questions
from companion.games.rami.deal import Deal
from companion.games.rami.hooks import WIRE, ask_form, by_hand, form, glance, missing, unclear, worth
from companion.games.rami.options import Opening, Options
from companion.games.rami.table import check_opening
from companion.games.rami.tally import RULES
from companion.rules.game import GameOf, Preset
from companion.rules.messages import N_

QUESTIONS = {
    "meld": meld_questions.MELD,
    "opening": opening_questions.OPENING,
    "lay_off": meld_questions.LAY_OFF,
    "take_joker": meld_questions.TAKE_JOKER,
    "take_discard": turn_questions.TAKE_DISCARD,
    "go_out": turn_questions.GO_OUT,
    "hand": score_questions.HAND,
    "best_opening": opening_questions.BEST_OPENING,
    "setup": table_questions.SETUP,
    "dealer": table_questions.DEALER,
    "yet": turn_questions.YET,
    "rami_sec": score_questions.RAMI_SEC,
    "stock_out": table_questions.STOCK_OUT,
    "winner": score_questions.WINNER,
    "irregular": table_questions.IRREGULAR,
}

GAME = GameOf(
    key="rami",
    folder=Path(__file__).parent,
    name=N_("Rami"),
    seats=range(2, 7),
    options=Options,
    opening=Opening,
    deals=(Deal,),
    rules=RULES,
    check_opening=check_opening,
    wire=WIRE,
    questions=QUESTIONS,
    presets=(
        Preset(N_("Rami sec only"), {"variant": "rami_sec_only"}),
        Preset(N_("Gin-rami"), {"variant": "gin_rami"}),
        Preset(N_("For money"), {"stake": 1}, asks="stake"),
    ),
    unclear=unclear,
    missing=missing,
    glance=glance,
    form=form,
    ask_form=ask_form,
    lower_wins=lambda options: True,
    by_hand=by_hand,
    worth=worth,
)
