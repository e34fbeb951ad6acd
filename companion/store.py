"""The record on disk: matches, their entries, and which phones are let in. Knows rows, not games.

Entries are only ever appended. A connection belongs to one request; every write transaction is taken at once
(BEGIN IMMEDIATE) and under one lock, so that writers queue here instead of in SQLite's back-off.
"""

import json
import secrets
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, Literal

from sqlite_utils import Database, Migrations

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # nothing that is misread aloud
CODE_LENGTH = 8  # 31**8 codes: at ten wrong guesses a minute nobody gets in
WRITERS = Lock()
VERSION = "(SELECT count(*) FROM entry WHERE entry.match = match.id) || '.' || changes"

migrations = Migrations("companion")


@migrations()
def first_tables(db: Database) -> None:
    for statement in (
        """CREATE TABLE match (
            id TEXT PRIMARY KEY, game TEXT NOT NULL, title TEXT NOT NULL, head TEXT NOT NULL, created_at TEXT NOT NULL,
            owner TEXT NOT NULL, write_code TEXT NOT NULL UNIQUE, read_code TEXT NOT NULL UNIQUE,
            settings TEXT NOT NULL DEFAULT '{}', archived INTEGER NOT NULL DEFAULT 0) STRICT""",
        """CREATE TABLE entry (
            match TEXT NOT NULL REFERENCES match(id) ON DELETE CASCADE, number INTEGER NOT NULL,
            entry_id TEXT NOT NULL, at TEXT NOT NULL, by TEXT NOT NULL, phone TEXT NOT NULL, body TEXT NOT NULL,
            PRIMARY KEY (match, number), UNIQUE (match, entry_id)) STRICT""",
        """CREATE TABLE guest (
            match TEXT NOT NULL REFERENCES match(id) ON DELETE CASCADE, phone TEXT NOT NULL,
            may_write INTEGER NOT NULL, player TEXT NOT NULL DEFAULT '', joined_at TEXT NOT NULL,
            PRIMARY KEY (match, phone)) STRICT""",
        "CREATE INDEX guest_phone ON guest(phone)",
    ):
        db.execute(statement)


@migrations()
def parts_of_deals(db: Database) -> None:
    for statement in (
        # counts what phones must see at once although it is no entry: parts of a deal, settings, rights
        "ALTER TABLE match ADD COLUMN changes INTEGER NOT NULL DEFAULT 0",
        """CREATE TABLE part (
            match TEXT NOT NULL REFERENCES match(id) ON DELETE CASCADE, number INTEGER NOT NULL, player TEXT NOT NULL,
            phone TEXT NOT NULL, at TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (match, number, player)) STRICT""",
    ):
        db.execute(statement)


@dataclass(frozen=True)
class MatchRow:
    """A match as stored: `head` is its file without the entries, `settings` how this table uses the app."""

    id: str
    game: str
    title: str
    head: Mapping[str, Any]
    created_at: str
    owner: str
    write_code: str
    read_code: str
    settings: Mapping[str, Any]
    archived: bool
    changes: int


@dataclass(frozen=True)
class EntryRow:
    """An entry as stored: `body` is its JSON, `phone` the device that sent it."""

    number: int
    entry_id: str
    at: str
    by: str
    phone: str
    body: Mapping[str, Any]


@dataclass(frozen=True)
class Guest:
    """A phone that was let in to a match, and which player it says it is."""

    phone: str
    may_write: bool
    player: str
    joined_at: str


@dataclass(frozen=True)
class PartRow:
    """What one player wrote down of the deal that is to become entry `number`; the others do not see it yet."""

    number: int
    player: str
    phone: str
    at: str
    body: Mapping[str, Any]


Appended = Literal["written", "known", "behind"]


