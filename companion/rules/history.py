"""The record of a match, and the state of each entry: corrected, contested, confirmed, struck out; deal numbers."""

from bisect import bisect_left, insort
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeAlias, TypeVar

from companion.rules.entries import Body, Confirm, Contest, Correction, Entry, Handover, LetStand, Player, RulingNote
from companion.rules.field_metadata import Dataclass

O_co = TypeVar("O_co", bound=Dataclass, covariant=True)
P_co = TypeVar("P_co", bound=Dataclass, covariant=True)


@dataclass(frozen=True)
class Standing:
    """The state of an entry after everything that was written since.

    Attributes:
        body: The content that counts now; None if the entry is struck out, or is a correction that was undone.
        corrections: The corrections of it that are in force, oldest first.
        contest: The contest of it that is not closed yet, if any.
        agreed: The players who have confirmed its present content.
        about: The number of the entry whose content it decides: its own, unless it is a correction.
        let_stand: The entry by which the players let its present content stand, if any.
    """

    entry: Entry
    body: Body | None
    about: int
    corrections: tuple[Entry, ...] = ()
    contest: Entry | None = None
    agreed: tuple[str, ...] = ()
    let_stand: Entry | None = None

    @property
    def is_scored(self) -> bool:
        """Return True if the entry has a line on the sheet that can be confirmed or contested."""
        return self.entry.body.moves_score and not isinstance(self.entry.body, Correction)

    @property
    def latest(self) -> Body:
        """Return the content that counts, or the last one before it was struck out."""
        contents = [one.body.content for one in self.corrections if isinstance(one.body, Correction)]
        return self.body or next((body for body in reversed(contents) if body), self.entry.body)


@dataclass(frozen=True)
class Numbers:
    """The numbers of the deals by their entries, including struck-out ones; and the number of the next deal.

    Attributes:
        then: For each entry that writes, corrects or refers to a deal, two numbers of that deal: before the entry (or
            its first one), and after it. They differ only if a deal is restored behind deals whose numbers went up.
        raised: The entries by which the numbers of later deals went up.
    """

    now: Mapping[int, int]
    next: int
    then: Mapping[int, tuple[int, int]]
    raised: frozenset[int]

    def of(self, entry: int) -> int:
        """Return the number of a deal; for another entry, such as a misdeal, the number that it would get as a deal."""
        if entry in self.now:
            return self.now[entry]
        earlier = [n for deal, n in self.now.items() if deal < entry]
        return max(earlier) + 1 if earlier else min(self.now.values(), default=self.next)

    def after(self, entry: Entry) -> "Numbers":
        """Return the numbers with one more entry, which refers to no other."""
        if not _is_deal(entry.body):
            return self
        then = {**self.then, entry.number: (self.next, self.next)}
        return Numbers({**self.now, entry.number: self.next}, self.next + 1, then, self.raised)


@dataclass(frozen=True)
class Record(Generic[O_co, P_co]):
    """A match as it was written: all that the tally is computed from. Each game has its own `options` and `opening`.

    Attributes:
        continues: The link to the part of the match before this one.
        identities: The names of the players in the head, in the same order, if `players` has other names, which are
            those shown (rules/people.py); else empty.
        hidden: The signs in place of the names of players who were forgotten, by their names in the head.
    """

    players: tuple[Player, ...]
    options: O_co
    opening: P_co
    entries: tuple[Entry, ...] = ()
    title: str = ""
    continues: Handover | None = None
    identities: tuple[Player, ...] = ()
    hidden: tuple[tuple[Player, Player], ...] = ()

    def then(self, entry: Entry) -> "Record[O_co, P_co]":
        return replace(self, entries=(*self.entries, entry))

    def upto(self, number: int) -> "Record[O_co, P_co]":
        """Return the record as it stood when entry `number` had just been written."""
        return replace(self, entries=self.entries[:number])

    def before(self, number: int) -> "Record[O_co, P_co]":
        """Return the record before entry `number`, with today's corrections: the position in which it is judged now."""
        return replace(self, entries=tuple(one for one in counting(history_of(self.entries)) if one.number < number))


AnyRecord: TypeAlias = Record[Dataclass, Dataclass]  # of any game


def history_of(entries: tuple[Entry, ...]) -> tuple[Standing, ...]:
    """Return the state of each entry. An entry that refers to no earlier one changes no state."""
    corrected, bodies = _applied(entries)
    abouts = _abouts(entries)
    contests = _contests(entries, bodies)
    agreed = _agreed(entries, bodies, {number: corrections[-1] for number, corrections in corrected.items()})
    let_stand = _let_stand(entries, bodies)
    return tuple(
        Standing(
            entry,
            bodies[entry.number],
            abouts[entry.number],
            corrected.get(entry.number, ()),
            contests.get(entry.number),
            agreed.get(entry.number, ()),
            let_stand.get(entry.number),
        )
        for entry in entries
    )


def _applied(entries: tuple[Entry, ...]) -> tuple[dict[int, tuple[Entry, ...]], dict[int, Body | None]]:
    """Return the corrections in force by the entry they correct, and the content that counts for each entry."""
    written = {entry.number: entry for entry in entries}
    in_force = _in_force(entries)
    corrected: dict[int, tuple[Entry, ...]] = {}
    for number, target in in_force.items():
        if target in written and not isinstance(written[target].body, Correction):
            corrected[target] = (*corrected.get(target, ()), written[number])
    return corrected, {entry.number: _body(entry, corrected.get(entry.number, ()), in_force) for entry in entries}


