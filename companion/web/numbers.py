"""How the numbers on the board came about, entry by entry, each with its clause."""

from flask import Blueprint, render_template

from companion.derivation import accounts
from companion.web.sitting import sit_down

pages = Blueprint("numbers", __name__)


@pages.get("/m/<match_id>/numbers")
def page(match_id: str) -> str:
    sitting = sit_down(match_id)
    return render_template(
        "numbers.html",
        sitting=sitting,
        game=sitting.game,
        match_id=match_id,
        tally=sitting.tally,
        accounts=accounts(sitting.game, sitting.tally),
    )
