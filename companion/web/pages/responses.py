"""Answer a request to write: saved, refused or in conflict, with the fragments of the page that change."""

from collections.abc import Callable
from dataclasses import replace

from flask import abort, make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.parsing.json_decoder import plain
from companion.presentation.activity import action_of
from companion.presentation.entry_text import name_of
from companion.repository import MatchSession
from companion.rules.entries import Correction, LetStand
from companion.rules.field_metadata import Json
from companion.rules.messages import Say, say
from companion.rules.rulings import Ruling
from companion.stored_events import EventSession
from companion.stored_events.writing import write_event
from companion.submission import AccessLost, Outcome, Refused, Written
from companion.submission.conflict import Conflict, Submission
from companion.submission.partial_deal import put_back
from companion.submission.suggestions import Swap, legal_swap
from companion.web.http.access import open_event_session, open_match_session
from companion.web.http.errors import point_at
from companion.web.http.request_store import store
from companion.web.pages.conflicts import Comparison, comparison, known_here, newer_entries
from companion.web.pages.entry_form import (
    SentFields,
    aimed_at,
    drawn_from,
    sent_entry_id,
    typed_json,
    typed_pairs,
)
from companion.web.pages.entry_view import ACTIONS, entry_page
from companion.web.pages.match_view import MatchPage, kinds_beside, match_page


def typed_again(session: MatchSession) -> MatchPage:
    """Return the form with the typed values, for the version of the sheet that it was based on."""
    seen, number = drawn_from(session), request.form.get("number", 0, type=int)
    page = match_page(session, typed_json(session), own_for=request.form.get("for", ""))
    since = newer_entries(session, seen, known_here())
    page = replace(page, seen=seen or session.version, newer_entries=since)
    is_asked = since.lines and "HX-Request" in request.headers
    if not is_asked or page.own is None or not 0 < number < page.own.number:
        return page
    return replace(page, own=replace(page.own, number=number))  # a part of a deal that is gone belongs to no other deal


def form_anew(session: MatchSession) -> Response:
    """Return the form with the typed values; the sheet instead, if the deal was restored in the meantime."""
    seen, number = drawn_from(session), request.form.get("number", 0, type=int)
    again = put_back(session, number, seen.entries) if session.in_parts and seen else 0
    if not again:
        return make_response(typed_again(session).shown("match.html"))
    message = say("Restored: {entry}, with your result as it was.", entry=name_of(session.tally, again))
    page = replace(match_page(session), message=message)
    return signed(make_response(page.shown("match.html")), "same", again)


def answer_to(session: MatchSession, outcome: Outcome, submission: Submission | None = None) -> Response:
    """Answer with status 303 (htmx: 200) after the entry is stored, 422 if it is refused, 409 if it is in conflict.

    Raises:
        NotFound: the phone has lost access to the match.
    """
    if isinstance(outcome, AccessLost):
        abort(404)
    if isinstance(outcome, Refused):
        if submission and isinstance(submission.body, Correction):  # a new deal is refused in the usual way
            compared = _compared_again(open_match_session(session.row.id, write=True), submission, (), 422)
            if compared:
                return signed(compared, "refused")
        return refused(session, outcome.ruling, legal_swap(session, submission.body) if submission else None)
    if isinstance(outcome, Conflict):
        assert submission
        return signed(_behind(open_match_session(session.row.id, write=True), outcome, submission), "behind")
    return signed(_done(session.row.id, outcome), outcome.how, outcome.number)


def signed(response: Response, how: str, number: int = 0) -> Response:
    """Add the outcome as headers, for scripts on the phone."""
    response.headers["Companion-Entry"] = how
    if number:
        response.headers["Companion-Number"] = str(number)
    return response


def _done(match_id: str, outcome: Written) -> Response:
    """Return the current page; after undo, the form contains the values of the undone deal."""
    again = taken_back(open_match_session(match_id), outcome.number) if "again" in request.form else 0
    if "HX-Request" in request.headers:
        session = open_match_session(match_id)
        page = replace(match_page(session, form_again(session, again)), just_saved=saved(session, outcome))
        return make_response(page.shown("_fragments/live.html"))
    same = outcome.number if outcome.how == "same" and not again else None
    return redirect(url_for("match.page", match_id=match_id, again=again or None, same=same), 303)


