"""Rami: a pure run and 51 points to open; also rami sec only, and gin-rami for two."""

from pathlib import Path

from companion.games.rami import (
    meld_questions,
    score_questions,
    table_questions,
    turn_questions,
)
from companion.games.rami.deal import Deal
from companion.games.rami.hooks import (
    JSON_OUTPUT,
    REASONS,
    ask_form,
    card_points,
    form,
    missing,
    new_part,
    own_points,
    paper_columns,
    scoreboard,
    unclear,
    usual_penalties,
)
from companion.games.rami.options import PRESETS, VARIANTS, Opening, Options, kind_name
from companion.games.rami.table import check_opening
from companion.games.rami.tally import RULES
from companion.rules.game import GameOf
from companion.rules.messages import N_

QUESTIONS = {
    "meld": meld_questions.meld,
    "opening": meld_questions.opening,
    "lay_off": meld_questions.lay_off,
    "take_joker": meld_questions.take,
    "take_discard": turn_questions.take_discard,
    "discard": turn_questions.discard,
    "joker_use": turn_questions.joker_use,
    "go_out": turn_questions.go_out,
    "hand": score_questions.hand,
    "best_opening": meld_questions.best_opening,
    "setup": table_questions.setup,
    "dealer": table_questions.dealer,
    "yet": turn_questions.yet,
    "rami_sec": score_questions.rami_sec,
    "stock_out": table_questions.stock_out,
    "winner": score_questions.winner,
    "irregular": table_questions.irregular,
    "people": table_questions.people,
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
    new_part=new_part,
    seats_clause="rami.players",
    json_output=JSON_OUTPUT,
    questions=QUESTIONS,
    unclear=unclear,
    missing=missing,
    own_points=own_points,
    scoreboard=scoreboard,
    form=form,
    ask_form=ask_form,
    lower_wins=lambda options: True,
    paper_columns=paper_columns,
    card_points=card_points,
    usual_penalties=usual_penalties,
    reasons=tuple(REASONS),
    variants=VARIANTS,
    presets=PRESETS,
    named=kind_name,
    dispute=N_("he discarded a joker"),
)
