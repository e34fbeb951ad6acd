"""Contest, confirm and settle an entry, also by asking the referee about it.

Every phone that was let in may contest and confirm, also with read access only; neither changes the score. A contest is
settled by a correction of the entry or by a ruling on it, which needs write access.
"""

from dataclasses import dataclass

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.limits import REASON_LENGTH
from companion.presentation.entry_text import name_of
from companion.repository import MatchSession
from companion.rules.entries import Body, Confirm, Contest, Entry, RulingNote
from companion.rules.history import Standing
from companion.rules.messages import Say
from companion.rules.tally import Tally
from companion.search import wrong_deal
from companion.submission import Written
from companion.web.http.access import open_session
from companion.web.http.locale import lang
from companion.web.pages.confirmations import confirmation_obstacle, is_first
from companion.web.pages.entry_form import write_body
from companion.web.pages.responses import answer_to

pages = Blueprint("disputes", __name__, url_prefix="/m/<match_id>/entries/<int:number>")


@pages.post("/contest")
def contest(match_id: str, number: int) -> Response:
    """Contest an entry, with a reason."""
    session = open_session(match_id)
    if _contest_of(session, number):
        return _back(match_id, number)
    return _write(session, Contest(number, _reason()))


@pages.post("/confirm")
def confirm(match_id: str, number: int) -> Response:
    """Confirm an entry as this player, unless this phone wrote it."""
    session = open_session(match_id)
    if not session.guest.player:
        return redirect(url_for("join.who", match_id=match_id), 303)
    if not 1 <= number <= len(session.rows):
        abort(404)
    if why := confirmation_obstacle(session, number):
        abort(403, description=why)
    return _write(session, Confirm(number))


@pages.post("/settle")
def settle(match_id: str, number: int) -> Response:
    """Let a contested entry stand, by a ruling in the table's own words."""
    session = open_session(match_id, write=True)
    if _contest_of(session, number) is None:
        return _back(match_id, number)
    return _write(session, RulingNote("contested", "stands", text=_reason(), entry=number))


def _contest_of(session: MatchSession, number: int) -> Entry | None:
    """Return the open contest of an entry, if there is one."""
    return next((one.contest for one in session.match.replay.history if one.entry.number == number), None)


def _reason() -> str:
    return request.form.get("reason", "").strip()[:REASON_LENGTH]


def _write(session: MatchSession, body: Body) -> Response:
    outcome = write_body(session, body, by=None if is_first(session) else "")
    if isinstance(outcome, Written):
        return _back(session.row.id, getattr(body, "entry", 0))
    return answer_to(session, outcome)


def _back(match_id: str, number: int) -> Response:
    if request.form.get("back") == "match":
        return redirect(url_for("match.page", match_id=match_id), 303)
    return redirect(url_for("match.entry", match_id=match_id, number=number), 303)


# --- the entry that the referee is asked about


@dataclass(frozen=True)
class AboutEntry:
    """The entry that a question is about: its number, its name, and what was said in its dispute."""

    number: int
    name: Say
    dispute: str
    is_contested: bool


@pages.app_template_global()
def asked_entry() -> int | None:
    """Return the number of the entry that a page of the referee or the rules is asked about, which its links keep."""
    is_asked = request.blueprint in ("referee", "rules")
    return request.values.get("entry", type=int) if is_asked else None


def entry_asked(session: MatchSession) -> Standing | None:
    """Return the entry that the question is about, if any."""
    number = request.values.get("entry", 0, type=int)
    return session.match.replay.history[number - 1] if 0 < number <= len(session.rows) else None


def deal_asked(session: MatchSession) -> Standing | None:
    """Return the entry that the question is about if it is a deal."""
    about = entry_asked(session)
    return about if about and isinstance(about.entry.body, session.game.deals) else None


def sheet_asked(session: MatchSession) -> Tally:
    """Return the tally that a question is about; for a deal, the tally before it."""
    about = deal_asked(session)
    return session.match.replay.before(about.entry.number).tally if about else session.tally


def about_entry(session: MatchSession | None) -> AboutEntry | None:
    """Return the entry that the question is about, as the page shows it."""
    about = entry_asked(session) if session else None
    if session is None or about is None:
        return None
    reason = about.contest.body.reason if about.contest and isinstance(about.contest.body, Contest) else ""
    return AboutEntry(about.entry.number, name_of(session.tally, about.entry.number), reason, about.contest is not None)


def deal_said_wrong(session: MatchSession, words: str) -> int | None:
    """Return the entry of the deal whose score some words say is wrong: there it is corrected."""
    number, numbers = wrong_deal(words, lang(), session.players), session.tally.numbers.now
    return next((entry for entry, deal in numbers.items() if deal == number), None)
