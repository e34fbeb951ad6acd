"""What the matches of this phone add up to."""

from collections import OrderedDict

from flask import Blueprint, render_template

from companion import games
from companion.keeping import match_of
from companion.limits import FOUND
from companion.rules.result import Result
from companion.statistics import statistics
from companion.store import MatchRow
from companion.web.connection import store
from companion.web.phone import phone

pages = Blueprint("statistics", __name__)
REMEMBERED = 2000  # matches added up
_results: "OrderedDict[tuple[str, str], Result]" = OrderedDict()


@pages.get("/statistics")
def page() -> str:
    """Everything that this phone's matches add up to, game by game; archived matches count too."""
    rows = store().matches_of(phone())[:FOUND]
    found = [(row.game, one) for row in rows if (one := _of(row))]
    tables = [(game, statistics(one for key, one in found if key == game.key)) for game in games.GAMES]
    return render_template("statistics.html", tables=[(game, one) for game, one in tables if one.matches])


def _of(row: MatchRow) -> Result | None:
    """What a match adds, worked out once for each state of its record."""
    key = (row.id, store().version(row.id))
    if key not in _results:
        match = match_of(row, store().entries(row.id))
        if match is None:
            return None
        _results[key] = match.game.tally(match.record).result
        while len(_results) > REMEMBERED:
            _results.popitem(last=False)
    return _results[key]
