"""Place a submission beside what others wrote, judge it by the rules and the limits, and append it to the record."""

from collections.abc import Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Literal

from companion.clock import now
from companion.limits import ENTRY_ID_LENGTH, LARGEST_ENTRY, OURS
from companion.repository import MatchSession, keep_on, label, open_session, too_full, too_long
from companion.rules.entries import Body, Correction, Entry, LetStand, Note, OptionChange, says_the_same
from companion.rules.field_metadata import Json
from companion.rules.history import Standing
from companion.rules.judge import judge_last
from companion.rules.messages import say
from companion.rules.replay import AnyReplay
from companion.rules.rulings import Ruling, refuse
from companion.store import EntryRow, Head, MergedSubmission, Store

STATES = (Correction, LetStand, OptionChange)  # they say how something is to stand; all others are one entry more


@dataclass(frozen=True)
class Submission:
    """One thing that a phone asks to be written.

    Attributes:
        body: the content of the entry.
        data: the same as JSON, as it is stored.
        entry_id: the name that the phone gave it, the same each time that it is sent.
        seen: how many entries the phone had before it when that was typed.
        after: the ids of its own submissions that come before this one and may have been written since.
        by: who says so, if not the player whom the phone is; empty is the phone itself.
        at: when it came (RFC 3339 in UTC), so that what is judged is what is written.
        is_next: its writer has said that it is none of the deals that others wrote meanwhile, but the next.
    """

    body: Body
    data: Json
    entry_id: str
    seen: int
    after: Set[str] = field(default_factory=frozenset)
    by: str | None = None
    at: str = field(default_factory=now)
    is_next: bool = False


@dataclass(frozen=True)
class Append:
    """The submission may become entry `number`, if the rules allow it."""

    number: int


@dataclass(frozen=True)
class AlreadyWritten:
    """It stands there already: sent before by this phone, or (`same`) written by another who meant the same."""

    number: int
    how: Literal["known", "same"] = "known"


@dataclass(frozen=True)
class Conflict:
    """These entries, written since, move the score or the rules that the submission was typed by."""

    rivals: tuple[int, ...]


@dataclass(frozen=True)
class ChangedSinceSent:
    """Under the id of the submission stands another content."""

    number: int


@dataclass(frozen=True)
class UnknownVersion:
    """The submission says that more was written than was: it was typed by no sheet of this match, as it stands here."""


Placement = Append | AlreadyWritten | ChangedSinceSent | Conflict | UnknownVersion


def place(history: Sequence[Standing], ids: Sequence[Set[str]], submission: Submission) -> Placement:
    """Return where a submission belongs on a record.

    What two phones wrote is taken for one only in sequence, and only where both have entered the same: the first that a
    phone wrote on top of what it had seen with the first that another wrote there, then the next with the next.

    Args:
        history: the record as it stands now, entry by entry.
        ids: of each of its entries those under which it is known.
        submission: the one to place; it is not judged by the rules here.
    """
    written = list(zip(history, ids, strict=True))
    for standing, known_as in written:
        if submission.entry_id in known_as:
            number = standing.entry.number
            is_same = standing.entry.body == submission.body
            return AlreadyWritten(number) if is_same else ChangedSinceSent(number)
    if submission.seen > len(written):
        return UnknownVersion()
    if struck := _struck_by(history, submission.body):
        return AlreadyWritten(struck, "known" if ids[struck - 1] & submission.after else "same")
    is_one_more = not isinstance(submission.body, STATES)
    start = settled(history, ids, submission.seen, submission.after) if is_one_more else submission.seen
    unseen = [standing for standing, known_as in written[start:] if not known_as & submission.after]
    rivals = [rival for rival in unseen if _collide(history, rival, submission)]
    if not rivals:
        return Append(len(written) + 1)
    known = {entry_id for known_as in ids for entry_id in known_as}
    is_whole = submission.after <= known  # else one before it is still missing
    twin = _twin(history, rivals, submission.body, is_in_sequence=is_whole and not submission.is_next)
    return AlreadyWritten(twin, "same") if twin else Conflict(tuple(rival.entry.number for rival in rivals))


def settled(history: Sequence[Standing], ids: Sequence[Set[str]], seen: int, after: Set[str]) -> int:
    """Return the last entry that comes before what a phone types on top of what it had `seen` and its own, `after`.

    Its own deals come before it on the sheet too: also one that stands there as what another phone has written, or that
    has corrected that.
    """
    own = (standing.about for standing, known_as in zip(history, ids, strict=True) if known_as & after)
    return max([seen, *(number for number in own if history[number - 1].entry.body.kind == "deal")])


