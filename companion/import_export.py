"""Take in many matches and events at once, from files, zips and CSVs of final scores, and write them as a zip."""

import io
import itertools
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from json import dumps

from companion.audit_log import noted
from companion.clock import moment
from companion.limits import LARGEST_CARRIED, UNPACKED, ZIPPED_FILES
from companion.match_cache import match_of, stored_match
from companion.parsing import Match, read_match, record_checksum, write_match
from companion.parsing.json_decoder import from_json
from companion.parsing.renaming import as_written
from companion.pdf.attachment import read_event_paper, read_paper
from companion.repository import (
    event_file,
    in_closed_round,
    is_director,
    link_parts,
    rows_of,
    take_in,
    take_in_event,
    too_full,
    too_large,
    too_long,
)
from companion.rules.judge import judge
from companion.rules.messages import Say, say
from companion.rules.rulings import Ruling, impossible, refuse
from companion.season_csv import read_csv
from companion.store import DamagedMatch, MatchRow, Store
from companion.stored_events import NOBODY, Json, comparable, continues_file, event_session, event_state
from companion.stored_events.evenings import put_instead
from companion.submission import LOCKED
from companion.submission.copies import in_common, merge, rows_of_copy

ZIP = b"PK\x03\x04"
CSV_BEGINNINGS = (b"date", b'"dat')  # of the heading, with and without quotation marks, in small letters


@dataclass(frozen=True)
class Item:
    """One match or event of a sent file, or the reason why it cannot be read.

    `name` is the name of the file, with the number of the row or of the list item if there are several.
    """

    name: str
    content: Match | Json | Ruling


# --- reading


def read_all(files: Iterable[tuple[str, bytes]]) -> Iterator[Item]:
    """Read the matches and events in some files and check them. A zip is opened, but a zip inside a zip is not."""
    return map(_checked, _each(files))


def _checked(item: Item) -> Item:
    """Return the item if this version accepts its content, else the same item with the refusal as its content."""
    content = item.content
    if isinstance(content, Ruling):
        return item
    if isinstance(content, Match):
        wrong = too_long(content.record) or too_full(rows_of(content, "")) or judge(content.replay) or content.fault
    else:
        state = event_state(content)
        wrong = state if isinstance(state, Ruling) else too_large(content)
    return replace(item, content=wrong) if wrong else item


def _each(files: Iterable[tuple[str, bytes]]) -> Iterator[Item]:
    for name, content in files:
        if content.startswith(ZIP):
            for inner, inside in _unzipped(name, content):
                yield from [Item(inner, inside)] if isinstance(inside, Ruling) else _read(inner, inside)
        else:
            yield from _read(name, content)


def _read(name: str, content: bytes) -> Iterator[Item]:
    text = content.removeprefix(b"\xef\xbb\xbf").lstrip()
    if text[:1] == b"[":
        try:
            listed = from_json(content)
        except ValueError:  # not a list either: read_paper below gives the reason
            listed = []
        if not listed:
            yield Item(name, read_paper(content))
        else:
            yield from (Item(f"{name}, {n}", read_match(one)) for n, one in enumerate(listed, start=1))
    elif name.lower().endswith(".csv") or text[:4].lower() in CSV_BEGINNINGS:
        yield from itertools.starmap(Item, read_csv(name, content))
    elif event := read_event_paper(content):
        yield Item(name, event)
    elif content.startswith(ZIP):
        yield Item(name, impossible("zip.inner", say("A zip inside a zip is not opened.")))
    else:
        yield Item(name, read_paper(content))


