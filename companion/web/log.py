"""The record as it was written."""

from flask import Blueprint, render_template

from companion.keeping import label
from companion.telling import written
from companion.web.sitting import sit_down

pages = Blueprint("log", __name__)


@pages.get("/m/<match_id>/log")
def page(match_id: str) -> str:
    """The record as it was written: who, what, when, and from which phone."""
    sitting = sit_down(match_id)
    tally = sitting.tally
    stored = zip(sitting.match.record.entries, sitting.rows, strict=True)
    entries = [(one, written(tally, one), row, label(match_id, row.phone) if row.phone else "") for one, row in stored]
    return render_template("log.html", sitting=sitting, game=sitting.game, match_id=match_id, entries=entries)
