"""Answer a request to write: saved, refused or in conflict, with the fragments of the page that change."""

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, replace

from flask import abort, make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.limits import FORESEEN, MEANWHILE
from companion.parsing.form_encoder import fields_of
from companion.parsing.json_decoder import plain
from companion.parsing.partial_deals import deal_of
from companion.presentation.activity import action_of, as_it_stands, changed, reason_for, written
from companion.presentation.correction import as_it_is, deal_numbers, in_heading, sum_of
from companion.presentation.entry_text import in_words, name_of
from companion.presentation.preview import consequences, moved, with_short_names
from companion.presentation.score_sheet import columns, rows
from companion.repository import MatchSession, sent_alike
from companion.rules.entries import Body, Contest, Correction, Entry, LetStand, RulingNote
from companion.rules.field_metadata import Json
from companion.rules.history import Standing
from companion.rules.messages import Say, say
from companion.rules.rulings import Ruling
from companion.rules.tally import Tally
from companion.store import Version
from companion.stored_events import EventSession
from companion.stored_events.writing import write_event
from companion.submission import PART_STAYS, AccessLost, Outcome, Refused, Written, with_body
from companion.submission.conflict import Conflict, Submission, moves, settled
from companion.submission.partial_deal import put_back
from companion.submission.suggestions import Swap, legal_swap, put_back_later
from companion.web.http.access import open_event_session, open_session
from companion.web.http.errors import point_at
from companion.web.http.request_store import store
from companion.web.pages.confirmations import may_confirm
from companion.web.pages.conflicts import Comparison, comparison
from companion.web.pages.entry_form import (
    SentFields,
    aimed_at,
    card_points,
    drawn_from,
    sent_entry_id,
    typed_json,
    typed_pairs,
)
from companion.web.pages.match_view import MatchPage, NewerEntries, kinds_beside, match_page

ACTIONS = ("correct", "strike")  # the actions of a form on an entry


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


def known_here() -> frozenset[str]:
    """Return the ids of the entries that this page has written; they are sent with a form or a poll."""
    return frozenset(request.values.get("after" if request.method == "POST" else "own", "").split())


def form_anew(session: MatchSession) -> Response:
    """Return the form with the typed values; the sheet instead, if the deal was restored in the meantime."""
    seen, number = drawn_from(session), request.form.get("number", 0, type=int)
    again = put_back(session, number, seen.entries) if session.in_parts and seen else 0
    if not again:
        return make_response(typed_again(session).shown("match.html"))
    message = say("Restored: {entry}, with your result as it was.", entry=name_of(session.tally, again))
    page = replace(match_page(session), message=message)
    return signed(make_response(page.shown("match.html")), "same", again)


def newer_entries(session: MatchSession, typed_on: Version | None, known: Set[str]) -> NewerEntries:
    """Return what others have written since the form was rendered.

    Args:
        typed_on: the version on which the form is based.
        known: the ids of entries that the page itself has written.
    """
    history = session.match.replay.history
    seen = typed_on.entries if typed_on else len(session.rows)
    start = settled(history, [row.ids for row in session.rows], seen, known)
    news = (one for one in _since(session, seen, known) if one.entry.number > start)
    entries = [one.entry for one in news if moves(history, one, seen)]
    bodies = (entry.body.content if isinstance(entry.body, Correction) else entry.body for entry in entries)
    has_rival = any(isinstance(body, deal_of(session.game)) for body in bodies)
    return _newer_entries(session, entries, as_it_stands, has_rival)


def newer_corrections(session: MatchSession, number: int, typed_on: Version | None, known: Set[str]) -> NewerEntries:
    """Return how the entry in a form of correction was changed since the form was rendered."""
    news = _since(session, typed_on.entries if typed_on else len(session.rows), known)
    entries = [one.entry for one in news if isinstance(one.entry.body, Correction) and one.about == number]
    return _newer_entries(session, entries, written, bool(entries))


def _newer_entries(
    session: MatchSession, entries: Sequence[Entry], words: Callable[[Tally, Entry], Say], has_rival: bool
) -> NewerEntries:
    lines = [with_short_names(words(session.tally, entry), session.players) for entry in entries[-MEANWHILE:]]
    return NewerEntries(lines, has_rival, len(entries) - len(lines))


def _since(session: MatchSession, seen: int, known: Set[str]) -> list[Standing]:
    written = zip(session.match.replay.history[seen:], session.rows[seen:], strict=True)
    return [one for one, row in written if not row.ids & known]


