"""English Rams: five tricks for fifths of a pot, a widow, and general rams."""

from pathlib import Path

from companion.games.english_rams import call_questions, score_questions, table_questions
from companion.games.english_rams.deal import Deal
from companion.games.english_rams.hooks import (
    JSON_OUTPUT,
    REASONS,
    ask_form,
    filled,
    form,
    new_part,
    paper_columns,
    scoreboard,
    usual_penalties,
)
from companion.games.english_rams.options import Opening, Options, kind_name
from companion.games.english_rams.table import SEATS, check_opening
from companion.games.english_rams.tally import RULES
from companion.rules.game import GameOf
from companion.rules.messages import N_

QUESTIONS = {
    "playable": table_questions.playable,
    "trick": table_questions.trick,
    "calls": call_questions.calls,
    "lead": call_questions.lead,
    "heir": table_questions.heir,
    "setup": table_questions.setup,
    "dealer": table_questions.dealer,
    "pot": score_questions.pot,
    "fold": call_questions.fold,
    "widow": call_questions.widow,
    "announce": call_questions.announce,
    "throw_in": call_questions.throw_in,
    "turn_up": table_questions.turn_up,
    "fault": score_questions.fault,
    "owes": score_questions.owes,
    "general_over": score_questions.general_over,
    "misdeal": score_questions.misdeal,
    "session": score_questions.session,
    "irregular": table_questions.irregular,
    "people": table_questions.people,
}

GAME = GameOf(
    key="english_rams",
    folder=Path(__file__).parent,
    name=N_("English Rams"),
    seats=SEATS,
    options=Options,
    opening=Opening,
    deals=(Deal,),
    rules=RULES,
    check_opening=check_opening,
    new_part=new_part,
    seats_clause="english_rams.players.seats",
    json_output=JSON_OUTPUT,
    questions=QUESTIONS,
    scoreboard=scoreboard,
    form=form,
    ask_form=ask_form,
    filled=filled,
    paper_columns=paper_columns,
    usual_penalties=usual_penalties,
    reasons=tuple(REASONS),
    in_parts=False,  # the calls that a player may make depend on earlier calls
    named=kind_name,
    dispute=N_("the dealer folded too"),
)
