"""List, archive, export and delete the past matches of a phone, and hide the name of a person in them."""

from collections.abc import Iterable
from itertools import count

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from companion.clock import moment, patience
from companion.import_export import exported_files, zipped
from companion.languages import alphabetical
from companion.limits import AT_ONCE, FOUND, SEARCH_LENGTH, SENT_NAME_LENGTH
from companion.match_cache import stored_match
from companion.parsing import Match, game_of
from companion.repository import in_closed_round
from companion.rules.ending import Result
from companion.rules.entries import Correction, Player, Rename
from companion.rules.people import names_of
from companion.season_csv import Period, final_scores, season_csv
from companion.store import EVENT, MatchRow, Store
from companion.stored_events import is_evening
from companion.web.http.access import log_access, open_match_session, require_owner, shown
from companion.web.http.device import phone
from companion.web.http.filters import beside_title, day, listed_name
from companion.web.http.rate_limit import heavy
from companion.web.http.request_store import store
from companion.web.pages.match_reports import saved_as
from companion.web.pages.statistics import chosen_period, counted_match, names_page

pages = Blueprint("archive", __name__)


@pages.get("/matches")
def matches() -> str:
    """List the matches of this phone; each word of the query must be in the title, players, game or day."""
    asked = request.args.get("q", "")[:SEARCH_LENGTH]
    archived = "archived" in request.args
    chosen = chosen_period()
    rows_found = [row for row in _in_period(chosen.period) if row.archived == archived and _fits(row, asked)]
    late = patience(AT_ONCE)  # matches not read in this time are shown without a result until the page is opened again
    shown = rows_found[:FOUND]
    rows = [(row, game_of(row.game), None if late() else _ended(row)) for row in shown]
    last = {row.event: row.id for row in shown if row.event}  # the match under which the list shows the evening
    return render_template(
        "matches.html",
        matches=rows,
        evening_under={match_id: event for event, match_id in last.items()},
        asked=asked,
        archived=archived,
        more=len(rows_found) > FOUND,
        chosen=chosen,
    )


def _ended(row: MatchRow) -> Result | None:
    """Return the result of a match; None if it cannot be read."""
    version = store().version(row.id)
    counted = counted_match(row.id, version) if version else None
    result = counted[1].result if isinstance(counted, tuple) else None
    is_over = result is None or result.places or result.went_on or not in_closed_round(store(), row)
    return result if is_over else None  # the director has typed the result


def _fits(row: MatchRow, asked: str) -> bool:
    game = game_of(row.game)
    if not asked:
        return True
    name = _(game.name) if game else row.game
    played = (listed_name(row, game), beside_title(row, game))
    known = alphabetical(" ".join((*played, *row.players, name, row.created_at, day(row.created_at))))
    return all(word in known for word in alphabetical(asked).split())


@pages.get("/matches.zip")
@heavy
def export_zip() -> Response:
    """Return a zip of the match files and event files of a period."""
    rows, events, _ = _of_period()
    return saved_as("companion.zip", zipped(exported_files(store(), rows, events)), "application/zip")


@pages.get("/matches.csv")
@heavy
def export_csv() -> Response:
    """Return the final scores of a period for a spreadsheet."""
    rows, _, period = _of_period()
    scores = final_scores(store(), rows, store().events_of(phone()), period)
    return saved_as("companion.csv", season_csv(scores), "text/csv")


def _of_period() -> tuple[list[MatchRow], list[MatchRow], Period]:
    """Return the matches and events of the requested period, and the period."""
    period = chosen_period().period
    rows = _in_period(period)
    events = [row for row in store().events_of(phone()) if period.has(row.created_at)]
    return rows, events, period


def _in_period(period: Period) -> list[MatchRow]:
    """Return the matches of this phone that began in a period."""
    began = {one.id: moment(one.began) or one.created_at for one in store().states_of(phone())}
    return [row for row in store().matches_of(phone()) if period.has(began.get(row.id, ""))]


@pages.post("/m/<match_id>/archive")
def archive(match_id: str) -> Response:
    """Archive a match, or restore it from the archive."""
    row, _guest = require_owner(match_id)
    store().archive(match_id, not row.archived)
    return redirect(url_for("archive.matches"), 303)