def _unzipped(name: str, content: bytes) -> Iterator[tuple[str, bytes | Ruling]]:
    """Yield the files of a zip. Each is read up to the size limit only, whatever size the zip states."""
    bytes_left = UNPACKED
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            files = [one for one in packed.infolist() if not one.is_dir() and not one.filename.startswith("__MACOSX/")]
            if len(files) > ZIPPED_FILES:
                many = say("This zip has {n} files: at most {most} are taken.", n=len(files), most=ZIPPED_FILES)
                yield name, impossible("zip.files", many)
                return
            for one in files:
                data = b""
                if one.file_size <= LARGEST_CARRIED:
                    with packed.open(one) as file:
                        data = file.read(LARGEST_CARRIED + 1)
                if max(len(data), one.file_size) > LARGEST_CARRIED:
                    large = say("This file is larger than {n} MB.", n=LARGEST_CARRIED // 2**20)
                    yield one.filename, impossible("zip.large", large)
                    continue
                bytes_left -= len(data)
                if bytes_left < 0:
                    whole = say("The files of this zip have more than {n} MB together.", n=UNPACKED // 2**20)
                    yield name, impossible("zip.unpacked", whole)
                    return
                yield one.filename, data
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, ValueError, OSError):
        yield name, impossible("zip.damaged", say("This zip cannot be opened. Is it damaged, or locked by a password?"))


# --- into the store


@dataclass(frozen=True)
class Taken:
    """The result of one item: its row in the store, or the reason why it was not stored.

    - `is_known`: the match or event was in the store before.
    - `added`: the number of entries that were added to a stored match.
    - `is_behind`: the stored match has more entries than the file.
    - `apart`: the match of the file, if both it and the stored match in `row` got new entries, or have the same ones in
      another order; nothing is written then.
    """

    name: str
    row: MatchRow | None = None
    is_known: bool = False
    fault: Ruling | None = None
    added: int = 0
    is_behind: bool = False
    apart: Match | None = None


DIFFERENT = refuse(
    "import.apart",
    say("This match was written on here too. Open this file alone, by “Open files” in the app: there you choose."),
)
LATE = say("There was no time for this file. Send it again: what is here already counts once.")


def take_in_all(
    store: Store, items: Iterable[Item], *, owner: str, at: str, give_up: Callable[[], bool] = lambda: False
) -> list[Taken]:
    """Store the new matches and events, and return a result for each item.

    Matches and events that are already stored stay unchanged, except that a match gets the new entries of a longer
    copy.

    Args:
        store: the store.
        items: the content of the sent files.
        owner: the phone that becomes the owner; if empty, the first phone that is allowed to write becomes the owner.
        at: the time for entries that have no time of their own (RFC 3339 in UTC).
        give_up: returns True when no time is left.
    """
    known, taken = _Known(store, owner), []
    parts: list[tuple[Match, MatchRow]] = []
    for item in items:
        one = _take_in(known, item, owner, at) if not give_up() else _late(item)
        taken.append(one)
        if isinstance(item.content, Match) and one.row and _is_part(item.content):
            parts.append((item.content, one.row))
    link_parts(store, parts)
    return taken


def _is_part(match: Match) -> bool:
    return match.record.continues is not None or match.tally.went_on is not None


def _late(item: Item) -> Taken:
    return Taken(item.name, fault=impossible("import.late", LATE))


def _take_in(known: "_Known", item: Item, owner: str, at: str) -> Taken:
    content = item.content
    if isinstance(content, Ruling):
        return Taken(item.name, fault=content)
    if isinstance(content, Match):
        return _take_in_match(known, item.name, content, owner, at)
    if event := known.event(content):
        return Taken(item.name, event, is_known=True)
    row = take_in_event(known.store, content, owner=owner, at=at, known=known.continue_stored)
    known.add_event(row, content)
    return Taken(item.name, row)


def _take_in_match(known: "_Known", name: str, match: Match, owner: str, at: str) -> Taken:
    if row := known.row(match):
        return Taken(name, row, is_known=True)
    if same := known.same_start(match):
        return _add_new_entries(known, name, *same, match, owner, at)
    row = take_in_apart(known.store, match, owner=owner, at=at)
    known.add(row, match)
    return Taken(name, row)


def take_in_apart(store: Store, match: Match, *, owner: str, at: str) -> MatchRow:
    """Store a match as a new one, even if the same match is already stored."""
    began = next((moment(entry.at) for entry in match.record.entries if entry.at), "")
    return take_in(store, match, owner=owner, at=began or at)


def take_in_instead(store: Store, row: MatchRow, copy: Match, phone: str, *, at: str) -> MatchRow:
    """Store a copy in place of a match, for its phones and its evening; the match is archived and not counted."""
    new = take_in_apart(store, copy, owner=row.owner or phone, at=at)
    for guest in store.guests(row.id):
        store.let_in(new.id, guest.phone, may_write=guest.may_write, at=at)
        if guest.player:
            store.set_player(new.id, guest.phone, guest.player, at=at)
    put_instead(store, row, new.id, phone)
    if not copy.record.continues:
        store.link(row.id, new.id)
    store.archive(row.id, True)
    store.set_settings(row.id, replace(row.settings, uncounted=True))
    return new


def _add_new_entries(
    known: "_Known", name: str, row: MatchRow, here: Match, match: Match, owner: str, at: str
) -> Taken:
    """Add the new entries of a copy to the stored match; add nothing if the copy is behind or both have new entries."""
    common, new = in_common(here, match), as_written(match.record).entries
    if common == len(new):
        return Taken(name, row, is_known=True, is_behind=True)
    event = known.store.match(row.event) if row.event else None
    if event and in_closed_round(known.store, row) and not is_director(event, owner):
        return Taken(name, row, fault=LOCKED)
    if common == len(here.record.entries) and not row.followed_by:
        # not through submission/: the file was judged as a whole, and the entries keep their writers and times
        rows = rows_of_copy(new[common:], at)
        if known.store.append_all(row.id, rows) != "written":
            return _late(Item(name, match))
        known.add(row, match)
        noted("match continued", row.id, entries=len(rows))
        return Taken(name, row, added=len(rows))
    merged = merge(here, match, remark=lambda entry: entry)
    if merged.has_nothing_new and not merged.has_another_order:
        return Taken(name, row, is_known=True, is_behind=True)
    return Taken(name, row, fault=DIFFERENT, apart=match)


MatchKey = tuple[str, tuple[str, ...]]  # game and players: equal for records that may be the same


@dataclass
class _Known:
    """The stored matches and events of one phone, or of all phones if `owner` is empty; matches can be continued.

    Only matches with the same game and players are read in full.
    """

    store: Store
    owner: str
    rows: dict[MatchKey, list[tuple[MatchRow, int, str]]] = field(default_factory=dict)
    events: dict[str, list[tuple[list[str], MatchRow]]] = field(default_factory=dict)  # by their heads
    has_read_events: bool = False

    def __post_init__(self) -> None:
        for row, n, began in self.store.with_entries(self.owner):
            self.rows.setdefault((row.game, tuple(row.players)), []).append((row, n, began))

    def add(self, row: MatchRow, match: Match) -> None:
        entries = match.record.entries
        self.rows.setdefault(_match_key(match), []).append(
            (row, len(entries), (entries[0].at or "") if entries else "")
        )

    def row(self, match: Match) -> MatchRow | None:
        """Return the stored match with the same record; None if there is none."""
        alike = (row for row, n, _ in self.rows.get(_match_key(match), ()) if n == len(match.record.entries))
        return next((row for row in alike if self._is_same(row, match)), None)

    def same_start(self, match: Match) -> tuple[MatchRow, Match] | None:
        """Return the stored match that shares the most entries at the beginning, if the phone may write in it."""
        first = next((entry.at for entry in match.record.entries), None)
        alike = [row for row, _, began in self.rows.get(_match_key(match), ()) if first and began == first]
        read = ((row, self._read(row)) for row in alike if self._may_write(row))
        shared = [(in_common(here, match), row, here) for row, here in read if here]
        common, row, here = max(shared, key=lambda one: (one[0], not one[1].archived), default=(0, None, None))
        return (row, here) if common and row and here else None

    def _may_write(self, row: MatchRow) -> bool:
        guest = self.store.guest(row.id, self.owner) if self.owner else None
        return not self.owner or (guest is not None and guest.may_write)

    def _read(self, row: MatchRow) -> Match | None:
        try:
            return match_of(row, self.store.entries(row.id))
        except DamagedMatch:
            return None

    def event(self, data: Json) -> MatchRow | None:
        """Return the stored event with the same content.

        It may have more entries, if it went on after the file was written.
        """
        if not self.has_read_events:
            self.has_read_events = True
            for event in self.store.all_events(self.owner):
                self.add_event(event, event_file(event_session(self.store, event, NOBODY).data))
        head, entries = comparable(data)
        alike = self.events.get(head, ())
        return next((row for known, row in alike if continues_file(known, entries)), None)

    def add_event(self, row: MatchRow, data: Json) -> None:
        head, entries = comparable(data)
        self.events.setdefault(head, []).append((entries, row))

    def continue_stored(self, match: Match) -> MatchRow | None:
        """Write the further entries of a match in an event file into its stored copy, and return this copy.

        A copy that is further on stays as it is. None if there is no copy, or it belongs to an event.
        """
        row, same_start = self.row(match), self.same_start(match)
        if row is None and same_start and same_start[0].event is None:
            taken = _add_new_entries(self, "", *same_start, match, self.owner, match.record.entries[0].at or "")
            row = None if taken.fault else taken.row
        now_there = self.store.match(row.id) if row else None
        return now_there if now_there and now_there.event is None else None

    def _is_same(self, row: MatchRow, match: Match) -> bool:
        stored = self._read(row)
        if stored is None:
            return False
        if any(entry.at is None for entry in match.record.entries):  # entries without a time got that of the import
            stored, match = _untimed(stored), _untimed(match)
        return record_checksum(stored) == record_checksum(match)


def _match_key(match: Match) -> MatchKey:
    return match.game.key, tuple(write_match(match)["players"])


def _untimed(match: Match) -> Match:
    entries = tuple(replace(entry, at=None) for entry in match.record.entries)
    return Match(match.game, replace(match.record, entries=entries))


def fault_text(fault: Ruling) -> Say:
    """Return why something in a file was refused, in words that fit a file."""
    problem = fault.of_file.sentence
    return say("Entry {n}: {problem}", n=fault.entry, problem=problem) if fault.entry else problem


# --- out of the store


def zipped(files: Iterable[tuple[str, object]]) -> bytes:
    """Return a zip of files with their JSON. The same contents give the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files:
            packed.writestr(zipfile.ZipInfo(name), dumps(content, ensure_ascii=False, indent=1), zipfile.ZIP_DEFLATED)
    return out.getvalue()


def exported_files(store: Store, rows: Iterable[MatchRow], events: Iterable[MatchRow]) -> Iterator[tuple[str, object]]:
    """Yield one file for each match that this version can read, then one for each event."""
    for row in rows:
        if match := stored_match(store, row):
            yield f"{row.created_at[:10]}-{row.game}-{row.id}.json", write_match(match)
    for row in events:
        yield f"{row.created_at[:10]}-{row.game}-{row.id}.json", event_file(event_session(store, row, NOBODY).data)
