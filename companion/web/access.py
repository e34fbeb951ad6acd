"""Who may see and write: a phone is known by its signed cookie, and sees only the matches it was let in to."""

import re
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from queue import Empty, SimpleQueue

from flask import abort, current_app, g, request, session

from companion.keeping import label, match_of
from companion.reading import Match, game_of
from companion.rules.entries import Player
from companion.rules.tally import Game, Tally
from companion.store import EntryRow, Guest, MatchRow, Store


@dataclass(frozen=True)
class Sitting:
    """A match as this phone has it before it: the stored rows, the record they hold, and the phone's rights."""

    row: MatchRow
    rows: list[EntryRow]
    game: Game
    match: Match
    guest: Guest

    @cached_property
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
    def pens(self) -> list[str]:
        """Who may write here: by their players where they have said so, this phone among them."""
        return [guest_name(self.row.id, guest) for guest in store().guests(self.row.id) if guest.may_write]

    @property
    def is_owner(self) -> bool:
        return self.row.owner == self.guest.phone


def store() -> Store:
    """This request's connection: one that an earlier request has put back, or a new one."""
    if "store" not in g:
        idle: SimpleQueue[Store] = current_app.extensions["stores"]
        try:
            g.store = idle.get_nowait()
        except Empty:
            g.store = Store(current_app.config["DATABASE"])
    found: Store = g.store
    return found


def put_back(_: BaseException | None) -> None:
    """After a request: its connection waits for the next one, with nothing half done."""
    used = g.pop("store", None)
    if used is not None:
        if used.db.conn.in_transaction:
            used.db.rollback()
        current_app.extensions["stores"].put(used)


def known_game(key: str) -> Game:
    """The game that an address names: 404 if there is none."""
    game = game_of(key)
    if game is None:
        abort(404)
    return game


def phone() -> str:
    """The identity of this phone, made at its first visit."""
    if "phone" not in session:
        session["phone"] = secrets.token_hex(16)
        session.permanent = True
    found: str = session["phone"]
    return found


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


def nothing_new(match_id: str) -> bool:
    """Whether a phone that polls has seen all there is; 404 unless it was let in."""
    version = store().version_for(match_id, phone())
    if version is None:
        abort(404)
    return request.args.get("after") == version


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


def own_address(text: str, otherwise: str) -> str:
    """An address inside this site as a form sent it: browsers read `//`, `/\\` and `/<tab>/` as another site."""
    return text if text.isprintable() and re.match(r"/(?![/\\])", text) else otherwise


def refuse_strangers() -> None:
    """Turn away writes that another site's page makes this browser send."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None and site not in ("same-origin", "none"):
        abort(403)
    origin = request.headers.get("Origin")
    if site is None and origin is not None and origin.partition("://")[2] != request.host:
        abort(403)
