"""Take in files of matches and events, and merge a match with a copy that was also continued."""

import json
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.datastructures import FileStorage
from werkzeug.wrappers import Response as Answer

from companion.clock import now, patience
from companion.import_export import LATE, Taken, fault_text, read_all, take_in_all, take_in_apart, take_in_instead
from companion.limits import FOUND, IMPORTING, LARGEST_UPLOAD, MATCHES
from companion.parsing import Match, game_of, write_match
from companion.parsing.json_decoder import from_json
from companion.repository import MatchSession
from companion.rules.game import Game
from companion.rules.messages import Say, say
from companion.rules.rulings import Ruling, impossible
from companion.store import EVENT, MatchRow
from companion.stored_events import is_evening
from companion.submission import Refused, Written, append_rows
from companion.submission.copies import merge
from companion.web.http.access import log_access, open_match_session, shown
from companion.web.http.device import ensure_phone, phone, renewed, require_cookie
from companion.web.http.rate_limit import heavy, make_room
from companion.web.http.request_store import store
from companion.web.pages.conflicts import difference, remark, sign_of_choice

pages = Blueprint("imports", __name__)


@pages.get("/import")
def form() -> str:
    return render_template("import.html", wrong=None, result=None)


@pages.post("/import")
@heavy
def upload() -> Answer | tuple[str, int]:
    """Import the content of all files; files that cannot be read are listed, the others are imported."""
    require_cookie(of_browsers=True)
    sent = [(file.filename or "", _content(file)) for file in request.files.getlist("file")]
    late, me = patience(IMPORTING), ensure_phone()
    make_room(phone())
    items = read_all(sent or [("", b"")])
    taken = take_in_all(store(), items, owner=me, at=now(), give_up=lambda: late() or store().owned(me) >= MATCHES)
    if any(one.row and not one.is_known for one in taken):
        renewed()
    only = taken[0] if len(taken) == 1 else None
    if only and only.row and only.apart:
        return _merge_page(open_match_session(only.row.id, write=True), only.apart, None)
    if only and only.fault:
        return render_template("import.html", wrong=only.fault.of_file, result=None), 422
    if only and only.row:
        return redirect(_page_of(only.row, **_how(only)), 303)
    rows = [(one.row, game_of(_game_key(one.row)), _page_of(one.row)) for one in taken if one.row and not one.is_known]
    faults = [(one.name, fault_text(one.fault)) for one in taken if one.fault]
    result = Imported(rows, sum(one.is_known for one in taken), faults, FOUND)
    return render_template("import.html", wrong=None, result=result), 422 if len(faults) == len(taken) else 200


@dataclass(frozen=True)
class Imported:
    """The result of several files: each new row with its game and address, the number of known ones, and the errors."""

    rows: list[tuple[MatchRow, Game | None, str]]
    known: int
    faults: list[tuple[str, Say]]
    most: int  # the most items shown of each list


def _content(file: FileStorage) -> bytes:
    with closing(file):  # a large upload lies in a temporary file
        return file.stream.read()


def _game_key(row: MatchRow) -> object:
    return row.head.get("event", {}).get("game") if row.game == EVENT else row.game


def _page_of(row: MatchRow, **how: Any) -> str:
    if row.game == EVENT:
        return url_for("evenings.page", event_id=row.id)
    return url_for("match.page", match_id=row.id, **how)


def _how(taken: Taken) -> dict[str, int]:
    """Return the query for the page of a match after its file was opened: see `match.page`."""
    if taken.added:
        return {"added": taken.added}
    return {"behind": 1} if taken.is_behind else {"known": 1} if taken.is_known else {}


# --- merging a match with a copy that was also continued


@pages.post("/m/<match_id>/settle")  # the address that pages opened before an update send to
@heavy
def merge_copy(match_id: str) -> Answer | tuple[str, int]:
    """Preview a choice of entries, write it after it was previewed, or take the copy instead of or beside the match."""
    session = open_match_session(match_id, write=True)
    copy = _copy_again(session)
    if isinstance(copy, Ruling):
        return render_template("import.html", wrong=copy.of_file, result=None), 422
    if request.form.get("do") == "apart":
        make_room(phone())
        row = take_in_apart(store(), copy, owner=ensure_phone(), at=now())
        renewed()
        return redirect(_page_of(row), 303)
    if request.form.get("do") == "whole" and _can_be_replaced(session):
        make_room(phone())
        row = take_in_instead(store(), session.row, copy, phone(), at=now())
        log_access("match replaced by its copy", match_id, entries=len(copy.record.entries))
        return redirect(_page_of(row), 303)
    chosen = request.form.getlist("take", type=int)
    merged = merge(session.match, copy, remark(session, copy), chosen)
    is_shown = request.form.get("told") == sign_of_choice(session, chosen)
    if request.form.get("do") != "save" or not is_shown:
        return _merge_page(session, copy, chosen, changed=request.form.get("do") == "save")
    player = session.stored_name(session.guest.player)
    rows = merged.rows(player, session.guest.phone, now())
    outcome = append_rows(store(), session, rows)
    if isinstance(outcome, Refused):
        return _merge_page(session, copy, chosen, wrong=outcome.ruling)
    if not isinstance(outcome, Written):
        return _merge_page(open_match_session(match_id, write=True), copy, chosen, changed=True)
    log_access("match settled", match_id, entries=len(rows))
    return redirect(url_for("match.page", match_id=match_id, added=len(rows)), 303)


def _can_be_replaced(session: MatchSession) -> bool:
    """Return False for a match that others build on: it has gone on, or is a table of a tournament."""
    event = store().match(session.row.event) if session.row.event else None
    return not session.row.followed_by and (event is None or is_evening(event))


def _copy_again(session: MatchSession) -> Match | Ruling:
    """Read the copy that the page sends again: the common entries of the match, and the further entries of the copy."""
    try:
        tail = from_json(request.form.get("copy", "").encode())
        after, entries = tail["after"], list(tail["entries"])
    except (ValueError, TypeError, KeyError):
        after, entries = 0, []
    file = write_match(session.match)
    if not entries or not isinstance(after, int) or not 0 < after <= len(file["entries"]):
        return impossible("import.copy", say("This copy cannot be read any more. Open its file again."))
    whole = {**file, "entries": [*file["entries"][:after], *entries]}
    content = next(read_all([("", json.dumps(whole).encode())])).content
    return content if isinstance(content, Match | Ruling) else impossible("import.copy", LATE)


def _merge_page(
    session: MatchSession,
    copy: Match,
    chosen: Sequence[int] | None,
    *,
    changed: bool = False,
    wrong: Ruling | None = None,
) -> tuple[str, int]:
    compared = difference(session, copy, merge(session.match, copy, remark(session, copy), chosen))
    page = shown(
        "merge.html",
        session,
        difference=compared,
        changed=changed,
        wrong=wrong,
        can_be_replaced=_can_be_replaced(session),
    )
    return page, 422 if wrong else 409 if changed else 200


def allow_many_files() -> None:
    """Allow a larger request for the one form that accepts many files."""
    if request.endpoint == "imports.upload":
        request.max_content_length = LARGEST_UPLOAD
