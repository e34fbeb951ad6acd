"""Take in a score sheet kept by hand, typed row by row: checked first, then written all at once or not at all."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.limits import CELL_LENGTH, ENTRY_ID_LENGTH, SHEET_ROWS
from companion.parsing.json_decoder import plain
from companion.parsing.paper_import import Cell, Counted, Reading, Sheet, cells, entries, signs_of
from companion.repository import MatchSession
from companion.rules.messages import Say, say
from companion.rules.paper_columns import PaperLayout
from companion.rules.rulings import Ruling, refuse
from companion.store import Version
from companion.submission import Refused, Written, of_sheet, write_all
from companion.web.http.access import open_match_session, shown
from companion.web.http.locale import catalogue
from companion.web.http.rate_limit import heavy
from companion.web.http.request_store import store
from companion.web.pages.conflicts import NewerEntries, newer_entries
from companion.web.pages.entry_form import drawn_from, new_entry_id

pages = Blueprint("paper_import", __name__)
ROWS, MORE = 16, 10  # blank rows of a new sheet, and of every further piece
Rows = Sequence[Mapping[str, str]]


@dataclass(frozen=True)
class Field:
    """An input of a cell, and its choices by value: each text begins with the sign of the sheet."""

    cell: Cell
    choices: tuple[tuple[str, str], ...]
    first: bool  # of its player


@dataclass(frozen=True)
class CheckedSheet:
    """The result of checking a sheet: the outcome of each row, and what prevents writing."""

    reading: Reading
    by_row: Mapping[int, Counted]
    wrong: Ruling | None = None
    row: int | None = None

    @property
    def slip_rows(self) -> str:
        """Return the rows where paper and rules differ, which must be seen before the sheet is written."""
        return " ".join(str(one.row) for one in self.reading.rows if one.slips)


@pages.get("/m/<match_id>/paper")
def page(match_id: str) -> str:
    session = open_match_session(match_id, write=True)
    return _page(session, [{}] * ROWS, None)


@pages.post("/m/<match_id>/paper")
@heavy
def submit(match_id: str) -> Response:
    """Check a sheet, give it more rows, or write it once its typist has seen all remarks."""
    session = open_match_session(match_id, write=True)
    typed = _sent_rows(session)
    do = request.form.get("do", "look")
    if do == "more":
        return make_response(_page(session, [*typed, *[{}] * MORE][:SHEET_ROWS], None))
    if do == "write" and any(f"{of_sheet(_entry_id())}0" in row.ids for row in session.rows):
        return _to_match(match_id, "known")
    checked = _checked(session, typed)
    if do == "write" and not checked.wrong and not _unseen(session, checked):
        return _write(session, typed, checked)
    return make_response(_page(session, typed, checked), 422 if checked.wrong else 200)


def _write(session: MatchSession, typed: Rows, checked: CheckedSheet) -> Response:
    """Write the sheet, or show it again where others wrote first or the match would be too long."""
    sheet = entries(checked.reading, session.number, catalogue())
    opening = plain(checked.reading.tally.record.opening) if session.number == 1 else None
    outcome = write_all(store(), session, sheet, _entry_id(), opening)
    if isinstance(outcome, Written):
        return _to_match(session.row.id, outcome.how)
    fresh = open_match_session(session.row.id, write=True)
    again = replace(checked, wrong=outcome.ruling) if isinstance(outcome, Refused) else _checked(fresh, typed)
    return make_response(_page(fresh, typed, again), 422 if again.wrong else 409)


def _to_match(match_id: str, how: str) -> Response:
    """Redirect to the match; if the sheet was sent before, it is not written again and the page says so."""
    return redirect(url_for("match.page", match_id=match_id, stands=1 if how == "known" else None), 303)


def _asked(session: MatchSession) -> PaperLayout:
    return session.game.paper_columns(session.tally.options)


def _sent_rows(session: MatchSession) -> list[dict[str, str]]:
    """Return the rows as they were sent; blank ones keep their place."""
    known = {cell.key for cell in cells(_asked(session), session.players)}
    n = min(max(1, request.form.get("rows", ROWS, type=int)), SHEET_ROWS)
    rows: list[dict[str, str]] = [{} for _ in range(n)]
    for name, text in request.form.items():
        row, _, key = name.partition(".")
        if key in known and row.isdecimal() and len(row) <= 4 and int(row) < n:
            rows[int(row)][key] = text[:CELL_LENGTH]
    return rows


def _checked(session: MatchSession, typed: Rows) -> CheckedSheet:
    if session.in_parts:
        alone = refuse("own.alone", say("At this table, each player enters only their own result."))
        return CheckedSheet(Reading((), session.tally), {}, alone)
    reading = Sheet(session.game, _asked(session), catalogue()).read(session.match.record, typed)
    by_row = {one.row: one for one in reading.rows}
    if reading.wrong:
        row, wrong = reading.wrong
        told = say("{place}: {problem}", place=say("Row {n}", n=row + 1), problem=wrong.sentence)
        return CheckedSheet(reading, by_row, replace(wrong, sentence=told), row)
    if not reading.rows:
        return CheckedSheet(reading, by_row, refuse("sheet.blank", say("Nothing has been entered yet.")))
    return CheckedSheet(reading, by_row)


def _unseen(session: MatchSession, checked: CheckedSheet) -> bool:
    """Return True if there are remarks that the typist has not been shown, or newer entries."""
    seen = drawn_from(session)
    is_told = request.form.get("told", "") == checked.slip_rows
    return seen is None or not is_told or bool(_newer_entries(session, seen).lines)


def _newer_entries(session: MatchSession, seen: Version | None) -> NewerEntries:
    """Return the entries that others wrote since the page was drawn."""
    known = {row.entry_id for row in session.rows if row.entry_id.startswith(of_sheet(_entry_id()))}
    return newer_entries(session, seen, known)


def _entry_id() -> str:
    return request.form.get("entry_id", "")[: ENTRY_ID_LENGTH // 2] or new_entry_id()


def _page(session: MatchSession, typed: Rows, checked: CheckedSheet | None) -> str:
    asked = _asked(session)
    seen = drawn_from(session)
    return shown(
        "paper_import.html",
        session,
        asked=asked,
        fields=[_field(cell, session) for cell in cells(asked, session.players)],
        signs=_legend(asked),
        typed=typed,
        checked=checked,
        wrong=checked.wrong if checked else None,
        newer_entries=_newer_entries(session, seen) if checked else NewerEntries(),
        entry_id=_entry_id(),
        most=SHEET_ROWS,
    )


def _field(cell: Cell, session: MatchSession) -> Field:
    column, choices = cell.column, list[tuple[str, str]]()
    known = signs_of(column, catalogue()).items()
    signs = [(sign, one, f"{sign} {catalogue().gettext(one.meaning)}") for sign, one in known]
    if column.holds == "player":
        choices = [(f"@{seat}", player) for seat, player in enumerate(session.players)]
        choices += [(sign, words) for sign, _, words in signs]
    elif column.holds == "choice":
        choices = [(one.value, words) for _, one, words in signs]
    return Field(cell, tuple(choices), cell.key.startswith("e0."))


def _legend(asked: PaperLayout) -> list[tuple[Say, list[tuple[str, Say]]]]:
    """Return the signs of each column with their meanings."""
    columns = ((column, signs_of(column, catalogue()).items()) for column in (*asked.deal, *asked.each))
    return [
        (Say(column.heading), [(sign, Say(one.meaning)) for sign, one in signs]) for column, signs in columns if signs
    ]