def saved(session: MatchSession, outcome: Written) -> Say:
    """Return the confirmation for the writer of the entry."""
    entries = session.match.record.entries
    body = entries[outcome.number - 1].body if outcome.number else None
    if outcome.how == "same":
        name = entries[outcome.number - 1].by or say("Somebody")
        if isinstance(body, LetStand):
            return say("{name} has accepted {entry} as played.", name=name, entry=name_of(session.tally, body.entry))
        return say("{name} had already saved the same. It counts once.", name=name)
    if not isinstance(body, Correction) or body.content is not None:
        return say("Saved.")
    number = session.match.replay.history[outcome.number - 1].about
    about, action = name_of(session.tally, number), action_of(entries, body)
    if action == "taken back" and session.match.replay.history[number - 1].body is None:
        action = "struck"  # as it was before the correction
    return {
        "put back": say("Restored: {entry}.", entry=about),
        "taken back": say("Correction undone: {entry} is as it was before.", entry=about),
        "struck": say("Crossed out: {entry}.", entry=about),
        "corrected": say("Saved."),
        "corrected again": say("Corrected again: {entry}.", entry=about),
    }[action]


def taken_back(session: MatchSession, number: int) -> int:
    """Return the number of the entry that entry `number` has struck out; 0 if it strikes out none."""
    body = session.match.record.entries[number - 1].body if 0 < number <= session.number - 1 else None
    return body.entry if isinstance(body, Correction) and body.content is None else 0


def form_again(session: MatchSession, number: int) -> dict[str, object]:
    """Return the fields of a struck-out deal; empty if it is not struck out or not a deal."""
    if not 0 < number < session.number:
        return {}
    one = session.match.replay.history[number - 1]
    is_form = one.body is None and one.entry.body.correctable and isinstance(one.latest, session.game.deals)
    return plain(one.latest) if is_form else {}


def refused(session: MatchSession, wrong: Ruling, swap: Swap | None = None) -> Response:
    return signed(_again(session, wrong, swap), "refused")


def _again(session: MatchSession, wrong: Ruling, swap: Swap | None) -> Response:
    """Return the form with the typed values and the error."""
    if any(action in request.form for action in ACTIONS):
        number = aimed_at(session) or abort(400)
        return make_response(entry_page(session, number, wrong, swap=swap), 422)
    is_beside = request.form.get("kind", "") in kinds_beside(session.game, session.tally)
    aside = SentFields(request.form if is_beside else {})
    point_at(wrong, session.players, str(aside["kind"]))
    page = replace(typed_again(session), wrong=wrong, swap=swap, aside=aside)
    if "HX-Request" not in request.headers:
        return make_response(page.shown("match.html"), 422)
    return make_response(page.shown("_fragments/other_entries.html" if aside else "_fragments/entry.html"), 422)


def _behind(session: MatchSession, behind: Conflict, submission: Submission) -> Response:
    """Return the current sheet, with the typed values beside the newer entries."""
    compared = _compared_again(session, submission, behind.rivals, 409)
    if compared:
        return compared
    compared_entry = comparison(session, behind.rivals, submission.body, typed_pairs())
    if isinstance(submission.body, Correction):
        about = session.match.replay.history[submission.body.entry - 1].about
        return make_response(entry_page(session, about, None, comparison=compared_entry), 409)
    return _choice(session, compared_entry, 409)


def _compared_again(
    session: MatchSession, submission: Submission, rivals: tuple[int, ...], status: int
) -> Response | None:
    """Compare a refused choice between two versions with the current entry.

    All choices are open again, also for a correction. None if no versions were compared.
    """
    against = request.form.get("against", 0, type=int)
    body = submission.body.content if isinstance(submission.body, Correction) else submission.body
    if not 0 < against < session.number or body is None:
        return None
    stands = session.match.replay.history[against - 1].body
    numbers = (against, *rivals) if stands or not rivals else rivals
    return _choice(session, comparison(session, numbers, body, typed_pairs()), status)


def _choice(session: MatchSession, compared: Comparison, status: int) -> Response:
    page = replace(match_page(session, typed_json(session) if compared.is_deal else {}), conflict=compared)
    template = "_fragments/live.html" if "HX-Request" in request.headers else "match.html"
    return make_response(page.shown(template), status)


# --- events


def write_in_event(
    session: EventSession,
    body: Json,
    page: Callable[[EventSession, Ruling | None], str],
    to: str = "evenings.page",
    *,
    seen: int | None = None,
) -> Response:
    """Write an entry of an event and go to the page `to`; show `page` if it is refused or in conflict."""
    outcome = write_event(store(), session, body, sent_entry_id(), seen=seen)
    return answer_of_event(session.row.id, outcome, page, to)


def answer_of_event(
    event_id: str, outcome: Outcome, page: Callable[[EventSession, Ruling | None], str], to: str = "evenings.page"
) -> Response:
    """Answer a form: go to the page `to`, or show its page again if it is refused (422) or in conflict (409).

    Raises:
        NotFound: the phone has lost access to the event.
    """
    if isinstance(outcome, AccessLost):
        abort(404)
    if isinstance(outcome, Refused | Conflict):
        ruling, status = (outcome.ruling, 422) if isinstance(outcome, Refused) else (None, 409)
        return make_response(page(open_event_session(event_id), ruling), status)
    return redirect(url_for(to, event_id=event_id), 303)