def _in_force(entries: tuple[Entry, ...]) -> dict[int, int]:
    """Return the corrections that no later correction in force has undone, oldest first, each with its target.

    So an undo can itself be undone.
    """
    taken_back: set[int] = set()
    in_force: dict[int, int] = {}
    for entry in reversed(entries):
        if isinstance(entry.body, Correction) and entry.number not in taken_back:
            taken_back.add(entry.body.entry)
            in_force[entry.number] = entry.body.entry
    return dict(reversed(in_force.items()))


def _body(entry: Entry, corrections: tuple[Entry, ...], in_force: Mapping[int, int]) -> Body | None:
    if isinstance(entry.body, Correction):
        return entry.body if entry.number in in_force else None
    last = corrections[-1].body if corrections else None
    return last.content if isinstance(last, Correction) else entry.body


def _abouts(entries: tuple[Entry, ...]) -> dict[int, int]:
    """Return, for each entry, the entry whose content it decides, also if it undoes another correction."""
    abouts: dict[int, int] = {}
    for entry in entries:
        target = entry.body.entry if isinstance(entry.body, Correction) else entry.number
        abouts[entry.number] = abouts.get(target, target)
    return abouts


def counting(history: Sequence[Standing]) -> Iterator[Entry]:
    """Yield the entries that count: corrected ones as corrected, struck-out ones left out."""
    for one in history:
        if one.body and not isinstance(one.body, Correction | LetStand):
            entry, stands = one.entry, one.entry.stands or one.let_stand is not None
            is_as_written = one.body is entry.body and stands == entry.stands
            yield entry if is_as_written else replace(entry, body=one.body, stands=stands)


def numbered(record: AnyRecord, history: Sequence[Standing]) -> Numbers:
    """Number the deals in the order of the sheet, each one higher than the last deal before it that counts.

    A deal that is struck out keeps its number, and so do all others. Only if the last deal is struck out, the next one
    gets its number again, because people write the same deal once more. If both count in the end, the numbers of
    later deals go up as far as necessary; `then` keeps the numbers that were shown before.
    """
    entries, before = record.entries, getattr(record.opening, "deals_played", 0)
    placed: list[int] = []  # the entries of the deals that count, in the order of the sheet
    numbers: dict[int, int] = {}
    then: dict[int, tuple[int, int]] = {}
    is_in: set[int] = set()
    raised: set[int] = set()
    for entry, now in zip(entries, history, strict=True):
        about = now.about if isinstance(entry.body, Correction) else getattr(entry.body, "entry", None) or now.about
        old = numbers.get(about)
        if about == now.about and about not in is_in and _is_deal(_meant(entries, entry, about)):
            insort(placed, about)
            is_in.add(about)
            if _number_from(bisect_left(placed, about), placed, numbers, before):
                raised.add(entry.number)
        elif isinstance(entry.body, Correction) and about in is_in and not _is_deal(_meant(entries, entry, about)):
            placed.remove(about)
            is_in.remove(about)
        if about in numbers:
            then[entry.number] = (old or numbers[about], numbers[about])
    return Numbers(numbers, (numbers[placed[-1]] if placed else before) + 1, then, frozenset(raised))


def _number_from(place: int, placed: Sequence[int], numbers: dict[int, int], before: int) -> bool:
    """Number the deals from one that counts again, each as before or higher; return whether a later number rose."""
    last = numbers[placed[place - 1]] if place else before
    behind = [numbers[about] for about in placed[place + 1 :]]
    for about in placed[place:]:
        last = numbers[about] = max(numbers.get(about, 0), last + 1)
    return behind != [numbers[about] for about in placed[place + 1 :]]


def _meant(entries: tuple[Entry, ...], entry: Entry, about: int) -> Body | None:
    """Return the content that counts for `about` once `entry` is written."""
    body = entry.body
    if not isinstance(body, Correction):
        return body
    is_taking_back = body.content is None and body.entry != about
    return _applied(entries[: entry.number])[1][about] if is_taking_back else body.content


def _is_deal(body: Body | None) -> bool:
    return body is not None and body.kind == "deal"


def _contests(entries: tuple[Entry, ...], bodies: Mapping[int, Body | None]) -> dict[int, Entry]:
    """Return the contests that no correction or ruling has closed, by contested entry."""
    open_ones: dict[int, Entry] = {}
    for entry in entries:
        body = bodies[entry.number]
        if isinstance(body, Contest):
            open_ones[body.entry] = entry
        elif isinstance(body, Correction | RulingNote) and body.entry:
            open_ones.pop(body.entry, None)
    return open_ones


def _let_stand(entries: tuple[Entry, ...], bodies: Mapping[int, Body | None]) -> dict[int, Entry]:
    """Return the entries that let another entry stand, by that entry. A later correction of it ends this."""
    let_stand: dict[int, Entry] = {}
    for n, entry in enumerate(entries):
        body = bodies[entry.number]
        if isinstance(body, LetStand):
            then = _applied(entries[:n])[1].get(body.entry)
            if then and then == bodies.get(body.entry):
                let_stand[body.entry] = entry
    return let_stand


def _agreed(
    entries: tuple[Entry, ...], bodies: Mapping[int, Body | None], corrected: dict[int, Entry]
) -> dict[int, tuple[str, ...]]:
    """Return who has confirmed the present content of an entry, by its number; its own writer does not count.

    After a correction it must be confirmed again. An entry whose writer is not known may be confirmed by anybody.
    """
    written = {entry.number: entry for entry in entries} | corrected
    agreed: dict[int, tuple[str, ...]] = {}
    for entry in entries:
        body = bodies[entry.number]
        last = written.get(body.entry) if isinstance(body, Confirm) else None
        if not isinstance(body, Confirm) or last is None or not entry.by:
            continue
        named = agreed.get(body.entry, ())
        if entry.number > last.number and entry.by != last.by and entry.by not in named:
            agreed[body.entry] = (*named, entry.by)
    return agreed
