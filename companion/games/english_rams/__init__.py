"""Declare English Rams: five tricks for fifths of a pot, a widow, and general rams."""

from pathlib import Path

from companion.games.english_rams import call_questions, score_questions, table_questions, trick_questions
from companion.games.english_rams.deal import Deal
from companion.games.english_rams.hooks import WIRE, ask_form, by_hand, filled, form, glance
from companion.games.english_rams.options import Opening, Options
from companion.games.english_rams.table import check_opening
from companion.games.english_rams.tally import RULES
from companion.rules.game import GameOf
from companion.rules.messages import N_

QUESTIONS = {
    "playable": trick_questions.PLAYABLE,
    "trick": trick_questions.TRICK,
    "calls": call_questions.CALLS,
    "lead": call_questions.LEAD,
    "heir": trick_questions.HEIR,
    "setup": table_questions.SETUP,
    "dealer": table_questions.DEALER,
    "pot": score_questions.POT,
    "fold": call_questions.FOLD,
    "widow": call_questions.WIDOW,
    "announce": call_questions.ANNOUNCE,
    "throw_in": call_questions.THROW_IN,
    "turn_up": table_questions.TURN_UP,
    "fault": score_questions.FAULT,
    "owes": score_questions.OWES,
    "general_over": score_questions.GENERAL_OVER,
    "misdeal": score_questions.MISDEAL,
    "session": score_questions.SESSION,
    "irregular": table_questions.IRREGULAR,
}

GAME = GameOf(
    key="english_rams",
    folder=Path(__file__).parent,
    name=N_("English Rams"),
    seats=range(3, 7),
    options=Options,
    opening=Opening,
    deals=(Deal,),
    rules=RULES,
    check_opening=check_opening,
    wire=WIRE,
    questions=QUESTIONS,
    glance=glance,
    form=form,
    ask_form=ask_form,
    filled=filled,
    by_hand=by_hand,
    in_parts=False,  # what one may say in one's turn hangs on what was said before
)
