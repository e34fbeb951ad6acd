"""Compare a match with a copy that was continued elsewhere, and merge the two entry by entry.

All names are those of the head, as in a match file.
"""

import secrets
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.parsing import Match
from companion.parsing.json_decoder import plain
from companion.parsing.renaming import as_written
from companion.rules.entries import Body, Correction, End, Entry, LetStand, OptionChange, says_the_same
from companion.rules.history import Standing
from companion.rules.judge import judge_last
from companion.rules.messages import say
from companion.rules.replay import AnyReplay
from companion.rules.rulings import Ruling, refuse
from companion.store import SERVER_ID_PREFIX, EntryRow
from companion.submission.conflict import STATES

Remark = Callable[[Entry], Entry]  # returns the note that replaces an entry which is left out
LEFT_OUT = refuse("copy.about", say("It is about an entry that is left out."))
WENT_ON = refuse(
    "copy.went_on", say("This is about going on with other people: choose “Change who plays” in the match itself.")
)


@dataclass(frozen=True)
class CopiedEntry:
    """An entry that only the copy has, and its result here.

    Attributes:
        entry: the entry in the copy.
        same: the number of the entry here with the same content; 0 if there is none.
        is_moved: `same` is this very entry, copied earlier.
        is_chosen: the entry is to be copied.
        number: its number here, if it is copied; else 0.
        wrong: why it cannot be copied, although it was chosen.
    """

    entry: Entry
    same: int = 0
    is_moved: bool = False
    is_chosen: bool = False
    number: int = 0
    wrong: Ruling | None = None


@dataclass(frozen=True)
class Merge:
    """The result of a merge; nothing is written yet.

    Attributes:
        common: the number of entries with which both begin.
        copied: the entries that only the copy has, in its order.
        replay: the match after the merge.
        added: the entries to write, including the notes about entries that are left out.
        notes: the numbers of these notes.
    """

    common: int
    copied: tuple[CopiedEntry, ...]
    replay: AnyReplay
    added: tuple[Entry, ...]
    notes: frozenset[int]

    @property
    def has_nothing_new(self) -> bool:
        return all(one.is_moved for one in self.copied)

    @property
    def has_another_order(self) -> bool:
        """Return True if entries of the copy stand here in another order."""
        here = [one.same for one in self.copied if one.is_moved]
        return here != sorted(here)

    def rows(self, by: str, phone: str, at: str) -> list[EntryRow]:
        """Return the entries to write as rows; `by` and `phone` become the writer of the notes."""
        rows = rows_of_copy(self.added, at)
        return [replace(row, by=by, phone=phone) if row.number in self.notes else row for row in rows]


def rows_of_copy(entries: Iterable[Entry], at: str) -> list[EntryRow]:
    """Return entries of a copy as rows, with their own writers and times; entries without a time get the time `at`."""
    name = f"{SERVER_ID_PREFIX}copy-{secrets.token_hex(8)}."
    return [
        EntryRow(one.number, f"{name}{one.number}", one.at or at, one.by or "", "", plain(one.body)) for one in entries
    ]


def in_common(match: Match, copy: Match) -> int:
    """Return the number of equal entries at the beginning; 0 if the two are not known to be the same match.

    Only entries with a time count: two evenings may begin with the same players and the same first deal.
    """
    here, there = as_written(match.record), as_written(copy.record)
    if match.game is not copy.game or replace(here, entries=()) != replace(there, entries=()):
        return 0
    pairs = enumerate(zip(here.entries, there.entries, strict=False))
    ends = (n for n, (one, other) in pairs if one.at is None or one != other)
    return next(ends, min(len(here.entries), len(there.entries)))


