"""The match page: the score, the next deal, the sheet; what is written goes through here and nowhere else."""

import json
import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.clock import now
from companion.keeping import Sitting, too_long
from companion.limits import ENTRY_ID_LENGTH, LARGEST_ENTRY
from companion.reading import read_body, read_form
from companion.reading.converter import plain
from companion.reading.text import from_json
from companion.rules.entries import Body, Correction, Entry
from companion.rules.history import AnyRecord
from companion.rules.record import judge_last
from companion.rules.rulings import Ruling, refuse
from companion.rules.tally import Tally
from companion.rules.words import say
from companion.sheet import Row, marks, rows
from companion.store import Appended, EntryRow
from companion.web.connection import store
from companion.web.news import news
from companion.web.own import deal_of, own_parts, own_view
from companion.web.races import rivals
from companion.web.sent import Sent
from companion.web.sitting import nothing_new, sit_down

pages = Blueprint("match", __name__, url_prefix="/m/<match_id>")


@pages.get("")
def page(match_id: str) -> str:
    return render_template("match.html", **context_of(sit_down(match_id)))


@pages.get("/live")
def live(match_id: str) -> Response | str:
    """What is new since `after`: nothing (204), or the score and the sheet, and the form if it is untouched."""
    if nothing_new(match_id):
        return Response(status=204)
    sitting = sit_down(match_id)
    context = {**context_of(sitting), "untouched": "untouched" in request.args}
    is_own = bool(sitting.rows) and sitting.rows[-1].phone == sitting.guest.phone  # its "Saved." is on the way
    is_news = request.args.get("after", "").partition(".")[0] != str(len(sitting.rows)) and not is_own
    return render_template("_fragments/news.html", news=news(sitting.tally) if is_news else None, **context)


@pages.post("/entries")
def write(match_id: str) -> Response:
    """Judge and append an entry: 303 (htmx 200) when it is on the disk, 422 refused, 409 when somebody was first.

    What is written beside the score hangs on no other entry and is never too late.
    """
    sitting = sit_down(match_id, write=True)
    entry_id = request.form.get("entry_id", "")[:ENTRY_ID_LENGTH] or secrets.token_hex(8)
    if any(row.entry_id == entry_id for row in sitting.rows):
        return done(match_id)
    body = _sent_body(sitting)
    if isinstance(body, Ruling):
        return _again(sitting, body)
    data, content = body
    if own_parts(sitting) and isinstance(content, deal_of(sitting.game)):
        return _again(
            sitting, refuse("own.alone", say("At this table everybody writes only their own part of a deal."))
        )
    if content.aside:
        written = append_aside(sitting, content, entry_id)
    elif request.form.get("number", type=int) != sitting.number:
        return _behind(sitting, data, content)
    else:
        written = append(sitting, data, content, entry_id)
    if isinstance(written, Ruling):
        return _again(sitting, written)
    if written == "behind":
        return _behind(sit_down(match_id, write=True), data, content)
    return done(match_id)


def append(
    sitting: Sitting, data: dict[str, Any], body: Body, entry_id: str, by: str | None = None
) -> Ruling | Appended:
    """Judge an entry and write it as the next one: the only way onto the record. `by`: if not this phone's player."""
    candidate = _with(sitting, body)
    wrong = too_long(candidate) or _too_large(data) or judge_last(sitting.game, candidate)
    if wrong:
        return wrong
    name = sitting.guest.player if by is None else by
    row = EntryRow(sitting.number, entry_id[:ENTRY_ID_LENGTH], now(), name, sitting.guest.phone, data)
    return store().append(sitting.row.id, row)


def append_aside(sitting: Sitting, body: Body, entry_id: str) -> Ruling | Appended:
    """Write what stands beside the score, whoever else is writing."""
    written = append(sitting, plain(body), body, entry_id)
    while written == "behind":
        sitting = sit_down(sitting.row.id)
        written = append(sitting, plain(body), body, entry_id)
    return written


