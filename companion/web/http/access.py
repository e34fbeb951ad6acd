"""Grant access to matches: a phone sees only those that it was let in to."""

from typing import NoReturn

from flask import Response, abort, g, redirect, render_template, request, url_for
from flask_babel import gettext as _

from companion.parsing import game_of
from companion.repository import MatchSession, seat
from companion.rules.game import Game
from companion.store import Guest, MatchRow, Version
from companion.web.http.device import phone
from companion.web.http.request_store import store

SHOWN_OUT = "out"  # in the place of a version


def known_game(key: str) -> Game:
    """Return the game that an address names; 404 if there is none."""
    return game_of(key) or abort(404)


def require_access(match_id: str, *, write: bool = False) -> tuple[MatchRow, Guest, list[Guest]]:
    """Return a match, its guest, this phone, and all its guests.

    Args:
        match_id: The match.
        write: Whether the phone wants to write.

    Raises:
        NotFound: The phone was not let in; it is told the same where there is no such match.
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

    Whoever opens a part of a match that is deleted is led back to the part before it, and from a table's match that was
    made anew to the new one, also a page that was open there.
    """
    instead = store().instead_of(match_id)
    if instead and request.method == "GET" and store().guest(instead, phone()):
        address = url_for("match.page", match_id=instead, undone=1)
        if request.blueprint == "board":
            address = url_for("board.page", match_id=instead, flat=request.args.get("flat"))
        is_poll = "after" in request.args
        abort(Response(status=204, headers={"HX-Redirect": address}) if is_poll else redirect(address, 303))
    if any(one.phone == phone() for one in store().claims(match_id)):
        g.version = SHOWN_OUT
    abort(404)


def require_owner(match_id: str) -> tuple[MatchRow, Guest]:
    """Return the match and its guest for the phone that owns it; 403 for others."""
    row, guest, _guests = require_access(match_id)
    if row.owner != guest.phone:
        abort(403, description=_("Only the phone of the owner can do that."))
    return row, guest


def nothing_new(match_id: str) -> bool:
    """Tell whether nothing has changed since the version that a poll names; 404 unless the phone was let in."""
    version = g.version = store().version_for(match_id, phone())
    if version is None:
        _turn_away(match_id)
    return Version.parse(request.args.get("after", "")) == version


def answer_polls() -> Response | None:
    """Answer 204 to a poll when nothing has changed, before a page is rendered."""
    match_id = (request.view_args or {}).get("match_id", "")
    is_poll = bool(match_id) and request.method == "GET" and "after" in request.args
    return Response(status=204) if is_poll and nothing_new(match_id) else None


def open_session(match_id: str, *, write: bool = False) -> MatchSession:
    """Return the whole match as a phone that was let in sees it.

    Raises:
        NotFound: The phone was not let in, or the game is unknown.
        Forbidden: It may not write, and wants to.
        Conflict: This version cannot read the match.
    """
    row, guest, guests = require_access(match_id, write=write)
    known_game(row.game)
    session = seat(store(), row, guest, guests) or abort(409)
    g.version, g.opened = session.version, match_id
    return session


def game_or_session(game_key: str = "", match_id: str = "") -> tuple[Game, MatchSession | None]:
    """Return the game that an address names, or the match and its game."""
    session = open_session(match_id) if match_id else None
    return session.game if session else known_game(game_key), session


def shown(template: str, session: MatchSession, **more: object) -> str:
    """Render a page of a match."""
    of_match = {"match_id": session.row.id, "tally": session.tally, "players": session.players}
    return render_template(template, session=session, game=session.game, **of_match, **more)
