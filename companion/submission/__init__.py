"""Writing: where a submission to write goes, and the one way through judge and append. Knows no request and no page."""

from collections.abc import Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Literal

from companion.clock import now
from companion.limits import ENTRY_ID_LENGTH, LARGEST_ENTRY, OURS
from companion.repository import MatchSession, keep_on, label, open_session, too_full, too_long
from companion.rules.entries import Body, Correction, Entry, LetStand, Note, OptionChange, says_the_same
from companion.rules.field_metadata import Json
from companion.rules.history import AnyRecord, Standing
from companion.rules.judge import judge_last
from companion.rules.messages import say
from companion.rules.replay import AnyReplay
from companion.rules.rulings import Ruling, refuse
from companion.store import Alike, EntryRow, Head, Store

STATES = (Correction, LetStand, OptionChange)  # they say how something is to stand, where all others are one more


@dataclass(frozen=True)
class Submission:
    """What a phone wants written.

    `seen`: how many entries it had before it when that was typed. `after`: the ids of its own submissions that come
    before this one and may have been written since. `by`: who says so, if not the player whom the phone is; empty is
    the phone itself. `at`: when it came, so that what is judged is what is written. `is_next`: its writer has said
    that it is none of the deals that others wrote meanwhile, but the next.
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
    """What stands there under the id of the submission is not what the submission says."""

    number: int


@dataclass(frozen=True)
class UnknownVersion:
    """The submission says that more was written than was: it was typed by no sheet of this match, as it stands here."""


Placement = Append | AlreadyWritten | ChangedSinceSent | Conflict | UnknownVersion


def place(history: Sequence[Standing], ids: Sequence[Set[str]], submission: Submission) -> Placement:
    """Return where a submission belongs on a record; `ids` are those under which each of its entries is known.

    What two phones wrote is taken for one only in sequence, and only where both have entered the same: the first that a
    phone wrote on top of what it had seen with the first that another wrote there, then the next with the next.
    """
    written = list(zip(history, ids, strict=True))
    for one, known_as in written:
        if submission.entry_id in known_as:
            is_same = one.entry.body == submission.body
            return AlreadyWritten(one.entry.number) if is_same else ChangedSinceSent(one.entry.number)
    if submission.seen > len(written):
        return UnknownVersion()
    struck = _struck_by(history, submission.body)
    if struck:
        return AlreadyWritten(struck, "known" if ids[struck - 1] & submission.after else "same")
    is_one_more = not isinstance(submission.body, STATES)
    start = settled(history, ids, submission.seen, submission.after) if is_one_more else submission.seen
    unseen = [one for one, known_as in written[start:] if not known_as & submission.after]
    rivals = [one for one in unseen if _collide(history, one, submission)]
    if not rivals:
        return Append(len(written) + 1)
    is_whole = submission.after <= {
        name for known_as in ids for name in known_as
    }  # else one before it is still missing
    twin = _twin(history, rivals, submission.body, is_in_sequence=is_whole and not submission.is_next)
    return AlreadyWritten(twin, "same") if twin else Conflict(tuple(one.entry.number for one in rivals))


def settled(history: Sequence[Standing], ids: Sequence[Set[str]], seen: int, after: Set[str]) -> int:
    """Return up to which entry nothing is what a phone typed on top of what it had `seen` and of its own, `after`.

    Those deals come before it on the sheet too: also one that stands there as what another phone has written, or that
    has corrected that.
    """
    own = (one.about for one, known_as in zip(history, ids, strict=True) if known_as & after)
    return max([seen, *(number for number in own if history[number - 1].entry.body.kind == "deal")])


def _struck_by(history: Sequence[Standing], body: Body) -> int:
    """Return the entry that has struck out already what the submission strikes out, 0 if none has."""
    if not isinstance(body, Correction) or body.content is not None or not 0 < body.entry <= len(history):
        return 0
    if history[body.entry - 1].body is not None:
        return 0
    strikes = Correction(body.entry, None)
    found = (one.entry.number for one in reversed(history) if says_the_same(one.body, strikes))
    return next(found, 0)


def _twin(history: Sequence[Standing], rivals: Sequence[Standing], body: Body, *, is_in_sequence: bool) -> int:
    """Return the entry that certainly means what the submission means, 0 if none does.

    What says how something is to stand means the same as what says so last; anything else is one more, but for the
    first where the sequences of both phones go on from the same entry.
    """
    if isinstance(body, Correction):
        about = history[body.entry - 1].about
        one = next((one for one in reversed(rivals) if one.about == about), None)
    elif isinstance(body, STATES):
        one = rivals[-1]
    else:
        one = rivals[0] if is_in_sequence else None
    return one.entry.number if one and _means_the_same(one, body) else 0


def _collide(history: Sequence[Standing], one: Standing, submission: Submission) -> bool:
    """Whether an entry that the writer of the submission has not seen may change what the submission means."""
    body, other = submission.body, one.entry.body
    if body.aside:
        return False
    if isinstance(body, Correction | LetStand):
        aimed = history[body.entry - 1 : body.entry] if body.entry > 0 else ()
        if isinstance(other, Correction):
            return one.about in [aim.about for aim in aimed]
        if isinstance(body, LetStand):
            return _means_the_same(one, body)
        strikes = bool(aimed) and body.content is None  # a step back is meant for the last, which it may be no more
        return (strikes or puts_back(history, body)) and moves(history, one, submission.seen)
    if isinstance(body, OptionChange):
        change = history[one.about - 1].entry.body  # of the rule, also where it was only taken back
        return isinstance(change, OptionChange) and change.option == body.option
    return moves(history, one, submission.seen)


def puts_back(history: Sequence[Standing], body: Correction) -> bool:
    """Whether it lets count again what is struck out: the score moves by it as by an entry of its own."""
    about = history[body.entry - 1].about if 0 < body.entry <= len(history) else 0
    if not 0 < about <= len(history) or history[about - 1].body is not None:
        return False
    return body.content is not None or body.entry != about


def moves(history: Sequence[Standing], one: Standing, seen: int) -> bool:
    """Whether an entry changes what stood there when `seen` entries were written: the score, or the rules."""
    other = one.entry.body
    if one.body is None or other.aside:
        return False
    if isinstance(other, Correction):
        return other.entry <= seen and not history[one.about - 1].entry.body.aside
    return True


def _means_the_same(one: Standing, body: Body) -> bool:
    """Return whether an entry, as it stands now, says what the submission says."""
    if isinstance(body, LetStand) and isinstance(one.body, LetStand):
        return one.body.entry == body.entry  # whatever the reason
    return says_the_same(one.body, body)


# --- judge and append


@dataclass(frozen=True)
class Written:
    """It is on the disk as entry `number`."""

    number: int
    how: Literal["written", "known", "same"] = "written"


@dataclass(frozen=True)
class Refused:
    ruling: Ruling


@dataclass(frozen=True)
class Gone:
    """Meanwhile the match was deleted, or the phone shown out."""


Outcome = Written | Refused | Conflict | Gone


def write(store: Store, session: MatchSession, submission: Submission) -> Outcome:
    """The only way onto the record. Where somebody else appends at the same moment, everything is looked at again."""
    found: MatchSession | None = session
    while found:
        outcome = _try(store, found, submission)
        if outcome is not None:
            return outcome
        found = open_session(store, session.row.id, session.guest.phone)
    return Gone()


def _try(store: Store, session: MatchSession, submission: Submission) -> Outcome | None:
    """None where the record has grown under our hands."""
    where = placed(session, submission)
    if isinstance(where, Conflict):
        return where
    if isinstance(where, ChangedSinceSent):
        return Refused(_otherwise())
    if isinstance(where, UnknownVersion):
        return Refused(_ahead())
    if isinstance(where, AlreadyWritten):
        if where.how == "same":
            store.note_same(
                session.row.id, where.number, Alike(submission.entry_id, submission.at, *_writer(session, submission))
            )
        return Written(where.number, where.how)
    if _changes_nothing(session, submission.body):
        return Refused(refuse("correction.nothing", say("Nothing is changed: it says what stands there already.")))
    candidate = with_body(session, submission.body, submission.at, submission.by)
    row = row_of(session, submission)
    wrong = refusal(session, candidate, row)
    if wrong:
        return Refused(wrong)
    if store.append(session.row.id, row) != "written":
        return None
    keep_on(session, row, candidate)
    return Written(where.number)


def placed(session: MatchSession, submission: Submission) -> Placement:
    """Return where a submission belongs on the record of a match."""
    where = place(session.match.replay.history, [row.ids for row in session.rows], submission)
    return _as_another_wrote_it(session, where, submission) if isinstance(where, ChangedSinceSent) else where


def _as_another_wrote_it(
    session: MatchSession, where: ChangedSinceSent, submission: Submission
) -> AlreadyWritten | ChangedSinceSent:
    """Return what a submission is that was merged with another phone's entry, and is sent once more."""
    number = where.number
    one = session.match.replay.history[number - 1]
    if submission.entry_id == session.rows[number - 1].entry_id:
        return where
    is_same = one.corrections or _means_the_same(one, submission.body)
    return AlreadyWritten(number) if is_same and not submission.is_next else where


