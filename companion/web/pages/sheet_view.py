"""Prepare the sheet on the page of a match, and say which of its lines a player is asked to confirm."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter

from flask_babel import gettext as _

from companion.limits import CELLS, ON_PAGE, ON_SHEET, REMARK_CHARACTERS
from companion.presentation.annotations import AHEAD, Remark, remarks_by_row
from companion.presentation.breakdown import explained_at
from companion.presentation.entry_formatter import Clock, EntryFormatter
from companion.presentation.score_sheet import ColumnTables, Leg, SheetRow, column_tables, legs, marks, on_sheet, rows
from companion.presentation.scoreboard import OF_TWO, Scoreboard
from companion.repository import MatchSession
from companion.rules.entries import Confirm, Player
from companion.rules.messages import Say
from companion.rules.tally import Mark, Payment, Tally
from companion.rules.tally import ReckoningRow as AccountRow
from companion.translation import CLOSE, ROOM, beginning
from companion.web.http.locale import catalogue, lang
from companion.web.pages.conflicts import last_word
from companion.web.pages.join import is_first

AROUND = 150  # characters around a remark on the page: its place, link, writer and time
MANY = 4  # columns, from which on they are narrow
FEW, LONG = 2, 8  # columns up to which every name has room, and the letters of a name that else has none


@dataclass(frozen=True)
class Hidden:
    """The rows that are not on this page: the number of their entries, and the first entry that is on the page."""

    count: int
    before: int


def latest(entries: list[int], most: int, before: int = 0) -> tuple[list[int], Hidden | None]:
    """Return the latest entries that have a row, of all or of those before an entry."""
    numbers = [number for number in entries if not before or number < before]
    shown = numbers[-most:]
    return shown, Hidden(len(numbers) - most, shown[0]) if len(numbers) > most else None


@dataclass(frozen=True)
class Accounted:
    """An account, with the address that explains each of its rows, if there is one."""

    title: Say
    rows: Sequence[tuple[AccountRow, Mapping[str, int | str] | None]]


@dataclass(frozen=True)
class Lines:
    """The sheet: either `legs`, tables one under the other, or `columns`, several side by side.

    Attributes:
        heads: The name at the head of each column, and its form.
        over: Remarks before the first row and about the deals to come.
        annotations: Remarks about each entry, under its row.
        span: The columns that a text across a row takes.
        hidden: Earlier rows, which are loaded on demand.
        unsaid: The number of earlier remarks that are not shown.
    """

    legs: Sequence[Leg]
    columns: Sequence[ColumnTables]
    heads: Sequence[tuple[Player, str]]
    over: Sequence[Remark]
    annotations: Mapping[int, Sequence[Remark]]
    marks: Sequence[Mark]
    accounts: Sequence[Accounted]
    payments: Sequence[Payment]
    hidden: Hidden | None
    unsaid: Hidden | None
    span: int
    has_money: bool
    is_stacked: bool  # a number and its change are on separate lines

    @property
    def has_middle_line(self) -> bool:
        """Return True if the table has two players and is drawn with one line down the middle, as on paper."""
        return len(self.heads) == OF_TWO and not self.columns


def lines(session: MatchSession, scores: Scoreboard, before: int = 0) -> Lines:
    """Return the sheet; with `before`, only the rows before that entry."""
    tally, players = session.tally, session.players
    numbers = on_sheet(session.match.replay)
    shown, hidden = latest(numbers, min(ON_PAGE if before else ON_SHEET, CELLS // len(players)), before)
    sheet = rows(session.match.replay, among={*shown})
    side_by_side = column_tables(sheet, len(scores.content.columns))
    all_said = _annotations(EntryFormatter(session.game, tally, lang(), catalogue(), Clock(lang())), numbers, hidden)
    if not side_by_side:
        all_said = {entry: [one for one in said if not _has_line(one)] for entry, said in all_said.items()}
    said, unsaid = _latest_said(all_said)
    return Lines(
        legs=[] if side_by_side else legs(tally, sheet),
        columns=side_by_side,
        heads=_heads(players),
        over=[*([] if before else said.get(AHEAD, ())), *said.get(0, ())],
        annotations=said,
        marks=marks(sheet),
        accounts=_accounts(tally, sheet, scores, is_earlier=bool(before)),
        payments=() if before else tally.payments,
        hidden=hidden,
        unsaid=unsaid,
        span=len(players) * len(scores.content.columns) if side_by_side else len(players) + (tally.pot is not None),
        has_money=not side_by_side and bool(sheet) and sheet[-1].line.has_both,
        is_stacked=len(players) >= MANY or scores.is_wide,
    )


def _has_line(remark: Remark) -> bool:
    """Return True if the line of a penalty says what a remark says."""
    return remark.is_penalty and not remark.struck


def _heads(players: Sequence[Player]) -> list[tuple[Player, str]]:
    """Return the name at the head of each column, shortened in narrow columns."""
    n = len(players)
    room = CLOSE if n > MANY else ROOM
    is_short = {one: n > MANY or (n > FEW and len(one) > LONG) for one in players}
    return [(one, beginning(one, players, room) if is_short[one] else one) for one in players]


def _accounts(tally: Tally, sheet: Sequence[SheetRow], scores: Scoreboard, *, is_earlier: bool) -> list[Accounted]:
    """Return the accounts that say more than the board, of each table and of the whole match."""
    tables: set[int | None] = {row.line.leg for row in sheet}
    if sheet and not is_earlier:
        tables.add(None)
    shown = [one for one in tally.reckonings if one.leg in tables and not scores.repeats(one)]
    return [Accounted(one.title, [(row, explained_at(tally, row)) for row in one.rows]) for one in shown]


def _annotations(reader: EntryFormatter, numbers: list[int], hidden: Hidden | None) -> dict[int, list[Remark]]:
    """Return the remarks about the rows that are shown."""
    if not hidden:
        return remarks_by_row(reader, numbers)
    first = numbers.index(hidden.before)
    remarks = remarks_by_row(reader, numbers, since=numbers[first - 1])
    return {entry: said for entry, said in remarks.items() if entry >= hidden.before}


def _latest_said(remarks_of: Mapping[int, Sequence[Remark]]) -> tuple[dict[int, list[Remark]], Hidden | None]:
    """Return the latest remarks for which the page has room, and the number of the others."""
    every = sorted(((remark.at, row, remark) for row, said in remarks_of.items() for remark in said), key=itemgetter(0))
    room, shown = REMARK_CHARACTERS, len(every)
    while shown and (room := room - AROUND - len(every[shown - 1][2].text)) >= 0:
        shown -= 1
    latest_said: dict[int, list[Remark]] = {}
    for _at, row, remark in every[shown:]:
        latest_said.setdefault(row, []).append(remark)
    return latest_said, Hidden(shown, every[shown][0]) if shown else None


# --- confirmations


@dataclass(frozen=True)
class Unconfirmed:
    """The last line of the sheet that this player is asked to confirm, and who wrote its last version."""

    entry: int
    by: str | None


def unconfirmed(session: MatchSession) -> Unconfirmed | None:
    """Return the last line if this player is asked to confirm it; None if somebody has confirmed it."""
    number = session.tally.lines[-1].entry if session.tally.lines else 0
    if not number or session.match.replay.history[number - 1].agreed or not may_confirm(session, number):
        return None
    return Unconfirmed(number, last_word(session, number).by)


def may_confirm(session: MatchSession, number: int) -> bool:
    """Return True if this player is asked to confirm the entry as it now stands."""
    standing = session.match.replay.history[number - 1]
    is_asked = session.row.settings.confirm and standing.is_scored and not standing.contest
    player = session.guest.player
    return bool(is_asked and player and player not in standing.agreed and not confirmation_obstacle(session, number))


def confirmation_obstacle(session: MatchSession, number: int) -> str:
    """Return why a confirmation from this phone would not count; empty if it counts."""
    last = last_word(session, number)
    if session.rows[last.number - 1].phone == session.guest.phone:
        return str(_("This phone entered it. Another player must confirm it on their own phone."))
    if last.by == session.guest.player:
        return str(_("You entered it. Another player must confirm it."))
    if _has_confirmed(session, number, last.number):
        return str(_("This phone has already confirmed it for another player."))
    if not is_first(session):
        said = _(
            "Another phone was %(player)s before this one. Only that phone can confirm this, unless "
            "the owner removes it.",
            player=session.guest.player,
        )
        return str(said)
    return ""


def _has_confirmed(session: MatchSession, number: int, since: int) -> bool:
    """Return True if this phone has confirmed the entry for another seat: each phone can confirm once."""
    own = (row for row in session.rows[since:] if row.phone == session.guest.phone and row.by != session.guest.player)
    return any(row.body.get("kind") == Confirm.kind and row.body.get("entry") == number for row in own)
