"""Grant access to matches and events, and answer polls: a phone sees only those that it was let in to.

A poll in which nothing has changed is answered with 204 and one query, bypassing Flask. All other requests go on to the
app: changed matches, unknown phones, other host names, an unavailable store.
"""

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NoReturn

from flask import Flask, Response, abort, g, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Request

from companion.audit_log import noted
from companion.events.state import State
from companion.limits import READERS, WRITERS
from companion.parsing import game_of
from companion.repository import MatchSession, session_of
from companion.rules.game import Game
from companion.rules.rulings import Ruling
from companion.store import EVENT, Guest, MatchRow, Unavailable, Version
from companion.stored_events import EventSession, is_evening, open_event
from companion.stored_events.directing import with_results
from companion.web.http.device import PHONE, Cookie, has_current_key, phone
from companion.web.http.rate_limit import client_address
from companion.web.http.request_store import borrowed_store, store
from companion.web.http.security import is_own_name, safe_headers

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

SHOWN_OUT = "out"  # in the place of a version


def known_game(key: str) -> Game:
    """Return the game that an address names; 404 if there is none."""
    return game_of(key) or abort(404)


def require_access(match_id: str, *, write: bool = False) -> tuple[MatchRow, Guest, list[Guest]]:
    """Return a match, its guest, this phone, and all its guests.

    Args:
        match_id: the match.
        write: true if the phone wants to write.

    Raises:
        NotFound: The phone was not let in, or there is no such match; the answer is the same.
        Forbidden: It may not write.
    """
    row = store().match(match_id)
    guests = store().guests(match_id) if row else []
    guest = next((one for one in guests if one.phone == phone()), None)
    if row is None or guest is None:
        _turn_away(match_id)
    if write and not guest.may_write:
        abort(403)
    return row, guest, guests


def _turn_away(match_id: str) -> NoReturn:
    """Answer 404, as if there were no such match; tell only a former guest that it was shown out.

    Former guests of a deleted match are redirected: from a deleted part to the part before it, from a table's match
    that was replaced to the new one, and from a round that was taken back to its event. So are open pages that poll.
    """
    instead = store().instead_of(match_id)
    if instead and request.method == "GET" and store().guest(instead, phone()):
        address = url_for("match.page", match_id=instead, undone=1)
        row = store().match(instead)
        if row and row.game == EVENT:
            address = url_for("director.page", event_id=instead, undone=1)
        elif request.blueprint == "board":
            address = url_for("board.page", match_id=instead, flat=request.args.get("flat"))
        is_poll = "after" in request.args
        abort(Response(status=204, headers={"HX-Redirect": address}) if is_poll else redirect(address, 303))
    if any(one.phone == phone() for one in store().claims(match_id)):
        g.version = SHOWN_OUT
    abort(404)


def require_owner(match_id: str) -> tuple[MatchRow, Guest]:
    """Return the match and its guest for the phone that owns it.

    Raises:
        NotFound: the phone was not let in.
        Forbidden: another phone owns the match.
    """
    row, guest, _guests = require_access(match_id)
    if row.owner != guest.phone:
        abort(403, description=_("Only the phone of the owner can do that."))
    return row, guest


def open_match_session(match_id: str, *, write: bool = False) -> MatchSession:
    """Return the whole match as a phone that was let in sees it.

    Raises:
        NotFound: The phone was not let in, or the game is unknown.
        Forbidden: It may not write, and wants to.
        Conflict: This version cannot read the match.
    """
    row, guest, guests = require_access(match_id, write=write)
    known_game(row.game)
    session = session_of(store(), row, guest, guests) or abort(409)
    g.version, g.opened = session.version, match_id
    return session


def open_event_session(event_id: str, *, write: bool = False) -> EventSession:
    """Open an event for this phone.

    Raises:
        NotFound: the phone may not open it, or there is no such event.
        Forbidden: `write` is set, and the phone may not write.
    """
    session = open_event(store(), event_id, phone()) if phone() else None
    if session is None:
        abort(404)
    if write and not (session.guest.may_write if is_evening(session.row) else session.is_director):
        abort(403)
    g.version = session.version
    return session


