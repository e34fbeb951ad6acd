"""Show the scoreboard alone, huge: on a tablet, or on a television that a phone or a code has paired.

A television can only read, and the owner of the match can show it out like any phone.
"""

from dataclasses import dataclass

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from flask import session as cookie
from flask_babel import gettext as _
from werkzeug.wrappers import Response as Answer

from companion.clock import later, now, seconds_between
from companion.presentation.entry_text import effect, name_of
from companion.presentation.preview import with_short_names
from companion.presentation.scoreboard import scoreboard
from companion.repository import MatchSession
from companion.rules.messages import N_, Say, say
from companion.store import EVENT, MatchRow, label
from companion.submission.partial_deal import known_upcard
from companion.web.http.access import log_access, open_match_session, require_access, require_room, shown
from companion.web.http.capabilities import capabilities
from companion.web.http.device import ensure_phone, phone, renewed, require_cookie
from companion.web.http.rate_limit import client_address, count_wrong_code, rates
from companion.web.http.request_store import screens, store
from companion.web.http.server_address import plain_code, server_address
from companion.web.pages.join import check_code_or_abort
from companion.web.pages.match_reports import share_page

pages = Blueprint("board", __name__)
FACES = 2  # players for whom the board can be drawn twice, for both sides of a tablet
NO_SCREEN = N_("No TV is showing this code. The code changes every few minutes, so check the screen again.")
LIGHTS = ("day", "night", "")  # light, dark, or the setting of the device


@pages.get("/m/<match_id>/board")
def page(match_id: str) -> str:
    return _board("board.html", open_match_session(match_id), is_news=False)


@pages.get("/m/<match_id>/board/live")
def live(match_id: str) -> Response | str:
    """Return the board, or 204 with a redirect once the next match has begun."""
    session = open_match_session(match_id)
    following = session.row.followed_by
    if following and store().guest(following, phone()):
        address = url_for("board.page", match_id=following, flat=_flat())
        return Response(status=204, headers={"HX-Redirect": address})
    return _board("_fragments/big_board.html", session, is_news=True)


@pages.post("/m/<match_id>/board/light")
def light(match_id: str) -> Answer:
    """Make the board light or dark on this screen."""
    require_access(match_id)
    chosen = request.form.get("light", "")
    if chosen not in LIGHTS:
        abort(400)
    cookie["light"] = chosen
    return redirect(url_for("board.page", match_id=match_id, flat=_flat()), 303)


def _flat() -> str | None:
    """Return the flag that the screen lies flat between two players and is read from both sides."""
    return "1" if "flat" in request.args else None


def _board(template: str, session: MatchSession, *, is_news: bool) -> str:
    return shown(
        template,
        session,
        is_news=is_news,
        history=session.match.replay.history,
        scores=scoreboard(session.game, session.tally),
        last=_last_deal(session),
        upcard=session.game.upcard(session.tally, known_upcard(store(), session)),
        joining=server_address().drawn(session.row.read_code) if capabilities().invite else "",
        may_face=len(session.players) == FACES,
        flat=_flat(),
        light=cookie.get("light", ""),
    )


def _last_deal(session: MatchSession) -> Say | None:
    """Return the effect of the last deal, with short names."""
    tally = session.tally
    line = next((line for line in reversed(tally.lines) if line.kind == "deal"), None)
    moved = [with_short_names(one, session.players) for one in effect(tally, line.entry)] if line else []
    return say("{entry}: {changes}", entry=name_of(tally, line.entry), changes=moved) if line and moved else None


# --- the time of play


@dataclass(frozen=True)
class Time:
    """The agreed end of play, and the seconds left; 0 or less when it is over."""

    until: str
    left: int

    @classmethod
    def to(cls, until: str) -> "Time":
        return cls(until, seconds_between(now(), until))

    @property
    def is_over(self) -> bool:
        return self.left <= 0


@pages.app_template_global()
def time_up(session: MatchSession) -> Time | None:
    """Return the agreed end of play, counted from the beginning of the match or of its first part.

    The match does not end by itself: the current deal is finished and counts.
    """
    minutes = session.tally.minutes
    if not minutes or session.tally.status == "finished":
        return None
    return Time.to(later(_began(session.row), minutes))


def _began(row: MatchRow) -> str:
    """Return when a match began; if it has several parts, the time of the first entry of the first part."""
    first = row
    while first.follows and "continues" in first.head and (before := store().match(first.follows)):
        first = before
    entries = store().entries(first.id) if first is not row else []
    return entries[0].at if entries else first.created_at


# --- televisions


@pages.get("/tv")
def tv() -> Answer:
    """Show a code in large letters until a phone has typed it, and a field for the code of a match."""
    code = _code(ensure_phone())
    return make_response(render_template("tv.html", code=code), 200 if code else 429)


def _code(screen: str) -> str:
    """Return the code of a screen; empty if too many are waiting, in all or from this address."""
    code = screens().code_of(screen)
    if not code and not rates().new_screens.is_full(client_address()):
        code = screens().new_code(screen)
        rates().new_screens.count(client_address())
    return code


@pages.get("/tv/live")
def tv_live() -> Response:
    """Answer 204 while the screen waits; then redirect it to the board, or reload it when its code has expired."""
    screen, waiting = phone(), screens()
    match_id = waiting.sent(screen)
    if match_id and store().guest(match_id, screen):
        row = store().match(match_id)
        is_event = row is not None and row.game == EVENT
        of_match, of_event = url_for("board.page", match_id=match_id), url_for("director.board", event_id=match_id)
        return Response(status=204, headers={"HX-Redirect": of_event if is_event else of_match})
    is_old = not waiting.shows(screen, request.args.get("code", ""))
    return Response(status=204, headers={"HX-Refresh": "true"} if is_old else {})


@pages.post("/tv")
def tv_by_code() -> Answer:
    """Show the board of the match whose code was typed on the television; it may only read."""
    opened = check_code_or_abort(request.form.get("code", ""))
    if opened.invitation:
        abort(404)
    require_cookie()
    _let_in(opened.match.id, renewed())
    return redirect(url_for("board.page", match_id=opened.match.id), 303)


@pages.post("/m/<match_id>/tv")
def send_to_tv(match_id: str) -> Answer:
    """Send the board to the television whose code was typed on a phone of the table.

    A correct code is accepted even if wrong codes have used up the rate limit.
    """
    require_access(match_id)
    typed = request.form.get("code", "")
    if not let_in_screen(match_id, typed):
        return make_response(
            share_page(open_match_session(match_id), screen_code=typed, wrong_screen=_(NO_SCREEN)), 404
        )
    return redirect(url_for("reports.share", match_id=match_id) + "#phones", 303)


def let_in_screen(match_id: str, typed: str) -> bool:
    """Let the screen that shows a code in to a match or an event; count the code as wrong if none shows it."""
    screen = screens().take(plain_code(typed), match_id)
    if screen is None:
        count_wrong_code()
        return False
    _let_in(match_id, screen)
    return True


def _let_in(match_id: str, screen: str) -> None:
    """Let a screen in to read; a phone that has write access keeps it."""
    require_room(store().guests(match_id), screen, may_write=False)
    store().let_in(match_id, screen, may_write=False, at=now())
    log_access("board sent", match_id, phone=label(match_id, screen), by=label(match_id, phone()))
