"""What the matches of this phone add up to."""

from flask import Blueprint, render_template

from companion import games
from companion.keeping import match_of
from companion.limits import FOUND
from companion.memory import Remembered
from companion.rules.result import Result
from companion.statistics import statistics
from companion.store import MatchRow, Version
from companion.web.connection import store
from companion.web.lane import thinking
from companion.web.phone import phone

pages = Blueprint("statistics", __name__)
_results: Remembered[tuple[str, Version | None], Result | None] = Remembered(2000)  # matches added up


@pages.get("/statistics")
def page() -> str:
    """Everything that this phone's matches add up to, game by game; archived matches count too."""
    rows = store().matches_of(phone())[:FOUND]
    with thinking() as give_up:
        counted = [(row.game, _of(row)) for row in rows if not give_up()]
    found = [(key, one) for key, one in counted if one]
    tables = [(game, statistics(one for key, one in found if key == game.key)) for game in games.GAMES]
    return render_template(
        "statistics.html",
        tables=[(game, one) for game, one in tables if one.matches],
        left=len(rows) - len(counted),
    )


def _of(row: MatchRow) -> Result | None:
    """What a match adds, worked out once for each state of its record; the next to ask finds it there."""
    return _results.get((row.id, store().version(row.id)), lambda: _work_out(row))


def _work_out(row: MatchRow) -> Result | None:
    match = match_of(row, store().entries(row.id))
    return match.game.tally(match.record).result if match else None
