"""Let a director start a round, take it back, type results, note absent people and make new matches."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask import Response as FileResponse
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from companion.events import RoundOpened
from companion.events.seating import propose_round
from companion.events.state import State
from companion.parsing.form_decoder import number
from companion.parsing.json_decoder import plain
from companion.parsing.scalars import tidy
from companion.repository import MATCH_ID, STOOD, MatchSession, contents
from companion.rules.ending import length_name
from companion.rules.entries import Player
from companion.rules.messages import Say, say
from companion.rules.rulings import Ruling, refuse
from companion.store import label
from companion.stored_events import EventSession, event_session, is_evening
from companion.stored_events.directing import seat_anew, set_absent, start_round, take_back
from companion.stored_events.tables import (
    PlayedTable,
    is_other,
    met_again,
    places_of,
    refusal_of,
    result_as_stored,
    table_by_match,
    tables_of,
    unmatched,
)
from companion.stored_events.writing import rivals
from companion.submission import sent_before
from companion.web.http.access import open_as_director, state_of
from companion.web.http.rate_limit import heavy, make_room
from companion.web.http.request_store import store
from companion.web.pages.director import event_page
from companion.web.pages.entry_form import new_entry_id, sent_entry_id
from companion.web.pages.responses import answer_of_event, write_in_event

pages = Blueprint("tables", __name__)
DIGITS = 3  # of the number of a table
WHY = say("This round is closed: say why the result is corrected.")


# --- the next round


@pages.get("/e/<event_id>/next")
@heavy
def next_round(event_id: str) -> str | Response:
    """Propose the tables of the next round, without the absent players."""
    session = open_as_director(event_id)
    state = state_of(session)
    if state.is_finished or state.open:
        return redirect(url_for("director.page", event_id=event_id))
    away = [Player(name) for name in request.args.getlist("away[]")]
    proposal = propose_round(state, [name for name in away if name in state.active])
    if isinstance(proposal, Ruling):
        return _next(session, None, away, proposal)
    return _next(session, RoundOpened(proposal.tables, proposal.bye), away)


def _next(
    session: EventSession,
    chosen: RoundOpened | None,
    away: Sequence[Player],
    wrong: Ruling | None = None,
    *,
    asks: bool = False,
) -> str:
    """Render the proposed or chosen tables and the players who meet again; `asks`: ask for “Start it anyway”."""
    state = state_of(session)
    return render_template(
        "event_round.html",
        session=session,
        state=state,
        number=len(state.rounds) + 1,
        chosen=chosen,
        again=met_again(state, chosen.tables) if chosen else (),
        asks=asks,
        wrong=wrong,
        away=away,
        entry_id=new_entry_id(),
    )


@pages.post("/e/<event_id>/next")
def open_round(event_id: str) -> Response:
    """Start the round with the proposed tables or those of the director: each name comes with the number of a table.

    If changed tables let players meet again, these are shown first.
    """
    session = open_as_director(event_id)
    places = dict(zip(map(Player, request.form.getlist("players[]")), request.form.getlist("at[]"), strict=False))
    if not all(at in ("bye", "away") or (at.isdecimal() and len(at) <= DIGITS) for at in places.values()):
        abort(400)
    numbers = sorted({int(at) for at in places.values() if at.isdecimal()})
    tables = tuple(tuple(name for name, at in places.items() if at == str(n)) for n in numbers)
    chosen = RoundOpened(tables, tuple(name for name, at in places.items() if at == "bye"))
    away = [name for name, at in places.items() if at == "away"]
    entry_id = sent_entry_id()
    is_known = any(row.entry_id == entry_id for row in session.rows)
    is_shown = "shown" not in request.form or request.form["shown"] == "|".join(map(",".join, tables))
    if not is_shown and not is_known and met_again(state_of(session), tables):
        wrong = refusal_of(session, plain(chosen))
        return FileResponse(_next(session, chosen, away, wrong, asks=not wrong), 422 if wrong else 200)
    if not is_known:
        make_room(session.row.owner, len(tables))
    outcome = start_round(store(), session, chosen, entry_id)
    return answer_of_event(event_id, outcome, lambda new, wrong: _next(new, chosen, away, wrong), "director.page")


@pages.post("/e/<event_id>/back")
def take_round_back(event_id: str) -> Response:
    """Take back the open round if nothing was played in it."""
    session = open_as_director(event_id)
    return answer_of_event(event_id, take_back(store(), session, sent_entry_id()), event_page, "tables.next_round")


# --- new matches, and absent people


@pages.post("/e/<event_id>/matches")
def make_matches(event_id: str) -> Response:
    """Make matches for tables that have none, for example after a round was imported from a file."""
    session = open_as_director(event_id)
    entry_id = sent_entry_id()
    missing = unmatched(session)
    if not missing:
        return redirect(url_for("director.page", event_id=event_id), 303)
    make_room(session.row.owner, len(missing))
    outcome = seat_anew(store(), session, missing, _("New matches were made for these tables."), entry_id)
    return answer_of_event(event_id, outcome, event_page, "director.page")


def _table(session: EventSession, round_number: int, number: int) -> PlayedTable:
    """Return a table of a round; 404 if there is none."""
    return next((one for one in tables_of(session, round_number) if one.number == number), None) or abort(404)


@pages.get("/e/<event_id>/rounds/<int:round_number>/<int:table>/absent")
def absent(event_id: str, round_number: int, table: int) -> str:
    """Ask which people of a table are absent, and show the consequence for each."""
    return _absent_page(open_as_director(event_id), round_number, table)


def _absent_page(session: EventSession, round_number: int, table: int, wrong: Ruling | None = None) -> str:
    one = _table(session, round_number, table)
    state = state_of(session)
    choices = [(name, name in one.absent, _toggled(one, name).present) for name in one.people]
    return render_template(
        "event_absent.html",
        session=session,
        one=one,
        wrong=wrong,
        choices=choices,
        terms=state.event.terms,
        is_played=one.is_played,
        entry_id=new_entry_id(),
    )


def _toggled(one: PlayedTable, name: Player) -> PlayedTable:
    return replace(one, absent=tuple(player for player in one.people if (player in one.absent) != (player == name)))


@pages.post("/e/<event_id>/rounds/<int:round_number>/<int:table>/absent")
def note_absent(event_id: str, round_number: int, table: int) -> Response:
    """Write that somebody is absent from a table, or has come after all."""
    session = open_as_director(event_id)
    one = _table(session, round_number, table)
    name = Player(request.form.get("player", ""))
    if name not in one.people:
        abort(400)
    if (name in one.absent) == (request.form.get("act") == "absent"):  # said already, from another tab
        return redirect(url_for("director.page", event_id=event_id), 303)
    make_room(session.row.owner)
    text = _("Who did not come: %(names)s", names=", ".join(_toggled(one, name).absent) or "–")
    entry_id = sent_entry_id()
    outcome = set_absent(store(), session, _toggled(one, name), text, entry_id)
    return answer_of_event(
        event_id, outcome, lambda new, wrong: _absent_page(new, round_number, table, wrong), "director.page"
    )


# --- a result typed from paper


@pages.get("/e/<event_id>/rounds/<int:round_number>/<int:table>")
def result(event_id: str, round_number: int, table: int) -> str:
    return _result_form(open_as_director(event_id), round_number, table)


def _result_form(session: EventSession, round_number: int, table: int, wrong: Ruling | None = None) -> str:
    one = _table(session, round_number, table)
    state = state_of(session)
    other = table_by_match(session, one)
    return render_template(
        "event_result.html",
        session=session,
        one=one,
        is_money=state.event.terms.score == "money",
        sent=request.form,
        wrong=wrong,
        newer=None if wrong else _newer(session, round_number, table),
        places=places_of(one),
        by_match=places_of(other) if other and is_other(one, other) else (),
        entry_id=new_entry_id(),
    )


def _newer(session: EventSession, round_number: int, table: int) -> Say | None:
    """Return the writer of a result that was written after this phone had opened its form; None if there is none."""
    seen = request.form.get("seen", type=int)
    numbers = rivals(session, {"kind": "result", "round": round_number, "table": table}, seen)
    if not numbers:
        return None
    row = session.rows[numbers[-1] - 1]
    name = row.by or (label(session.row.id, row.phone) if row.phone else "")
    if name:
        return say("{name} has written the result of this table in the meantime. Both are shown here.", name=name)
    return say("The match of this table has given its result in the meantime. Both are shown here.")


@pages.post("/e/<event_id>/rounds/<int:round_number>/<int:table>")
def save_result(event_id: str, round_number: int, table: int) -> Response:
    """Write the typed result of a table, or correct its result."""
    session = open_as_director(event_id)
    one = _table(session, round_number, table)
    typed = {key: _typed(key, one.people) for key in ("scores", "places", "money")}
    absent = [name for n, name in enumerate(one.people) if f"away[{n}]" in request.form]
    body: dict[str, object] = {"kind": "result", "round": round_number, "table": table}
    body |= {key: numbers for key, numbers in typed.items() if numbers}
    if absent:
        body["absent"] = absent
    sent = sent_before(session.rows, sent_entry_id())
    is_repeated = sent is not None and sent.body.get("kind") == "result"  # its answer was lost, or Save tapped twice
    if one.table.result and not is_repeated:
        open_round = state_of(session).open
        reason = tidy(request.form.get("reason", ""))
        if not (open_round and open_round.number == round_number) and not reason:
            asked = refuse("event.reason", WHY)
            return FileResponse(_result_form(session, round_number, table, asked), 422)
        body = {"kind": "correction", "entry": one.table.entry, "with": body}
        body |= {"reason": reason} if reason else {}
    return _write_result(session, round_number, table, body)


@pages.post("/e/<event_id>/rounds/<int:round_number>/<int:table>/match")
def take_match(event_id: str, round_number: int, table: int) -> Response:
    """Make the match of a table its result again, instead of the typed one."""
    session = open_as_director(event_id)
    found = table_by_match(session, _table(session, round_number, table))
    if found is None:  # said already, from another tab
        return redirect(url_for("director.page", event_id=event_id), 303)
    result = {**found.report, STOOD: result_as_stored(found.table)}
    body = {"kind": "correction", "entry": found.table.entry, "with": result, "reason": _("the result of the match")}
    return _write_result(session, round_number, table, body)


def _write_result(session: EventSession, round_number: int, table: int, body: dict[str, object]) -> Response:
    """Write a result of a table, and go to the round; show the form again if it is refused or another one is newer."""
    return write_in_event(
        session,
        body,
        lambda new, wrong: _result_form(new, round_number, table, wrong),
        "director.page",
        seen=request.form.get("seen", type=int),
    )


def _typed(key: str, people: Sequence[Player]) -> dict[Player, object]:
    """Return the typed numbers of one kind for the people of a table."""
    texts = {name: request.form.get(f"typed[{key}][{n}]", "").strip() for n, name in enumerate(people)}
    return {name: number(text) for name, text in texts.items() if text}


# --- the table on the page of its match


@dataclass(frozen=True)
class TypedResult:
    """A result that the director typed for the table of a match: its places, and the absent people.

    `is_other`: the match has another result. `is_same`: it has the same. Both are False if the match has not ended.
    """

    places: Sequence[tuple[int, Player, str]]
    absent: Sequence[Player]
    is_other: bool
    is_same: bool


@pages.app_template_global()
def in_rounds(event_id: str) -> bool:
    """Return True if an event is played in rounds with tables."""
    row = store().match(event_id)
    return row is not None and not is_evening(row)


@pages.app_template_global()
def typed_result(session: MatchSession) -> TypedResult | None:
    """Return the typed result of the table of a match; None if it was not typed."""
    event_id = session.row.event
    said = contents([row.body for row in store().entries(event_id)]).values() if event_id else ()
    has_typed = any(body.get("kind") == "result" and MATCH_ID not in body for body in said)
    # without a typed result no match is read
    event = store().match(event_id) if event_id and has_typed and in_rounds(event_id) else None
    at_tables = event_session(store(), event, session.guest) if event else None
    rounds = at_tables.state.rounds if at_tables and isinstance(at_tables.state, State) else ()
    for one in (one for round_ in rounds if at_tables for one in tables_of(at_tables, round_.number)):
        if at_tables and one.is_typed and one.match and one.match.row.id == session.row.id:
            other = table_by_match(at_tables, one)
            differs = other is not None and is_other(one, other)
            return TypedResult(places_of(one), one.absent, differs, other is not None and not differs)
    return None


@pages.app_template_global()
def hands_in(session: MatchSession) -> bool:
    """Return True if this phone may hand in the match after a game, because its table has no agreed length."""
    options, event_id = session.tally.options, session.row.event
    has_length = any(length_name(getattr(options, one.name)) for one in fields(options))
    may_write = session.guest.may_write and not session.is_closed
    return may_write and not has_length and event_id is not None and in_rounds(event_id)
