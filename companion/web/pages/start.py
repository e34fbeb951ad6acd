"""The start page: this phone's matches, a new one, joining by code, and the language."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask import session as cookie
from werkzeug.wrappers import Response

import companion
from companion import games
from companion.languages import LANGUAGES
from companion.parsing import game_of
from companion.web.http.device import PHONE, known_phone, phone
from companion.web.http.origin_check import own_address
from companion.web.http.request_store import store

pages = Blueprint("start", __name__)


@pages.get("/")
def start() -> str:
    if PHONE not in cookie:
        known_phone()
    cookie.modified = bool(phone())  # the cookie is good for another year
    return start_page()


def start_page(*, code: str = "", wrong_code: str = "") -> str:
    """With the code that somebody has typed, and what is wrong with it."""
    rows = [(row, game_of(row.game)) for row in store().matches_of(phone()) if not row.archived]
    return render_template(
        "start.html",
        matches=rows,
        games=games.GAMES,
        code=code,
        wrong_code=wrong_code,
        version=companion.__version__,
    )


@pages.get("/connection")
def connection() -> str:
    """What this phone cannot do here over plain http, and what helps."""
    return render_template("connection.html", encrypted=request.is_secure)


@pages.get("/healthz")
def health() -> tuple[str, int, dict[str, str]]:
    """For watchers: 200 when the database answers."""
    store().match("")
    return "ok\n", 200, {"Content-Type": "text/plain; charset=utf-8"}


@pages.post("/language")
def choose_language() -> Response:
    if request.form.get("lang") in LANGUAGES:
        cookie["lang"] = request.form["lang"]
    return redirect(own_address(request.form.get("back", ""), url_for("start.start")), 303)
