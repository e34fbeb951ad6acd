"""Matches between the disk and the rules: stored rows made into a match, and a match taken in from its file."""

import hashlib
from dataclasses import replace

from companion.limits import CORRECTED, ENTRIES
from companion.reading import Match, game_of, read_body, read_head, write_match
from companion.reading.converter import plain
from companion.rules.entries import Correction, Entry, Note, Player, Record
from companion.rules.rulings import Ruling, refuse
from companion.rules.tally import Game
from companion.rules.words import say
from companion.store import ALPHABET, EntryRow, MatchRow, Store


def match_of(row: MatchRow, rows: list[EntryRow]) -> Match | None:
    """The match that stored rows hold; None if this version does not know its game or one of its house rules."""
    game = game_of(row.game)
    head = read_head(game, row.head) if game else None
    if game is None or head is None or isinstance(head, Ruling):
        return None
    entries = tuple(_entry(game, head.players, row.id, stored) for stored in rows)
    return Match(game, replace(head, entries=entries))


def _entry(game: Game, players: tuple[Player, ...], match_id: str, row: EntryRow) -> Entry:
    """A stored entry; what this version cannot read stays visible as a note."""
    body = read_body(game, players, dict(row.body))
    if isinstance(body, Ruling):
        body = Note(text=str(dict(row.body)))
    return Entry(row.number, body, row.by or (label(match_id, row.phone) if row.phone else None), row.at)


def too_long(record: Record) -> Ruling | None:
    """Whether a record has more entries, or more corrections for its length, than are judged in a moment."""
    n = len(record.entries)
    corrections = sum(isinstance(entry.body, Correction) for entry in record.entries)
    if n <= ENTRIES and n * corrections <= CORRECTED:
        return None
    return refuse("limit.entries", say("This match has {n} entries: begin another one.", n=min(n, ENTRIES)))


def take_in(store: Store, match: Match, *, owner: str, at: str) -> MatchRow:
    """Store a whole match; entries that do not say when they were written get the time `at`."""
    written = write_match(match)
    head = {key: written[key] for key in ("title", "players", "options", "opening")}
    entries = [
        EntryRow(entry.number, f"import-{entry.number}", entry.at or at, entry.by or "", "", plain(entry.body))
        for entry in match.record.entries
    ]
    return store.create(match.game.key, head, owner=owner, at=at, entries=entries)


def tag(match_id: str, device: str) -> str:
    """A name for a phone that says nothing about its cookie and differs from match to match."""
    return hashlib.sha256(f"{match_id} {device}".encode()).hexdigest()[:12]


def label(match_id: str, device: str) -> str:
    """A phone that has not said which player it is, short and the same in every language: #4K7 is phone 4K7."""
    number = int(tag(match_id, device), 16)
    return "#" + "".join(ALPHABET[number // len(ALPHABET) ** place % len(ALPHABET)] for place in range(3))
