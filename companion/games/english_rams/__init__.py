"""English Rams: five tricks for fifths of a pot, a widow, and general rams."""

from pathlib import Path

from companion.games.english_rams.entries import Deal
from companion.games.english_rams.form import filled, form
from companion.games.english_rams.json_output import WIRE
from companion.games.english_rams.options import Opening, Options
from companion.games.english_rams.paper_columns import by_hand
from companion.games.english_rams.question_form import ask_form
from companion.games.english_rams.questions import QUESTIONS
from companion.games.english_rams.scoreboard import glance
from companion.games.english_rams.table import check_opening
from companion.games.english_rams.tally import RULES
from companion.rules.game import GameOf
from companion.rules.messages import N_

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
