"""List the evenings of a phone, show their standings and payments, and put matches in or take them out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask import Response as FileResponse
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from companion.clock import patience
from companion.events import PaymentMade
from companion.events.standings import standings
from companion.limits import AT_ONCE, FOUND
from companion.match_cache import stored_match
from companion.new_part import match_numbers, names_at
from companion.parsing import game_of
from companion.parsing.event_file import is_unpriced
from companion.parsing.json_decoder import plain
from companion.pdf.event import event_pdf
from companion.presentation.event_text import event_text
from companion.repository import MATCH_ID, began_at, event_file
from companion.rules.entries import Player
from companion.rules.game import Game
from companion.rules.messages import Say, say
from companion.rules.people import names_of
from companion.rules.rulings import Ruling
from companion.store import EVENT, DamagedMatch, MatchRow
from companion.stored_events import EventSession, Listed, is_evening, open_event, paid_lines
from companion.stored_events.evenings import is_near, people, put_in
from companion.web.http.access import has_seen, open_event_session
from companion.web.http.device import phone
from companion.web.http.locale import lang
from companion.web.http.rate_limit import heavy
from companion.web.http.request_store import store
from companion.web.pages.entry_form import new_entry_id, sent_entry_id
from companion.web.pages.match_reports import saved_json
from companion.web.pages.printing import sheets
from companion.web.pages.responses import answer_of_event, write_in_event

pages = Blueprint("evenings", __name__)
OFFERED = 6  # matches of this phone that may be put in, the latest


@dataclass(frozen=True)
class EveningLine:
    """An evening or a league in the list.

    `leaders`: empty while no match of it is finished; once it `is_over`, those who have won.
    `evenings`: the number of evenings in a league that holds nothing else.
    """

    row: MatchRow
    people: Sequence[str]
    matches: int
    evenings: int
    leaders: Sequence[Player]
    is_running: bool
    is_over: bool


@dataclass(frozen=True)
class MatchLine:
    """A match of an evening, a part of a match, or an evening of a league.

    `is_here`: this phone may open it. `at`: the time of its first entry, as on paper and after an import.
    """

    row: MatchRow
    number: int
    game: Game | None
    entry: int
    at: str
    state: Say | None
    winners: Sequence[Player]
    is_here: bool
    is_running: bool = False

    @property
    def is_evening(self) -> bool:
        return self.row.game == EVENT


# --- the pages


@pages.get("/evenings")
def listing() -> str:
    """List the evenings of this phone, the latest first."""
    rows = store().events_of(phone())
    late = patience(AT_ONCE)
    lines = [line for row in rows[:FOUND] if not late() and (line := _line(row))]
    return render_template("evenings.html", evenings=lines, more=len(rows) > len(lines))


def _line(row: MatchRow) -> EveningLine | None:
    """Return the line of an evening in the list; None if the evening is damaged or empty."""
    try:
        session = open_event(store(), row.id, phone())
    except DamagedMatch:
        return None
    if session is None or (is_evening(row) and not (row.title or session.listed)):
        return None
    state = None if isinstance(session.state, Ruling) else session.state
    leaders = [state.name_of(one.player) for one in standings(state) if one.rank == 1] if state else []
    running = any(one.is_running for one in session.listed) and _is_played(session)
    matches = max(match_numbers(one.match for one in session.listed), default=0)
    names = names_at(one.match for one in session.listed) or cast(
        Sequence[str], row.head.get("event", {}).get("players", ())
    )
    if state:  # a person may have several names in the matches
        rows = (state.row_of(Player(name)) for name in (*names, *state.rows))
        names = list(dict.fromkeys(map(state.name_of, rows)))
    evenings = matches if all(one.row.game == EVENT for one in session.listed) else 0
    return EveningLine(row, names, matches, evenings, leaders, running, state is not None and state.is_finished)


def _is_played(session: EventSession) -> bool:
    """Return True if unfinished matches are still played; at tables, only those of the open round are."""
    state = session.state
    return is_evening(session.row) or isinstance(state, Ruling) or (state.open is not None and not state.is_finished)


def _is_league(row: MatchRow) -> bool:
    """Return True if evenings can count in an event: it was made as a league, or its file contains some."""
    return is_evening(row) and (row.settings.league or any(one.game == EVENT for one in store().matches_in(row.id)))


@pages.get("/e/<event_id>")
def page(event_id: str) -> str | Response:
    """Show an evening; answer 204 to a poll if nothing has changed."""
    session = open_event_session(event_id)
    if not is_evening(session.row):
        return redirect(url_for("director.page", event_id=event_id), 303)
    if has_seen(session.version):
        return FileResponse(status=204)
    return _page(session)


def _page(session: EventSession, wrong: Ruling | None = None) -> str:
    mine = store().matches_of(phone())
    known = {row.id for row in mine}
    counted = match_numbers(one.match for one in session.listed)
    lines = [_match_line(one, n, known) for one, n in zip(session.listed, counted, strict=True)]
    loose = [row for row in mine if row.event is None and not row.archived and not row.damaged]
    is_league = _is_league(session.row)
    near = [] if is_league else [row for row in loose[:OFFERED] if _is_of_night(session, row)]
    tonight = [(row, game_of(row.game)) for row in near]
    return render_template(
        "evening.html",
        session=session,
        wrong=wrong or (session.state if isinstance(session.state, Ruling) else None),
        text=None if isinstance(session.state, Ruling) else event_text(session.state),
        matches=lines,
        of_evenings=bool(lines) and all(line.is_evening for line in lines),
        by_entry={line.entry: line for line in lines},
        paid=paid_lines(session),
        running=next((line for line in reversed(lines) if line.is_here and line.is_running), None),
        last=next(
            (one for one in reversed(lines) if one.is_here and not (one.is_evening or one.row.followed_by)), None
        ),
        running_counts=any(one.is_running for one in session.listed),
        unpriced=any(_is_owed_points(one) for one in session.listed),
        tonight=tonight,
        offered=[(row, game_of(row.game)) for row in loose if row not in near][:OFFERED],
        is_league=is_league,
        league=_league(session),
        leagues=_leagues(session) if session.guest.may_write else [],
        entry_id=new_entry_id(),
    )


def _league(session: EventSession) -> MatchRow | None:
    """Return the league in which this evening counts, if this phone may open it."""
    league = session.row.event
    return store().match(league) if league and store().guest_through(league, phone()) else None


def _leagues(session: EventSession) -> list[MatchRow]:
    """Return the leagues into which this evening can be put."""
    if session.row.event or _is_league(session.row):
        return []
    rows = [row for row in store().events_of(phone()) if _is_league(row)]
    return [row for row in rows if row.id != session.row.id and row.event is None][:OFFERED]


def _is_owed_points(one: Listed) -> bool:
    """Return True if a match has payments in points that have no price."""
    return one.is_finished and is_unpriced(one.match) and bool(one.match and one.match.tally.payments)


def _is_of_night(session: EventSession, row: MatchRow) -> bool:
    """Return True if people of an evening played a match on the same night, and it was not taken out of the evening."""
    match = stored_match(store(), row) if row.id not in {one.body.get(MATCH_ID) for one in session.rows} else None
    near = (one.match for one in session.listed if one.match and is_near(one.row, one.match, row.created_at))
    return match is not None and not people(match).isdisjoint(name for one in near for name in people(one))


def _evening_line(one: Listed, number: int) -> MatchLine:
    """Return the line of an evening of a league, with its leaders."""
    line, row = _line(one.row), one.row
    state = None if line and one.counts else say("nothing is finished yet")
    return MatchLine(row, number, None, one.entry, row.created_at, state, line.leaders if line else (), bool(line))


def _match_line(one: Listed, number: int, known: set[str]) -> MatchLine:
    if one.row.game == EVENT:
        return _evening_line(one, number)
    tally = one.match.tally if one.match else None
    names = names_of(one.match.record) if one.match else {}
    state = None
    if tally is None:
        state = say("damaged")
    elif one.is_continued:
        state = say("goes on in a new part")
    elif not tally.places:
        state = say("still running")
    winners = [names.get(name, name) for name in tally.winners] if tally else []
    row, game = one.row, game_of(one.row.game)
    began = (one.match and began_at(one.match)) or row.created_at
    return MatchLine(row, number, game, one.entry, began, state, winners, row.id in known, one.is_running)


# --- writing


@pages.post("/e/<event_id>/paid")
def pay(event_id: str) -> Response:
    """Write a payment."""
    session = open_event_session(event_id, write=True)
    names = {} if isinstance(session.state, Ruling) else {session.state.name_of(one): one for one in session.state.rows}
    payer, payee = (names.get(Player(request.form.get(key, "")), Player("")) for key in ("from", "to"))
    body = PaymentMade(payer, payee, request.form.get("amount", 0, type=int))
    return write_in_event(session, plain(body), _page)


@pages.post("/e/<event_id>/add")
def add(event_id: str) -> Response:
    """Put a match of this phone into the evening."""
    session, match_id = open_event_session(event_id, write=True), request.form.get("match_id", "")
    if store().guest(match_id, phone()) is None:
        abort(404)
    return answer_of_event(session.row.id, put_in(store(), session, match_id, sent_entry_id()), _page)


@pages.post("/e/<event_id>/league")
def count_in_league(event_id: str) -> Response:
    """Put the evening into a league."""
    open_event_session(event_id, write=True)
    league = open_event_session(request.form.get("league", ""), write=True)
    return answer_of_event(league.row.id, put_in(store(), league, event_id, sent_entry_id()), _page)


@pages.post("/e/<event_id>/strike")
def strike(event_id: str) -> Response:
    """Take a match out of the evening, or cross out a payment."""
    session, number = open_event_session(event_id, write=True), request.form.get("entry", 0, type=int)
    kinds = {row.number: row.body.get("kind") for row in session.rows}
    if kinds.get(number) not in ("played", "paid"):
        abort(400)
    body = {"kind": "correction", "entry": number, "with": None}
    return write_in_event(session, body, _page)


@pages.post("/e/<event_id>/statistics")
def count(event_id: str) -> Response:
    """Leave the matches of the evening out of the statistics, or count them again."""
    session = open_event_session(event_id, write=True)
    settings = replace(session.row.settings, uncounted=not session.row.settings.uncounted)
    store().set_settings(event_id, settings)
    return redirect(url_for("evenings.page", event_id=event_id), 303)


# --- files


def _seen_whole(event_id: str) -> EventSession:
    """Open an event; 403 while scores of other tables are hidden from this phone."""
    session = open_event_session(event_id)
    if session.hides_open:
        abort(403, description=_("The scores of the other tables are shown once the round is closed."))
    return session


@pages.get("/e/<event_id>/event.json")
def export(event_id: str) -> Response:
    """Return the event file, with every finished match in it."""
    return saved_json(event_id, event_file(_seen_whole(event_id).data))


@pages.get("/e/<event_id>/evening.pdf")
@heavy
def sheet(event_id: str) -> Response:
    """Print the evening: standings, accounts and payments, and every table."""
    return sheets(event_pdf(_seen_whole(event_id).data, lang()), event_id)
