"""Prepare the page of one entry: its numbers with their derivations, its history, and the actions that it allows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from flask import request

from companion.limits import REPLAYED_AT_ONCE
from companion.parsing.form_encoder import fields_of
from companion.parsing.json_decoder import plain
from companion.presentation.activity import changed, reason_for, written
from companion.presentation.correction import CorrectionEffect, DealNumber, as_it_is, deal_numbers, in_heading, sum_of
from companion.presentation.entry_text import in_words
from companion.presentation.preview import consequences, moved
from companion.presentation.score_sheet import SheetColumn, SheetRow, columns, rows
from companion.repository import MatchSession, sent_alike
from companion.rules.entries import Body, Contest, Correction, Entry, RulingNote
from companion.rules.history import Standing
from companion.rules.messages import Say, say
from companion.rules.rulings import Ruling
from companion.rules.tally import Line, Tally
from companion.store import EntryRow, Version
from companion.submission import PART_STAYS, with_body
from companion.submission.suggestions import Step, Swap, put_back_later
from companion.web.http.errors import point_at
from companion.web.http.request_store import store
from companion.web.pages.conflicts import Comparison, known_here, newer_corrections
from companion.web.pages.entry_form import card_points, drawn_from, typed_json
from companion.web.pages.match_view import match_page
from companion.web.pages.sheet_view import may_confirm

ACTIONS = ("correct", "strike")  # the actions of a form on an entry


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


@dataclass(frozen=True)
class EntryStory:
    """The names of the page of an entry, beside those of the match.

    Attributes:
        stored: the entry as it is stored; `alike`: who else sent the same, and when.
        row: its row on the sheet, if it counts; `earlier` are the rows that corrections have replaced.
        told: the numbers and words of a deal by player, if it can be corrected.
        changed: the result of a deal, if it is short; `reckoned`: how it was counted.
        number: the number of the deal, if it `is_numbered`, else the one that it would get.
        deals: how many deals there are now.
        now: the tally after all entries; that of the page is the one before this entry.
        refused: why the entry does not count since a correction.
        entered: its first content, and the present one if it was `corrected`.
        struck_out: the effect of striking it out; None if it is shown only on request.
        way_back: the step that puts it back, if it was struck out, and the version that its button has `seen_then`.
        disputed: the closed disputes about it.
        sent: the action that a form has sent, with its reason in `reasons`.
    """

    entry: Entry
    stored: EntryRow
    alike: Sequence[tuple[str, str]]
    row: SheetRow | None
    earlier: Sequence[tuple[Entry, Line, Sequence[SheetColumn]]]
    columns: Sequence[SheetColumn]
    told: Sequence[DealNumber]
    changed: Sequence[Say]
    reckoned: Sequence[Say]
    correction: CorrectionEffect
    number: int
    is_numbered: bool
    deals: int
    standing: Standing
    now: Tally
    refused: Ruling | None
    entered: Sequence[Say]
    corrected: Sequence[Say]
    corrections: Sequence[Corrected]
    struck_out: Sequence[Say] | None
    way_back: Step | None
    seen_then: Version | str
    disputed: Sequence[tuple[Entry, Say]]
    may_confirm: bool
    sent: str | None
    reasons: Mapping[str, Reason]


def entry_page(
    session: MatchSession,
    number: int,
    wrong: Ruling | None,
    comparison: Comparison | None = None,
    swap: Swap | None = None,
) -> str:
    """Render the page, with the refusal of a correction or a comparison with the version of another phone."""
    standing, position = session.match.replay.history[number - 1], session.match.replay.before(number).tally
    typed: dict[str, object] = plain(standing.latest)
    if request.method == "POST":
        typed = typed_json(session) or typed
    if wrong:
        point_at(wrong, session.players)
    page = replace(match_page(session, typed, position), wrong=wrong, swap=swap, correcting=True, conflict=comparison)
    if comparison is None:  # a comparison shows both versions by itself
        seen, is_typed = drawn_from(session), request.method == "POST"
        since = newer_corrections(session, number, seen, known_here())
        page = replace(page, seen=seen if seen and is_typed else page.seen, newer_entries=since)
    return page.shown("entry.html", **vars(_story(session, number, position)))


def _story(session: MatchSession, number: int, position: Tally) -> EntryStory:
    tally, standing, stored = session.tally, session.match.replay.history[number - 1], session.rows[number - 1]
    versions = rows(session.match.replay, among={number})
    row = next((row for row in versions if not row.struck), None)
    is_deal = isinstance(standing.latest, session.game.deals) and standing.latest.correctable
    way_back = put_back_later(tally, number)
    return EntryStory(
        entry=session.match.record.entries[number - 1],
        stored=stored,
        alike=sent_alike(session.row.id, stored),
        row=row,
        earlier=[(one.struck, one.line, columns(tally, one.line)) for one in versions if one.struck],
        columns=columns(tally, row.line) if row else (),
        told=deal_numbers(standing.latest, position, _counted(session, standing.latest)) if is_deal else (),
        changed=in_heading(row.line) if row else (),
        reckoned=sum_of(row.line) if row else (),
        correction=as_it_is(session.game, tally, number),
        number=tally.numbers.of(number),
        is_numbered=number in tally.numbers.now,
        deals=tally.numbers.next - 1,
        standing=standing,
        now=tally,
        refused=next((one for one in tally.refused if one.entry == number), None),
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


def _corrections(session: MatchSession, standing: Standing) -> list[Corrected]:
    tally = session.tally
    bodies = ((one, one.body) for one in standing.corrections if isinstance(one.body, Correction))
    return [
        Corrected(one, reason_for(tally.record.entries, body), changed(tally, one, body), body.content is None)
        for one, body in bodies
    ]


def _disputed(session: MatchSession, standing: Standing) -> list[tuple[Entry, Say]]:
    """Return the closed disputes of an entry."""
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
    if len(session.rows) - number > REPLAYED_AT_ONCE and "foresee" not in request.args:
        return None
    after = with_body(session, Correction(number, None)).tally
    part = session.row.followed_by if session.tally.went_on and not after.went_on else None
    if part and store().count(part):
        return [PART_STAYS]
    lost = [say("The new part is deleted on all phones, and they return to this one.")] if part else []
    return [*lost, *moved(session.tally, after), *consequences(session.tally, after, number)]
