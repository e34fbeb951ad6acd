"""List, archive and delete the past matches of a phone, and add them up in statistics."""

from dataclasses import replace
from typing import Literal

from cachetools import cached
from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from companion import games
from companion.audit_log import noted
from companion.cache import SharedCache
from companion.checksum import checksums
from companion.clock import patience
from companion.evening import drop_if_empty, is_evening
from companion.languages import alphabetical
from companion.limits import AT_ONCE, COUNTED, FOUND, SEARCH_LENGTH
from companion.parsing import game_of
from companion.presentation.statistics import result_of
from companion.presentation.statistics import statistics as statistics_of
from companion.repository import match_of
from companion.rules.ending import Result
from companion.store import DamagedMatch, MatchRow, Version
from companion.web.http.access import open_session, require_owner, shown
from companion.web.http.device import phone
from companion.web.http.filters import beside_title, called, day
from companion.web.http.rate_limit import here, thinking
from companion.web.http.request_store import store

pages = Blueprint("archive", __name__)


@pages.get("/matches")
def matches() -> str:
    """List the matches of this phone that have every word of the query in title, players, game or day."""
    asked = request.args.get("q", "")[:SEARCH_LENGTH]
    archived = "archived" in request.args
    rows_found = [row for row in store().matches_of(phone()) if row.archived == archived and _fits(row, asked)]
    late = patience(AT_ONCE)  # what time does not suffice for is told when the page is opened again
    shown = rows_found[:FOUND]
    rows = [(row, game_of(row.game), None if late() else _ended(row)) for row in shown]
    last = {row.event: row.id for row in shown if row.event}  # of an evening, the match under which it is named
    return render_template(
        "matches.html",
        matches=rows,
        evening_under={match_id: event for event, match_id in last.items()},
        asked=asked,
        archived=archived,
        more=len(rows_found) > FOUND,
    )


def _ended(row: MatchRow) -> Result | None:
    """Return the result of a match, None where it cannot be read."""
    counted = _of(row)
    return counted[1] if isinstance(counted, tuple) else None


def _fits(row: MatchRow, asked: str) -> bool:
    game = game_of(row.game)
    if not asked:
        return True
    name = _(game.name) if game else row.game
    played = (called(row, game), beside_title(row, game))
    known = alphabetical(" ".join((*played, *row.head["players"], name, row.created_at, day(row.created_at))))
    return all(word in known for word in alphabetical(asked).split())


@pages.post("/m/<match_id>/archive")
def archive(match_id: str) -> Response:
    """Archive a match, or bring it back."""
    row, _guest = require_owner(match_id)
    store().archive(match_id, not row.archived)
    return redirect(url_for("archive.matches"), 303)


@pages.route("/m/<match_id>/delete", methods=["GET", "POST"])
def delete(match_id: str) -> str | Response:
    """Delete the match from every phone, after asking twice."""
    require_owner(match_id)
    session = open_session(match_id)
    event = store().match(session.row.event) if session.row.event else None
    if event and not is_evening(event):
        abort(403, description=_("This match belongs to a tournament and is deleted with it."))
    answers = request.form.get("answers", 0, type=int)
    if answers == 2:
        store().delete(match_id)
        drop_if_empty(store(), session.row.event)
        noted("match deleted", match_id, entries=len(session.rows), address=here())
        return redirect(url_for("start.start"), 303)
    return shown("delete.html", session, answers=answers, rows=session.rows)


Counted = tuple[str, Result] | Literal["damaged"] | None


@pages.get("/statistics")
def statistics() -> str:
    """Add up all matches of this phone, game by game; archived ones count too.

    Those that time did not suffice for are counted when the page is asked for again; it says how many.
    """
    left_out = {event.id for event in store().events_of(phone()) if event.settings.uncounted}
    rows = [row for row in store().matches_of(phone()) if row.event not in left_out]
    with thinking() as give_up:
        counted = [(row.game, _of(row)) for row in rows if not give_up()]
    damaged = sum(one == "damaged" for _key, one in counted)
    distinct = list({one[0]: (key, one[1]) for key, one in counted if isinstance(one, tuple)}.values())
    tables = [(game, statistics_of(one for key, one in distinct if key == game.key)) for game in games.GAMES]
    return render_template(
        "statistics.html",
        tables=[(game, one) for game, one in tables if one.matches],
        left=len(rows) - len(counted),
        damaged=damaged,
    )


def _of(row: MatchRow) -> Counted:
    """Return the result of a match with a checksum, cached for each state of its record.

    Two matches with the same entries have the same checksum: one file taken in twice counts once.
    """
    return _result(row, store().version(row.id))


@cached(SharedCache(COUNTED), key=lambda row, version: (row.id, version))
def _result(row: MatchRow, version: Version | None) -> Counted:
    try:
        match = match_of(row, store().entries(row.id))
    except DamagedMatch:
        return "damaged"
    if match is None:
        return None
    untitled = replace(match, record=replace(match.record, title=""))
    sign = checksums(untitled).record if match.record.entries else row.id
    return sign, result_of(match.game, match.tally)