def _too_large(data: dict[str, Any]) -> Ruling | None:
    if len(json.dumps(data, ensure_ascii=False)) > LARGEST_ENTRY:
        return refuse("limit.entry", say("This entry is too long: at most {n} characters.", n=LARGEST_ENTRY))
    return None


@pages.post("/form")
def form(match_id: str) -> str:
    """The form as it must look after what was typed, where the rules decide what comes next."""
    sitting = sit_down(match_id, write=True)
    sent = read_form(sitting.game, sitting.players, typed_pairs())
    corrected = request.form.get("correct", type=int)
    if corrected and 1 <= corrected <= len(sitting.rows):
        return _entry_page(sitting, corrected, None)
    return render_template("match.html", **context_of(sitting, sent if isinstance(sent, dict) else {}))


@pages.post("/preview")
def preview(match_id: str) -> str:
    """What the deal in the form would do, or what it still lacks."""
    sitting = sit_down(match_id)
    body = _sent_body(sitting)
    wrong = body if isinstance(body, Ruling) else judge_last(sitting.game, _with(sitting, body[1]))
    if wrong or isinstance(body, Ruling):
        return render_template("_fragments/preview.html", wrong=wrong, tally=sitting.tally)
    after = sitting.game.tally(_with(sitting, body[1]))
    line = next((line for line in after.lines if line.entry == sitting.number), None)  # none for a correction
    return render_template("_fragments/preview.html", wrong=None, before=sitting.tally, tally=after, line=line)


@pages.get("/entries/<int:number>")
def entry(match_id: str, number: int) -> str:
    """One entry: its numbers with their derivations, its history, and what can be done about it."""
    sitting = sit_down(match_id)
    if not 1 <= number <= len(sitting.rows):
        abort(404)
    return _entry_page(sitting, number, None)


def _entry_page(sitting: Sitting, number: int, wrong: Ruling | None, **more: Any) -> str:
    found = rows(sitting.game, sitting.match.record, sitting.tally)
    position = sitting.game.tally(sitting.match.record.before(number))
    standing = sitting.match.record.history[number - 1]
    typed: dict[str, Any] = plain(standing.latest)
    if request.method == "POST":
        sent = read_form(sitting.game, sitting.players, typed_pairs())
        typed = sent if isinstance(sent, dict) else typed
    return render_template(
        "entry.html",
        **{**context_of(sitting, typed, position), "wrong": wrong, "correcting": True, **more},
        entry=sitting.match.record.entries[number - 1],
        stored=sitting.rows[number - 1],
        row=next((row for row in found if row.line.entry == number and not row.struck), None),
        earlier=[row for row in found if row.line.entry == number and row.struck],
        standing=standing,
    )


def _sent_body(sitting: Sitting) -> tuple[dict[str, Any], Body] | Ruling:
    """The entry that the form holds, as JSON and as a value: a deal, a correction of one, or a strike-out.

    A refused deal may have been answered with a remedy, which then stands in the form as JSON and is written instead.
    """
    form = request.form
    if "remedy" in form:
        return _remedy(sitting, form["remedy"])
    if "strike" in form:
        data: dict[str, Any] | Ruling = {"kind": "correction", "entry": form.get("strike", type=int), "with": None}
    else:
        data = read_form(sitting.game, sitting.players, typed_pairs())
        if isinstance(data, dict) and "correct" in form:
            data = {"kind": "correction", "entry": form.get("correct", type=int), "with": data}
    if isinstance(data, Ruling):
        return data
    if data["kind"] == "correction":
        data["reason"] = form.get("reason_text") or form.get("reason", "")
    body = read_body(sitting.game, sitting.players, data)
    return body if isinstance(body, Ruling) else (data, body)


def _remedy(sitting: Sitting, text: str) -> tuple[dict[str, Any], Body] | Ruling:
    try:
        data = from_json(text)
    except ValueError:
        data = None
    body = read_body(sitting.game, sitting.players, data)
    return body if isinstance(body, Ruling) else (data, body)


