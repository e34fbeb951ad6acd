"""Run the rounds of a tournament: the director's pages, one's own seat, and the board over all tables."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask import Response as FileResponse
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from companion.clock import later, now, seconds_between
from companion.events.standings import level_groups
from companion.events.state import State
from companion.limits import INVITED
from companion.parsing.form_decoder import number
from companion.parsing.scalars import tidy
from companion.pdf.event import seat_cards_pdf
from companion.presentation.event_text import event_text, terms_text
from companion.repository import named_phones
from companion.rules.entries import Player
from companion.rules.messages import Say, say
from companion.rules.rulings import Ruling, refuse
from companion.store import tag
from companion.stored_events import EventSession, is_evening, paid_lines
from companion.stored_events.directing import call, set_director, with_results
from companion.stored_events.tables import (
    PlayedTable,
    Seat,
    action,
    calls,
    corrections,
    is_other,
    own_seat,
    phones_of,
    places_of,
    table_by_match,
    tables_of,
    unmatched,
)
from companion.web.http.access import has_seen, log_access, open_as_director, open_event_session, state_of
from companion.web.http.capabilities import capabilities
from companion.web.http.device import phone
from companion.web.http.locale import lang
from companion.web.http.rate_limit import heavy
from companion.web.http.request_store import store
from companion.web.http.server_address import server_address, shown_code
from companion.web.pages.board import NO_SCREEN, Time, let_in_screen
from companion.web.pages.entry_form import new_entry_id, sent_entry_id
from companion.web.pages.printing import sheets
from companion.web.pages.responses import write_in_event

pages = Blueprint("director", __name__)
NUMBERS = ("round", "table", "points", "amount", "entry")  # fields of an entry
LISTS = ("keep", "order")
KINDS = {  # the fields of what a director writes
    "close": ("round",),
    "confirm": ("round", "table"),
    "join": ("player",),
    "withdraw": ("player", "unranked", "reason"),
    "replace": ("player", "stand_in"),
    "cut": ("keep",),
    "penalty": ("player", "points", "reason"),
    "decide": ("order", "how"),
    "paid": ("from", "to", "amount"),
    "correction": ("entry",),
    "end": ("reason",),
}


pages.add_app_template_global(calls, "open_calls")


# --- the page of an event with rounds


@dataclass(frozen=True)
class ShownTable:
    """A table as the page shows it: its people, its result in words, and its match if this phone may open it.

    `is_hidden`: its scores are not shown until the round is closed. `corrected`: sentences on its corrections.
    `by_match`: for a director, the result of its match if another one was typed.
    """

    table: PlayedTable
    result: Sequence[tuple[int, Player, str]]
    is_here: bool
    time: Time | None
    is_hidden: bool
    corrected: Sequence[Say]
    by_match: Sequence[tuple[int, Player, str]]


@pages.get("/e/<event_id>/rounds")
def page(event_id: str) -> str | Response:
    """Show how an event stands, its tables and one's own seat; 204 to a page that has seen all there is."""
    session = open_event_session(event_id)
    if is_evening(session.row):
        return redirect(url_for("evenings.page", event_id=event_id), 303)
    session = with_results(store(), session)
    if has_seen(session.version):
        return FileResponse(status=204)
    return event_page(session)


