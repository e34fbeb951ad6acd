"""Read stored matches, and keep the latest in a cache that all threads share."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from threading import RLock
from typing import Any, TypeVar

from cachetools import LRUCache

from companion.limits import KEPT_AS_ONE, KEPT_ENTRIES
from companion.parsing import Match, game_of, read_body, read_head
from companion.parsing.renaming import entry_renamed, entry_without, without
from companion.rules.entries import Entry, Note, Player
from companion.rules.game import Game
from companion.rules.judge import points_ahead
from companion.rules.people import Names, identities, renamed_here
from companion.rules.replay import AnyReplay
from companion.rules.rulings import Ruling
from companion.store import DamagedMatch, EntryRow, Head, MatchRow, Store, label, redacted

K = TypeVar("K")
V = TypeVar("V")


class SharedCache(LRUCache[K, V]):
    """A thread-safe cache of the values that were used last, up to a total size of `maxsize`.

    `getsizeof` returns the size of a value, else each counts 1. A value larger than the whole cache is not kept. If two
    threads ask for the same missing value at once, both compute it.
    """

    def __init__(self, maxsize: int, getsizeof: Callable[[V], float] | None = None):
        super().__init__(maxsize, getsizeof)
        self._lock = RLock()

    def __getitem__(self, key: K) -> V:
        with self._lock:
            return super().__getitem__(key)

    def __setitem__(self, key: K, value: V) -> None:
        with self._lock, suppress(ValueError):  # too large
            super().__setitem__(key, value)

    def __delitem__(self, key: K) -> None:
        with self._lock:
            super().__delitem__(key)

    def get(self, key: K, default: Any = None) -> Any:
        with self._lock:
            return super().get(key, default)


@dataclass(frozen=True)
class CachedMatch:
    """A match as it was last read. All phones of a table ask for it, and a new entry rarely changes earlier ones."""

    head: Head
    hidden: Mapping[str, str]
    rows: tuple[EntryRow, ...]
    match: Match

    @property
    def weight(self) -> int:
        """Return the number of entries; long entries count as several."""
        return max(len(self.rows), sum(row.size for row in self.rows) // KEPT_AS_ONE)

    def then(self, match_id: str, newer: Sequence[EntryRow]) -> "CachedMatch":
        """Return the match with newer entries added."""
        if not newer:
            return self
        game, replay = self.match.game, self.match.replay
        heads, names = identities(replay.record), renamed_here(replay.record)
        for row in newer:
            entry = _entry(game, heads, match_id, row)
            if self.hidden:
                entry = entry_without(entry, _players(self.hidden), partial(redacted, hidden=self.hidden))
            replay = replay.then(entry_renamed(entry, names))
        return replace(self, rows=(*self.rows, *newer), match=self.match.continued(replay).shown)


_kept: SharedCache[str, CachedMatch] = SharedCache(KEPT_ENTRIES, lambda kept: kept.weight)


def cached_match(store: Store, row: MatchRow) -> CachedMatch | None:
    """Return a stored match, if possible from the cache, with its newer entries; None if this version cannot read it.

    Raises:
        DamagedMatch: see match_of.
    """
    kept: CachedMatch | None = _kept.get(row.id)
    if kept and (last := kept.rows[-1:]) and (kept.head, kept.hidden) == (row.head, row.hidden) and not row.damaged:
        rows = store.entries(row.id, after=last[0].number - 1)
        if rows[:1] == list(last):
            kept = kept.then(row.id, rows[1:])
            _kept[row.id] = kept
            return kept
    rows = store.entries(row.id)
    match = match_of(row, rows)
    if match is None:
        return None
    _kept[row.id] = kept = CachedMatch(row.head, row.hidden, tuple(rows), match)
    return kept


def keep_on(match_id: str, match: Match, row: EntryRow, replay: AnyReplay) -> None:
    """Put a match with its newly written entry into the cache, so that the next request need not read it again."""
    kept: CachedMatch | None = _kept.get(match_id)
    if kept and kept.match is match:
        _kept[match_id] = CachedMatch(kept.head, kept.hidden, (*kept.rows, row), match.continued(replay).shown)


def match_of(row: MatchRow, rows: list[EntryRow]) -> Match | None:
    """Return the match in stored rows, with the shown names.

    None if this version does not support its game or one of its house rules.

    Raises:
        DamagedMatch: the stored data was damaged on the disk.
    """
    if row.damaged:
        raise DamagedMatch(row.id)
    game = game_of(row.game)
    head = read_head(game, row.head) if game else None
    if game is None or head is None or isinstance(head, Ruling):
        return None
    entries = tuple(_entry(game, head.players, row.id, stored) for stored in rows)
    record = replace(head, entries=entries)
    return Match(game, without(record, _players(row.hidden), partial(redacted, hidden=row.hidden))).shown


def _players(names: Mapping[str, str]) -> Names:
    return {Player(name): Player(sign) for name, sign in names.items()}


def _entry(game: Game, players: tuple[Player, ...], match_id: str, row: EntryRow) -> Entry:
    """Read a stored entry; one that this version cannot read, or that refers to a later entry, becomes a note."""
    body = read_body(game, players, dict(row.body))
    if isinstance(body, Ruling) or points_ahead(row.number, body):
        body = Note(text=str(dict(row.body)))
    return Entry(row.number, body, row.by or (label(match_id, row.phone) if row.phone else None), row.at)


def read_part(store: Store, match_id: str | None) -> Match | None:
    """Return an earlier or a later part of a match; None where there is none, or it cannot be read."""
    row = store.match(match_id) if match_id else None
    return stored_match(store, row) if row else None


def stored_match(store: Store, row: MatchRow) -> Match | None:
    """Return the match of that row; None where this version cannot read it, or the disk has damaged it."""
    try:
        kept = cached_match(store, row)
    except DamagedMatch:
        return None
    return kept.match if kept else None
