"""Check if a submission can be appended, or conflicts with entries that another phone wrote in the meantime.

`placement_in` does not apply the rules of a game: an entry is judged when it is appended.
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from typing import Literal

from companion.clock import now
from companion.repository import MatchSession
from companion.rules.entries import Body, Correction, LetStand, OptionChange, says_the_same
from companion.rules.field_metadata import Json
from companion.rules.history import Standing

STATES = (Correction, LetStand, OptionChange)  # they set a value; all other entries add a new item


@dataclass(frozen=True)
class Submission:
    """An entry that a phone asks to write.

    Attributes:
        body: the content of the entry.
        data: the same as JSON, as it is stored.
        entry_id: the id from the phone; it stays the same when the entry is sent again.
        seen: the number of entries that the phone had seen when the entry was typed.
        own_earlier_ids: the ids of the phone's own earlier submissions that may have been written since then.
        by: the writer, if it is not the phone's player; empty means the phone itself.
        at: when it arrived (RFC 3339 in UTC). It is set once, so that the judged entry is the written one.
        is_next: the writer has stated that it is a further deal, none of those that others wrote in the meantime.
    """

    body: Body
    data: Json
    entry_id: str
    seen: int
    own_earlier_ids: Set[str] = field(default_factory=frozenset)
    by: str | None = None
    at: str = field(default_factory=now)
    is_next: bool = False


@dataclass(frozen=True)
class Append:
    """The submission may become entry `number`, if the rules allow it."""

    number: int


@dataclass(frozen=True)
class AlreadyWritten:
    """The entry exists: this phone sent it before (`known`), or another phone wrote the same (`same`)."""

    number: int
    how: Literal["known", "same"] = "known"


@dataclass(frozen=True)
class Conflict:
    """These newer entries change the score or the rules on which the submission was based."""

    rivals: tuple[int, ...]


@dataclass(frozen=True)
class ChangedSinceSent:
    """The entry with the id of the submission has another content."""

    number: int


@dataclass(frozen=True)
class UnknownVersion:
    """The submission was based on more entries than this match has, so on another state of it."""


Placement = Append | AlreadyWritten | ChangedSinceSent | Conflict | UnknownVersion


def placement_in(history: Sequence[Standing], ids: Sequence[Set[str]], submission: Submission) -> Placement:
    """Return where a submission belongs in a record.

    Equal deals of two phones count as one deal only in sequence: the first new deal of one phone is compared with the
    first new deal of the other, then the next with the next.

    Args:
        history: the entries of the record, each as it stands now.
        ids: the ids of each entry.
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
        return AlreadyWritten(struck, "known" if ids[struck - 1] & submission.own_earlier_ids else "same")
    is_one_more = not isinstance(submission.body, STATES)
    start = (
        last_entry_before(history, ids, submission.seen, submission.own_earlier_ids) if is_one_more else submission.seen
    )
    unseen = [standing for standing, known_as in written[start:] if not known_as & submission.own_earlier_ids]
    rivals = [rival for rival in unseen if _collide(history, rival, submission)]
    if not rivals:
        return Append(len(written) + 1)
    known = {entry_id for known_as in ids for entry_id in known_as}
    is_whole = submission.own_earlier_ids <= known  # otherwise an earlier submission is still missing
    twin = _twin(history, rivals, submission.body, is_in_sequence=is_whole and not submission.is_next)
    return AlreadyWritten(twin, "same") if twin else Conflict(tuple(rival.entry.number for rival in rivals))


def last_entry_before(history: Sequence[Standing], ids: Sequence[Set[str]], seen: int, own_ids: Set[str]) -> int:
    """Return the last entry that precedes a new submission of a phone.

    The phone's own deals precede it too, even if they were merged with another phone's entry or correct one.

    Args:
        history: the entries of the record, each as it stands now.
        ids: the ids of each entry.
        seen: the number of entries that the phone had seen.
        own_ids: the ids of the phone's own submissions since then.
    """
    own = (standing.about for standing, known_as in zip(history, ids, strict=True) if known_as & own_ids)
    return max([seen, *(number for number in own if history[number - 1].entry.body.kind == "deal")])


def _struck_by(history: Sequence[Standing], body: Body) -> int:
    """Return the entry that already strikes out what the submission strikes out; 0 if there is none."""
    if not isinstance(body, Correction) or body.content is not None or not 0 < body.entry <= len(history):
        return 0
    if history[body.entry - 1].body is not None:
        return 0
    strikes = Correction(body.entry, None)
    numbers = (standing.entry.number for standing in reversed(history) if says_the_same(standing.body, strikes))
    return next(numbers, 0)


def _twin(history: Sequence[Standing], rivals: Sequence[Standing], body: Body, *, is_in_sequence: bool) -> int:
    """Return the entry that certainly means the same as the submission; 0 if there is none.

    An entry that sets a value is compared with the last one that sets this value. Any other entry is new, except for
    the first one of each phone after the same entry.
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
    """Return True if an unseen entry may change the meaning of the submission."""
    body, other = submission.body, standing.entry.body
    if body.aside:
        return False
    if isinstance(body, Correction | LetStand):
        aimed = history[body.entry - 1 : body.entry] if body.entry > 0 else ()
        if isinstance(other, Correction):
            return standing.about in [aim.about for aim in aimed]
        if isinstance(body, LetStand):
            return _means_the_same(standing, body)
        strikes = bool(aimed) and body.content is None  # undo is meant for the last entry, which may now be another
        return (strikes or puts_back(history, body)) and moves(history, standing, submission.seen)
    if isinstance(body, OptionChange):
        change = history[standing.about - 1].entry.body  # the change of the rule, also if `standing` only undid it
        return isinstance(change, OptionChange) and change.option == body.option
    return moves(history, standing, submission.seen)


def puts_back(history: Sequence[Standing], body: Correction) -> bool:
    """Return True if a correction restores a struck-out entry. It then changes the score like a new entry."""
    about = history[body.entry - 1].about if 0 < body.entry <= len(history) else 0
    if not 0 < about <= len(history) or history[about - 1].body is not None:
        return False
    return body.content is not None or body.entry != about


def moves(history: Sequence[Standing], standing: Standing, seen: int) -> bool:
    """Return True if an entry changes the score or the rules of the state with `seen` entries."""
    other = standing.entry.body
    if standing.body is None or other.aside:
        return False
    if isinstance(other, Correction):
        return other.entry <= seen and not history[standing.about - 1].entry.body.aside
    return True


def _means_the_same(standing: Standing, body: Body) -> bool:
    """Return True if an entry, as it stands now, has the same content as the submission."""
    if isinstance(body, LetStand) and isinstance(standing.body, LetStand):
        return standing.body.entry == body.entry  # the reason does not matter
    return says_the_same(standing.body, body)


def placement_of(session: MatchSession, submission: Submission) -> Placement:
    """Return where a submission belongs in the record of a match."""
    history = session.match.replay.history
    placement = placement_in(history, [row.ids for row in session.rows], submission)
    if not isinstance(placement, ChangedSinceSent) or submission.is_next:
        return placement
    number = placement.number
    if submission.entry_id == session.rows[number - 1].entry_id:
        return placement
    standing = history[number - 1]  # an entry of another phone; the submission was merged with it and is sent again
    is_same = standing.corrections or _means_the_same(standing, submission.body)
    return AlreadyWritten(number) if is_same else placement