def event_page(session: EventSession, wrong: Ruling | None = None) -> str:
    """Render the page, with the refusal of what this phone wanted to write."""
    state = session.state
    if isinstance(state, Ruling):
        return render_template("event.html", session=session, state=None, wrong=state)
    known = {row.id for row in store().matches_of(phone())}
    own = own_seat(store(), session)
    rounds = [(one, _tables(session, one.number, known, own)) for one in state.rounds if one.tables]
    return render_template(
        "event.html",
        session=session,
        state=state,
        wrong=wrong,
        text=event_text(state),
        terms=terms_text(state.event),
        rounds=rounds,
        own=own,
        time=_time(own.table) if own and own.table else None,
        calls=calls(session),
        unmatched=unmatched(session),
        undone="undone" in request.args and state.open is None,
        paid=paid_lines(session),
        waits=[seconds_between(one.at, now()) // 60 for one in calls(session)],
        entry_id=new_entry_id(),
    )


def _tables(session: EventSession, number: int, known: set[str], own: Seat | None) -> list[ShownTable]:
    is_open = isinstance(session.state, State) and session.state.open and session.state.open.number == number
    at = own.table.number if own and own.table else 0
    corrected = corrections(session.data["entries"])
    tables = []
    for one in tables_of(session, number):
        hidden = bool(is_open) and session.hides_open and one.number != at
        is_here = one.match is not None and one.match.row.id in known and not hidden
        why = [] if hidden else [was.words for was in corrected if (was.round, was.table) == (number, one.number)]
        other = table_by_match(session, one) if session.is_director else None
        differs = places_of(other) if other and is_other(one, other) else []
        tables.append(ShownTable(one, [] if hidden else places_of(one), is_here, _time(one), hidden, why, differs))
    return tables


def _time(one: PlayedTable) -> Time | None:
    """Return the agreed time of play at a table."""
    match = one.match.match if one.match else None
    if one.match is None or match is None or not match.tally.minutes or match.tally.status == "finished":
        return None
    return Time.to(later(one.match.row.created_at, match.tally.minutes))


@pages.post("/e/<event_id>/call")
def call_director(event_id: str) -> Response:
    """Call for the director from one's seat; once for a table until it is answered."""
    session = open_event_session(event_id)
    own = own_seat(store(), session) or abort(403)
    call(store(), session, own, sent_entry_id())
    return redirect(url_for("director.page", event_id=event_id), 303)


# --- what the director does


@pages.post("/e/<event_id>/act")
def act(event_id: str) -> Response:
    """Write an entry of the director; a table confirms its own result."""
    kind = request.form.get("kind", "")
    body = _sent(event_id, kind) if kind in KINDS else abort(400)
    if kind == "confirm" and not open_event_session(event_id).is_director:
        session = with_results(store(), open_event_session(event_id))
        own = own_seat(store(), session)
        if (
            own is None
            or own.table is None
            or (own.table.round, own.table.number) != (body.get("round"), body.get("table"))
        ):
            abort(403)
    else:
        session = open_as_director(event_id)
    if kind == "confirm":
        return write_in_event(session, body, _changed, "director.page", seen=request.form.get("seen", type=int))
    if kind == "close":
        return write_in_event(session, body, event_page, "tables.next_round")
    if request.form.get("back") == "desk":
        return write_in_event(session, body, _desk, "director.desk")
    return write_in_event(session, body, event_page, "director.page")


def _sent(event_id: str, kind: str) -> dict[str, object]:
    """Return the entry in a form of the director. A penalty makes the total worse, whatever its sign."""
    body: dict[str, object] = {"kind": kind}
    for name in KINDS[kind]:
        if value := _value(name):
            body[name] = value
    if kind == "correction":
        body["with"] = None
    if isinstance(points := body.get("points"), int):
        is_low = state_of(open_as_director(event_id)).event.terms.low
        body["points"] = abs(points) if is_low else -abs(points)
    return body


def _value(name: str) -> object:
    """Return a field of an entry as JSON; blank ones are left out."""
    if name in LISTS:
        given = request.form.getlist(f"{name}[]") or request.form.get(name, "").splitlines()
        return [one for text in given if (one := tidy(text))]
    text = request.form.get(name, "").strip()
    return text == "1" if name == "unranked" else number(text) if name in NUMBERS and text else tidy(text)


def _changed(session: EventSession, wrong: Ruling | None) -> str:
    """Render the page, with a sentence that the result was changed before it was confirmed."""
    newer = say("The result of this table was changed just now. Look at it, then confirm.")
    return event_page(session, wrong or refuse("event.newer", newer))


@pages.get("/e/<event_id>/director")
def desk(event_id: str) -> str:
    """Show what is rare: late comers, withdrawals, stand-ins, penalties, decisions, the cut and the end."""
    return _desk(open_as_director(event_id))


def _desk(session: EventSession, wrong: Ruling | None = None, code: str = "") -> str:
    """Render the page; `code` is that of an invitation for another director."""
    address = server_address()
    state = state_of(session)
    said = session.contents
    actions: list[tuple[int, Say]] = [(n, words) for n, body in said.items() if (words := action(body))]
    return render_template(
        "event_desk.html",
        session=session,
        state=state,
        wrong=wrong,
        actions=actions[::-1],
        level=level_groups(state),
        invitation=address.invitation(code) if code else None,
        minutes=INVITED,
        server_address=address,
        phones=named_phones(session.row.id, phones_of(store(), session)) if session.is_owner else [],
        sent=request.form,
        is_sent="sent" in request.args,
        entry_id=new_entry_id(),
    )


@pages.post("/e/<event_id>/hidden")
def hide(event_id: str) -> Response:
    """Hide the scores of other tables until the round is closed, or show them."""
    session = open_as_director(event_id)
    store().set_settings(event_id, replace(session.row.settings, hides_open="hides_open" in request.form))
    return redirect(url_for("director.desk", event_id=event_id), 303)


@pages.post("/e/<event_id>/directors")
def invite_director(event_id: str) -> str:
    """Make a code with which one phone, once, becomes a director."""
    session = _owned(event_id)
    code = store().invite(event_id, owner=False, until=now(INVITED))
    log_access("director invited", event_id)
    return _desk(session, code=code)


def _owned(event_id: str) -> EventSession:
    """Return an event for its owner; 403 for other phones."""
    session = open_as_director(event_id)
    if not session.is_owner:
        abort(403, description=_("Only the phone of the owner can change this."))
    return session


@pages.post("/e/<event_id>/directors/<tagged>")
def name_director(event_id: str, tagged: str) -> Response:
    """Let the owner name another phone as director, or take that back."""
    session = _owned(event_id)
    guest = next((one for one in phones_of(store(), session) if tag(event_id, one.phone) == tagged), None) or abort(404)
    is_named = request.form.get("act") == "name"
    set_director(store(), session, guest, is_named=is_named)
    log_access("director named" if is_named else "director dismissed", event_id, player=guest.player)
    return redirect(url_for("director.desk", event_id=event_id), 303)


# --- the board and paper


@pages.get("/e/<event_id>/board")
def board(event_id: str) -> str | Response:
    """Show the standings and the tables that still play, large; 204 to a page that has seen all there is."""
    session = with_results(store(), open_event_session(event_id))
    if has_seen(session.version):
        return FileResponse(status=204)
    state = state_of(session)
    now_open = tables_of(session, state.open.number) if state.open else ()
    hidden = session.row.settings.hides_open  # also from the director: the board is there for all to see
    tables = [(one, [] if hidden else places_of(one), _time(one)) for one in now_open]
    return render_template("event_board.html", session=session, state=state, text=event_text(state), tables=tables)


@pages.post("/e/<event_id>/tv")
def send_to_tv(event_id: str) -> Response:
    """Send the board to the television whose code the director has typed."""
    session = open_as_director(event_id)
    if not let_in_screen(event_id, request.form.get("code", "")):
        return FileResponse(_desk(session, refuse("tv.code", Say(NO_SCREEN))), 404)
    return redirect(url_for("director.desk", event_id=event_id, sent=1), 303)


@pages.get("/e/<event_id>/seats.pdf")
@heavy
def seat_cards(event_id: str) -> Response:
    """Print a card for everybody in the open round: table, seat, with whom, and the code of the table."""
    session, address = open_as_director(event_id), server_address()
    state = state_of(session)
    tables = tables_of(session, state.open.number) if state.open else ()
    codes = {one.number: one.match.row.write_code for one in tables if one.match}
    links = {n: (address.link(code) if address.url else "", shown_code(code)) for n, code in codes.items()}
    printed = seat_cards_pdf(state, lang(), links if capabilities().invite else None)
    return sheets(printed, f"{event_id}-seats")
