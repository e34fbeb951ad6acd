"""Show the statistics of this phone's matches in a period, and join the names that belong to one person."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from babel.dates import format_date, get_month_names
from cachetools import cached
from flask import Blueprint, redirect, render_template, request, url_for
from flask import session as cookie
from werkzeug.wrappers import Response

from companion import games
from companion.clock import moment
from companion.languages import LANGUAGES, alphabetical
from companion.limits import COUNTED, SENT_NAME_LENGTH, TYPED
from companion.match_cache import SharedCache, match_of
from companion.parsing import record_checksum
from companion.presentation.statistics import Played, played, table_of_points, whole_matches
from companion.presentation.statistics import statistics as statistics_of
from companion.rules.ending import Result, places
from companion.rules.entries import Player
from companion.rules.messages import N_, Say, say
from companion.season_csv import YEARS, Period, Typed, typed_results
from companion.store import DamagedMatch, MatchRow, MatchState, Version
from companion.web.http.device import phone
from companion.web.http.locale import lang
from companion.web.http.rate_limit import thinking
from companion.web.http.request_store import store

pages = Blueprint("statistics", __name__, url_prefix="/statistics")
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
_kept: SharedCache[tuple[str, Version], Counted] = SharedCache(COUNTED)


@pages.get("")
def page() -> str:
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
        read = (counted_match(one.id, Version(one.entries, one.changes), give_up) for one in states)
        counted: list[Counted] = [one for one in read if one != "later"]
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


def counted_match(match_id: str, version: Version, give_up: Callable[[], bool] = lambda: False) -> Counted:
    """Return a match with its checksum for the statistics, from the cache if unchanged; "later" if time is up.

    Two matches with the same entries have the same checksum, so a file that was imported twice counts once.
    """
    key = match_id, version
    if key in _kept:
        kept: Counted = _kept.get(key)
        return kept
    if give_up():
        return "later"
    row = store().match(match_id)
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


# --- names of one person


@pages.get("/names")
def names() -> str:
    return names_page()


def names_page(wrong: Say | None = None) -> str:
    joined = store().joined_names(phone())
    played = _matches_of_names(_played())
    names = sorted({*played, *joined, *joined.values()}, key=alphabetical)
    return render_template("names.html", names=names, played=played, joined=joined, wrong=wrong)


def _played() -> list[Played]:
    return counted_matches(store().states_of(phone()))[1]


def _matches_of_names(matches: list[Played]) -> Counter[str]:
    """Count the matches of each name as it is written."""
    return Counter(str(player) for one in matches for player in one.result.players)


@pages.post("/names/join")
def join_names() -> Response | tuple[str, int]:
    """Count one name as another, unless both have played at the same table: then they are two people."""
    name, person = (request.form.get(field, "")[:SENT_NAME_LENGTH] for field in ("name", "person"))
    joined = store().joined_names(phone())
    person = joined.get(person, person)
    matches = _played()
    if name == person or not {name, person} <= {*_matches_of_names(matches), *joined}:
        return names_page(say("Choose two different names.")), 422
    one, other = ({who, *(n for n, whose in joined.items() if whose == who)} for who in (name, person))
    if any(one & {*match.result.players} and other & {*match.result.players} for match in matches):
        together = say(
            "{name} and {other} have played at the same table: they are two people.", name=name, other=person
        )
        return names_page(together), 422
    store().join_name(phone(), name, person)
    return redirect(url_for("statistics.names"), 303)


@pages.post("/names/part")
def part_names() -> Response:
    """Count a name by itself again."""
    store().part_name(phone(), request.form.get("name", "")[:SENT_NAME_LENGTH])
    return redirect(url_for("statistics.names"), 303)


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
