"""Declare gin rummy for two or three: a game to 100 with boxes; Oklahoma and Hollywood as house rules."""

from pathlib import Path

from companion.games.gin import score_questions, showdown_questions, table_questions
from companion.games.gin.deal import FALSE_KNOCK, Deal
from companion.games.gin.hooks import WIRE, by_hand, filled, form, glance, missing, shows, turned, worth
from companion.games.gin.options import Opening, Options
from companion.games.gin.table import check_opening, check_rules
from companion.games.gin.tally import RULES
from companion.rules.game import GameOf, Preset
from companion.rules.messages import N_

QUESTIONS = {
    "arrange": showdown_questions.ARRANGE,
    "showdown": showdown_questions.SHOWDOWN,
    "settle": score_questions.SETTLE,
    "setup": table_questions.SETUP,
    "dealer": table_questions.DEALER,
    "upcard": table_questions.UPCARD,
    "throw_back": table_questions.THROW_BACK,
    "knock": showdown_questions.KNOCK,
    "limit": showdown_questions.LIMIT,
    "false_knock": showdown_questions.FALSE_KNOCK,
    "lay_off": showdown_questions.LAY_OFF,
    "score": score_questions.SCORE,
    "two_cards": table_questions.TWO_CARDS,
    "blitz": score_questions.BLITZ,
    "game": score_questions.GAME,
    "columns": score_questions.COLUMNS,
    "irregular": table_questions.IRREGULAR,
}

GAME = GameOf(
    key="gin",
    folder=Path(__file__).parent,
    name=N_("Gin rummy"),
    seats=range(2, 4),
    options=Options,
    opening=Opening,
    deals=(Deal,),
    rules=RULES,
    check_opening=check_opening,
    check_rules=check_rules,
    wire=WIRE,
    questions=QUESTIONS,
    presets=(
        Preset(N_("Oklahoma"), {"oklahoma": True}),
        Preset(N_("Hollywood"), {"hollywood": True}),
        Preset(N_("Straight gin"), {"knock_limit": 0}),
        Preset(N_("For money"), {"stake": 1}, asks="stake"),
    ),
    form=form,
    filled=filled,
    missing=missing,
    glance=glance,
    turned=turned,
    by_hand=by_hand,
    worth=worth,
    shows=shows,
    reasons=(FALSE_KNOCK,),
)
