"""Show a match in other ways: explained numbers, chart, log, the result to send, its files, and how to share it."""

import json
from collections.abc import Iterator

from flask import Blueprint, Response, abort, render_template, request

from companion.limits import ON_PAGE, TERMS
from companion.parsing import checksums, write_match
from companion.pdf.picture import picture
from companion.presentation.activity import paying, written
from companion.presentation.annotations import AHEAD, remarks_by_row
from companion.presentation.breakdown import accounts, cut, of_leg
from companion.presentation.chart import HEIGHT, WIDTH, chart
from companion.presentation.entry_formatter import Clock, EntryFormatter
from companion.presentation.entry_text import played_beside
from companion.presentation.outcome import Outcome, outcome, so_far
from companion.presentation.score_sheet import sheet_csv
from companion.repository import MatchSession, named_phones, sent_alike
from companion.store import label, tag
from companion.translation import after_colon, number_text
from companion.web.http.access import open_match_session, shown
from companion.web.http.filters import sentence, sign, text_here, title_of
from companion.web.http.locale import catalogue, lang
from companion.web.http.server_address import server_address
from companion.web.pages.join import invitations, is_nameless

pages = Blueprint("reports", __name__, url_prefix="/m/<match_id>")
NOTHING_ELSE = "default-src 'none'"  # the CSP of a picture opened on its own