class Store:
    """One connection to the database of all matches."""

    def __init__(self, path: Path | str):
        connection = sqlite3.connect(path, timeout=10, check_same_thread=False)
        self.db = Database(connection, execute_plugins=False)
        for pragma in ("foreign_keys=ON", "synchronous=FULL", "trusted_schema=OFF"):
            self.db.execute(f"PRAGMA {pragma}")

    def prepare(self) -> None:
        """Create or migrate the tables; safe when several processes start at once."""
        self.db.enable_wal()
        with self.writing():
            migrations.apply(self.db)

    def close(self) -> None:
        self.db.close()

    @contextmanager
    def writing(self) -> Iterator[None]:
        with WRITERS:
            self.db.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self.db.rollback()
                raise
            self.db.commit()

    def _rows(self, sql: str, *values: object) -> list[dict[str, Any]]:
        return list(self.db.query(sql, values))

    # --- matches

    def create(
        self, game: str, head: Mapping[str, Any], *, owner: str, at: str, entries: Iterable[EntryRow] = ()
    ) -> MatchRow:
        """A new match, with entries if it comes from a file. It belongs to the phone `owner`, which may write.

        Without an owner it will belong to the first phone that is let in to write.
        """
        row = {
            "id": secrets.token_hex(6),
            "game": game,
            "title": head["title"],
            "head": json.dumps(head, ensure_ascii=False),
            "created_at": at,
            "owner": owner,
            "write_code": new_code(),
            "read_code": new_code(),
        }
        with self.writing():
            self.db.table("match").insert(row)
            for entry in entries:
                self.db.table("entry").insert(_entry_values(row["id"], entry))
            if owner:
                self._let_in(row["id"], owner, may_write=True, at=at)
        found = self.match(row["id"])
        assert found
        return found

    def rematch(self, old: MatchRow, head: Mapping[str, Any], *, at: str) -> str:
        """The match after this one, with the same owner, settings and phones: its id, also if it was made before."""
        settings = {key: value for key, value in old.settings.items() if key != "rematch"}
        new = secrets.token_hex(6)
        row = {"id": new, "game": old.game, "title": head["title"], "created_at": at}
        row |= {"head": json.dumps(head, ensure_ascii=False), "settings": json.dumps(settings), "owner": old.owner}
        with self.writing():
            now = self.match(old.id)
            known = now.settings.get("rematch") if now else None
            if known and self.match(known):
                return str(known)
            self.db.table("match").insert({**row, "write_code": new_code(), "read_code": new_code()})
            copy = """INSERT INTO guest (match, phone, may_write, player, joined_at)
                SELECT ?, phone, may_write, player, ? FROM guest WHERE match = ?"""
            self.db.execute(copy, (new, at, old.id))
            after = json.dumps({**settings, "rematch": new}, ensure_ascii=False)
            self.db.table("match").update(old.id, {"settings": after})
            self._changed(old.id)
        return new

    def owned(self, phone: str) -> int:
        """How many matches a phone has made."""
        found: int = self._rows("SELECT count(*) AS n FROM match WHERE owner = ?", phone)[0]["n"]
        return found

    def match(self, match_id: str) -> MatchRow | None:
        found = self._rows("SELECT * FROM match WHERE id = ?", match_id)
        return _match(found[0]) if found else None

    def by_code(self, code: str) -> tuple[MatchRow, bool] | None:
        """The match that a join code opens, and whether for writing."""
        found = self._rows("SELECT * FROM match WHERE write_code = ? OR read_code = ?", code, code)
        return (_match(found[0]), found[0]["write_code"] == code) if found else None

    def matches_of(self, phone: str) -> list[MatchRow]:
        """The matches a phone was let in to, the latest written first."""
        sql = """SELECT match.* FROM match JOIN guest ON guest.match = match.id WHERE guest.phone = ?
            ORDER BY coalesce((SELECT max(at) FROM entry WHERE entry.match = match.id), created_at) DESC"""
        return [_match(row) for row in self._rows(sql, phone)]

    def renew_codes(self, match_id: str, *, write: bool, read: bool) -> None:
        """New join codes; the old ones stop working."""
        with self.writing():
            self._renew(match_id, write=write, read=read)

    def _renew(self, match_id: str, *, write: bool, read: bool) -> None:
        fresh = {key: new_code() for key, wanted in (("write_code", write), ("read_code", read)) if wanted}
        if fresh:
            self.db.table("match").update(match_id, fresh)

    def set_settings(self, match_id: str, settings: Mapping[str, Any]) -> None:
        with self.writing():
            self.db.table("match").update(match_id, {"settings": json.dumps(settings, ensure_ascii=False)})
            self._changed(match_id)

    def _changed(self, match_id: str) -> None:
        self.db.execute("UPDATE match SET changes = changes + 1 WHERE id = ?", (match_id,))

    def version(self, match_id: str) -> str:
        """A text that differs whenever phones have something new to see."""
        found = self._rows(f"SELECT {VERSION} AS version FROM match WHERE id = ?", match_id)  # noqa: S608 - a constant
        return found[0]["version"] if found else ""

    def version_for(self, match_id: str, phone: str) -> str | None:
        """The version for a phone that asks what is new, None if it is not let in: one query for each poll."""
        sql = f"SELECT {VERSION} AS version FROM match JOIN guest ON guest.match = id WHERE id = ? AND phone = ?"  # noqa: S608
        found = self._rows(sql, match_id, phone)
        return found[0]["version"] if found else None

    def archive(self, match_id: str, archived: bool) -> None:
        with self.writing():
            self.db.table("match").update(match_id, {"archived": int(archived)})

    def delete(self, match_id: str) -> None:
        with self.writing():
            self.db.table("match").delete(match_id)

    # --- entries

    def entries(self, match_id: str) -> list[EntryRow]:
        rows = self._rows("SELECT * FROM entry WHERE match = ? ORDER BY number", match_id)
        return [
            EntryRow(row["number"], row["entry_id"], row["at"], row["by"], row["phone"], json.loads(row["body"]))
            for row in rows
        ]

    def count(self, match_id: str) -> int:
        found = self._rows("SELECT max(number) AS last FROM entry WHERE match = ?", match_id)
        return found[0]["last"] or 0

    def append(self, match_id: str, row: EntryRow) -> Appended:
        """Write an entry in its place: `known` if this entry was written before, `behind` if somebody was first."""
        with self.writing():
            if self._rows("SELECT 1 FROM entry WHERE match = ? AND entry_id = ?", match_id, row.entry_id):
                return "known"
            if self.count(match_id) != row.number - 1:
                return "behind"
            self.db.table("entry").insert(_entry_values(match_id, row))
        return "written"

    # --- phones

    def guest(self, match_id: str, phone: str) -> Guest | None:
        found = self._rows("SELECT * FROM guest WHERE match = ? AND phone = ?", match_id, phone)
        return _guest(found[0]) if found else None

    def guests(self, match_id: str) -> list[Guest]:
        return [_guest(row) for row in self._rows("SELECT * FROM guest WHERE match = ? ORDER BY joined_at", match_id)]

    def let_in(self, match_id: str, phone: str, *, may_write: bool, at: str) -> None:
        """Let a phone in; a reading code never takes the pen from one that may already write."""
        with self.writing():
            self._let_in(match_id, phone, may_write=may_write, at=at)
            if may_write:
                self.db.execute("UPDATE match SET owner = ? WHERE id = ? AND owner = ''", (phone, match_id))

    def _let_in(self, match_id: str, phone: str, *, may_write: bool, at: str) -> None:
        self.db.execute(
            """INSERT INTO guest (match, phone, may_write, joined_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (match, phone) DO UPDATE SET may_write = max(may_write, excluded.may_write)""",
            (match_id, phone, int(may_write), at),
        )

    def set_player(self, match_id: str, phone: str, player: str) -> None:
        """Which player a phone says it is; empty for none."""
        with self.writing():
            self.db.table("guest").update((match_id, phone), {"player": player})

    def pass_pen(self, match_id: str, phone: str, *, may_write: bool) -> None:
        """Give a phone the pen, or take it away: then the code for writing, which it may know, is renewed too."""
        with self.writing():
            self.db.table("guest").update((match_id, phone), {"may_write": int(may_write)})
            self._renew(match_id, write=not may_write, read=False)
            self._changed(match_id)

    def show_out(self, match_id: str, phone: str, *, renew: bool) -> None:
        """A phone that is no longer let in; with `renew` the codes, which it may know, do not let it in again."""
        with self.writing():
            self.db.table("guest").delete((match_id, phone))
            self._renew(match_id, write=renew, read=renew)

    # --- parts of a deal, where each writes for himself

    def put_part(self, match_id: str, part: PartRow) -> None:
        """Keep a player's part of the next deal, in the place of an earlier one; those of other deals are dropped."""
        values = (match_id, part.number, part.player, part.phone, part.at, json.dumps(part.body, ensure_ascii=False))
        with self.writing():
            self.db.execute("DELETE FROM part WHERE match = ? AND number != ?", (match_id, part.number))
            self.db.execute("INSERT OR REPLACE INTO part VALUES (?, ?, ?, ?, ?, ?)", values)
            self._changed(match_id)

    def parts(self, match_id: str, number: int) -> list[PartRow]:
        rows = self._rows("SELECT * FROM part WHERE match = ? AND number = ? ORDER BY rowid", match_id, number)
        return [PartRow(r["number"], r["player"], r["phone"], r["at"], json.loads(r["body"])) for r in rows]

    # --- the whole

    def backup(self, target: Path) -> None:
        """A consistent copy of the whole database, also while the app is running."""
        with sqlite3.connect(target) as copy:
            self.db.conn.backup(copy)
        copy.close()

    def restore(self, source: Path) -> None:
        """Put a backup in the place of everything, and bring it up to this version."""
        with sqlite3.connect(source) as backup:
            backup.backup(self.db.conn)
        backup.close()
        self.prepare()

    def ids(self) -> list[str]:
        """All matches, oldest first."""
        return [row["id"] for row in self._rows("SELECT id FROM match ORDER BY created_at, id")]


def _entry_values(match_id: str, row: EntryRow) -> dict[str, Any]:
    written = {"number": row.number, "entry_id": row.entry_id, "at": row.at, "by": row.by, "phone": row.phone}
    return {"match": match_id, **written, "body": json.dumps(row.body, ensure_ascii=False)}


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def _match(row: Mapping[str, Any]) -> MatchRow:
    decoded = {**row, "head": json.loads(row["head"]), "settings": json.loads(row["settings"])}
    return MatchRow(**{**decoded, "archived": bool(row["archived"])})


def _guest(row: Mapping[str, Any]) -> Guest:
    return Guest(row["phone"], bool(row["may_write"]), row["player"], row["joined_at"])
