"""Rams as played in Mattmar: ten points down to none; also for money, and with the end of the Finnish ramina."""

from pathlib import Path

from companion.games.rams.entries import Deal
from companion.games.rams.form import ask_form, form
from companion.games.rams.json_output import WIRE
from companion.games.rams.missing import missing
from companion.games.rams.options import Opening, Options
from companion.games.rams.paper_columns import by_hand
from companion.games.rams.questions import QUESTIONS
from companion.games.rams.scoreboard import glance
from companion.games.rams.table import SEATS, check_opening
from companion.games.rams.tally import RULES
from companion.games.rams.triggered_choices import raised
from companion.rules.game import GameOf, Preset
from companion.rules.messages import N_

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