def typed_pairs() -> list[tuple[str, str]]:
    """The fields that are the entry's own: not the envelope of the form."""
    envelope = {"number", "entry_id", "correct", "strike", "reason_text"}
    envelope |= {"reason"} if "correct" in request.form else set()
    return [(name, text) for name, text in request.form.items(multi=True) if name not in envelope]


def _with(sitting: Sitting, body: Body) -> AnyRecord:
    record = sitting.match.record
    candidate = Entry(sitting.number, body, sitting.guest.player or None, now())
    return replace(record, entries=(*record.entries, candidate))


def done(match_id: str) -> Response:
    if "HX-Request" in request.headers:
        return make_response(
            render_template("_fragments/live.html", **{**context_of(sit_down(match_id)), "just_saved": True})
        )
    return redirect(url_for("match.page", match_id=match_id), 303)


def _again(sitting: Sitting, wrong: Ruling) -> Response:
    """The form once more, with what was typed and what is wrong with it."""
    if "correct" in request.form or "strike" in request.form:
        number = request.form.get("correct", request.form.get("strike", 0, type=int), type=int)
        if number and 1 <= number <= len(sitting.rows):
            return _whole(_entry_page(sitting, number, wrong), 422)
        abort(400)
    sent = read_form(sitting.game, sitting.players, typed_pairs())
    typed = sent if isinstance(sent, dict) else {}
    template = "_fragments/entry.html" if "HX-Request" in request.headers else "match.html"
    again = make_response(render_template(template, **{**context_of(sitting, typed), "wrong": wrong}), 422)
    again.headers.update({"HX-Retarget": "#entry", "HX-Reswap": "outerHTML"})
    return again


def page_with(sitting: Sitting, wrong: Ruling) -> Response:
    """The match page with what is wrong: 422."""
    return make_response(render_template("match.html", **{**context_of(sitting), "wrong": wrong}), 422)


def _behind(sitting: Sitting, data: dict[str, Any], content: Body) -> Response:
    """Somebody wrote first: the fresh sheet, and what was typed here beside what stands there now."""
    since = request.form.get("number", 1, type=int)
    sheet = rows(sitting.game, sitting.match.record, sitting.tally)
    rival = rivals(sitting, sheet, since, None if isinstance(content, Correction) else content)
    if isinstance(content, Correction) and 1 <= content.entry <= len(sitting.rows):
        return _whole(_entry_page(sitting, content.entry, None, rivals=rival), 409)
    aside = [] if isinstance(content, sitting.game.deals) else typed_pairs()
    context = {**context_of(sitting, {} if aside else data), "rivals": rival, "aside": aside}
    template = "_fragments/live.html" if "HX-Request" in request.headers else "match.html"
    return make_response(render_template(template, **context), 409)


def _whole(page: str, status: int) -> Response:
    """A page whose main part takes the place of the one that is shown, also where only a fragment was asked for."""
    found = make_response(page, status)
    found.headers.update({"HX-Retarget": "main", "HX-Reselect": "main", "HX-Reswap": "outerHTML"})
    return found


def context_of(sitting: Sitting, typed: Mapping[str, Any] | None = None, at: Tally | None = None) -> dict[str, Any]:
    """What every fragment of the match page needs; the form is for the position `at`, or for now."""
    tally = at or sitting.tally
    sheet: list[Row] = rows(sitting.game, sitting.match.record, sitting.tally)
    return {
        "sitting": sitting,
        "game": sitting.game,
        "match_id": sitting.row.id,
        "tally": tally,
        "players": sitting.players,
        "sheet": sheet,
        "marks": marks(sheet),
        "history": sitting.match.record.history,
        "entry_id": secrets.token_hex(8),
        "typed": Sent(typed or {}),
        "form": sitting.game.form(tally, typed or {}),
        "wrong": None,
        "rivals": None,
        "aside": [],
        "just_saved": False,
        "oob": False,
        "correcting": False,
        "own": None if at else own_view(sitting, tally),
    }
