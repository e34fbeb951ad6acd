"""Show a match and its entries; write entries and each player's own part of a deal, contest and confirm entries."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from companion.limits import REASON_LENGTH
from companion.parsing.partial_deals import deal_of, missing_in_part
from companion.parsing.scalars import is_card
from companion.presentation.activity import news
from companion.presentation.correction import CorrectionEffect, as_it_is, corrected
from companion.presentation.entry_text import line_of
from companion.presentation.preview import brings, columns_of, new_numbers, own_number, with_short_names
from companion.repository import MatchSession
from companion.rules.cards import Card
from companion.rules.entries import Body, Confirm, Contest, Correction, Entry, Player, RulingNote
from companion.rules.judge import judge_last
from companion.rules.messages import Say, say, say_n
from companion.rules.people import former_names
from companion.rules.rulings import Ruling, refuse
from companion.rules.tally import Line, Tally
from companion.store import Version
from companion.submission import Written, with_body
from companion.submission import write as append
from companion.submission.conflict import Submission
from companion.submission.partial_deal import hand_in, keep_upcard, writable
from companion.submission.suggestions import Swap, corrected_swap, goes_on, legal_swap
from companion.web.http.access import open_match_session
from companion.web.http.capabilities import capabilities
from companion.web.http.request_store import store
from companion.web.http.server_address import server_address
from companion.web.pages.conflicts import known_here, newer_entries
from companion.web.pages.entry_form import (
    aimed_at,
    card_points,
    position,
    sent_entry_id,
    sent_part,
    sent_submission,
    typed_json,
    typed_pairs,
    write_body,
)
from companion.web.pages.entry_view import entry_page
from companion.web.pages.join import invitations, is_first
from companion.web.pages.match_view import MatchPage, match_page
from companion.web.pages.responses import (
    answer_to,
    form_again,
    form_anew,
    refused,
    saved,
)
from companion.web.pages.sheet_view import confirmation_obstacle

pages = Blueprint("match", __name__, url_prefix="/m/<match_id>")


@pages.get("")
def page(match_id: str) -> str:
    """Show the score, the form of the next deal and the sheet.

    The query may name entries: `again` fills the form with one, `same` is one that another phone had written alike,
    and `stands` a paper sheet that was sent once more; `undone` tells that the match that was opened is deleted. It may
    tell of a file that was opened: the number of entries that it has `added`, or that all of it was here, the match no
    further (`known`) or further on (`behind`).
    """
    session = open_match_session(match_id)
    same, again = (request.args.get(name, 0, type=int) for name in ("same", "again"))
    known = saved(session, Written(same, "same")) if 0 < same < session.number else None
    if "stands" in request.args:
        known = say(
            "This sheet is already saved and counts once. If something is different now, correct the saved deals."
        )
    known = known or _of_file()
    if "undone" in request.args and not session.row.followed_by:
        known = _of_deleted(session)
    return _inviting(replace(match_page(session, form_again(session, again)), message=known)).shown("match.html")


def _of_deleted(session: MatchSession) -> Say:
    """Return why the match that redirected this phone to this one was deleted."""
    if any(goes_on(entry.body) for entry in session.match.record.entries):
        return say(
            "The change of people was undone. The new part is deleted, and the match goes on here with those who "
            "played before."
        )
    return say("The director has made a new match for this table, with those who are here.")


def _of_file() -> Say | None:
    """Return what happened with an opened file that is a copy of this match."""
    added = request.args.get("added", 0, type=int)
    if added > 0:
        return say_n("{n} entry was added from the file.", "{n} entries were added from the file.", added)
    if "behind" in request.args:
        return say("All of this file is here already. This match is further on.")
    return say("All of this file is here already.") if "known" in request.args else None


def _inviting(page: MatchPage) -> MatchPage:
    """Add the invitation to the page until the first deal is saved."""
    if not (page.is_new and page.session.guest.may_write and capabilities().invite):
        return page
    address = server_address()
    return replace(page, invitation=invitations(page.session, address)[0], server_address=address)


@pages.get("/sheet")
def earlier(match_id: str) -> str:
    """Return the rows of the sheet before an entry."""
    session, before = open_match_session(match_id), request.args.get("before", 0, type=int)
    if before < 1:
        abort(404)
    return match_page(session, before=before).shown("sheet.html")


@pages.get("/live")
def live(match_id: str) -> str:
    """Return the changes since `after`: status 204, or the score, the sheet, and the form if nobody types in it.

    The query describes the phone's page: `form` is `none`, `blank` or `typed`; `part` stands for the form of one
    player's part; `writes` means that the phone may write. A form with typed values is replaced only if it is no longer
    allowed. It then lists what others wrote since it was rendered (`seen`), without the entries of the page itself
    (`own`).
    """
    session = open_match_session(match_id)
    is_over = not session.guest.may_write or session.tally.status == "finished"
    is_other = session.in_parts != ("part" in request.args)
    draws_form = is_over or is_other or request.args.get("form", "typed") != "typed"
    draws = {"draws_form": draws_form, "draws_other": is_over == ("writes" in request.args)}
    typed_on = Version.parse(request.args.get("seen", "")) if not draws["draws_form"] else None
    since = newer_entries(session, typed_on, known_here())
    page = _inviting(replace(match_page(session, own_for=request.args.get("for", "")), newer_entries=since))
    is_own = bool(session.rows) and session.rows[-1].phone == session.guest.phone
    is_turned = is_other and not is_over and request.args.get("form", "none") != "none"
    message = _other_way(session) if is_turned else _news(session, is_own)
    status = render_template("_fragments/status.html", news=message, is_own=is_own and not is_turned) if message else ""
    return page.news(**draws) + status


def _other_way(session: MatchSession) -> Say:
    """Return why the form disappeared in which somebody may have typed."""
    if session.in_parts:
        return say("This table has switched: each player now enters only their own result.")
    return say("This table has switched: one phone now enters the whole deal.")


def _news(session: MatchSession, is_own: bool) -> Say | None:
    """Return the message for a phone that polls; after its own entry, only that another phone has sent the same.

    That is also shown if the phone does not show its own entry yet: after it was offline, the other phone may have sent
    the entry before this phone polls again.
    """
    seen = request.args.get("after", "").partition(".")[0]
    if seen.isdecimal() and int(seen) > len(session.rows):  # only a restored backup has fewer entries
        return say("The server was restored from a backup. What was entered after that backup is missing here.")
    if is_own:
        is_alike = bool(session.rows[-1].known_as)
        return say("Another phone has saved the same since then. It counts once.") if is_alike else None
    is_further = seen != str(len(session.rows))
    return with_short_names(news(session.tally), session.players) if is_further else None


@pages.post("/entries")
def write(match_id: str) -> Response:
    """Judge and append an entry."""
    session = open_match_session(match_id, write=True)
    submission = sent_submission(session)
    if isinstance(submission, Ruling):
        return refused(session, submission)
    if session.in_parts and isinstance(submission.body, deal_of(session.game)):
        alone = say("At this table, each player enters only their own result.")
        return refused(session, refuse("own.alone", alone))
    return answer_to(session, append(store(), session, submission), submission)


@pages.post("/turned")
def set_upcard(match_id: str) -> Response | tuple[str, int]:
    """Set the upcard of the next deal for all phones; an empty field removes it."""
    session = open_match_session(match_id, write=True)
    asked = session.game.upcard(session.tally, {}) or abort(404)
    text = request.form.get(asked.field, "").strip()
    card = Card(text.upper()) if is_card(text.upper()) else None
    if text and (card is None or card.is_joker):
        return replace(match_page(session), no_card=text).shown("match.html"), 422
    keep_upcard(store(), session, asked.field, card)
    return redirect(url_for("match.page", match_id=match_id), 303)


@pages.post("/form")
def form(match_id: str) -> Response | str:
    """Return the form after a change that decides which fields come next."""
    session = open_match_session(match_id, write=True)
    corrected = aimed_at(session)
    if corrected:
        return entry_page(session, corrected, None)
    return form_anew(session)


@pages.post("/preview/penalty")
def preview_of_penalty(match_id: str) -> str:
    """Preview a penalty; without scripts, on a page with a button to save it."""
    session = open_match_session(match_id, write=True)
    submission = sent_submission(session)
    wrong = submission if isinstance(submission, Ruling) else None
    effect: list[Say] = []
    line: Line | None = None
    if isinstance(submission, Submission):
        candidate = with_body(session, submission.body)
        wrong = judge_last(candidate)
        effect = [] if wrong else brings(session.tally, candidate.tally, session.number)
        line = None if wrong else line_of(candidate.tally, session.number)
    if "HX-Request" not in request.headers:
        return match_page(session).shown("penalty.html", effect=effect, fault=wrong, typed=typed_pairs())
    return render_template(
        "_fragments/penalty_preview.html", effect=effect, fault=wrong, line=line, players=session.players
    )


@dataclass(frozen=True)
class Preview:
    """The names of the template of a preview; `counted`: the points of the cards in the form, by their fields."""

    tally: Tally
    counted: Mapping[str, int]
    correction: CorrectionEffect | None
    line: Line | None = None
    numbers: Sequence[Say] = ()
    events: Sequence[Say] = ()
    columns: Mapping[Player, Sequence[int | None]] = field(default_factory=dict)
    triggered_choices: Mapping[str, tuple[Player, ...]] = field(default_factory=dict)
    swap: Swap | None = None


@pages.post("/preview")
def preview(match_id: str) -> str:
    """Preview the deal in the form, or show what is missing; for one player's part, only what is missing in it.

    For a correction, show how it changes the current score.
    """
    session = open_match_session(match_id)
    correcting = aimed_at(session)
    counted = card_points(session, position(session).options, typed_json(session), typed_pairs())
    shown = Preview(session.tally, counted, as_it_is(session.game, session.tally, correcting) if correcting else None)
    if "for" in request.form:
        return _preview_of_part(session, shown, Player(request.form["for"]))
    submission = sent_submission(session)
    if isinstance(submission, Ruling):
        return _previewed(session, shown, submission)
    shown = replace(shown, triggered_choices=_triggered_choices(session, submission.body))
    candidate = with_body(session, submission.body)
    if wrong := judge_last(candidate):
        return _previewed(session, replace(shown, swap=legal_swap(session, submission.body)), wrong)
    after = candidate.tally
    line = None if correcting else line_of(after, session.number)
    columns = columns_of(session.game, session.tally, after, line)
    if correcting:
        effect = corrected(session.game, session.tally, after, correcting)
        swap = corrected_swap(session, submission.body)
        shown = replace(shown, swap=swap, correction=effect, numbers=effect.in_short)
    else:
        events = [with_short_names(one.sentence, session.players) for one in line.events] if line else []
        numbers = new_numbers(line, after, columns) if line else ()
        shown = replace(shown, tally=after, line=line, numbers=numbers, events=events)
    return _previewed(session, replace(shown, columns=columns), None)


def _preview_of_part(session: MatchSession, shown: Preview, player: Player) -> str:
    part = sent_part(session, player)
    if isinstance(part, Ruling):
        return _previewed(session, shown, part)
    change = session.game.own_points(session.tally, player, part)
    numbers = () if change is None else (own_number(player, change, session.tally),)
    wrong = missing_in_part(session.game, session.tally, player, part)
    return _previewed(session, replace(shown, numbers=numbers), wrong)


def _previewed(session: MatchSession, shown: Preview, wrong: Ruling | None) -> str:
    missing = with_short_names(wrong.sentence, session.players) if wrong else None
    return render_template("_fragments/preview.html", **vars(shown), missing=missing, match_id=session.row.id)


def _triggered_choices(session: MatchSession, body: Body) -> Mapping[str, tuple[Player, ...]]:
    """Return the players who get a choice by the deal in the form, by the name of the field."""
    deal = body.content if isinstance(body, Correction) else body
    return session.game.triggered_choices(position(session), deal) if deal else {}


@pages.get("/own")
def own_page(match_id: str) -> str:
    """Show the form for the part of a player without a phone."""
    session = open_match_session(match_id, write=True)
    return match_page(session, own_for=request.args.get("for", "")).shown("match.html")


@pages.post("/own")
def write_own(match_id: str) -> Response:
    """Store a part of a deal; the last part writes the deal."""
    session = open_match_session(match_id, write=True)
    if not session.in_parts:
        whole = say("At this table, one phone enters the whole deal. You cannot send your own result.")
        return refused(session, refuse("own.off", whole))
    player = _writing_for(session)
    if player == session.guest.player and not is_first(session):
        before = say("Another phone was {player} before this one. Only that phone can send this result.", player=player)
        return refused(session, refuse("own.another", before))
    part = sent_part(session, player)
    if isinstance(part, Ruling):
        return refused(session, part)
    number = request.form.get("number", 0, type=int)
    return answer_to(session, hand_in(store(), session, number, player, part, sent_entry_id()))


def _writing_for(session: MatchSession) -> Player:
    named = Player(request.form.get("for", ""))
    player = former_names(session.match.record).get(named, named)
    if player not in writable(session, session.tally.turn):
        abort(403, description=_("This phone cannot enter the result of %(name)s.", name=player))
    return player


@pages.get("/entries/<int:number>")
def entry(match_id: str, number: int) -> str:
    """Show one entry: its numbers with their derivations, its history, and the actions it allows."""
    session = open_match_session(match_id)
    if not 1 <= number <= len(session.rows):
        abort(404, description=_("This match has no entry %(n)s.", n=number))
    return entry_page(session, number, None)


# --- contest, confirm an entry, and close a dispute

# Every phone that was let in may contest and confirm, also with read access only; neither changes the score. A contest
# is closed by a correction of the entry or by a ruling on it, which needs write access.


@pages.post("/entries/<int:number>/contest")
def contest(match_id: str, number: int) -> Response:
    """Contest an entry, with a reason."""
    session = open_match_session(match_id)
    if _contest_of(session, number):
        return _to_entry(match_id, number)
    return _write_aside(session, Contest(number, _reason()))


@pages.post("/entries/<int:number>/confirm")
def confirm(match_id: str, number: int) -> Response:
    """Confirm an entry as this player, unless this phone wrote it."""
    session = open_match_session(match_id)
    if not session.guest.player:
        return redirect(url_for("join.who", match_id=match_id), 303)
    if not 1 <= number <= len(session.rows):
        abort(404)
    if why := confirmation_obstacle(session, number):
        abort(403, description=why)
    return _write_aside(session, Confirm(number))


@pages.post("/entries/<int:number>/settle")  # the address of closings that phones may still keep unsent
def close_dispute(match_id: str, number: int) -> Response:
    """Let a contested entry stand, by a ruling in the table's own words."""
    session = open_match_session(match_id, write=True)
    if _contest_of(session, number) is None:
        return _to_entry(match_id, number)
    return _write_aside(session, RulingNote("contested", "stands", text=_reason(), entry=number))


def _contest_of(session: MatchSession, number: int) -> Entry | None:
    """Return the open contest of an entry, if there is one."""
    return next((one.contest for one in session.match.replay.history if one.entry.number == number), None)


def _reason() -> str:
    return request.form.get("reason", "").strip()[:REASON_LENGTH]


def _write_aside(session: MatchSession, body: Body) -> Response:
    outcome = write_body(session, body, by=None if is_first(session) else "")
    if isinstance(outcome, Written):
        return _to_entry(session.row.id, getattr(body, "entry", 0))
    return answer_to(session, outcome)


def _to_entry(match_id: str, number: int) -> Response:
    if request.form.get("back") == "match":
        return redirect(url_for("match.page", match_id=match_id), 303)
    return redirect(url_for("match.entry", match_id=match_id, number=number), 303)