def open_as_director(event_id: str) -> EventSession:
    """Return an event for its director.

    Raises:
        NotFound: the phone may not open it, or it is an evening without rounds.
        Forbidden: the phone is not the director's.
        Conflict: the stored event cannot be counted.
    """
    session = with_results(store(), open_event_session(event_id))
    if is_evening(session.row):
        abort(404)
    if not session.is_director:
        abort(403, description=_("Only the phone of the director can do that."))
    state_of(session)
    return session


def state_of(session: EventSession) -> State:
    """Return the state of an event.

    Raises:
        Conflict: it cannot be counted.
    """
    return abort(409) if isinstance(session.state, Ruling) else session.state


def game_or_session(game_key: str = "", match_id: str = "") -> tuple[Game, MatchSession | None]:
    """Return the game that an address names, or the match and its game."""
    session = open_match_session(match_id) if match_id else None
    return session.game if session else known_game(game_key), session


def shown(template: str, session: MatchSession, **more: object) -> str:
    """Render a page of a match."""
    of_match = {"match_id": session.row.id, "tally": session.tally, "players": session.players}
    return render_template(template, session=session, game=session.game, **of_match, **more)


def log_access(event: str, match_id: str = "", **more: object) -> None:
    """Log an event of access for the host, with the address of the client."""
    noted(event, match_id, **more, address=client_address())


def require_room(guests: Sequence[Guest], me: str, *, may_write: bool) -> None:
    """Check that there is room for this phone, for writing or for reading.

    Raises:
        Forbidden: the match has too many phones already.
    """
    alike = [guest.phone for guest in guests if guest.may_write == may_write]
    seats = WRITERS if may_write else READERS
    known = any(guest.phone == me and guest.may_write >= may_write for guest in guests)
    if not known and len(alike) >= seats:
        abort(403, description=_("This table already has %(n)s phones. No more can join.", n=seats))


# --- polls in which nothing has changed

NEWS_PAGE = re.compile(r"/(?:live|healthz)$")  # monitoring asks as often as phones do
NEWS_AFTER = re.compile(r"/(?:m/[0-9a-f]+/(?:share|entries/[0-9]+)|e/[0-9a-f]+(?:/rounds|/board)?)$")
POLL = re.compile(r"/m/([0-9a-f]{1,32})/.+")
AFTER = re.compile(r"(?:.*&)?after=([0-9]+\.[0-9]+)(?:&.*)?")


def is_poll(method: str, path: str, query: str) -> bool:
    """Return True if a request is a poll, which phones send every few seconds."""
    return method == "GET" and bool(NEWS_PAGE.search(path) or ("after=" in query and NEWS_AFTER.search(path)))


def has_seen(version: Version) -> bool:
    """Return True if this request is a poll of a page that shows this version."""
    return Version.parse(request.args.get("after", "")) == version


def answer_polls() -> Response | None:
    """Answer 204 to a poll of a match that has not changed, before a page is rendered; 404 unless it was let in."""
    match_id = (request.view_args or {}).get("match_id", "")
    if not match_id or request.method != "GET" or "after" not in request.args:
        return None
    version = g.version = store().version_for(match_id, phone())
    if version is None:
        _turn_away(match_id)
    return Response(status=204) if has_seen(version) else None


class PollMiddleware:
    """WSGI middleware that answers unchanged polls itself."""

    def __init__(self, app: Flask, further: "WSGIApplication"):
        self.app, self.further = app, further

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        request = Request(environ, populate_request=False)
        seen = self._unchanged_version(request)
        if not seen:
            return self.further(environ, start_response)
        headers = safe_headers(self.app, request.scheme, request.host, request.root_path)
        start_response("204 NO CONTENT", [*headers.items(), ("Companion", seen)])
        return ()

    def _unchanged_version(self, request: Request) -> str:
        """Return the version that a poll names if it is still the current one, else an empty string."""
        poll = POLL.fullmatch(request.environ["PATH_INFO"]) if request.method == "GET" else None
        after = AFTER.fullmatch(request.environ["QUERY_STRING"]) if poll else None
        if not poll or not after or not is_own_name(self.app, request.host):
            return ""
        cookie = Cookie().open_session(self.app, request)
        phone = str(cookie.get(PHONE, ""))
        if not phone:
            return ""
        try:
            with borrowed_store(self.app) as store:
                current = store.version_and_key(poll[1], phone)
        except Unavailable:
            return ""
        return after[1] if current and str(current[0]) == after[1] and has_current_key(current[1], cookie) else ""
