"""A sheet that was kept by hand, typed in row by row: looked through first, then written all at once or not at all."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.limits import ENTRY_ID_LENGTH, SHEET_ROWS
from companion.parsing.json_decoder import plain
from companion.parsing.paper_import import Cell, Counted, Reading, Sheet, cells, entries, signs_of
from companion.repository import MatchSession
from companion.rules.messages import Say, say
from companion.rules.paper_columns import ByHand
from companion.rules.rulings import Ruling, refuse
from companion.store import Version
from companion.submission import Refused, Written, of_sheet, write_all
from companion.translation import language
from companion.web.http.access import sit_down
from companion.web.http.locale import lang
from companion.web.http.rate_limit import heavy
from companion.web.http.request_store import store
from companion.web.pages.entry_form import drawn_from
from companion.web.pages.match_view import Meanwhile
from companion.web.pages.responses import meanwhile

pages = Blueprint("fromsheet", __name__)
LONGEST = 120  # characters of a cell
ROWS, MORE = 16, 10  # blank rows of a new sheet, and of every further piece
Rows = Sequence[Mapping[str, str]]


@dataclass(frozen=True)
class Field:
    """An input: the cell that it stands for, and what may be chosen in it, by value: words that begin with the sign."""

    cell: Cell
    choices: tuple[tuple[str, str], ...]
    first: bool  # of its player


@dataclass(frozen=True)
class Looked:
    """What was found in a sheet: by row what became of it, and what hinders its being written."""

    reading: Reading
    by_row: Mapping[int, Counted]
    wrong: Ruling | None = None
    row: int | None = None

    @property
    def told(self) -> str:
        """The rows on which paper and rules part: what whoever writes the sheet must have seen."""
        return " ".join(str(one.row) for one in self.reading.rows if one.slips)


@pages.get("/m/<match_id>/paper")
def page(match_id: str) -> str:
    session = sit_down(match_id, write=True)
    return _page(session, [{}] * ROWS, None)


@pages.post("/m/<match_id>/paper")
@heavy
def look(match_id: str) -> Response:
    """Look a sheet through, give it more rows, or write it: only where its typist has seen what was found in it."""
    session = sit_down(match_id, write=True)
    typed = _typed(session)
    do = request.form.get("do", "look")
    if do == "more":
        return make_response(_page(session, [*typed, *[{}] * MORE][:SHEET_ROWS], None))
    if do == "write" and any(f"{of_sheet(_entry_id())}0" in row.ids for row in session.rows):
        return _to_match(match_id, "known")
    looked = _look(session, typed)
    if do == "write" and not looked.wrong and not _unseen(session, looked):
        return _write(session, typed, looked)
    return make_response(_page(session, typed, looked), 422 if looked.wrong else 200)


def _write(session: MatchSession, typed: Rows, looked: Looked) -> Response:
    """Where others have written first, or it is more than a match holds, the sheet is shown again."""
    sheet = entries(looked.reading, session.number, language(lang()))
    opening = plain(looked.reading.tally.record.opening) if session.number == 1 else None
    outcome = write_all(store(), session, sheet, _entry_id(), opening)
    if isinstance(outcome, Written):
        return _to_match(session.row.id, outcome.how)
    fresh = sit_down(session.row.id, write=True)
    again = replace(looked, wrong=outcome.ruling) if isinstance(outcome, Refused) else _look(fresh, typed)
    return make_response(_page(fresh, typed, again), 422 if again.wrong else 409)


def _to_match(match_id: str, how: str) -> Response:
    """Who sends a sheet once more, perhaps with other numbers, is told that it is not written anew."""
    return redirect(url_for("match.page", match_id=match_id, stands=1 if how == "known" else None), 303)


def _asked(session: MatchSession) -> ByHand:
    return session.game.by_hand(session.tally.options)


def _typed(session: MatchSession) -> list[dict[str, str]]:
    """The rows as they were sent; those that were sent blank stay, so that everything stands where it stood."""
    known = {cell.key for cell in cells(_asked(session), session.players)}
    n = min(max(1, request.form.get("rows", ROWS, type=int)), SHEET_ROWS)
    rows: list[dict[str, str]] = [{} for _ in range(n)]
    for name, text in request.form.items():
        row, _, key = name.partition(".")
        if key in known and row.isdecimal() and len(row) <= 4 and int(row) < n:
            rows[int(row)][key] = text[:LONGEST]
    return rows


def _look(session: MatchSession, typed: Rows) -> Looked:
    if session.in_parts:
        alone = refuse("own.alone", say("At this table everybody writes only their own part of a deal."))
        return Looked(Reading((), session.tally), {}, alone)
    reading = Sheet(session.game, _asked(session), language(lang())).read(session.match.record, typed)
    by_row = {one.row: one for one in reading.rows}
    if reading.wrong:
        row, wrong = reading.wrong
        told = say("{place}: {problem}", place=say("Row {n}", n=row + 1), problem=wrong.sentence)
        return Looked(reading, by_row, replace(wrong, sentence=told), row)
    if not reading.rows:
        return Looked(reading, by_row, refuse("sheet.blank", say("Nothing is typed in yet.")))
    return Looked(reading, by_row)


def _unseen(session: MatchSession, looked: Looked) -> bool:
    """Whether something was found that its typist has not been shown, or others have written since."""
    seen = drawn_from(session)
    return request.form.get("told", "") != looked.told or bool(_meanwhile(session, seen).lines) or seen is None


def _meanwhile(session: MatchSession, seen: Version | None) -> Meanwhile:
    """What was written since the page was drawn, but not from it."""
    known = {row.entry_id for row in session.rows if row.entry_id.startswith(of_sheet(_entry_id()))}
    return meanwhile(session, seen, known)


def _entry_id() -> str:
    return request.form.get("entry_id", "")[: ENTRY_ID_LENGTH // 2] or secrets.token_hex(8)


def _page(session: MatchSession, typed: Rows, looked: Looked | None) -> str:
    asked = _asked(session)
    seen = drawn_from(session)
    return render_template(
        "fromsheet.html",
        session=session,
        game=session.game,
        match_id=session.row.id,
        players=session.players,
        asked=asked,
        fields=[_field(cell, session) for cell in cells(asked, session.players)],
        signs=_legend(asked),
        typed=typed,
        looked=looked,
        wrong=looked.wrong if looked else None,
        meanwhile=_meanwhile(session, seen) if looked else Meanwhile(),
        entry_id=_entry_id(),
        most=SHEET_ROWS,
    )


def _field(cell: Cell, session: MatchSession) -> Field:
    catalogue = language(lang())
    column, choices = cell.column, list[tuple[str, str]]()
    known = signs_of(column, catalogue).items()
    signs = [(sign, one, f"{sign} {catalogue.gettext(one.meaning)}") for sign, one in known]
    if column.holds == "player":
        choices = [(f"@{seat}", player) for seat, player in enumerate(session.players)]
        choices += [(sign, words) for sign, _, words in signs]
    elif column.holds == "choice":
        choices = [(one.value, words) for _, one, words in signs]
    return Field(cell, tuple(choices), cell.key.startswith("e0."))


def _legend(asked: ByHand) -> list[tuple[Say, list[tuple[str, Say]]]]:
    """The signs of each column that has any, with what they mean."""
    catalogue = language(lang())
    found = ((column, signs_of(column, catalogue)) for column in (*asked.deal, *asked.each))
    return [
        (Say(column.heading), [(sign, Say(one.meaning)) for sign, one in signs.items()])
        for column, signs in found
        if signs
    ]
