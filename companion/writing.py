"""Writing: where a wish to write goes, and the one way through judge and append. Knows no request and no page."""

import json
from collections.abc import Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Literal

from companion.clock import now
from companion.keeping import Sitting, guest_name, keep_on, sit, too_long
from companion.limits import ENTRY_ID_LENGTH, LARGEST_ENTRY
from companion.rules.entries import Body, Correction, Entry, LetStand, Note, OptionChange
from companion.rules.history import AnyRecord, Standing
from companion.rules.jsons import Json
from companion.rules.record import judge_last
from companion.rules.rulings import Ruling, refuse
from companion.rules.words import say
from companion.store import EntryRow, Store
from companion.wire import tally_json


@dataclass(frozen=True)
class Wish:
    """What a phone wants written.

    `seen`: how many entries it had before it when that was typed. `after`: the ids of its own wishes that come before
    this one and may have been written since. `by`: who says so, if not the player whom the phone is. `at`: when it
    came, so that what is judged is what is written.
    """

    body: Body
    data: Json
    entry_id: str
    seen: int
    after: Set[str] = field(default_factory=frozenset)
    by: str | None = None
    at: str = field(default_factory=now)


@dataclass(frozen=True)
class Next:
    """The wish may become entry `number`, if the rules allow it."""

    number: int


@dataclass(frozen=True)
class Known:
    """It stands there already: sent before by this phone, or (`same`) written by another as the very same deal."""

    number: int
    how: Literal["known", "same"] = "known"


@dataclass(frozen=True)
class Behind:
    """These entries, written since, move the score or the rules that the wish was typed by."""

    rivals: tuple[int, ...]


def place(record: AnyRecord, ids: Sequence[Set[str]], wish: Wish) -> Next | Known | Behind:
    """Where a wish belongs on a record; `ids` are those under which each of its entries is known."""
    written = list(zip(record.history, ids, strict=True))
    for one, known_as in written:
        if wish.entry_id in known_as:
            return Known(one.entry.number)
    unseen = [one for one, known_as in written[wish.seen :] if not known_as & wish.after]
    rivals = [one for one in unseen if _collide(record, one, wish)]
    for one in rivals:
        if _says_the_same(one, wish.body):
            return Known(one.entry.number, "same")
    return Behind(tuple(one.entry.number for one in rivals)) if rivals else Next(len(written) + 1)


def _collide(record: AnyRecord, one: Standing, wish: Wish) -> bool:
    """Whether an entry that the writer of the wish has not seen may change what the wish means."""
    body, other = wish.body, one.entry.body
    if body.aside:
        return False
    if isinstance(body, Correction | LetStand):
        aimed = record.history[body.entry - 1 : body.entry] if body.entry > 0 else ()
        return isinstance(other, Correction) and one.about in [aim.about for aim in aimed]
    if isinstance(body, OptionChange):
        return isinstance(other, OptionChange) and other.option == body.option
    return moves(record, one, wish.seen)


def moves(record: AnyRecord, one: Standing, seen: int) -> bool:
    """Whether an entry changes what stood there when `seen` entries were written: the score, or the rules."""
    other = one.entry.body
    if one.body is None or other.aside:
        return False
    if isinstance(other, Correction):
        return other.entry <= seen and not record.entries[one.about - 1].body.aside
    return True


def _says_the_same(one: Standing, body: Body) -> bool:
    if isinstance(body, Correction) and isinstance(one.entry.body, Correction):
        return (one.entry.body.entry, one.entry.body.content) == (body.entry, body.content)
    return one.body == body


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


Outcome = Written | Refused | Behind | Gone


def write(store: Store, sitting: Sitting, wish: Wish) -> Outcome:
    """The only way onto the record. Where somebody else appends at the same moment, everything is looked at again."""
    found: Sitting | None = sitting
    while found:
        outcome = _try(store, found, wish)
        if outcome is not None:
            return outcome
        found = sit(store, sitting.row.id, sitting.guest.phone)
    return Gone()


def _try(store: Store, sitting: Sitting, wish: Wish) -> Outcome | None:
    """None where the record has grown under our hands."""
    where = placed(sitting, wish)
    if isinstance(where, Behind):
        return where
    if isinstance(where, Known):
        if where.how == "same":
            store.note_same(sitting.row.id, where.number, wish.entry_id)
        return Written(where.number, where.how)
    wrong = refusal(sitting, wish)
    if wrong:
        return Refused(wrong)
    row = row_of(sitting, wish)
    if store.append(sitting.row.id, row) != "written":
        return None
    keep_on(sitting, row, with_body(sitting, wish.body, wish.at))
    return Written(where.number)


def placed(sitting: Sitting, wish: Wish) -> Next | Known | Behind:
    """As `place`; two ways of writing down a deal that come to the very same sheet are the same deal."""
    record = sitting.match.record
    where = place(record, [row.ids for row in sitting.rows], wish)
    if not isinstance(where, Behind) or not isinstance(wish.body, sitting.game.deals):
        return where
    stands = tally_json(sitting.game, sitting.tally)
    for number in where.rivals:
        instead = with_body(sitting, Correction(number, wish.body))
        deal = isinstance(record.entries[number - 1].body, sitting.game.deals)
        if (
            deal
            and not judge_last(sitting.game, instead)
            and tally_json(sitting.game, sitting.game.tally(instead)) == stands
        ):
            return Known(number, "same")
    return where


def refusal(sitting: Sitting, wish: Wish) -> Ruling | None:
    """What is wrong with the wish as the next entry."""
    candidate = with_body(sitting, wish.body, wish.at)
    return too_long(candidate) or _too_large(wish.data) or judge_last(sitting.game, candidate)


def _too_large(data: Json) -> Ruling | None:
    if len(json.dumps(data, ensure_ascii=False)) > LARGEST_ENTRY:
        return refuse("limit.entry", say("This entry is too long: at most {n} characters.", n=LARGEST_ENTRY))
    return None


def with_body(sitting: Sitting, body: Body, at: str = "") -> AnyRecord:
    """The record as it would be with this as its next entry, written here, at that time or now."""
    by = guest_name(sitting.row.id, sitting.guest)
    return sitting.match.record.then(Entry(sitting.number, body, by, at or now()))


def row_of(sitting: Sitting, wish: Wish) -> EntryRow:
    """The wish as the row of the next entry."""
    by = sitting.guest.player if wish.by is None else wish.by
    return EntryRow(sitting.number, wish.entry_id[:ENTRY_ID_LENGTH], wish.at, by, sitting.guest.phone, wish.data)


def write_all(store: Store, sitting: Sitting, bodies: Sequence[Json], sheet_id: str) -> Outcome:
    """Entries that were judged together on top of this sitting, written together: all of them or none."""
    n = sitting.number
    phone, by = sitting.guest.phone, sitting.guest.player
    rows = [EntryRow(n + k, f"{sheet_id}.{k}", now(), by, phone, body) for k, body in enumerate(bodies)]
    wrong = too_long(_as_long(sitting, len(rows))) or next(filter(None, map(_too_large, bodies)), None)
    if wrong:
        return Refused(wrong)
    appended = store.append_all(sitting.row.id, rows)
    return Behind(()) if appended == "behind" else Written(n, appended)


def _as_long(sitting: Sitting, more: int) -> AnyRecord:
    """A record of as many entries as there will be."""
    record = sitting.match.record
    beside = tuple(Entry(sitting.number + k, Note("")) for k in range(more))
    return replace(record, entries=(*record.entries, *beside))
