"""Save a match as a file and take one in; show the links of everything that can be printed."""

import json
from contextlib import closing
from dataclasses import dataclass

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.datastructures import FileStorage
from werkzeug.wrappers import Response as Answer

from companion.bundle import fault_text, read_all, take_in_all
from companion.checksum import checksums
from companion.clock import now, patience
from companion.limits import FOUND, IMPORTING, LARGEST_UPLOAD, MATCHES
from companion.parsing import game_of, write_match
from companion.presentation.annotations import AHEAD, remarks_by_row
from companion.presentation.entry_formatter import Clock, EntryFormatter
from companion.presentation.score_sheet import sheet_csv
from companion.repository import MatchSession, named_phones
from companion.rules.game import Game
from companion.rules.messages import Say
from companion.store import EVENT, MatchRow, tag
from companion.web.http.access import open_session, shown
from companion.web.http.device import ensure_phone, phone, renewed, require_cookie
from companion.web.http.locale import catalogue, lang
from companion.web.http.rate_limit import heavy, make_room
from companion.web.http.request_store import store
from companion.web.http.server_address import server_address
from companion.web.pages.join import invitations, is_nameless

pages = Blueprint("share", __name__)


@pages.get("/m/<match_id>/share")
def page(match_id: str) -> str | Response:
    """Show the page, or what is new of it since `after`."""
    session = open_session(match_id)
    codes = _codes(session)
    if request.args.get("codes", codes) != codes:
        return Response(status=204, headers={"HX-Refresh": "true"})
    return share_page(session)


def _codes(session: MatchSession) -> str:
    return tag(session.row.id, f"{session.row.write_code} {session.row.read_code}")


def share_page(session: MatchSession, *, screen_code: str = "", wrong_screen: str = "") -> str:
    """Render the page, with the code of a television that was mistyped."""
    match_id = session.row.id
    address = server_address()
    return shown(
        "share.html",
        session,
        server_address=address,
        signs=checksums(session.match),
        codes=_codes(session),
        screen_code=screen_code,
        wrong_screen=wrong_screen,
        tv=(address.url or request.root_url.rstrip("/")).partition("//")[2] + "/tv",
        invitations=invitations(session, address),
        phones=named_phones(match_id, session.guests),
        nameless=sum(map(is_nameless, session.guests)),
    )


@pages.get("/m/<match_id>/match.json")
def export(match_id: str) -> Response:
    """Return the match file."""
    text = json.dumps(write_match(open_session(match_id).match), ensure_ascii=False, indent=1)
    disposition = {"Content-Disposition": f'attachment; filename="{match_id}.json"'}
    return Response(text, mimetype="application/json", headers=disposition)


@pages.get("/m/<match_id>/sheet.csv")
def spreadsheet(match_id: str) -> Response:
    """Return the sheet for a spreadsheet, with the remarks about its lines."""
    session = open_session(match_id)
    reader = EntryFormatter(session.game, session.tally, lang(), catalogue(), Clock(lang()))
    written = sorted({line.entry for line in session.tally.lines})
    remarks_of = remarks_by_row(reader, written)
    if written:  # from top to bottom the time runs on
        remarks_of.setdefault(written[-1], []).extend(remarks_of.pop(AHEAD, ()))
    said = {  # what is about an entry that has no row here stands beside none
        row: [one.text for one in remarks if one.entry in (None, row) and not one.struck]
        for row, remarks in remarks_of.items()
    }
    text = sheet_csv(session.tally, said)
    disposition = {"Content-Disposition": f'attachment; filename="{match_id}.csv"'}
    return Response(text, mimetype="text/csv", headers=disposition)


@pages.get("/import")
def import_form() -> str:
    return render_template("import.html", wrong=None, result=None)


@pages.post("/import")
@heavy
def import_files() -> Answer | tuple[str, int]:
    """Take in whatever the files hold; what cannot be read is named, and the rest is taken."""
    require_cookie(of_browsers=True)
    sent = [(file.filename or "", _content(file)) for file in request.files.getlist("file")]
    late = patience(IMPORTING)
    make_room(phone())
    items = read_all(sent or [("", b"")])
    taken = take_in_all(store(), items, owner=ensure_phone(), at=now(), give_up=lambda: late() or _is_full())
    if any(one.row and not one.is_known for one in taken):
        renewed()
    only = taken[0] if len(taken) == 1 else None
    if only and only.fault:
        return render_template("import.html", wrong=only.fault.of_file, result=None), 422
    if only and only.row:
        return redirect(_page_of(only.row), 303)
    rows = [(one.row, game_of(_game_key(one.row)), _page_of(one.row)) for one in taken if one.row and not one.is_known]
    faults = [(one.name, fault_text(one.fault)) for one in taken if one.fault]
    result = Imported(rows, sum(one.is_known for one in taken), faults, FOUND)
    return render_template("import.html", wrong=None, result=result), 422 if len(faults) == len(taken) else 200


@dataclass(frozen=True)
class Imported:
    """The end of many files: each row with its game and address, how many were known, why others were not taken."""

    rows: list[tuple[MatchRow, Game | None, str]]
    known: int
    faults: list[tuple[str, Say]]
    most: int  # that are shown of each


def _content(file: FileStorage) -> bytes:
    with closing(file):  # a large one lies in a file of its own
        return file.stream.read()


def _game_key(row: MatchRow) -> object:
    return row.head.get("event", {}).get("game") if row.game == EVENT else row.game


def _is_full() -> bool:
    return store().owned(ensure_phone()) >= MATCHES


def _page_of(row: MatchRow) -> str:
    if row.game == EVENT:
        return url_for("evenings.page", event_id=row.id)
    return url_for("match.page", match_id=row.id)


def allow_many_files() -> None:
    """Let the one form that takes many files be larger than all others."""
    if request.endpoint == "share.import_files":
        request.max_content_length = LARGEST_UPLOAD
