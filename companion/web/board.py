"""The scoreboard alone, huge: for a tablet propped up, a television, or lying between two players."""

from flask import Blueprint, Response, render_template, request, url_for

from companion import qr
from companion.keeping import Sitting
from companion.scoreboard import scoreboard
from companion.web.connection import store
from companion.web.door import door
from companion.web.phone import phone
from companion.web.sitting import nothing_new, sit_down

pages = Blueprint("board", __name__, url_prefix="/m/<match_id>/board")
FACES = 2  # players who can sit on both sides of a tablet


@pages.get("")
def page(match_id: str) -> str:
    return render_template("board.html", **_context(sit_down(match_id)))


@pages.get("/live")
def live(match_id: str) -> Response | str:
    """The board anew, or nothing (204); once the next match has begun, its board."""
    if nothing_new(match_id):
        return Response(status=204)
    sitting = sit_down(match_id)
    if sitting.row.followed_by and store().guest(sitting.row.followed_by, phone()):
        return Response(status=204, headers={"HX-Redirect": url_for("board.page", match_id=sitting.row.followed_by)})
    return render_template("_fragments/bigboard.html", **_context(sitting))


def _context(sitting: Sitting) -> dict[str, object]:
    return {
        "sitting": sitting,
        "game": sitting.game,
        "match_id": sitting.row.id,
        "tally": sitting.tally,
        "players": sitting.players,
        "history": sitting.match.record.history,
        "scores": scoreboard(sitting.game, sitting.tally),
        "joining": qr.drawn(door().link(sitting.row.read_code)),
        "may_face": len(sitting.players) == FACES,
        "facing": "face" in request.args and len(sitting.players) == FACES,
    }
