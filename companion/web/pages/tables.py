"""Let a director see to a table: a result typed from paper, who did not come, and a match made anew."""

import secrets
from collections.abc import Sequence
from dataclasses import replace

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from companion.evening import EventSession, EventSubmission, rivals
from companion.events.state import State
from companion.parsing.form_decoder import number
from companion.parsing.scalars import tidy
from companion.rounds import PlayedTable, tables_of, unmatched
from companion.rules.entries import Player
from companion.rules.messages import Say, say
from companion.rules.rulings import Ruling
from companion.store import label
from companion.tournament import seat_anew, set_absent
from companion.web.http.rate_limit import make_room
from companion.web.http.request_store import store
from companion.web.pages.director import directed, event_page, places_of, write
from companion.web.pages.evenings import answered

pages = Blueprint("tables", __name__)


@pages.post("/e/<event_id>/matches")
def make_matches(event_id: str) -> Response:
    """Make the matches of tables that have none, as after a round was taken in from a file."""
    session = directed(event_id)
    entry_id = request.form.get("entry_id", "") or secrets.token_hex(8)
    missing = unmatched(session)
    if not missing:
        return redirect(url_for("director.page", event_id=event_id), 303)
    make_room(session.row.owner, len(missing))
    outcome = seat_anew(store(), session, missing, _("New matches were made for these tables."), entry_id)
    return answered(event_id, outcome, event_page, "director.page")


def _table(session: EventSession, round_number: int, number: int) -> PlayedTable:
    """Return a table of a round; 404 where there is none."""
    return next((one for one in tables_of(session, round_number) if one.number == number), None) or abort(404)


@pages.get("/e/<event_id>/rounds/<int:round_number>/<int:table>/absent")
def absent(event_id: str, round_number: int, table: int) -> str:
    """Ask who did not come to a table, and say what each of them would get."""
    return _absent_page(directed(event_id), round_number, table)


def _absent_page(session: EventSession, round_number: int, table: int, wrong: Ruling | None = None) -> str:
    one = _table(session, round_number, table)
    state = session.state if isinstance(session.state, State) else abort(409)
    choices = [(name, name in one.absent, _toggled(one, name).present) for name in one.people]
    return render_template(
        "event_absent.html",
        session=session,
        one=one,
        wrong=wrong,
        choices=choices,
        terms=state.event.terms,
        is_played=one.has_begun or (one.table.result is not None and one.table.result.is_played),
        entry_id=secrets.token_hex(8),
    )


def _toggled(one: PlayedTable, name: Player) -> PlayedTable:
    return replace(one, absent=tuple(player for player in one.people if (player in one.absent) != (player == name)))


@pages.post("/e/<event_id>/rounds/<int:round_number>/<int:table>/absent")
def note_absent(event_id: str, round_number: int, table: int) -> Response:
    """Note that somebody did not come to a table, or has come after all."""
    session = directed(event_id)
    one = _table(session, round_number, table)
    name = Player(request.form.get("player", ""))
    if name not in one.people:
        abort(400)
    if (name in one.absent) == (request.form.get("act") == "absent"):  # said already, from another tab
        return redirect(url_for("director.page", event_id=event_id), 303)
    make_room(session.row.owner)
    text = _("Who did not come: %(names)s", names=", ".join(_toggled(one, name).absent) or "–")
    entry_id = request.form.get("entry_id", "") or secrets.token_hex(8)
    outcome = set_absent(store(), session, _toggled(one, name), text, entry_id)
    return answered(
        event_id, outcome, lambda new, wrong: _absent_page(new, round_number, table, wrong), "director.page"
    )


# --- a result typed from paper


@pages.get("/e/<event_id>/rounds/<int:round_number>/<int:table>")
def result(event_id: str, round_number: int, table: int) -> str:
    return _result_form(directed(event_id), round_number, table)


def _result_form(session: EventSession, round_number: int, table: int, wrong: Ruling | None = None) -> str:
    one = _table(session, round_number, table)
    state = session.state if isinstance(session.state, State) else abort(409)
    return render_template(
        "event_result.html",
        session=session,
        one=one,
        is_money=state.event.terms.score == "money",
        sent=request.form,
        wrong=wrong,
        newer=None if wrong else _newer(session, round_number, table),
        places=places_of(one),
        entry_id=secrets.token_hex(8),
    )


def _newer(session: EventSession, round_number: int, table: int) -> Say | None:
    """Return who has written the result of a table since the form was opened that this phone has sent."""
    seen = request.form.get("seen", type=int)
    asked = EventSubmission({"kind": "result", "round": round_number, "table": table}, "", seen)
    numbers = rivals(session, asked)
    if not numbers:
        return None
    row = session.rows[numbers[-1] - 1]
    name = row.by or (label(session.row.id, row.phone) if row.phone else "")
    if name:
        return say("{name} has written the result of this table in the meantime. Both are shown here.", name=name)
    return say("The match of this table has given its result in the meantime. Both are shown here.")


@pages.post("/e/<event_id>/rounds/<int:round_number>/<int:table>")
def save_result(event_id: str, round_number: int, table: int) -> Response:
    """Write what was typed as the result of a table, or in the place of the result that it has."""
    session = directed(event_id)
    one = _table(session, round_number, table)
    typed = {key: _typed(key, one.people) for key in ("scores", "places", "money")}
    absent = [name for n, name in enumerate(one.people) if f"away[{n}]" in request.form]
    body: dict[str, object] = {"kind": "result", "round": round_number, "table": table}
    body |= {key: numbers for key, numbers in typed.items() if numbers}
    if absent:
        body["absent"] = absent
    if one.table.result:
        reason = {"reason": text} if (text := tidy(request.form.get("reason", ""))) else {}
        body = {"kind": "correction", "entry": one.table.entry, "with": body, **reason}
    return write(
        session,
        body,
        lambda new, wrong: _result_form(new, round_number, table, wrong),
        "director.page",
        seen=request.form.get("seen", type=int),
    )


def _typed(key: str, people: Sequence[Player]) -> dict[Player, object]:
    """Return the numbers of one kind that were typed, by the people of a table."""
    texts = {name: request.form.get(f"typed[{key}][{n}]", "").strip() for n, name in enumerate(people)}
    return {name: number(text) for name, text in texts.items() if text}
