"""Declare Rams as played in Mattmar: ten points down to none; also for money, or as the Finnish ramina ends."""

from pathlib import Path

from companion.games.rams import buying_questions, score_questions, table_questions, trick_questions
from companion.games.rams.deal import Deal
from companion.games.rams.hooks import WIRE, ask_form, by_hand, form, glance, missing, raised
from companion.games.rams.options import Opening, Options
from companion.games.rams.table import SEATS, check_opening
from companion.games.rams.tally import RULES
from companion.rules.game import GameOf, Preset
from companion.rules.messages import N_

QUESTIONS = {
    "playable": trick_questions.PLAYABLE,
    "trick": trick_questions.TRICK,
    "must_knock": buying_questions.MUST_KNOCK,
    "exchange": buying_questions.EXCHANGE,
    "rebid": buying_questions.REBID,
    "buy_down": buying_questions.BUY_DOWN,
    "setup": table_questions.SETUP,
    "dealer": table_questions.DEALER,
    "bid": buying_questions.BID,
    "turn_up": buying_questions.TURN_UP,
    "unplayed": table_questions.UNPLAYED,
    "buy_order": table_questions.BUY_ORDER,
    "stock_out": buying_questions.STOCK_OUT,
    "lead": table_questions.LEAD,
    "must_lead": trick_questions.MUST_LEAD,
    "misplay": trick_questions.MISPLAY,
    "stop": score_questions.STOP,
    "score": score_questions.SCORE,
    "winner": score_questions.WINNER,
    "pot": score_questions.POT,
    "irregular": table_questions.IRREGULAR,
}

GAME = GameOf(
    key="rams",
    folder=Path(__file__).parent,
    name=N_("Rams"),
    seats=SEATS,
    options=Options,
    opening=Opening,
    deals=(Deal,),
    rules=RULES,
    check_opening=check_opening,
    wire=WIRE,
    questions=QUESTIONS,
    presets=(Preset(N_("For money"), {"money": True}, asks="stake"), Preset(N_("One rams"), {"rams_count": 1})),
    glance=glance,
    form=form,
    missing=missing,
    ask_form=ask_form,
    lower_wins=lambda options: True,
    by_hand=by_hand,
    raised=raised,
)
