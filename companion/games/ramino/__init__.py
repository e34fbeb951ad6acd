"""Ramino: melds with several packs and jokers, counted in points or until one player is left."""

from pathlib import Path

from companion.games.ramino import (
    meld_questions,
    score_questions,
    table_questions,
)
from companion.games.ramino.deal import Deal, Reentry
from companion.games.ramino.hooks import (
    JSON_OUTPUT,
    REASONS,
    ask_form,
    card_points,
    filled,
    form,
    missing,
    new_part,
    offers,
    own_points,
    paper_columns,
    scoreboard,
    usual_penalties,
)
from companion.games.ramino.options import PRESETS, VARIANTS, Opening, Options, kind_name
from companion.games.ramino.table import check_opening
from companion.games.ramino.tally import RULES
from companion.rules.game import GameOf
from companion.rules.messages import N_

QUESTIONS = {
    "meld": meld_questions.meld,
    "opening": meld_questions.opening,
    "lay_off": meld_questions.lay_off,
    "take_joker": meld_questions.take,
    "hand": meld_questions.hand,
    "best_opening": meld_questions.best_opening,
    "rearrange": meld_questions.rearrange,
    "table": meld_questions.table,
    "setup": table_questions.setup,
    "dealer": table_questions.dealer,
    "yet": table_questions.yet,
    "take_discard": table_questions.take_discard,
    "discard": table_questions.discard,
    "joker_use": table_questions.joker_use,
    "go_out": table_questions.go_out,
    "announce": table_questions.announce,
    "ramino_bonus": score_questions.bonus,
    "penalty": score_questions.penalty,
    "stock_out": table_questions.stock_out,
    "blocked": score_questions.blocked,
    "eliminated": score_questions.eliminated,
    "reentry": score_questions.come_back,
    "winner": score_questions.winner,
    "irregular": table_questions.irregular,
    "people": table_questions.people,
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
    new_part=new_part,
    seats_clause="ramino.players",
    json_output=JSON_OUTPUT,
    lower_wins=lambda options: options.eliminates,
    questions=QUESTIONS,
    form=form,
    ask_form=ask_form,
    filled=filled,
    missing=missing,
    own_points=own_points,
    scoreboard=scoreboard,
    offers=offers,
    paper_columns=paper_columns,
    card_points=card_points,
    usual_penalties=usual_penalties,
    reasons=tuple(REASONS),
    variants=VARIANTS,
    presets=PRESETS,
    named=kind_name,
    dispute=N_("she began with 28 points"),
    adds_up=lambda options: not options.eliminates,
)
