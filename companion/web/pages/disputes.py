"""Contesting, confirming and settling an entry.

Every phone that was let in may contest and confirm, also those that only read: whoever sits at the table may disagree
with what was written. Neither moves the score. A confirmation needs the name of a player who did not write the entry.
In that name only the phone speaks that said it first; another that says the same goes by its own.
A contest is settled by a correction of the entry or by a ruling on it, for which one needs the pen.
"""

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.limits import REASON_LENGTH
from companion.parsing.json_decoder import plain
from companion.repository import Sitting
from companion.rules.entries import Body, Confirm, Contest, Entry, RulingNote
from companion.submission import Wish, Written
from companion.submission import write as append
from companion.web.http.access import sit_down
from companion.web.http.request_store import store
from companion.web.http.responses import answer_to
from companion.web.http.seat_claims import is_first
from companion.web.pages.confirmations import hindrance
from companion.web.pages.entry_form import sent_entry_id

pages = Blueprint("trust", __name__, url_prefix="/m/<match_id>/entries/<int:number>")


@pages.post("/contest")
def contest(match_id: str, number: int) -> Response:
    sitting = sit_down(match_id)
    if _contest_of(sitting, number):
        return _back(match_id, number)
    return _write(sitting, Contest(number, _reason()))


@pages.post("/confirm")
def confirm(match_id: str, number: int) -> Response:
    """This player agrees; not whoever wrote it, on whichever phone, which would prove nothing."""
    sitting = sit_down(match_id)
    if not sitting.guest.player:
        return redirect(url_for("join.who", match_id=match_id), 303)
    if not 1 <= number <= len(sitting.rows):
        abort(404)
    if why := hindrance(sitting, number):
        abort(403, description=why)
    return _write(sitting, Confirm(number))


@pages.post("/settle")
def settle(match_id: str, number: int) -> Response:
    """The table has talked it over and the entry stands: a ruling on it, with the table's own words."""
    sitting = sit_down(match_id, write=True)
    if _contest_of(sitting, number) is None:
        return _back(match_id, number)
    return _write(sitting, RulingNote("contested", "stands", text=_reason(), entry=number))


def _contest_of(sitting: Sitting, number: int) -> Entry | None:
    """The contest of an entry that is still open; None also where there is no such entry."""
    return next((one.contest for one in sitting.match.record.history if one.entry.number == number), None)


def _reason() -> str:
    return request.form.get("reason", "").strip()[:REASON_LENGTH]


def _write(sitting: Sitting, body: Body) -> Response:
    by = None if is_first(sitting) else ""
    outcome = append(store(), sitting, Wish(body, plain(body), sent_entry_id(), len(sitting.rows), by=by))
    return (
        _back(sitting.row.id, getattr(body, "entry", 0))
        if isinstance(outcome, Written)
        else answer_to(sitting, outcome)
    )


def _back(match_id: str, number: int) -> Response:
    if request.form.get("back") == "match":
        return redirect(url_for("match.page", match_id=match_id), 303)
    return redirect(url_for("match.entry", match_id=match_id, number=number), 303)
