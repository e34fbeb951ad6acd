"""The scoreboard alone, huge: for a tablet propped up, a television, or lying flat among the players."""

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask import session as cookie
from werkzeug.wrappers import Response as Answer

from companion.presentation.entry_text import effect, name_of
from companion.presentation.preview import with_short_names
from companion.presentation.scoreboard import scoreboard
from companion.repository import MatchSession
from companion.rules.messages import Say, say
from companion.submission.upcard import known
from companion.web.http.access import admit, sit_down
from companion.web.http.device import phone
from companion.web.http.request_store import store
from companion.web.http.server_address import door

pages = Blueprint("board", __name__, url_prefix="/m/<match_id>/board")
FACES = 2  # players who can sit on both sides of a tablet
LIGHTS = ("day", "night", "")  # on paper, on black, or as the screen itself has it


@pages.get("")
def page(match_id: str) -> str:
    return render_template("board.html", **_context(sit_down(match_id)), is_news=False)


@pages.get("/live")
def live(match_id: str) -> Response | str:
    """The board anew, or nothing (204); once the next match has begun, its board."""
    session = sit_down(match_id)
    following = session.row.followed_by
    if following and store().guest(following, phone()):
        address = url_for("board.page", match_id=following, flat=_flat())
        return Response(status=204, headers={"HX-Redirect": address})
    return render_template("_fragments/bigboard.html", **_context(session), is_news=True)


@pages.post("/light")
def light(match_id: str) -> Answer:
    """Light or dark on this screen, until it is asked for otherwise."""
    admit(match_id)
    chosen = request.form.get("light", "")
    if chosen not in LIGHTS:
        abort(400)
    cookie["light"] = chosen
    return redirect(url_for("board.page", match_id=match_id, flat=_flat()), 303)


def _flat() -> str | None:
    """Whether the screen lies among the players, and is read from both sides."""
    return "1" if "flat" in request.args else None


def _context(session: MatchSession) -> dict[str, object]:
    return {
        "session": session,
        "game": session.game,
        "match_id": session.row.id,
        "tally": session.tally,
        "players": session.players,
        "history": session.match.replay.history,
        "scores": scoreboard(session.game, session.tally),
        "last": _last_deal(session),
        "turned": session.game.turned(session.tally, known(store(), session)),
        "joining": door().drawn(session.row.read_code),
        "may_face": len(session.players) == FACES,
        "flat": _flat(),
        "light": cookie.get("light", ""),
    }


def _last_deal(session: MatchSession) -> Say | None:
    """What the last deal did to whom, in a line or two: a long name by what tells it from the others."""
    tally = session.tally
    line = next((line for line in reversed(tally.lines) if line.kind == "deal"), None)
    moved = [with_short_names(one, session.players) for one in effect(tally, line.entry)] if line else []
    return say("{entry}: {changes}", entry=name_of(tally, line.entry), changes=moved) if line and moved else None
