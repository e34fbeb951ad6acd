"""A phone that is forgotten: for one that is given away, or whose cookie somebody may have copied."""

from flask import Blueprint, redirect, render_template, url_for
from flask import session as cookie
from werkzeug.wrappers import Response

from companion.audit_log import noted
from companion.parsing import game_of
from companion.rules.game import Game
from companion.store import MatchRow
from companion.web.http.device import phone
from companion.web.http.rates import here
from companion.web.http.request_store import store

pages = Blueprint("forget", __name__, url_prefix="/forget")


@pages.get("")
def page() -> str:
    """What would become of its matches."""
    rows = store().matches_of(phone())
    alone = [row for row in rows if _is_alone(row)]
    shared = [row for row in rows if row not in alone]
    return render_template("forget.html", alone=_with_games(alone), shared=_with_games(shared))


def _with_games(rows: list[MatchRow]) -> list[tuple[MatchRow, Game | None]]:
    return [(row, game_of(row.game)) for row in rows]


def _is_alone(row: MatchRow) -> bool:
    return row.owner == phone() and len(store().guests(row.id)) == 1


@pages.post("")
def forget() -> Response:
    """Its identity has no rights any more, whoever has a copy of it; its matches go to those who are in them."""
    if phone():  # matches that belong to nobody yet are not this phone's
        store().forget(phone())
        noted("phone forgotten", address=here())
    cookie.clear()
    return redirect(url_for("start.start"), 303)