def _changes_nothing(session: MatchSession, body: Body) -> bool:
    """Whether a correction says what stands: written, it would tell of a slip that there was none of."""
    history = session.match.replay.history
    if not isinstance(body, Correction) or body.content is None or not 0 < body.entry <= len(history):
        return False
    return history[body.entry - 1].body == body.content


def _otherwise() -> Ruling:
    return refuse(
        "entry.otherwise",
        say("This form was saved before, and said otherwise then. Look at the sheet: save it anew, or correct that."),
    )


def _ahead() -> Ruling:
    return refuse(
        "entry.ahead",
        say("This was typed by a sheet with more on it than this one has. Look at the sheet, then save it anew."),
    )


def refusal(session: MatchSession, candidate: AnyReplay, row: EntryRow) -> Ruling | None:
    """What is wrong with the record as it would be with this entry more."""
    wrong = too_long(candidate.record) or _too_large(row) or too_full([*session.rows, row])
    return wrong or judge_last(candidate)


def _too_large(row: EntryRow) -> Ruling | None:
    if len(row.column) > LARGEST_ENTRY:
        return refuse("limit.entry", say("This entry is too long: at most {n} characters.", n=LARGEST_ENTRY))
    return None


def with_body(session: MatchSession, body: Body, at: str = "", by: str | None = None) -> AnyReplay:
    """The match as it would be with this as its next entry, written here, at that time or now."""
    name = session.guest.player if by is None else by
    entry = Entry(session.number, body, name or label(session.row.id, session.guest.phone), at or now())
    return session.match.replay.then(entry)


