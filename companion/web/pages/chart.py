"""The course of a match, drawn."""

from flask import Blueprint, render_template, request

from companion.limits import ON_PAGE
from companion.presentation.chart import HEIGHT, WIDTH, chart
from companion.web.http.access import sit_down

pages = Blueprint("course", __name__)


@pages.get("/m/<match_id>/course")
def page(match_id: str) -> str:
    """The whole of it drawn, and the latest numbers beside, or those before one."""
    session = sit_down(match_id)
    tally = session.tally
    lines = [line for line in tally.lines if line.scores or line.balances]
    end = min(max(request.args.get("before", len(lines) + 1, type=int), 1), len(lines) + 1) - 1
    start = max(0, end - ON_PAGE)
    return render_template(
        "course.html",
        session=session,
        game=session.game,
        match_id=match_id,
        players=session.players,
        chart=chart(tally),
        rows=[(line, tally.deal(line)) for line in lines[start:end]],
        earlier=start,
        later=len(lines) - end,
        size=(WIDTH, HEIGHT),
    )