def entry_page(
    session: MatchSession,
    number: int,
    wrong: Ruling | None,
    comparison: Comparison | None = None,
    swap: Swap | None = None,
) -> str:
    entry_rows = rows(session.match.replay, among={number})
    row = next((row for row in entry_rows if not row.struck), None)
    position = session.match.replay.before(number).tally
    standing = session.match.replay.history[number - 1]
    way_back = put_back_later(session.tally, number)
    is_deal = isinstance(standing.latest, session.game.deals) and standing.latest.correctable
    typed: dict[str, object] = plain(standing.latest)
    if request.method == "POST":
        typed = typed_json(session) or typed
    if wrong:
        point_at(wrong, session.players)
    page = replace(match_page(session, typed, position), wrong=wrong, swap=swap)
    page = replace(page, correcting=True, conflict=comparison)
    if comparison is None:  # a comparison shows both versions by itself
        seen, is_typed = drawn_from(session), request.method == "POST"
        since = newer_corrections(session, number, seen, known_here())
        page = replace(page, seen=seen if seen and is_typed else page.seen, newer_entries=since)
    return page.shown(
        "entry.html",
        entry=session.match.record.entries[number - 1],
        stored=session.rows[number - 1],
        alike=sent_alike(session.row.id, session.rows[number - 1]),
        row=row,
        told=deal_numbers(standing.latest, position, _counted(session, standing.latest)) if is_deal else (),
        changed=in_heading(row.line) if row else (),
        reckoned=sum_of(row.line) if row else (),
        correction=as_it_is(session.game, session.tally, number),
        number=session.tally.numbers.of(number),
        is_numbered=number in session.tally.numbers.now,
        deals=session.tally.numbers.next - 1,
        columns=columns(session.tally, row.line) if row else (),
        earlier=[(row.struck, row.line, columns(session.tally, row.line)) for row in entry_rows if row.struck],
        standing=standing,
        now=session.tally,
        refused=next((one for one in session.tally.refused if one.entry == number), None),
        entered=_entered(session, standing.entry.body),
        corrected=_entered(session, standing.latest) if standing.latest != standing.entry.body else (),
        corrections=_corrections(session, standing),
        struck_out=_struck_out(session, standing),
        way_back=way_back,
        seen_then=Version(way_back.number, session.row.changes) if way_back else "",  # newer entries: a conflict
        disputed=_disputed(session, standing),
        may_confirm=may_confirm(session, number),
        sent=next((action for action in ACTIONS if action in request.form), None),
        reasons={action: Reason.sent(action) for action in ACTIONS},
    )


@dataclass(frozen=True)
class Reason:
    """The reason of a correction or strike-out, to be shown again."""

    choice: str = ""
    words: str = ""

    @classmethod
    def sent(cls, action: str) -> "Reason":
        given = request.form if action in request.form else {}
        return cls(given.get("reason", ""), given.get("reason_text", ""))


@dataclass(frozen=True)
class Corrected:
    """A correction in force: who made it and when, its reason, and what it changed."""

    entry: Entry
    reason: Say | None
    changed: Sequence[Say]
    strikes: bool


def _corrections(session: MatchSession, standing: Standing) -> list[Corrected]:
    tally = session.tally
    bodies = ((one, one.body) for one in standing.corrections if isinstance(one.body, Correction))
    return [
        Corrected(one, reason_for(tally.record.entries, body), changed(tally, one, body), body.content is None)
        for one, body in bodies
    ]


def _disputed(session: MatchSession, standing: Standing) -> list[tuple[Entry, Say]]:
    """Return the settled disputes of an entry."""
    said = [one.entry for one in session.match.replay.history if isinstance(one.body, Contest | RulingNote)]
    about = [one for one in said if getattr(one.body, "entry", 0) == standing.entry.number and one != standing.contest]
    return [(one, written(session.tally, one)) for one in about]


def _entered(session: MatchSession, body: Body) -> list[Say]:
    """Return the content of a deal in words, with the points of its cards; also if it is struck out."""
    return [*in_words(body), *session.game.deal_text(body)] if isinstance(body, session.game.deals) else []


def _counted(session: MatchSession, deal: Body) -> dict[str, int]:
    """Return the points of the cards in a deal, by the names of their fields."""
    data = plain(deal)
    return card_points(session, session.tally.options, data, fields_of(type(deal), data, session.players))


def _struck_out(session: MatchSession, standing: Standing) -> list[Say] | None:
    """Return the effect of striking an entry out; None if it is computed only on request.

    All later entries are replayed for it.
    """
    if standing.body is None or standing.body.aside or not session.guest.may_write:
        return []
    number = standing.entry.number
    if len(session.rows) - number > FORESEEN and "foresee" not in request.args:
        return None
    after = with_body(session, Correction(number, None)).tally
    part = session.row.followed_by if session.tally.went_on and not after.went_on else None
    if part and store().count(part):
        return [PART_STAYS]
    lost = [say("The new part is deleted on all phones, and they return to this one.")] if part else []
    return [*lost, *moved(session.tally, after), *consequences(session.tally, after, number)]


# --- answers to a request to write


def answer_to(session: MatchSession, outcome: Outcome, submission: Submission | None = None) -> Response:
    """Answer with status 303 (htmx: 200) after the entry is stored, 422 if it is refused, 409 if it is in conflict.

    Raises:
        NotFound: the phone has lost access to the match.
    """
    if isinstance(outcome, AccessLost):
        abort(404)
    if isinstance(outcome, Refused):
        if submission and isinstance(submission.body, Correction):  # a new deal is refused in the usual way
            compared = _compared_again(open_session(session.row.id, write=True), submission, (), 422)
            if compared:
                return signed(compared, "refused")
        return refused(session, outcome.ruling, legal_swap(session, submission.body) if submission else None)
    if isinstance(outcome, Conflict):
        assert submission
        return signed(_behind(open_session(session.row.id, write=True), outcome, submission), "behind")
    return signed(_done(session.row.id, outcome), outcome.how, outcome.number)


def signed(response: Response, how: str, number: int = 0) -> Response:
    """Add the outcome as headers, for scripts on the phone."""
    response.headers["Companion-Entry"] = how
    if number:
        response.headers["Companion-Number"] = str(number)
    return response


def _done(match_id: str, outcome: Written) -> Response:
    """Return the current page; after undo, the form contains the values of the undone deal."""
    again = taken_back(open_session(match_id), outcome.number) if "again" in request.form else 0
    if "HX-Request" in request.headers:
        session = open_session(match_id)
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
