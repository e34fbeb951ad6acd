"""Ramino: combinations with several packs and jokers, counted in points or until one is left."""

from collections.abc import Mapping
from pathlib import Path

from companion.games.ramino.card_points import worth
from companion.games.ramino.entries import Deal, Reentry
from companion.games.ramino.form import ask_form, filled, form, offers
from companion.games.ramino.json_output import WIRE
from companion.games.ramino.missing import missing
from companion.games.ramino.options import Opening, Options
from companion.games.ramino.paper_columns import by_hand
from companion.games.ramino.questions import QUESTIONS
from companion.games.ramino.scoreboard import glance
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
