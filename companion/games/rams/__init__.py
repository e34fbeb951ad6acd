"""Rams as played in Mattmar: from ten points down to zero; also for money, or with the end of the Finnish ramina."""

from pathlib import Path

from companion.games.rams import buying_questions, score_questions, table_questions, trick_questions
from companion.games.rams.deal import Deal
from companion.games.rams.hooks import (
    JSON_OUTPUT,
    REASONS,
    ask_form,
    check_change,
    closed,
    form,
    held_up,
    missing,
    new_part,
    own_points,
    paper_columns,
    scoreboard,
    triggered_choices,
    usual_penalties,
)
from companion.games.rams.options import PRESETS, VARIANTS, Opening, Options, kind_name
from companion.games.rams.table import SEATS, check_opening
from companion.games.rams.tally import RULES
from companion.rules.game import GameOf
from companion.rules.messages import N_

QUESTIONS = {
    "playable": trick_questions.playable,
    "trick": trick_questions.trick,
    "must_knock": buying_questions.may_pass,
    "exchange": buying_questions.exchange,
    "rebid": buying_questions.rebid,
    "buy_down": buying_questions.buy_down,
    "setup": table_questions.setup,
    "dealer": table_questions.dealer,
    "bid": buying_questions.bid,
    "turn_up": buying_questions.turn_up,
    "unplayed": table_questions.unplayed,
    "buy_order": table_questions.buy_order,
    "stock_out": buying_questions.stock_out,
    "lead": table_questions.lead,
    "must_lead": trick_questions.must_lead,
    "misplay": trick_questions.misplay,
    "stop": score_questions.stop,
    "score": score_questions.score,
    "winner": score_questions.winner,
    "pot": score_questions.pot,
    "irregular": table_questions.irregular,
    "people": table_questions.people,
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
    new_part=new_part,
    seats_clause="rams.game.players",
    held_up=held_up,
    check_change=check_change,
    json_output=JSON_OUTPUT,
    questions=QUESTIONS,
    scoreboard=scoreboard,
    closed=closed,
    form=form,
    missing=missing,
    own_points=own_points,
    ask_form=ask_form,
    lower_wins=lambda options: True,
    paper_columns=paper_columns,
    triggered_choices=triggered_choices,
    usual_penalties=usual_penalties,
    reasons=tuple(REASONS),
    variants=VARIANTS,
    presets=PRESETS,
    named=kind_name,
    dispute=N_("he had a club after all"),
)
