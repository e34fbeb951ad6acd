"""Rami: runs and sets with a pure run and 51 points to open; also rami sec only, and gin-rami for two."""

from pathlib import Path

from companion.games.rami.card_points import worth
from companion.games.rami.draft_facts import unclear
from companion.games.rami.entries import Deal
from companion.games.rami.form import ask_form, form
from companion.games.rami.json_output import WIRE
from companion.games.rami.missing import missing
from companion.games.rami.options import Opening, Options
from companion.games.rami.paper_columns import by_hand
from companion.games.rami.questions import QUESTIONS
from companion.games.rami.scoreboard import glance
from companion.games.rami.table import check_opening
from companion.games.rami.tally import RULES
from companion.rules.game import GameOf, Preset
from companion.rules.messages import N_

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
