"""List, archive and delete the past matches of a phone, and show their statistics, by period."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from babel.dates import format_date, get_month_names
from cachetools import cached
from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask import session as cookie
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from companion import games
from companion.audit_log import noted
from companion.clock import YEARS, Period, moment, patience
from companion.import_export import exported_files, zipped
from companion.languages import LANGUAGES, alphabetical
from companion.limits import AT_ONCE, COUNTED, FOUND, SEARCH_LENGTH, TYPED
from companion.match_cache import SharedCache, match_of
from companion.parsing import game_of, record_checksum
from companion.presentation.statistics import Played, played, table_of_points, whole_matches
from companion.presentation.statistics import statistics as statistics_of
from companion.repository import in_closed_round
from companion.rules.ending import Result, places
from companion.rules.entries import Player
from companion.rules.messages import N_, Say, say
from companion.season_csv import Typed, final_scores, season_csv, typed_results
from companion.store import EVENT, DamagedMatch, MatchRow, MatchState, Version
from companion.stored_events import is_evening
from companion.web.http.access import open_session, require_owner, shown
from companion.web.http.device import phone
from companion.web.http.filters import beside_title, day, listed_name
from companion.web.http.locale import lang
from companion.web.http.rate_limit import client_address, heavy, thinking
from companion.web.http.request_store import store
from companion.web.pages.match_reports import saved_as

pages = Blueprint("archive", __name__)
PERIODS = {
    "all": N_("All days"),
    "year": N_("This year"),
    "season": N_("A season"),
    "month": N_("A month"),
    "days": N_("From – to"),
}
SEPTEMBER, BEGINS = 9, "season"  # the usual first month of a season, and the cookie that stores another one
SEASONS = 12  # seasons in the list, the current one first
PLACES, DIGITS = 20, 4  # the most places with points, and the most digits of these points
USUAL = (1,)  # points by place if the form has none, as in events


Counted = tuple[str, Played] | Literal["damaged", "later"] | None
_kept: SharedCache[tuple[str, int, int], Counted] = SharedCache(COUNTED)


@pages.get("/matches")
def matches() -> str:
    """List the matches of this phone; each word of the query must be in the title, players, game or day."""
    asked = request.args.get("q", "")[:SEARCH_LENGTH]
    archived = "archived" in request.args
    chosen = chosen_period()
    period = chosen.period
    kept = {one.id for one in store().states_of(phone()) if period.has(moment(one.began) or one.created_at)}
    listed = [row for row in store().matches_of(phone()) if row.archived == archived and row.id in kept]
    rows_found = [row for row in listed if _fits(row, asked)]
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
    counted = (
        _counted(MatchState(row.id, version.entries, version.changes, "", "", uncounted=False)) if version else None
    )
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
    began = {one.id: moment(one.began) or one.created_at for one in store().states_of(phone())}
    rows = [row for row in store().matches_of(phone()) if period.has(began[row.id])]
    events = [row for row in store().events_of(phone()) if period.has(row.created_at)]
    return rows, events, period


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
    session = open_session(match_id)
    event = store().match(session.row.event) if session.row.event else None
    if event and not is_evening(event):
        abort(403, description=_("This match is a table of a tournament. Delete the tournament first."))
    answers = request.form.get("answers", 0, type=int)
    if answers == 2:
        store().delete(match_id)
        _drop_if_empty(session.row.event)
        noted("match deleted", match_id, entries=len(session.rows), address=client_address())
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
        noted("event deleted", event_id, address=client_address())
        return redirect(url_for("evenings.listing"), 303)
    is_seated = "players" in row.head.get("event", {})  # and not the final scores of past matches
    return render_template("delete_event.html", row=row, is_seated=is_seated)


@pages.get("/statistics")
def statistics() -> str:
    """Show the statistics of this phone's matches in a period, by game; archived matches count too.

    If time runs out, the page shows how many matches are missing; they are counted when the page is opened again.
    """
    chosen = chosen_period()
    states = [one for one in store().states_of(phone()) if not one.uncounted]
    counted, whole = counted_matches(states)
    whole = [one for one in whole if chosen.period.has(one.began)]
    names = store().joined_names(phone())
    tables = [(game, statistics_of((one for one in whole if one.game == game.key), names)) for game in games.GAMES]
    scale = _scale(request.args.get("scale", ""))
    return render_template(
        "statistics.html",
        chosen=chosen,
        tables=[(game, one) for game, one in tables if one.matches],
        scale=scale,
        standings=table_of_points(whole, scale, names),
        left=len(states) - len(counted),
        damaged=sum(one == "damaged" for one in counted),
    )


def counted_matches(states: Iterable[MatchState]) -> tuple[list[Counted], list[Played]]:
    """Read stored matches within the time limit.

    Returns:
        The matches read in time; and the distinct ones of them, with parts joined, then those with typed scores only.
    """
    with thinking() as give_up:
        counted: list[Counted] = [one for one in (_counted(state, give_up) for state in states) if one != "later"]
    distinct = {one[0]: one[1] for one in counted if isinstance(one, tuple)}
    return counted, [*whole_matches(distinct.values()), *_typed_matches()]


def _typed_matches() -> list[Played]:
    """Return the matches of which only the final scores were typed in."""
    events = [row for row in store().events_of(phone()) if not row.settings.uncounted]
    return [played_of(one) for row in events for one in _typed_in(row, store().version_of_event(row.id))]


@cached(SharedCache(TYPED, getsizeof=lambda typed: len(typed) + 1), key=lambda row, version: (row.id, version))
def _typed_in(row: MatchRow, version: Version) -> list[Typed]:
    return typed_results(store(), row)


def played_of(typed: Typed) -> Played:
    low = typed.game.lower_wins(typed.options)
    scores = {Player(name): score for name, score in typed.scores.items()}
    ranked = places({player: score if low else -score for player, score in scores.items()})
    return Played(typed.game.key, moment(typed.at), Result(tuple(scores), ranked, scores, low=low), typed=True)


def _scale(text: str) -> tuple[int, ...]:
    """Read the points for places; return the usual ones if the text is not valid."""
    numbers = text.replace(",", " ").split()[:PLACES]
    read = [int(one) for one in numbers if one.isascii() and one.isdecimal() and len(one) <= DIGITS]
    return tuple(read) if read and len(read) == len(numbers) and read == sorted(read, reverse=True) else USUAL


def _counted(state: MatchState, give_up: Callable[[], bool] = lambda: False) -> Counted:
    """Return a match with its checksum for the statistics, from the cache if unchanged; "later" if time is up.

    Two matches with the same entries have the same checksum, so a file that was imported twice counts once.
    """
    key = state.id, state.entries, state.changes
    if key in _kept:
        kept: Counted = _kept.get(key)
        return kept
    if give_up():
        return "later"
    row = store().match(state.id)
    _kept[key] = counted = _read(row) if row else None
    return counted


def _read(row: MatchRow) -> Counted:
    try:
        match = match_of(row, store().entries(row.id))
    except DamagedMatch:
        return "damaged"
    if match is None:
        return None
    untitled = replace(match, record=replace(match.record, title=""))
    sign = record_checksum(untitled) if match.record.entries else row.id
    return sign, played(match.game, match.shown.tally, began=row.created_at)


# --- the period


@dataclass(frozen=True)
class Chosen:
    """The period of a page, and the content of each field of its form; `wrong` if the days cannot be read.

    Attributes:
        kind: one of PERIODS.
        period: the days.
        begins: the first month of a season.
        season: the year in which the chosen season begins; `seasons` are those in the list.
        month: the month as 2026-11.
        since: the first day as it was sent; `until` is the last.
        zone: the reader's time zone as sent by the browser; empty if there is none.
    """

    kind: str
    period: Period
    begins: int
    season: int
    seasons: tuple[int, ...]
    month: str
    since: str
    until: str
    zone: str
    wrong: Say | None = None

    @property
    def kinds(self) -> dict[str, str]:
        return PERIODS

    @property
    def days(self) -> str:
        """Return the days in words; empty if the period has no limits."""
        period, locale = self.period, LANGUAGES[lang()].locale
        told = [format_date(day, "medium", locale=locale) if day else "" for day in (period.first, period.last)]
        return " – ".join(told) if any(told) else ""

    @property
    def months(self) -> list[tuple[int, str]]:
        return list(get_month_names("wide", "stand-alone", locale=LANGUAGES[lang()].locale).items())


def chosen_period() -> Chosen:
    """Return the period in the query of the request, in the reader's time zone."""
    asked, zone = request.args, request.args.get("zone", "")
    known = _zone(zone)
    today = datetime.now(known).date()
    kind = asked.get("period", "all") if asked.get("period") in PERIODS else "all"
    begins = asked.get("begins", cookie.get(BEGINS, SEPTEMBER), type=int)
    begins = begins if 1 <= begins <= 12 else SEPTEMBER
    if kind == "season" and begins != cookie.get(BEGINS, SEPTEMBER):
        cookie[BEGINS] = begins
    latest = today.year if today.month >= begins else today.year - 1
    season = asked.get("season", latest, type=int)
    month, since, until = (asked.get(name, "") for name in ("month", "from", "to"))
    try:
        first, last = _days(kind, today, (season, begins), month, (since, until))
        wrong = None
    except (ValueError, OverflowError):
        first = last = None
        wrong = say("Write days as 2026-09-01 and months as 2026-09, the earlier day first.")
    seasons = tuple(range(latest, latest - SEASONS, -1))
    shown_month = month or f"{today:%Y-%m}"
    return Chosen(kind, Period(first, last, known), begins, season, seasons, shown_month, since, until, zone, wrong)


def _days(
    kind: str, today: date, season: tuple[int, int], month: str, days: tuple[str, str]
) -> tuple[date | None, date | None]:
    """Return the first and the last day of a period; None means no limit.

    Raises:
        ValueError: the days are not valid.
    """
    first, last = None, None
    match kind:
        case "year":
            first, last = date(today.year, 1, 1), date(today.year, 12, 31)
        case "season":
            year, begins = season
            first, last = date(year, begins, 1), date(year + 1, begins, 1) - timedelta(days=1)
        case "month":
            first = date.fromisoformat(f"{month or f'{today:%Y-%m}'}-01")
            last = date(first.year + first.month // 12, first.month % 12 + 1, 1) - timedelta(days=1)
        case "days":
            first, last = (date.fromisoformat(one) if one else None for one in days)
    if any(day and day.year not in YEARS for day in (first, last)) or (first and last and first > last):
        raise ValueError(kind)
    return first, last


def _zone(name: str) -> ZoneInfo | None:
    """Return the time zone that a browser sent; None, the zone of this machine, if it is unknown."""
    try:
        return ZoneInfo(name) if name else None
    except (ValueError, KeyError, OSError):
        return None
