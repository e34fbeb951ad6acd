"""Any other game: a sheet for games without rules of their own here."""

from pathlib import Path

from companion.games.free.hooks import (
    JSON_OUTPUT,
    REASONS,
    filled,
    form,
    missing,
    new_part,
    own_points,
    paper_columns,
    scoreboard,
    usual_penalties,
)
from companion.games.free.options import NAME, PRESETS, Opening, Options, kind_name
from companion.games.free.tally import RULES, SEATS, Deal, check_opening, dealer, people
from companion.rules.game import GameOf
from companion.rules.messages import N_

GAME = GameOf(
    key="free",
    folder=Path(__file__).parent,
    name=NAME,
    seats=SEATS,
    options=Options,
    opening=Opening,
    deals=(Deal,),
    rules=RULES,
    check_opening=check_opening,
    new_part=new_part,
    seats_clause="free.deal.points",
    json_output=JSON_OUTPUT,
    questions={"dealer": dealer, "people": people},
    form=form,
    filled=filled,
    missing=missing,
    own_points=own_points,
    scoreboard=scoreboard,
    lower_wins=lambda options: options.low,
    paper_columns=paper_columns,
    presets=PRESETS,
    named=kind_name,
    is_titled=True,
    asked_first=("winner",),
    ends=("target", "limit", "length"),
    usual_penalties=usual_penalties,
    reasons=tuple(REASONS),
    dispute=N_("somebody has to leave"),
)
