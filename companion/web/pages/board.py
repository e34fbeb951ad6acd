"""Show the scoreboard alone, huge: on a tablet, or on a television that a phone or a code has paired.

A television may read and never write, and the owner of the match can show it out as any phone.
"""

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from flask import session as cookie
from werkzeug.wrappers import Response as Answer

from companion.audit_log import noted
from companion.clock import now
from companion.presentation.entry_text import effect, name_of
from companion.presentation.preview import with_short_names
from companion.presentation.scoreboard import scoreboard
from companion.repository import MatchSession, label
from companion.rules.messages import Say, say
from companion.submission.upcard import known
from companion.web.http.access import admit, sit_down
from companion.web.http.device import known_phone, need_cookie, phone, renewed
from companion.web.http.locale import gettext as _
from companion.web.http.rate_limit import here, rates
from companion.web.http.request_store import store
from companion.web.http.server_address import door
from companion.web.http.tv_pairing import screens
from companion.web.pages.join import count_wrong, find_seat, opened_by, plain_code
from companion.web.pages.share import share_page

pages = Blueprint("board", __name__)
FACES = 2  # players who can sit on both sides of a tablet
LIGHTS = ("day", "night", "")  # on paper, on black, or as the screen itself has it


@pages.get("/m/<match_id>/board")
def page(match_id: str) -> str:
    return render_template("board.html", **_context(sit_down(match_id)), is_news=False)


@pages.get("/m/<match_id>/board/live")
def live(match_id: str) -> Response | str:
    """The board anew, or nothing (204); once the next match has begun, its board."""
    session = sit_down(match_id)
    following = session.row.followed_by
    if following and store().guest(following, phone()):
        address = url_for("board.page", match_id=following, flat=_flat())
        return Response(status=204, headers={"HX-Redirect": address})
    return render_template("_fragments/bigboard.html", **_context(session), is_news=True)


@pages.post("/m/<match_id>/board/light")
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
        "history": session.match.record.history,
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


@pages.get("/tv")
def tv() -> Answer:
    """A code in large letters, until a phone of a table has typed it; and a field for the code of a match."""
    code = _code(known_phone())
    return make_response(render_template("tv.html", code=code), 200 if code else 429)


def _code(screen: str) -> str:
    """The code that a screen shows; none where too many wait already, in all or from this address."""
    code = screens().code_of(screen)
    if not code and not rates().new_screens.is_full(here()):
        code = screens().new_code(screen)
        rates().new_screens.count(here())
    return code


@pages.get("/tv/live")
def tv_live() -> Response:
    """Nothing (204) while it waits; then on to the board, or to another code when this one has grown old."""
    screen, waiting = phone(), screens()
    match_id = waiting.sent(screen)
    if match_id and store().guest(match_id, screen):
        return Response(status=204, headers={"HX-Redirect": url_for("board.page", match_id=match_id)})
    is_old = not waiting.shows(screen, request.args.get("code", ""))
    return Response(status=204, headers={"HX-Refresh": "true"} if is_old else {})


@pages.post("/tv")
def tv_by_code() -> Answer:
    """The code of a match, typed on the television itself; also the one for writing lets it only read."""
    found = opened_by(request.form.get("code", ""))
    if found.invitation:
        abort(404)
    need_cookie()
    _let_in(found.match.id, renewed())
    return redirect(url_for("board.page", match_id=found.match.id), 303)


@pages.post("/m/<match_id>/tv")
def send_to_tv(match_id: str) -> Answer:
    """From a phone of the table to the television whose code was typed.

    A right one passes, however often this phone or others have mistyped theirs.
    """
    admit(match_id)
    typed = request.form.get("code", "")
    screen = screens().take(plain_code(typed), match_id)
    if screen is None:
        count_wrong(rates(), phone())
        wrong = _("No television shows this code. It changes every few minutes: look at it again.")
        return make_response(share_page(sit_down(match_id), screen_code=typed, wrong_screen=wrong), 404)
    _let_in(match_id, screen)
    return redirect(url_for("share.page", match_id=match_id) + "#phones", 303)


def _let_in(match_id: str, screen: str) -> None:
    """For reading; a phone that may write already keeps its pen."""
    find_seat(store().guests(match_id), screen, may_write=False)
    store().let_in(match_id, screen, may_write=False, at=now())
    noted("board sent", match_id, phone=label(match_id, screen), by=label(match_id, phone()), address=here())