def _struck_by(history: Sequence[Standing], body: Body) -> int:
    """Return the entry that has struck out already what the submission strikes out, 0 if none has."""
    if not isinstance(body, Correction) or body.content is not None or not 0 < body.entry <= len(history):
        return 0
    if history[body.entry - 1].body is not None:
        return 0
    strikes = Correction(body.entry, None)
    numbers = (standing.entry.number for standing in reversed(history) if says_the_same(standing.body, strikes))
    return next(numbers, 0)


def _twin(history: Sequence[Standing], rivals: Sequence[Standing], body: Body, *, is_in_sequence: bool) -> int:
    """Return the entry that certainly means what the submission means, 0 if none does.

    What says how something is to stand means the same as what says so last; anything else is one more, but for the
    first where the sequences of both phones go on from the same entry.
    """
    twin: Standing | None
    if isinstance(body, Correction):
        about = history[body.entry - 1].about
        twin = next((rival for rival in reversed(rivals) if rival.about == about), None)
    elif isinstance(body, STATES):
        twin = rivals[-1]
    else:
        twin = rivals[0] if is_in_sequence else None
    return twin.entry.number if twin and _means_the_same(twin, body) else 0


def _collide(history: Sequence[Standing], standing: Standing, submission: Submission) -> bool:
    """Tell whether an entry that the writer of the submission has not seen may change what the submission means."""
    body, other = submission.body, standing.entry.body
    if body.aside:
        return False
    if isinstance(body, Correction | LetStand):
        aimed = history[body.entry - 1 : body.entry] if body.entry > 0 else ()
        if isinstance(other, Correction):
            return standing.about in [aim.about for aim in aimed]
        if isinstance(body, LetStand):
            return _means_the_same(standing, body)
        strikes = bool(aimed) and body.content is None  # a step back is meant for the last, which it may be no more
        return (strikes or puts_back(history, body)) and moves(history, standing, submission.seen)
    if isinstance(body, OptionChange):
        change = history[standing.about - 1].entry.body  # of the rule, also where it was only taken back
        return isinstance(change, OptionChange) and change.option == body.option
    return moves(history, standing, submission.seen)


def puts_back(history: Sequence[Standing], body: Correction) -> bool:
    """Tell whether a correction lets count again what is struck out: the score moves by it as by a new entry."""
    about = history[body.entry - 1].about if 0 < body.entry <= len(history) else 0
    if not 0 < about <= len(history) or history[about - 1].body is not None:
        return False
    return body.content is not None or body.entry != about


def moves(history: Sequence[Standing], standing: Standing, seen: int) -> bool:
    """Tell whether an entry changes the score or the rules as they stood when `seen` entries were written."""
    other = standing.entry.body
    if standing.body is None or other.aside:
        return False
    if isinstance(other, Correction):
        return other.entry <= seen and not history[standing.about - 1].entry.body.aside
    return True


def _means_the_same(standing: Standing, body: Body) -> bool:
    """Tell whether an entry, as it stands now, says what the submission says."""
    if isinstance(body, LetStand) and isinstance(standing.body, LetStand):
        return standing.body.entry == body.entry  # whatever the reason
    return says_the_same(standing.body, body)


def placed(session: MatchSession, submission: Submission) -> Placement:
    """Return where a submission belongs on the record of a match."""
    history = session.match.replay.history
    placement = place(history, [row.ids for row in session.rows], submission)
    if not isinstance(placement, ChangedSinceSent) or submission.is_next:
        return placement
    number = placement.number
    if submission.entry_id == session.rows[number - 1].entry_id:
        return placement
    standing = history[number - 1]  # another phone's entry, with which it was merged before it was sent once more
    is_same = standing.corrections or _means_the_same(standing, submission.body)
    return AlreadyWritten(number) if is_same else placement


# --- onto the record


@dataclass(frozen=True)
class Written:
    """It is on the disk as entry `number`."""

    number: int
    how: Literal["written", "known", "same"] = "written"


@dataclass(frozen=True)
class Refused:
    ruling: Ruling


@dataclass(frozen=True)
class AccessLost:
    """Meanwhile the match was deleted, or the phone shown out."""


