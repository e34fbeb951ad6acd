"""Tell a submission that goes on top of the record from one that conflicts with what another phone wrote meanwhile.

`place` looks at no rules of a game: whether an entry is legal is judged where it is appended.
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from typing import Literal

from companion.clock import now
from companion.repository import MatchSession
from companion.rules.entries import Body, Correction, LetStand, OptionChange, says_the_same
from companion.rules.field_metadata import Json
from companion.rules.history import Standing

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
