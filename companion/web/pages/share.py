"""Save a match as a file and take one in; show the links of everything that can be printed."""

import json

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.checksum import checksums
from companion.clock import now
from companion.evening import counted, matches_in, take_in_event, too_large
from companion.parsing import Match, write_match
from companion.pdf.attachment import read_event_paper, read_paper
from companion.presentation.annotations import AHEAD, remarks_by_row
from companion.presentation.entry_formatter import Clock, EntryFormatter
from companion.presentation.score_sheet import sheet_csv
from companion.repository import MatchSession, named_phones, rows_of, take_in, too_full, too_long
from companion.rules.field_metadata import Json
from companion.rules.judge import judge
from companion.rules.rulings import Ruling
from companion.store import tag
from companion.web.http.access import open_session, shown
from companion.web.http.device import phone, renewed, require_cookie
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
    return render_template("import.html", wrong=None)


@pages.post("/import")
@heavy
def import_match() -> Answer | tuple[str, int]:
    """Take in a match file, or the protocol that carries one: all of it, or nothing and the reason."""
    require_cookie(of_browsers=True)
    file = request.files.get("file")
    content = file.stream.read() if file else b""
    if event := read_event_paper(content):
        return _import_event(event)
    match = read_paper(content)
    wrong = match if isinstance(match, Ruling) else _not_taken_in(match)
    if wrong or isinstance(match, Ruling):
        return render_template("import.html", wrong=wrong.of_file if wrong else None), 422
    make_room(phone())
    row = take_in(store(), match, owner=renewed(), at=now())
    return redirect(url_for("match.page", match_id=row.id), 303)


def _import_event(event: Json) -> Answer | tuple[str, int]:
    """Take in an event with its matches."""
    state = counted(event)
    wrong = state if isinstance(state, Ruling) else too_large(event)
    if wrong:
        return render_template("import.html", wrong=wrong.of_file), 422
    make_room(phone(), len(matches_in(event)))
    row = take_in_event(store(), event, owner=renewed(), at=now())
    return redirect(url_for("evenings.page", event_id=row.id), 303)


def _not_taken_in(match: Match) -> Ruling | None:
    """Return why a match could not be played on here."""
    too_much = too_long(match.record) or too_full(rows_of(match, now()))
    return too_much or judge(match.replay) or match.fault
