"""The record as it was written."""

from flask import Blueprint, render_template, request

from companion.limits import ON_PAGE
from companion.presentation.activity import written
from companion.repository import label, sent_alike
from companion.web.http.access import sit_down

pages = Blueprint("log", __name__)


@pages.get("/m/<match_id>/log")
def page(match_id: str) -> str:
    """The record as it was written: who, what, when, and from which phone; the latest entries, or those before one."""
    session = sit_down(match_id)
    tally = session.tally
    end = min(max(request.args.get("before", session.number, type=int), 1), session.number) - 1
    start = max(0, end - ON_PAGE)
    stored = zip(session.match.record.entries[start:end], session.rows[start:end], strict=True)
    entries = [
        (one, written(tally, one), row, label(match_id, row.phone) if row.phone else "", sent_alike(match_id, row))
        for one, row in stored
    ]
    return render_template(
        "log.html", session=session, game=session.game, match_id=match_id, entries=entries, earlier=start
    )
