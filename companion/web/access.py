"""Who may see and write: a phone is known by its signed cookie, and sees only the matches it was let in to."""

import hashlib
import secrets
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from urllib.parse import urlsplit

from flask import abort, current_app, g, request, session

from companion.reading import Match, game_of, read_body, read_head
from companion.rules.entries import Entry, Note, Player
from companion.rules.rulings import Ruling
from companion.rules.tally import Game, Tally
from companion.store import ALPHABET, EntryRow, Guest, MatchRow, Store


@dataclass(frozen=True)
class Sitting:
    """A match as this phone has it before it: the stored rows, the record they hold, and the phone's rights."""

    row: MatchRow
    rows: list[EntryRow]
    game: Game
    match: Match
    guest: Guest

    @property
    def tally(self) -> Tally:
        return self.game.tally(self.match.record)

    @property
    def number(self) -> int:
        """The number that the next entry gets."""
        return len(self.rows) + 1

    @property
    def players(self) -> tuple[Player, ...]:
        return self.match.record.players

    @property
    def version(self) -> str:
        """What a poll asks after: see Store.version."""
        return f"{len(self.rows)}.{self.row.changes}"

    @property
    def is_owner(self) -> bool:
        return self.row.owner == self.guest.phone


def store() -> Store:
    """This request's connection."""
    if "store" not in g:
        g.store = Store(current_app.config["DATABASE"])
    found: Store = g.store
    return found


def phone() -> str:
    """The identity of this phone, made at its first visit."""
    if "phone" not in session:
        session["phone"] = secrets.token_hex(16)
    session.permanent = True
    found: str = session["phone"]
    return found


def tag(match_id: str, device: str) -> str:
    """A name for a phone that says nothing about its cookie and differs from match to match."""
    return hashlib.sha256(f"{match_id} {device}".encode()).hexdigest()[:12]


def label(match_id: str, device: str) -> str:
    """A phone that has not said which player it is, short and the same in every language: #4K7 is phone 4K7."""
    number = int(tag(match_id, device), 16)
    return "#" + "".join(ALPHABET[number // len(ALPHABET) ** place % len(ALPHABET)] for place in range(3))


def guest_name(match_id: str, guest: Guest) -> str:
    return guest.player or label(match_id, guest.phone)


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def admit(match_id: str, *, write: bool = False) -> tuple[MatchRow, Guest]:
    """The match: 404, as if there were none, unless this phone was let in; 403 where it may not write but wants to."""
    row = store().match(match_id)
    guest = store().guest(match_id, phone()) if row else None
    if row is None or guest is None:
        abort(404)
    if write and not guest.may_write:
        abort(403)
    return row, guest


def sit_down(match_id: str, *, write: bool = False) -> Sitting:
    """The whole match for a phone that was let in."""
    row, guest = admit(match_id, write=write)
    rows = store().entries(match_id)
    if game_of(row.game) is None:
        abort(404)
    match = match_of(row, rows)
    if match is None:
        abort(409)
    return Sitting(row, rows, match.game, match, guest)


def match_of(row: MatchRow, rows: list[EntryRow]) -> Match | None:
    """The match that stored rows hold; None if a later version no longer knows its game or one of its house rules."""
    game = game_of(row.game)
    head = read_head(game, row.head) if game else None
    if game is None or head is None or isinstance(head, Ruling):
        return None
    entries = tuple(_entry(game, head.players, row.id, stored) for stored in rows)
    return Match(game, replace(head, entries=entries))


def _entry(game: Game, players: tuple[Player, ...], match_id: str, row: EntryRow) -> Entry:
    """A stored entry; what a later version can no longer read stays visible as a note."""
    body = read_body(game, players, dict(row.body))
    if isinstance(body, Ruling):
        body = Note(text=str(dict(row.body)))
    return Entry(row.number, body, row.by or (label(match_id, row.phone) if row.phone else None), row.at)


def refuse_strangers() -> None:
    """Turn away writes that another site's page makes this browser send."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None and site not in ("same-origin", "none"):
        abort(403)
    origin = request.headers.get("Origin")
    if site is None and origin is not None and urlsplit(origin).netloc != request.host:
        abort(403)
