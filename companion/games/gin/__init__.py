"""Gin rummy for two or three: knock, gin, undercut; a game to 100 with boxes; Oklahoma and Hollywood as house rules."""

from pathlib import Path

from companion.games.gin.card_points import worth
from companion.games.gin.deal import FALSE_KNOCK
from companion.games.gin.deal_text import shows
from companion.games.gin.entries import Deal
from companion.games.gin.form import filled, form, turned
from companion.games.gin.json_output import WIRE
from companion.games.gin.missing import missing
from companion.games.gin.options import Opening, Options
from companion.games.gin.paper_columns import by_hand
from companion.games.gin.questions import QUESTIONS
from companion.games.gin.scoreboard import glance
from companion.games.gin.table import check_opening, check_rules
from companion.games.gin.tally import RULES
from companion.rules.game import GameOf, Preset
from companion.rules.messages import N_

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