@pages.get("/numbers")
def numbers(match_id: str) -> str:
    """Explain each number of the board: the latest terms, or those before an entry; `leg`: of one table only."""
    session = open_match_session(match_id)
    leg = request.args.get("leg", type=int)
    all_accounts = accounts(session.game, session.tally) if leg is None else [of_leg(session.tally, leg) or abort(404)]
    each = max(1, TERMS // max(1, sum(len(account.numbers) for account in all_accounts)))
    before = request.args.get("before", type=int)
    parts = [cut(account, each, before) for account in all_accounts]
    cut_ones = (number for account in parts for number in account.numbers.values() if number.hidden)
    earlier = max((number.terms[0].entry for number in cut_ones), default=0)
    return shown("breakdown.html", session, accounts=parts, earlier=earlier, leg=leg)


@pages.get("/course")
def course(match_id: str) -> str:
    """Draw the chart of the match, with the latest numbers or those before an entry."""
    session = open_match_session(match_id)
    tally = session.tally
    lines = [line for line in tally.lines if line.scores or line.balances]
    end = min(max(request.args.get("before", len(lines) + 1, type=int), 1), len(lines) + 1) - 1
    start = max(0, end - ON_PAGE)
    return shown(
        "chart.html",
        session,
        chart=chart(tally),
        rows=[(line, tally.deal(line)) for line in lines[start:end]],
        earlier=start,
        later=len(lines) - end,
        size=(WIDTH, HEIGHT),
    )


@pages.get("/log")
def log(match_id: str) -> str:
    """List the entries as they were written: the latest, or those before an entry."""
    session = open_match_session(match_id)
    tally = session.tally
    end = min(max(request.args.get("before", session.number, type=int), 1), session.number) - 1
    start = max(0, end - ON_PAGE)
    stored = zip(session.match.record.entries[start:end], session.rows[start:end], strict=True)
    entries = [
        (one, written(tally, one), row, label(match_id, row.phone) if row.phone else "", sent_alike(match_id, row))
        for one, row in stored
    ]
    return shown("history.html", session, entries=entries, earlier=start)


@pages.get("/result")
def result(match_id: str) -> str:
    """Show the result or current standing, to send to others."""
    session = open_match_session(match_id)
    told = _outcome(session)
    return shown("result.html", session, text=_text(session, told), told=told)


@pages.get("/result.svg")
def result_image(match_id: str) -> Response:
    """Draw the result as SVG; a script makes a PNG of it."""
    session = open_match_session(match_id)
    drawn = picture(
        _outcome(session),
        title_of(session),
        _beside_title(session),
        session.tally,
        Clock(lang()).date(_when(session)),
        catalogue(),
    )
    text = render_template("picture.svg", picture=drawn, sign=sign(session.game), lang=lang())
    return Response(text, mimetype="image/svg+xml", headers={"Content-Security-Policy": NOTHING_ELSE})


def _outcome(session: MatchSession) -> Outcome:
    return outcome(session.game, session.tally) or so_far(session.game, session.tally)


def _beside_title(session: MatchSession) -> str:
    told = played_beside(session.game, session.tally.options, session.row.title)
    return text_here(told) if told else ""


def _when(session: MatchSession) -> str:
    return session.last.at if session.last else session.row.created_at


def _text(session: MatchSession, told: Outcome) -> str:
    """Return the content of the picture as lines of text."""
    name, played = title_of(session), _beside_title(session)
    head = [f"{name}, {Clock(lang()).date(_when(session))}", played, sentence(text_here(told.title))]
    how, ended, stands = (text_here(one) if one else "" for one in (told.sentence, told.ended, told.stands))
    payments = (text_here(paying(session.tally, one)) for one in told.payments)
    if told.is_final:
        first = [" ".join(filter(None, [", ".join(told.heading), how])), ended]
        return "\n".join(filter(None, [*head, *first, *_rank_lines(told), *payments]))
    closing = after_colon(catalogue(), text_here(told.leg) if told.leg else "", how) if how else ""
    return "\n".join(filter(None, [*head, *_rank_lines(told), closing, *_account_lines(told), stands, *payments]))


def _rank_lines(told: Outcome) -> Iterator[str]:
    for rank in told.ranks:
        pairs = zip(told.heads, rank.numbers, strict=True)
        numbers = ", ".join(
            after_colon(catalogue(), text_here(head), number_text(n)) for head, n in pairs if n is not None
        )
        yield f"{rank.place}. {rank.player}. {numbers}"


def _account_lines(told: Outcome) -> Iterator[str]:
    for account in told.accounts:
        for row in account.rows:
            numbers = ", ".join(f"{player} {number_text(figure.value)}" for player, figure in row.figures.items())
            yield after_colon(catalogue(), text_here(row.label), numbers)


# --- sharing, and files


@pages.get("/share")
def share(match_id: str) -> str | Response:
    """Show the page, or only the changes since `after`."""
    session = open_match_session(match_id)
    codes = _codes(session)
    if request.args.get("codes", codes) != codes:
        return Response(status=204, headers={"HX-Refresh": "true"})
    return share_page(session)


def _codes(session: MatchSession) -> str:
    return tag(session.row.id, f"{session.row.write_code} {session.row.read_code}")


def share_page(session: MatchSession, *, screen_code: str = "", wrong_screen: str = "") -> str:
    """Render the page; if the code of a television was wrong, with that code."""
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


@pages.get("/match.json")
def export(match_id: str) -> Response:
    """Return the match file."""
    return saved_json(match_id, write_match(open_match_session(match_id).match))


@pages.get("/sheet.csv")
def spreadsheet(match_id: str) -> Response:
    """Return the score sheet for a spreadsheet, with the remarks about its lines."""
    session = open_match_session(match_id)
    reader = EntryFormatter(session.game, session.tally, lang(), catalogue(), Clock(lang()))
    written = sorted({line.entry for line in session.tally.lines})
    remarks_of = remarks_by_row(reader, written)
    if written:  # the table runs from top to bottom in the order of time
        remarks_of.setdefault(written[-1], []).extend(remarks_of.pop(AHEAD, ()))
    remark_texts = {  # remarks on an entry without a row are left out
        row: [one.text for one in remarks if one.entry in (None, row) and not one.struck]
        for row, remarks in remarks_of.items()
    }
    return saved_as(f"{match_id}.csv", sheet_csv(session.tally, remark_texts), "text/csv")


def saved_as(name: str, content: str | bytes, kind: str) -> Response:
    """Return what the browser saves as a file of that name.

    Args:
        kind: its MIME type.
    """
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, mimetype=kind, headers=disposition)


def saved_json(name: str, data: object) -> Response:
    """Return what the browser saves as a JSON file; `name` without its suffix."""
    return saved_as(f"{name}.json", json.dumps(data, ensure_ascii=False, indent=1), "application/json")
