"""Judge a submission by the rules and the limits, and append it to the record."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from companion.clock import now
from companion.limits import ENTRY_ID_LENGTH, LARGEST_ENTRY
from companion.match_cache import keep_on
from companion.parsing.renaming import json_renamed
from companion.repository import MatchSession, open_session, too_full, too_long
from companion.rules.entries import Body, Confirm, Contest, Correction, End, Entry, Note, Penalty
from companion.rules.field_metadata import Json
from companion.rules.judge import judge_last
from companion.rules.messages import say
from companion.rules.replay import AnyReplay
from companion.rules.rulings import Ruling, refuse
from companion.store import SERVER_ID_PREFIX, EntryRow, Head, MergedSubmission, Store, label
from companion.submission.conflict import (
    AlreadyWritten,
    ChangedSinceSent,
    Conflict,
    Submission,
    UnknownVersion,
    placement_of,
)


@dataclass(frozen=True)
class Written:
    """It was written as entry `number`."""

    number: int
    how: Literal["written", "known", "same"] = "written"


@dataclass(frozen=True)
class Refused:
    ruling: Ruling


@dataclass(frozen=True)
class AccessLost:
    """The match was deleted or the phone was shown out meanwhile."""


Outcome = Written | Refused | Conflict | AccessLost
Session = TypeVar("Session")
CHANGED_SINCE_SENT = refuse(
    "entry.otherwise",
    say(
        "This form was already saved with other values. Check the score sheet. Then save again, "
        "or correct the saved deal."
    ),
)
LOCKED = refuse(
    "event.closed",
    say("This round is closed, so this result stays as it is. If something is wrong, ask the director to correct it."),
    "tournament.correct.closed",
)
UNKNOWN_VERSION = refuse(
    "entry.ahead",
    say("This was entered on a newer score sheet than this one. Check the score sheet, then save again."),
)
PART_STAYS = say(
    "The new part has entries already, so the change of people stays. If it was wrong, open the new part and choose "
    "“Change who plays” there."
)


def write(store: Store, session: MatchSession, submission: Submission) -> Outcome:
    """Place, judge and append a submission: the only way to write a single entry in a match.

    Entries that were judged together come through `append_rows`, those of a file through import_export.py. If another
    phone appends at the same moment, the submission is placed and judged again.
    """
    return append_at_last(
        session,
        lambda current: _try(store, current, submission),
        lambda: open_session(store, session.row.id, session.guest.phone),
    )


def append_at_last(
    session: Session, attempt: Callable[[Session], Outcome | None], reopened: Callable[[], Session | None]
) -> Outcome:
    """Try to append until no other phone appends at the same moment.

    Args:
        session: a match or an event, as this phone has opened it.
        attempt: places, judges and appends; returns None if there are newer entries than the session has.
        reopened: returns the session with these; None if this phone may not open it any more.
    """
    current: Session | None = session
    while current:
        if outcome := attempt(current):
            return outcome
        current = reopened()
    return AccessLost()


def sent_before(rows: Sequence[EntryRow], entry_id: str) -> EntryRow | None:
    """Return the entry that a phone has sent before with this id; None if it is new."""
    return next((row for row in rows if row.entry_id == entry_id), None)


def _try(store: Store, session: MatchSession, submission: Submission) -> Outcome | None:
    """Place, judge and append a submission once; return None if the record has grown since the session was opened."""
    placement = placement_of(session, submission)
    if isinstance(placement, Conflict):
        return placement
    if isinstance(placement, ChangedSinceSent | UnknownVersion):
        return Refused(CHANGED_SINCE_SENT if isinstance(placement, ChangedSinceSent) else UNKNOWN_VERSION)
    if isinstance(placement, AlreadyWritten):
        if placement.how == "same":
            sent = MergedSubmission(submission.entry_id, submission.at, *_writer(session, submission))
            store.note_same(session.row.id, placement.number, sent)
        return Written(placement.number, placement.how)
    if _changes_nothing(session, submission.body):
        return Refused(
            refuse("correction.nothing", say("Nothing was changed: the new values are the same as the old ones."))
        )
    candidate = with_body(session, submission.body, submission.at, submission.by)
    row = row_of(session, submission)
    part = _undone_part(session, submission.body)
    if part and store.count(part):
        clause = f"{session.game.key}.people.running"
        return Refused(refuse(clause, PART_STAYS, clause))
    if isinstance(submission.body, Correction) and candidate.tally.went_on and not session.tally.went_on:
        gone = say("The new part is deleted. To go on with other people, choose “Change who plays” again.")
        return Refused(refuse(f"{session.game.key}.people.running", gone, f"{session.game.key}.people.running"))
    if wrong := refusal(session, candidate, row):
        return Refused(wrong)
    if store.append(session.row.id, row, undoes=part) != "written":
        return None
    keep_on(session.row.id, session.match, row, candidate)
    _tell_other_part(store, session, submission.body)
    return Written(placement.number)


def _tell_other_part(store: Store, session: MatchSession, body: Body) -> None:
    """Let the phones of the other part reload where a correction here changes what that part says."""
    row, goes_on = session.row, session.tally.went_on is not None
    for other in (row.followed_by if goes_on else None, row.follows if session.match.record.continues else None):
        if other and isinstance(body, Correction | Penalty):
            with store.writing(other):
                store.changed(other)


def _undone_part(session: MatchSession, body: Body) -> str:
    """Return the new part of the match that a correction of its end deletes; empty for other submissions."""
    history = session.match.replay.history
    if not isinstance(body, Correction) or not 0 < body.entry <= len(history):
        return ""
    corrected = history[history[body.entry - 1].about - 1].body
    if isinstance(corrected, End) and corrected.continued:
        return session.row.followed_by or ""
    return ""


def _changes_nothing(session: MatchSession, body: Body) -> bool:
    """Return True if a correction changes nothing; it is not written then."""
    history = session.match.replay.history
    if not isinstance(body, Correction) or body.content is None or not 0 < body.entry <= len(history):
        return False
    return history[body.entry - 1].body == body.content


def refusal(session: MatchSession, candidate: AnyReplay, row: EntryRow) -> Ruling | None:
    """Return why the record with this entry would be refused; None if it is allowed."""
    if session.is_locked and not isinstance(candidate.record.entries[-1].body, Contest | Confirm):
        return LOCKED
    wrong = too_long(candidate.record) or entry_too_large(row) or too_full([*session.rows, row])
    return wrong or judge_last(candidate)


def entry_too_large(row: EntryRow) -> Ruling | None:
    if len(row.column) > LARGEST_ENTRY:
        return refuse("limit.entry", say("This entry is too long: at most {n} characters.", n=LARGEST_ENTRY))
    return None


def with_body(session: MatchSession, body: Body, at: str = "", by: str | None = None) -> AnyReplay:
    """Return the match with one more entry, written at that time or now."""
    name = session.guest.player if by is None else by
    entry = Entry(session.number, body, name or label(session.row.id, session.guest.phone), at or now())
    return session.match.replay.then(entry)


def row_of(session: MatchSession, submission: Submission) -> EntryRow:
    """Return the submission as the row of the next entry."""
    entry_id = submission.entry_id[:ENTRY_ID_LENGTH]
    data = session.stored_data(submission.body, submission.data)
    return EntryRow(session.number, entry_id, submission.at, *_writer(session, submission), data)


def _writer(session: MatchSession, submission: Submission) -> tuple[str, str]:
    """Return the player who wrote it, as stored, empty for none, and the phone that sent it."""
    by = session.guest.player if submission.by is None else submission.by
    return session.stored_name(by), session.guest.phone


def of_sheet(sheet_id: str) -> str:
    """Return the prefix of the ids of all entries that were typed in from one paper sheet."""
    return f"{SERVER_ID_PREFIX}sheet-{sheet_id}."


def write_all(
    store: Store, session: MatchSession, bodies: Sequence[Json], sheet_id: str, opening: Json | None = None
) -> Outcome:
    """Append entries that were judged together to the record of this session: all of them or none.

    Args:
        store: the store of the session.
        session: the match as it was when they were judged.
        bodies: their contents as JSON, at least one.
        sheet_id: the id of the paper sheet from which they were typed in.
        opening: the opening with which they were judged, where they are the first.
    """
    first = session.number
    phone, by = session.guest.phone, session.stored_name(session.guest.player)
    stored = (json_renamed(body, session.stored_names) for body in bodies)
    rows = [EntryRow(first + k, f"{of_sheet(sheet_id)}{k}", now(), by, phone, body) for k, body in enumerate(stored)]
    head: Head | None = {**session.row.head, "opening": opening} if opening is not None else None
    return append_rows(store, session, rows, head)


def append_rows(store: Store, session: MatchSession, rows: Sequence[EntryRow], head: Head | None = None) -> Outcome:
    """Append rows that were judged together on top of this session, as far as the limits allow: all or none."""
    if session.is_locked:
        return Refused(LOCKED)
    record = session.match.record
    notes = tuple(Entry(row.number, Note("")) for row in rows)  # for the number of entries only
    wrong = too_long(replace(record, entries=(*record.entries, *notes)))
    wrong = wrong or next(filter(None, map(entry_too_large, rows)), None) or too_full([*session.rows, *rows])
    if wrong:
        return Refused(wrong)
    appended = store.append_all(session.row.id, rows, head)
    return Conflict(()) if appended == "behind" else Written(rows[0].number, appended)
