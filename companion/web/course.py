"""The course of a match, drawn."""

from flask import Blueprint, render_template

from companion.chart import HEIGHT, WIDTH, chart
from companion.web.sitting import sit_down

pages = Blueprint("course", __name__)


@pages.get("/m/<match_id>/course")
def page(match_id: str) -> str:
    sitting = sit_down(match_id)
    tally = sitting.tally
    return render_template(
        "course.html",
        sitting=sitting,
        game=sitting.game,
        match_id=match_id,
        players=sitting.players,
        chart=chart(tally),
        lines=[line for line in tally.lines if line.scores or line.balances],
        size=(WIDTH, HEIGHT),
    )
