"""Show the start page, and what concerns this phone alone: its language, connection, forgetting it, and its own app."""

import mimetypes
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from flask import Blueprint, abort, redirect, render_template, request, send_from_directory, url_for
from flask import Response as FileResponse
from flask import session as cookie
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from companion import games, resources
from companion.clock import now
from companion.languages import LANGUAGES
from companion.network import is_local
from companion.parsing import game_of
from companion.presentation.scoreboard import Scoreboard, scoreboard
from companion.repository import open_session
from companion.rules.game import Game
from companion.store import DamagedMatch, MatchRow
from companion.web.http.access import log_access
from companion.web.http.capabilities import capabilities
from companion.web.http.device import PHONE, YEAR, ensure_phone, phone
from companion.web.http.request_store import store
from companion.web.http.security import CSP, own_address
from companion.web.http.server_address import shown_code

mimetypes.add_type("text/javascript", ".mjs")
mimetypes.add_type("application/wasm", ".wasm")
pages = Blueprint("start", __name__)
VERSIONED = "_/"  # the prefix of files whose names change with their content
# Python in browsers is WebAssembly; the pages of the app are in a frame.
APP_CSP = (
    CSP.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
    .replace("frame-ancestors 'none'", "frame-ancestors 'self'")
    .replace("base-uri 'none'", "base-uri 'self'")
) + "; frame-src 'self'; worker-src 'self'"
AT_ONCE = 6  # running matches that the page shows
CODE_MINUTES = 10  # for which a code of this phone is valid
LOOKED_AT = 30  # the latest matches that are read, as a phone may have hundreds


@dataclass(frozen=True)
class Running:
    """A match that is not over, as the start page shows it; `board` is None if it is damaged."""

    row: MatchRow
    game: Game | None
    board: Scoreboard | None


@pages.get("/")
def start() -> str:
    """Show the matches that run on this phone, and the ways to begin or join one."""
    if PHONE not in cookie:
        ensure_phone()
    if not capabilities().alone:  # there it is kept without an end, and signing it would take a twentieth of the page
        cookie.modified = bool(phone())  # renews the cookie for a year
    return render_template("start.html", running=list(islice(_running(), AT_ONCE)), games=games.GAMES)


def _running() -> Iterator[Running]:
    """Yield the matches of this phone that are not over, the latest written first."""
    rows = [row for row in store().matches_of(phone()) if not row.archived]
    for row in rows[:LOOKED_AT]:
        session = None
        with suppress(DamagedMatch):
            session = open_session(store(), row.id, phone())
        if session is None:
            yield Running(row, game_of(row.game), None)
        elif session.tally.status != "finished" and not session.is_closed:  # there the director has typed the result
            yield Running(row, session.game, scoreboard(session.game, session.tally))


@pages.get("/connection")
def connection() -> str:
    """Tell what this phone cannot do over plain http, and what helps."""
    return render_template("connection.html", encrypted=request.is_secure)


@pages.get("/healthz")
def health() -> tuple[str, int, dict[str, str]]:
    """Answer 200 if the database can be read, for monitoring."""
    store().match("")
    return "ok\n", 200, {"Content-Type": "text/plain; charset=utf-8"}


@pages.post("/language")
def choose_language() -> Response:
    """Set the language of this phone."""
    if request.form.get("lang") in LANGUAGES:
        cookie["lang"] = request.form["lang"]
    return redirect(own_address(request.form.get("back", ""), url_for("start.start")), 303)


@pages.get("/phone")
def this_phone() -> str:
    """Show what concerns this phone alone."""
    return render_template("this_phone.html", code="")


@pages.post("/phone")
def show_code() -> str:
    """Show a code for `companion import --for CODE`, which gives matches to this phone, once."""
    code = store().show_code(ensure_phone(), at=now(), until=now(CODE_MINUTES))
    return render_template("this_phone.html", code=shown_code(code), typed=code, minutes=CODE_MINUTES)


@pages.get("/forget")
def forget_page() -> str:
    """Show what forgetting this phone would do to its matches."""
    rows = store().matches_of(phone())
    alone = [row for row in rows if _is_alone(row)]
    shared = [row for row in rows if row not in alone]
    return render_template("forget.html", alone=_with_games(alone), shared=_with_games(shared))


def _with_games(rows: list[MatchRow]) -> list[tuple[MatchRow, Game | None]]:
    return [(row, game_of(row.game)) for row in rows]


def _is_alone(row: MatchRow) -> bool:
    return row.owner == phone() and len(store().guests(row.id)) == 1


@pages.post("/forget")
def forget() -> Response:
    """Delete the identity of this phone; its matches go to other phones that are in them."""
    if phone():  # without an identity it owns no matches
        store().forget(phone())
        log_access("phone forgotten")
    cookie.clear()
    return redirect(url_for("start.start"), 303)


# --- the app without a server


def phone_folder() -> Path:
    """Return the folder of the app without a server; it is missing if it was not built."""
    return resources.folder("dist") / "phone"


@pages.get("/phone/", defaults={"name": "index.html"})
@pages.get("/phone/<path:name>")
def phone_app(name: str) -> FileResponse:
    """Serve a file of the app without a server; for any other address its 404 page, which starts the app.

    `make phone` builds the folder. Browsers run it over https, and on this computer itself.
    """
    if not (phone_folder() / "index.html").is_file():
        abort(404)
    if not (request.is_secure or is_local(request.host_url)):
        abort(404, description=_("The app without a server runs over https only. This address is plain http."))
    is_there = (phone_folder() / name).is_file()
    response = send_from_directory(phone_folder(), name if is_there else "404.html", max_age=0)
    response.status_code = response.status_code if is_there else 404
    response.headers["Content-Security-Policy"] = APP_CSP
    if is_there and name.startswith(VERSIONED):
        response.cache_control.max_age = YEAR
        response.cache_control.immutable = True
    return response
