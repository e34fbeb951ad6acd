"""Compare a match with a copy of it that was written on elsewhere, and settle entry by entry what both have written.

Names are those of the head throughout, as in a match file.
"""

import secrets
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.limits import OURS
from companion.parsing import Match
from companion.parsing.json_decoder import plain
from companion.parsing.renaming import as_written
from companion.rules.entries import Body, Correction, End, Entry, LetStand, OptionChange, says_the_same
from companion.rules.history import Standing
from companion.rules.judge import judge_last
from companion.rules.messages import say
from companion.rules.replay import AnyReplay
from companion.rules.rulings import Ruling, refuse
from companion.store import EntryRow
from companion.submission.conflict import STATES

Remark = Callable[[Entry], Entry]  # a note instead of an entry of the copy that is left out
LEFT_OUT = refuse("copy.about", say("It is about an entry that is left out."))
WENT_ON = refuse(
    "copy.went_on", say("This is about going on with other people: choose “Change who plays” in the match itself.")
)


@dataclass(frozen=True)
class CopiedEntry:
    """An entry that only the copy has, and what becomes of it here.

    Attributes:
        entry: As the copy has it.
        same: The entry here that says the same; 0 if none does.
        is_moved: That is this very entry, which was taken from a copy before.
        is_chosen: It is to be taken.
        number: What it is here, if it is taken; else 0.
        wrong: Why it cannot be taken, though it was chosen.
    """

    entry: Entry
    same: int = 0
    is_moved: bool = False
    is_chosen: bool = False
    number: int = 0
    wrong: Ruling | None = None


@dataclass(frozen=True)
class Settlement:
    """A match with what is taken from a copy; nothing is written yet.

    Attributes:
        common: The number of entries with which both begin.
        copied: What only the copy has, in its order.
        replay: The match as it would be.
        added: What is to be written, the notes of what is left out among it.
        notes: The numbers of those notes.
    """

    common: int
    copied: tuple[CopiedEntry, ...]
    replay: AnyReplay
    added: tuple[Entry, ...]
    notes: frozenset[int]

    @property
    def has_nothing_new(self) -> bool:
        return all(one.is_moved for one in self.copied)

    def rows(self, by: str, phone: str, at: str) -> list[EntryRow]:
        """Return what is to be written as rows; the notes are by that player, if any, and that phone."""
        rows = rows_of_copy(self.added, at)
        return [replace(row, by=by, phone=phone) if row.number in self.notes else row for row in rows]


def rows_of_copy(entries: Iterable[Entry], at: str) -> list[EntryRow]:
    """Return entries of a copy as rows, with their own writers and times; what has none gets the time `at`."""
    name = f"{OURS}copy-{secrets.token_hex(8)}."
    return [
        EntryRow(one.number, f"{name}{one.number}", one.at or at, one.by or "", "", plain(one.body)) for one in entries
    ]


def in_common(match: Match, copy: Match) -> int:
    """Return with how many entries both begin; 0 where they begin otherwise, or are not known to be one match.

    The times tell that: two evenings may begin with the same players and the same first deal.
    """
    here, there = as_written(match.record), as_written(copy.record)
    if match.game is not copy.game or replace(here, entries=()) != replace(there, entries=()):
        return 0
    pairs = enumerate(zip(here.entries, there.entries, strict=False))
    ends = (n for n, (one, other) in pairs if one.at is None or one != other)
    return next(ends, min(len(here.entries), len(there.entries)))


def settle(match: Match, copy: Match, remark: Remark, chosen: Collection[int] | None = None) -> Settlement:
    """Write what a copy has beyond the common part behind what stands here, by the rules, as far as it is chosen.

    Args:
        match: The match as it stands here.
        copy: The copy, which the rules accept.
        remark: Makes the note that keeps what is left out.
        chosen: The numbers of the copy's entries that are to be taken; None takes all that do not say the same as what
            was written here, and corrects nothing once more that was corrected here.
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
    return Settlement(common, tuple(copied), replay, added, frozenset(notes))


def _twins(mine: Sequence[Standing], theirs: Sequence[Standing]) -> Mapping[int, int]:
    """Return the entries here that mean the same as one of the copy: the first as the first, as long as they are alike.

    What was corrected since counts as it stands, what was struck out not at all.
    """
    twins = {}
    for one, other in zip(_one_more(mine), _one_more(theirs), strict=False):
        if not says_the_same(one.body, other.body):
            break
        twins[other.entry.number] = one.entry.number
    return twins


def _one_more(history: Sequence[Standing]) -> Iterable[Standing]:
    """Return what moves the score by itself: no correction, and nothing that stands beside it."""
    return (one for one in history if one.body and not one.entry.body.aside and not isinstance(one.entry.body, STATES))


def _moved(mine: Sequence[Standing], entry: Entry, body: Body | None) -> int:
    """Return the entry here that is this very one: the same content, writer and time."""
    same = (one.entry for one in mine if (one.entry.body, one.entry.by, one.entry.at) == (body, entry.by, entry.at))
    return next((one.number for one in same if one.at), 0)


def _same(replay: AnyReplay, mine: Sequence[Standing], body: Body | None) -> int:
    """Return the entry here by which already stands what an entry of the copy wants; 0 if none does."""
    if isinstance(body, Correction):
        standing = replay.history[body.entry - 1]
        is_so = standing.body == body.content and not isinstance(standing.entry.body, Correction)
        return (standing.corrections[-1] if standing.corrections else standing.entry).number if is_so else 0
    if isinstance(body, OptionChange | LetStand):
        return next((one.entry.number for one in reversed(mine) if says_the_same(one.body, body)), 0)
    return 0


def _is_contested(mine: Sequence[Standing], body: Body | None) -> bool:
    """Tell whether both have corrected the same entry."""
    return isinstance(body, Correction) and any(
        isinstance(one.body, Correction) and one.body.entry == body.entry for one in mine
    )


def _wrong(replay: AnyReplay, further: AnyReplay, body: Body | None) -> Ruling | None:
    """Return why an entry of the copy may not be written behind what stands here."""
    if body is None:
        return LEFT_OUT
    aim = replay.history[body.entry - 1].latest if isinstance(body, Correction) else body
    if isinstance(aim, End) and aim.continued:
        return WENT_ON
    return judge_last(further)


def _repointed(body: Body, numbers: Mapping[int, int]) -> Body | None:
    """Return the content with the numbers that entries have here; None where it points at one that is left out."""
    target = getattr(body, "entry", None)
    content = body.content if isinstance(body, Correction) else None
    inner = _repointed(content, numbers) if content else None
    if (target and target not in numbers) or (content and inner is None):
        return None
    changed: dict[str, object] = {"entry": numbers[target]} if target else {}
    changed |= {"content": inner} if inner else {}
    return replace(body, **changed) if changed else body  # type: ignore[type-var]