def merge(match: Match, copy: Match, remark: Remark, chosen: Collection[int] | None = None) -> Merge:
    """Merge the chosen entries of a copy into the match, as far as the rules allow; the caller writes them.

    Args:
        match: the match as it stands here.
        copy: the copy, which the rules accept.
        remark: returns the note about an entry that is left out.
        chosen: the numbers of the copy's entries to take. None chooses all entries that are new here, except for
            corrections of entries that were also corrected here.
    """
    here, there = as_written(match.record), as_written(copy.record)
    common = in_common(match, copy)
    replay = match.game.replay(here)
    mine = replay.history[common:]
    twins = _twins(mine, match.game.replay(there).history[common:])
    numbers = {n: n for n in range(1, common + 1)}
    copied: list[CopiedEntry] = []
    notes: set[int] = set()
    for entry in there.entries[common:]:
        body = _repointed(entry.body, numbers)
        moved = _moved(mine, entry, body)
        same = moved or twins.get(entry.number, 0) or _same(replay, mine, body)
        taken = not same and not _is_contested(mine, body) if chosen is None else entry.number in chosen
        if same and (moved or not taken):
            numbers[entry.number] = same
            copied.append(CopiedEntry(entry, same, is_moved=bool(moved)))
            continue
        number, wrong = len(replay.record.entries) + 1, None
        if taken:
            further = replay.then(replace(entry, number=number, body=body)) if body else replay
            wrong = _wrong(replay, further, body)
            if not wrong:
                replay, numbers[entry.number] = further, number
                copied.append(CopiedEntry(entry, same, is_chosen=True, number=number))
                continue
        copied.append(CopiedEntry(entry, same, is_chosen=taken, wrong=wrong))
        replay = replay.then(replace(remark(entry), number=number))
        notes.add(number)
    added = replay.record.entries[len(here.entries) :]
    return Merge(common, tuple(copied), replay, added, frozenset(notes))


def _twins(mine: Sequence[Standing], theirs: Sequence[Standing]) -> Mapping[int, int]:
    """Return the entries here that mean the same as entries of the copy, compared in order until the first difference.

    Corrected entries count with their current content; struck-out entries do not count.
    """
    twins = {}
    for one, other in zip(_one_more(mine), _one_more(theirs), strict=False):
        if not says_the_same(one.body, other.body):
            break
        twins[other.entry.number] = one.entry.number
    return twins


def _one_more(history: Sequence[Standing]) -> Iterable[Standing]:
    """Return the entries that change the score by themselves: no corrections and no asides."""
    return (one for one in history if one.body and not one.entry.body.aside and not isinstance(one.entry.body, STATES))


def _moved(mine: Sequence[Standing], entry: Entry, body: Body | None) -> int:
    """Return the entry here with the same content, writer and time; 0 if there is none."""
    same = (one.entry for one in mine if (one.entry.body, one.entry.by, one.entry.at) == (body, entry.by, entry.at))
    return next((one.number for one in same if one.at), 0)


def _same(replay: AnyReplay, mine: Sequence[Standing], body: Body | None) -> int:
    """Return the entry here that already has the effect of an entry of the copy; 0 if there is none."""
    if isinstance(body, Correction):
        standing = replay.history[body.entry - 1]
        is_so = standing.body == body.content and not isinstance(standing.entry.body, Correction)
        return (standing.corrections[-1] if standing.corrections else standing.entry).number if is_so else 0
    if isinstance(body, OptionChange | LetStand):
        return next((one.entry.number for one in reversed(mine) if says_the_same(one.body, body)), 0)
    return 0


def _is_contested(mine: Sequence[Standing], body: Body | None) -> bool:
    """Return True if both sides have corrected the same entry."""
    return isinstance(body, Correction) and any(
        isinstance(one.body, Correction) and one.body.entry == body.entry for one in mine
    )


def _wrong(replay: AnyReplay, further: AnyReplay, body: Body | None) -> Ruling | None:
    """Return why an entry of the copy cannot be appended here; None if it can."""
    if body is None:
        return LEFT_OUT
    aim = replay.history[body.entry - 1].latest if isinstance(body, Correction) else body
    if isinstance(aim, End) and aim.continued:
        return WENT_ON
    return judge_last(further)


def _repointed(body: Body, numbers: Mapping[int, int]) -> Body | None:
    """Return the content with entry numbers changed to those here; None if it refers to an entry that is left out."""
    target = getattr(body, "entry", None)
    content = body.content if isinstance(body, Correction) else None
    inner = _repointed(content, numbers) if content else None
    if (target and target not in numbers) or (content and inner is None):
        return None
    changed: dict[str, object] = {"entry": numbers[target]} if target else {}
    changed |= {"content": inner} if inner else {}
    return replace(body, **changed) if changed else body  # type: ignore[type-var]
