"""Gin rummy for two or three: a game to 100 with boxes; Oklahoma and Hollywood as house rules."""

from pathlib import Path

from companion.games.gin import score_questions, showdown_questions, table_questions
from companion.games.gin.deal import Deal
from companion.games.gin.hooks import (
    JSON_OUTPUT,
    REASONS,
    card_points,
    check_change,
    closed,
    deal_text,
    filled,
    form,
    missing,
    new_part,
    paper_columns,
    scoreboard,
    upcard,
    usual_penalties,
)
from companion.games.gin.options import PRESETS, VARIANTS, Opening, Options, kind_name
from companion.games.gin.table import check_opening, check_rules
from companion.games.gin.tally import RULES
from companion.rules.game import GameOf
from companion.rules.messages import N_
from companion.rules.tally import values

QUESTIONS = {
    "arrange": showdown_questions.lay_out,
    "showdown": showdown_questions.decide,
    "settle": score_questions.reckon,
    "setup": table_questions.setup,
    "dealer": table_questions.dealer,
    "upcard": table_questions.upcard,
    "throw_back": table_questions.throw_back,
    "knock": showdown_questions.knock,
    "knock_now": showdown_questions.knock_now,
    "limit": showdown_questions.limit,
    "false_knock": showdown_questions.knocked_falsely,
    "lay_off": showdown_questions.lay_off,
    "score": score_questions.score,
    "two_cards": table_questions.two_cards,
    "blitz": score_questions.blitz,
    "game": score_questions.game_end,
    "columns": score_questions.columns,
    "irregular": table_questions.irregular,
    "people": table_questions.people,
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
    new_part=new_part,
    seats_clause="gin.players.two",
    check_change=check_change,
    check_rules=check_rules,
    json_output=JSON_OUTPUT,
    questions=QUESTIONS,
    form=form,
    filled=filled,
    missing=missing,
    scoreboard=scoreboard,
    closed=closed,
    upcard=upcard,
    paper_columns=paper_columns,
    card_points=card_points,
    deal_text=deal_text,
    usual_penalties=usual_penalties,
    reasons=tuple(REASONS),
    swaps=("deadwood",),
    variants=VARIANTS,
    presets=PRESETS,
    named=kind_name,
    dispute=N_("he knocked with eleven"),
    table_sizes=(2,),
    money=lambda tally: values(tally.balances) or tally.points,
)