@pages.route("/m/<match_id>/delete", methods=["GET", "POST"])
def delete(match_id: str) -> str | Response:
    """Delete the match from all phones, after two confirmations."""
    require_owner(match_id)
    session = open_match_session(match_id)
    event = store().match(session.row.event) if session.row.event else None
    if event and not is_evening(event):
        abort(403, description=_("This match is a table of a tournament. Delete the tournament first."))
    answers = request.form.get("answers", 0, type=int)
    if answers == 2:
        store().delete(match_id)
        _drop_if_empty(session.row.event)
        log_access("match deleted", match_id, entries=len(session.rows))
        return redirect(url_for("start.start"), 303)
    return shown("delete.html", session, answers=answers, rows=session.rows)


def _drop_if_empty(event_id: str | None) -> None:
    """Delete an evening after its last match was deleted, because its payments contain names."""
    row = store().match(event_id) if event_id else None
    if row and is_evening(row) and not store().matches_in(row.id):
        store().delete(row.id)


@pages.route("/e/<event_id>/delete", methods=["GET", "POST"])
def delete_event(event_id: str) -> str | Response:
    """Delete an event with its own entries, after a confirmation; its matches are kept."""
    row, _guest = require_owner(event_id)
    if row.game != EVENT:
        abort(404)
    if request.method == "POST":
        store().delete(event_id)
        log_access("event deleted", event_id)
        return redirect(url_for("evenings.listing"), 303)
    is_seated = "players" in row.head.get("event", {})  # and not the final scores of past matches
    return render_template("delete_event.html", row=row, is_seated=is_seated)


# --- a person who is to be forgotten

SIGN = "N.N. {n}"  # shown for a forgotten person, in every language


def _known_as(name: str) -> list[str]:
    """Return all names that count as the same person as this one."""
    joined = store().joined_names(phone())
    person = joined.get(name, name)
    return [person, *(other for other, whose in joined.items() if whose == person)]


@pages.get("/statistics/names/forget")
def forget_page() -> str:
    """Show the matches with this person, and how to remove the name from the disk."""
    name = request.args.get("name", "")[:SENT_NAME_LENGTH]
    if not name:
        return names_page()
    known_as = _known_as(name)
    own = {row.id: row for one in known_as for row in store().mentions(phone(), one)}
    others = [row for row in store().matches_of(phone()) if row.owner != phone() and {*known_as} & {*row.players}]
    rows = [(row, game_of(row.game), _delete_address(row)) for row in own.values()]
    return render_template("forget_name.html", name=name, known_as=known_as, matches=rows, others=len(others))


def _delete_address(row: MatchRow) -> str:
    if row.game == EVENT:
        return url_for("archive.delete_event", event_id=row.id)
    return url_for("archive.delete", match_id=row.id)


@pages.post("/statistics/names/forget")
@heavy
def forget() -> Response:
    """Hide the name of a person in all matches that this phone owns."""
    known_as = _known_as(request.form.get("name", "")[:SENT_NAME_LENGTH] or abort(404))
    forget_person(store(), phone(), known_as)
    for name in known_as:
        store().part_name(phone(), name)
    log_access("person forgotten")
    return redirect(url_for("statistics.names"), 303)


def forget_person(store: Store, phone: str, known_as: Iterable[str]) -> str:
    """Hide the name of a person in all matches and events of a phone; the stored data does not change.

    Args:
        phone: the owner of the matches.
        known_as: the names of the person.

    Returns:
        The sign that is shown instead of the name.
    """
    hidden: dict[str, set[str]] = {}
    for name in known_as:
        for row in store.mentions(phone, name):
            hidden.setdefault(row.id, {name}).update(_also_known_as(stored_match(store, row), name))
    taken = {sign for signs in store.hidden_names(phone).values() for sign in signs.values()}
    sign = next(sign for n in count(1) if (sign := SIGN.format(n=n)) not in taken)
    store.hide_names(hidden, sign)
    return sign


def _also_known_as(match: Match | None, name: str) -> set[str]:
    """Return all names in a match of the person with this name: in its head, and after each change of the name."""
    if match is None:
        return set()
    given = [(head, shown) for head, shown in names_of(match.record).items()]
    bodies = [one.body.content if isinstance(one.body, Correction) else one.body for one in match.record.entries]
    given += [(Player(body.player), Player(body.name)) for body in bodies if isinstance(body, Rename)]
    heads = {head for head, shown in given if name in (head, shown)}
    return {one for pair in given if pair[0] in heads for one in pair}
