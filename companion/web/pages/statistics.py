"""What the matches of this phone add up to."""

from dataclasses import replace
from typing import Literal

from cachetools import cached
from flask import Blueprint, render_template

from companion import games
from companion.cache import SharedCache
from companion.checksum import checksums
from companion.limits import COUNTED
from companion.presentation.statistics import result_of, statistics
from companion.repository import match_of
from companion.rules.result import Result
from companion.store import DamagedMatch, MatchRow, Version
from companion.web.http.device import phone
from companion.web.http.heavy_jobs import thinking
from companion.web.http.request_store import store

pages = Blueprint("statistics", __name__)
Counted = tuple[str, Result] | Literal["damaged"] | None


@pages.get("/statistics")
def page() -> str:
    """Everything that all matches of this phone add up to, game by game; archived matches count too.

    Those that time did not suffice for are counted when the page is asked for again, and meanwhile it says how many.
    """
    rows = store().matches_of(phone())
    with thinking() as give_up:
        counted = [(row.game, _of(row)) for row in rows if not give_up()]
    damaged = sum(one == "damaged" for _, one in counted)
    found = list({one[0]: (key, one[1]) for key, one in counted if isinstance(one, tuple)}.values())
    tables = [(game, statistics(one for key, one in found if key == game.key)) for game in games.GAMES]
    return render_template(
        "statistics.html",
        tables=[(game, one) for game, one in tables if one.matches],
        left=len(rows) - len(counted),
        damaged=damaged,
    )


def _of(row: MatchRow) -> Counted:
    """What a match adds, worked out once for each state of its record; the next to ask finds it there.

    Before it stands a sign that two matches share in which the very same was written: one file taken in twice.
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
