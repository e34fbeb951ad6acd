"""Past matches: found again, archived, deleted."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.audit_log import noted
from companion.languages import alphabetical
from companion.limits import FOUND, SEARCH_LENGTH
from companion.parsing import game_of
from companion.store import MatchRow
from companion.web.http.access import owner_only, sit_down
from companion.web.http.device import phone
from companion.web.http.filters import day
from companion.web.http.locale import gettext as _
from companion.web.http.rates import here
from companion.web.http.request_store import store

pages = Blueprint("past", __name__)


@pages.get("/matches")
def matches() -> str:
    """All matches of this phone, found by a word of their title, players or game, or by a day like 2026-11-21."""
    asked = request.args.get("q", "")[:SEARCH_LENGTH]
    archived = "archived" in request.args
    found = [row for row in store().matches_of(phone()) if row.archived == archived and _fits(row, asked)]
    rows = [(row, game_of(row.game)) for row in found[:FOUND]]
    return render_template("matches.html", matches=rows, asked=asked, archived=archived, more=len(found) > FOUND)


def _fits(row: MatchRow, asked: str) -> bool:
    """Whether every word asked for occurs somewhere in what is known of the match."""
    game = game_of(row.game)
    name = _(game.name) if game else row.game
    known = alphabetical(" ".join((row.title, *row.head["players"], name, row.created_at, day(row.created_at))))
    return all(word in known for word in alphabetical(asked).split())


@pages.post("/m/<match_id>/archive")
def archive(match_id: str) -> Response:
    row, _guest = owner_only(match_id)
    store().archive(match_id, not row.archived)
    return redirect(url_for("past.matches"), 303)


@pages.route("/m/<match_id>/delete", methods=["GET", "POST"])
def delete(match_id: str) -> str | Response:
    """Asked twice: the second answer deletes the match from every phone."""
    owner_only(match_id)
    session = sit_down(match_id)
    answers = request.form.get("answers", 0, type=int)
    if answers == 2:
        store().delete(match_id)
        noted("match deleted", match_id, entries=len(session.rows), address=here())
        return redirect(url_for("start.start"), 303)
    return render_template(
        "delete.html", session=session, game=session.game, match_id=match_id, answers=answers, rows=session.rows
    )
