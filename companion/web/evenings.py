"""From one evening to the next: play again, past matches, the course of a match, statistics, archive and delete."""

from collections import OrderedDict
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from companion import games
from companion.chart import HEIGHT, WIDTH, chart
from companion.keeping import label, match_of
from companion.limits import FOUND, SEARCH_LENGTH
from companion.reading import Match, game_of, read_head, write_match
from companion.reading.converter import plain
from companion.rules.record import next_seat
from companion.rules.rulings import Ruling
from companion.statistics import Played, played, statistics
from companion.store import MatchRow
from companion.web.access import Sitting, now, phone, sit_down, store
from companion.web.news import written
from companion.web.rates import make_room

pages = Blueprint("evenings", __name__)
REMEMBERED = 2000  # matches added up
_played: "OrderedDict[tuple[str, str], Played]" = OrderedDict()


# --- again


@pages.post("/m/<match_id>/rematch")
def rematch(match_id: str) -> Response:
    """The same people, house rules and phones; the deal moves on. Two phones that ask at once get the same match."""
    sitting = sit_down(match_id, write=True)
    known = sitting.row.settings.get("rematch", "")
    if known and store().match(known):
        return redirect(url_for("match.page", match_id=known), 303)
    make_room(sitting.row.owner)
    new = store().rematch(sitting.row, rematch_head(sitting), at=now())
    return redirect(url_for("match.page", match_id=new), 303)


def rematch_head(sitting: Sitting) -> dict[str, Any]:
    """The head of the next match: house rules as they stood at the end, dealt by the next to deal."""
    tally = sitting.tally
    record = sitting.match.record
    as_file = write_match(Match(sitting.game, record))
    options = plain(tally.options) if tally.options is not None else as_file["options"]
    last = next((line.dealer for line in reversed(tally.lines) if line.dealer), None)
    dealer = tally.next.get("dealer") or (next_seat(record.players, last) if last else as_file["opening"].get("dealer"))
    chosen = {"first_dealer": "chosen"} if "first_dealer" in as_file["options"] else {}
    opening = {"dealer": dealer} if dealer else {}
    head = {
        "title": record.title,
        "players": list(record.players),
        "options": {**options, **chosen},
        "opening": opening,
    }
    if isinstance(read_head(sitting.game, head), Ruling):  # a rule changed on the way that no match can start with
        head["options"] = as_file["options"]
    return head


# --- past matches


@pages.get("/matches")
def past() -> str:
    """All matches of this phone, found by a word of their title, players or game, or by a day like 2026-11-21."""
    asked = request.args.get("q", "")[:SEARCH_LENGTH]
    archived = "archived" in request.args
    found = [row for row in store().matches_of(phone()) if row.archived == archived and _fits(row, asked)]
    rows = [(row, game_of(row.game)) for row in found[:FOUND]]
    return render_template("matches.html", matches=rows, asked=asked, archived=archived, more=len(found) > FOUND)


def _fits(row: MatchRow, asked: str) -> bool:
    """Whether every word asked for occurs somewhere in what is known of the match."""
    game = game_of(row.game)
    known = " ".join((row.title, *row.head["players"], _(game.name) if game else row.game, row.created_at)).casefold()
    return all(word in known for word in asked.casefold().split())


@pages.post("/m/<match_id>/archive")
def archive(match_id: str) -> Response:
    sitting = _owned(match_id)
    store().archive(match_id, not sitting.row.archived)
    return redirect(url_for("evenings.past"), 303)


@pages.route("/m/<match_id>/delete", methods=["GET", "POST"])
def delete(match_id: str) -> str | Response:
    """Asked twice: the second answer deletes the match from every phone."""
    sitting = _owned(match_id)
    answers = request.form.get("answers", 0, type=int)
    if answers == 2:
        store().delete(match_id)
        return redirect(url_for("start.start"), 303)
    return render_template(
        "delete.html", sitting=sitting, game=sitting.game, match_id=match_id, answers=answers, rows=sitting.rows
    )


def _owned(match_id: str) -> Sitting:
    sitting = sit_down(match_id)
    if not sitting.is_owner:
        abort(403, description=_("Only the phone that made this match may do that."))
    return sitting


# --- numbers


@pages.get("/m/<match_id>/course")
def course(match_id: str) -> str:
    sitting = sit_down(match_id)
    tally = sitting.tally
    return render_template(
        "course.html",
        sitting=sitting,
        game=sitting.game,
        match_id=match_id,
        players=sitting.players,
        chart=chart(tally),
        lines=[line for line in tally.lines if line.scores or line.balances],
        size=(WIDTH, HEIGHT),
    )


@pages.get("/m/<match_id>/log")
def log(match_id: str) -> str:
    """The record as it was written: who, what, when, and from which phone."""
    sitting = sit_down(match_id)
    stored = zip(sitting.match.record.entries, sitting.rows, strict=True)
    entries = [(one, written(one), row, label(match_id, row.phone) if row.phone else "") for one, row in stored]
    return render_template("log.html", sitting=sitting, game=sitting.game, match_id=match_id, entries=entries)


@pages.get("/statistics")
def numbers() -> str:
    """Everything that this phone's matches add up to, game by game; archived matches count too."""
    rows = store().matches_of(phone())[:FOUND]
    found = [one for row in rows if (one := _of(row))]
    tables = [(game, statistics(found, game)) for game in games.GAMES]
    return render_template("statistics.html", tables=[(game, one) for game, one in tables if one.matches])


def _of(row: MatchRow) -> Played | None:
    """What a match adds, worked out once for each state of its record."""
    key = (row.id, store().version(row.id))
    if key not in _played:
        match = match_of(row, store().entries(row.id))
        if match is None:
            return None
        _played[key] = played(match.game, match.game.tally(match.record))
        while len(_played) > REMEMBERED:
            _played.popitem(last=False)
    return _played[key]