Outcome = Written | Refused | Conflict | AccessLost
CHANGED_SINCE_SENT = refuse(
    "entry.otherwise",
    say(
        "This form was already saved with other values. Check the score sheet. Then save again, "
        "or correct the saved deal."
    ),
)
UNKNOWN_VERSION = refuse(
    "entry.ahead",
    say("This was entered on a newer score sheet than this one. Check the score sheet, then save again."),
)


def write(store: Store, session: MatchSession, submission: Submission) -> Outcome:
    """Place, judge and append a submission: the only way onto the record but for `write_all`.

    Where somebody else appends at the same moment, everything is looked at again.
    """
    current: MatchSession | None = session
    while current:
        outcome = _try(store, current, submission)
        if outcome is not None:
            return outcome
        current = open_session(store, session.row.id, session.guest.phone)
    return AccessLost()


def _try(store: Store, session: MatchSession, submission: Submission) -> Outcome | None:
    """Return None where the record has grown since the session was opened."""
    placement = placed(session, submission)
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
    if wrong := refusal(session, candidate, row):
        return Refused(wrong)
    if store.append(session.row.id, row) != "written":
        return None
    keep_on(session, row, candidate)
    return Written(placement.number)


def _changes_nothing(session: MatchSession, body: Body) -> bool:
    """Tell whether a correction says what stands: written, it would tell of a slip that there was none of."""
    history = session.match.replay.history
    if not isinstance(body, Correction) or body.content is None or not 0 < body.entry <= len(history):
        return False
    return history[body.entry - 1].body == body.content


def refusal(session: MatchSession, candidate: AnyReplay, row: EntryRow) -> Ruling | None:
    """Return what is wrong with the record as it would be with this entry more, None if nothing is."""
    wrong = too_long(candidate.record) or _too_large(row) or too_full([*session.rows, row])
    return wrong or judge_last(candidate)


def _too_large(row: EntryRow) -> Ruling | None:
    if len(row.column) > LARGEST_ENTRY:
        return refuse("limit.entry", say("This entry is too long: at most {n} characters.", n=LARGEST_ENTRY))
    return None


def with_body(session: MatchSession, body: Body, at: str = "", by: str | None = None) -> AnyReplay:
    """Return the match as it would be with this as its next entry, written here, at that time or now."""
    name = session.guest.player if by is None else by
    entry = Entry(session.number, body, name or label(session.row.id, session.guest.phone), at or now())
    return session.match.replay.then(entry)


def row_of(session: MatchSession, submission: Submission) -> EntryRow:
    """Return the submission as the row of the next entry."""
    entry_id = submission.entry_id[:ENTRY_ID_LENGTH]
    return EntryRow(session.number, entry_id, submission.at, *_writer(session, submission), submission.data)


def _writer(session: MatchSession, submission: Submission) -> tuple[str, str]:
    """Return the player who says it, if any, and the phone that sent it."""
    return session.guest.player if submission.by is None else submission.by, session.guest.phone


def of_sheet(sheet_id: str) -> str:
    """Return the beginning of the ids of all entries that were typed in from one paper."""
    return f"{OURS}sheet-{sheet_id}."


def write_all(
    store: Store, session: MatchSession, bodies: Sequence[Json], sheet_id: str, opening: Json | None = None
) -> Outcome:
    """Write entries that were judged together on top of this session: all of them or none.

    Args:
        store: the store of the session.
        session: the match as it was when they were judged.
        bodies: their contents as JSON, at least one.
        sheet_id: the paper from which they were typed in.
        opening: the opening with which they were judged, where they are the first.
    """
    first = session.number
    phone, by = session.guest.phone, session.guest.player
    rows = [EntryRow(first + k, f"{of_sheet(sheet_id)}{k}", now(), by, phone, body) for k, body in enumerate(bodies)]
    record = session.match.record
    notes = tuple(Entry(row.number, Note("")) for row in rows)  # as many entries as there will be
    wrong = too_long(replace(record, entries=(*record.entries, *notes)))
    wrong = wrong or next(filter(None, map(_too_large, rows)), None) or too_full([*session.rows, *rows])
    if wrong:
        return Refused(wrong)
    head: Head | None = {**session.row.head, "opening": opening} if opening is not None else None
    appended = store.append_all(session.row.id, rows, head)
    return Conflict(()) if appended == "behind" else Written(first, appended)