def row_of(session: MatchSession, submission: Submission) -> EntryRow:
    """The submission as the row of the next entry."""
    return EntryRow(
        session.number,
        submission.entry_id[:ENTRY_ID_LENGTH],
        submission.at,
        *_writer(session, submission),
        submission.data,
    )


def _writer(session: MatchSession, submission: Submission) -> tuple[str, str]:
    """Return the player who says it, if any, and the phone that sent it."""
    return session.guest.player if submission.by is None else submission.by, session.guest.phone


def of_sheet(sheet_id: str) -> str:
    """How the names of all entries begin that were typed in from one paper."""
    return f"{OURS}sheet-{sheet_id}."


def write_all(
    store: Store, session: MatchSession, bodies: Sequence[Json], sheet_id: str, opening: Json | None = None
) -> Outcome:
    """Entries that were judged together on top of this session, written together: all of them or none.

    `opening`: from what they were judged to begin, where they are the first.
    """
    n = session.number
    phone, by = session.guest.phone, session.guest.player
    rows = [EntryRow(n + k, f"{of_sheet(sheet_id)}{k}", now(), by, phone, body) for k, body in enumerate(bodies)]
    wrong = too_long(_as_long(session, len(rows))) or next(filter(None, map(_too_large, rows)), None)
    wrong = wrong or too_full([*session.rows, *rows])
    if wrong:
        return Refused(wrong)
    head: Head | None = {**session.row.head, "opening": opening} if opening is not None else None
    appended = store.append_all(session.row.id, rows, head)
    return Conflict(()) if appended == "behind" else Written(n, appended)


def _as_long(session: MatchSession, more: int) -> AnyRecord:
    """A record of as many entries as there will be."""
    record = session.match.record
    beside = tuple(Entry(session.number + k, Note("")) for k in range(more))
    return replace(record, entries=(*record.entries, *beside))
