"""The record in an SQLite file.

Every write transaction is taken at once (BEGIN IMMEDIATE) and under one lock, so that writers queue here instead of in
SQLite's back-off.
"""

import json
import secrets
import sqlite3
from _thread import LockType
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, fields
from pathlib import Path
from threading import BoundedSemaphore, Lock
from time import monotonic
from typing import Any

from sqlite_utils import Database

from companion.store.migrations import migrations
from companion.store.rows import (
    ALPHABET,
    CODE_LENGTH,
    Appended,
    Claim,
    EntryRow,
    Guest,
    MatchRow,
    Opened,
    PartRow,
    Reason,
    Settings,
    Unavailable,
    Version,
)

WRITERS = Lock()
WAITING = BoundedSemaphore(5)  # writers at once, the one that writes among them: other threads are left to readers
PATIENCE = 3.0  # seconds until a write is given up, waiting for others here and for other programs together
PRIMARY = 0xFF  # the low byte of an extended error code
REASONS: dict[int, Reason] = {
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_IOERR: "full",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_CANTOPEN: "read_only",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}
VERSION = "(SELECT count(*) FROM entry WHERE entry.match = match.id) AS entries, changes"
MATCH = "match.*, (SELECT later.id FROM match AS later WHERE later.follows = match.id) AS followed_by"


@contextmanager
def _turn(lock: "BoundedSemaphore | LockType", end: float) -> Iterator[None]:
    if not lock.acquire(timeout=max(0.0, end - monotonic())):
        raise Unavailable("busy")
    try:
        yield
    finally:
        lock.release()


@contextmanager
def plainly() -> Iterator[None]:
    """SQLite's faults as what they mean for the table."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        reason = REASONS.get(getattr(error, "sqlite_errorcode", 0) & PRIMARY)
        if reason is None:
            raise
        raise Unavailable(reason) from error


def is_ours(connection: sqlite3.Connection) -> bool:
    """Whether a database holds matches of this version or an earlier one: no step of it is unknown here."""
    known = {step.name for step in migrations.pending(Database(memory=True))}
    try:
        sql = "SELECT name FROM _sqlite_migrations WHERE migration_set = ?"
        done = {name for (name,) in connection.execute(sql, (migrations.name,))}
    except sqlite3.OperationalError:
        return False
    return "first_tables" in done and done <= known


class SqliteStore:
    """One connection to the database of all matches."""

    def __init__(self, path: Path | str):
        with plainly():
            connection = sqlite3.connect(path, timeout=PATIENCE, check_same_thread=False)
            self.db = Database(connection, execute_plugins=False)
            # deleted is deleted: what stood there is written over
            for pragma in ("foreign_keys=ON", "synchronous=FULL", "trusted_schema=OFF", "secure_delete=ON"):
                self.db.execute(f"PRAGMA {pragma}")
        self.path = Path(path)
        self.file = self._file()

    def _file(self) -> int:
        """Which file it is, whatever lies at its path later; 0 for none."""
        try:
            return self.path.stat().st_ino
        except OSError:
            return 0

    def prepare(self) -> None:
        with plainly():
            if self._rows("PRAGMA quick_check(1)") != [{"quick_check": "ok"}]:
                raise Unavailable("damaged")
            self.db.enable_wal()
        with self.writing():
            migrations.apply(self.db)

    def idle(self) -> None:
        if self.db.conn.in_transaction:
            self.db.rollback()

    def close(self) -> None:
        self.db.close()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One transaction, begun at once; whoever would wait too long is told so instead."""
        end = monotonic() + PATIENCE
        if self._file() != self.file:  # removed or replaced under our hands: what is written here would be lost
            raise Unavailable("gone")
        with _turn(WAITING, end), _turn(WRITERS, end), plainly():
            self.db.execute(f"PRAGMA busy_timeout = {max(1, int(1000 * (end - monotonic())))}")
            self.db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.db.commit()
            except BaseException:
                self.db.rollback()
                raise

    def _rows(self, sql: str, *values: object) -> list[dict[str, Any]]:
        with plainly():
            return list(self.db.query(sql, values))

    # --- matches

    def create(
        self, game: str, head: Mapping[str, Any], *, owner: str, at: str, entries: Iterable[EntryRow] = ()
    ) -> MatchRow:
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
        new = secrets.token_hex(6)
        row = {"id": new, "game": old.game, "title": head["title"], "created_at": at, "follows": old.id}
        row |= {"head": json.dumps(head, ensure_ascii=False), "settings": _settings_text(old.settings)}
        with self.writing():
            known = self._rows("SELECT id FROM match WHERE follows = ?", old.id)
            if known:
                return str(known[0]["id"])
            codes = {"write_code": new_code(), "read_code": new_code()}
            self.db.table("match").insert({**row, "owner": old.owner, **codes})
            copy = """INSERT INTO guest (match, phone, may_write, player, joined_at)
                SELECT ?, phone, may_write, player, ? FROM guest WHERE match = ?"""
            self.db.execute(copy, (new, at, old.id))
            self._changed(old.id)
        return new

    def owned(self, phone: str) -> int:
        found: int = self._rows("SELECT count(*) AS n FROM match WHERE owner = ?", phone)[0]["n"]
        return found

    def match(self, match_id: str) -> MatchRow | None:
        found = self._rows(f"SELECT {MATCH} FROM match WHERE id = ?", match_id)  # noqa: S608 - a constant
        return _match(found[0]) if found else None

    def by_code(self, code: str, *, at: str) -> Opened | None:
        found = self._rows(f"SELECT {MATCH} FROM match WHERE write_code = ? OR read_code = ?", code, code)  # noqa: S608
        if found:
            return Opened(_match(found[0]), found[0]["write_code"] == code)
        invited = self._rows("SELECT match, owner FROM invitation WHERE code = ? AND until > ?", code, at)
        row = self.match(invited[0]["match"]) if invited else None
        return Opened(row, True, invitation=True, owner=bool(invited[0]["owner"])) if row else None

    def invite(self, match_id: str, *, owner: bool, until: str) -> str:
        code = new_code()
        with self.writing():
            self.db.table("invitation").insert({"code": code, "match": match_id, "owner": int(owner), "until": until})
        return code

    def matches_of(self, phone: str) -> list[MatchRow]:
        sql = f"""SELECT {MATCH} FROM match JOIN guest ON guest.match = match.id WHERE guest.phone = ?
            ORDER BY coalesce((SELECT max(at) FROM entry WHERE entry.match = match.id), created_at) DESC"""  # noqa: S608
        return [_match(row) for row in self._rows(sql, phone)]

    def renew_codes(self, match_id: str, *, write: bool, read: bool) -> None:
        with self.writing():
            self._renew(match_id, write=write, read=read)
            self._changed(match_id)

    def _renew(self, match_id: str, *, write: bool, read: bool) -> None:
        fresh = {key: new_code() for key, wanted in (("write_code", write), ("read_code", read)) if wanted}
        if fresh:
            self.db.table("match").update(match_id, fresh)

    def set_settings(self, match_id: str, settings: Settings) -> None:
        with self.writing():
            self.db.table("match").update(match_id, {"settings": _settings_text(settings)})
            self._changed(match_id)

    def _changed(self, match_id: str) -> None:
        self.db.execute("UPDATE match SET changes = changes + 1 WHERE id = ?", (match_id,))

    def version(self, match_id: str) -> Version | None:
        found = self._rows(f"SELECT {VERSION} FROM match WHERE id = ?", match_id)  # noqa: S608 - a constant
        return Version(**found[0]) if found else None

    def version_for(self, match_id: str, phone: str) -> Version | None:
        sql = f"SELECT {VERSION} FROM match JOIN guest ON guest.match = id WHERE id = ? AND phone = ?"  # noqa: S608
        found = self._rows(sql, match_id, phone)
        return Version(**found[0]) if found else None

    def archive(self, match_id: str, archived: bool) -> None:
        with self.writing():
            self.db.table("match").update(match_id, {"archived": int(archived)})

    def delete(self, match_id: str) -> None:
        with self.writing():
            self.db.table("match").delete(match_id)
        self._leave_nothing_behind()

    def _leave_nothing_behind(self) -> None:
        """What was deleted is not left in the log beside the database either."""
        self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    # --- entries

    def entries(self, match_id: str) -> list[EntryRow]:
        known_as: dict[int, tuple[str, ...]] = {}
        for row in self._rows("SELECT number, entry_id FROM same WHERE match = ?", match_id):
            known_as[row["number"]] = (*known_as.get(row["number"], ()), row["entry_id"])
        rows = self._rows("SELECT * FROM entry WHERE match = ? ORDER BY number", match_id)
        return [_entry(row, known_as.get(row["number"], ())) for row in rows]

    def count(self, match_id: str) -> int:
        found = self._rows("SELECT max(number) AS last FROM entry WHERE match = ?", match_id)
        return found[0]["last"] or 0

    def append(self, match_id: str, row: EntryRow) -> Appended:
        with self.writing():
            return self._append(match_id, row)

    def _append(self, match_id: str, row: EntryRow) -> Appended:
        for table in ("entry", "same"):
            if self._rows(f"SELECT 1 FROM {table} WHERE match = ? AND entry_id = ?", match_id, row.entry_id):  # noqa: S608
                return "known"
        if self.count(match_id) != row.number - 1 or not self._rows("SELECT 1 FROM match WHERE id = ?", match_id):
            return "behind"
        self.db.table("entry").insert(_entry_values(match_id, row))
        return "written"

    def note_same(self, match_id: str, number: int, entry_id: str) -> None:
        with self.writing():
            if self._rows("SELECT 1 FROM entry WHERE match = ? AND number = ?", match_id, number):
                self.db.execute("INSERT OR IGNORE INTO same VALUES (?, ?, ?)", (match_id, entry_id, number))

    # --- phones

    def guest(self, match_id: str, phone: str) -> Guest | None:
        found = self._rows("SELECT * FROM guest WHERE match = ? AND phone = ?", match_id, phone)
        return _guest(found[0]) if found else None

    def guests(self, match_id: str) -> list[Guest]:
        return [_guest(row) for row in self._rows("SELECT * FROM guest WHERE match = ? ORDER BY joined_at", match_id)]

    def let_in(self, match_id: str, phone: str, *, may_write: bool, at: str) -> None:
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

    def accept(self, match_id: str, phone: str, code: str, *, at: str) -> bool:
        with self.writing():
            invited = self._rows("SELECT owner FROM invitation WHERE code = ? AND until > ?", code, at)
            if not invited:
                return False
            self.db.table("invitation").delete(code)
            self._let_in(match_id, phone, may_write=True, at=at)
            if invited[0]["owner"]:
                self.db.execute("UPDATE match SET owner = ? WHERE id = ?", (phone, match_id))
            self._changed(match_id)
        return True

    def set_player(self, match_id: str, phone: str, player: str, *, at: str) -> None:
        with self.writing():
            found = self._rows("SELECT player FROM guest WHERE match = ? AND phone = ?", match_id, phone)
            if not found or found[0]["player"] == player:
                return
            self.db.execute("UPDATE guest SET player = ? WHERE match = ? AND phone = ?", (player, match_id, phone))
            claim = (match_id, phone, player, found[0]["player"], at)
            self.db.execute("INSERT INTO claim VALUES (?, ?, ?, ?, ?)", claim)
            self._changed(match_id)

    def claims(self, match_id: str) -> list[Claim]:
        rows = self._rows("SELECT * FROM claim WHERE match = ? ORDER BY rowid", match_id)
        return [Claim(row["phone"], row["player"], row["before"], row["at"]) for row in rows]

    def set_owner(self, match_id: str, phone: str) -> None:
        with self.writing():
            guest = "UPDATE guest SET may_write = 1 WHERE match = ? AND phone = ?"
            if self.db.execute(guest, (match_id, phone)).rowcount:
                self.db.execute("UPDATE match SET owner = ? WHERE id = ?", (phone, match_id))
                self._changed(match_id)

    def pass_pen(self, match_id: str, phone: str, *, may_write: bool) -> None:
        with self.writing():
            self.db.table("guest").update((match_id, phone), {"may_write": int(may_write)})
            self._renew(match_id, write=not may_write, read=False)
            self._changed(match_id)

    def show_out(self, match_id: str, phones: Sequence[str], *, renew: bool) -> None:
        with self.writing():
            gone = [guest for guest in self.guests(match_id) if guest.phone in phones]
            for guest in gone:
                self.db.table("guest").delete((match_id, guest.phone))
            self._renew(match_id, write=renew and any(guest.may_write for guest in gone), read=renew)
            self._changed(match_id)

    def forget(self, phone: str) -> None:
        with self.writing():
            for owned in self._rows("SELECT id FROM match WHERE owner = ?", phone):
                self._hand_on(owned["id"], phone)
            let_in = [row["match"] for row in self._rows("SELECT match FROM guest WHERE phone = ?", phone)]
            self.db.execute("DELETE FROM guest WHERE phone = ?", (phone,))
            for match_id in let_in:
                self._changed(match_id)
        self._leave_nothing_behind()

    def _hand_on(self, match_id: str, owner: str) -> None:
        others = [guest for guest in self.guests(match_id) if guest.phone != owner]
        if not others:
            self.db.table("match").delete(match_id)
            return
        heir = next((guest for guest in others if guest.may_write), others[0]).phone
        self.db.execute("UPDATE guest SET may_write = 1 WHERE match = ? AND phone = ?", (match_id, heir))
        self.db.execute("UPDATE match SET owner = ? WHERE id = ?", (heir, match_id))

    # --- parts of a deal, where each writes for himself

    def put_part(self, match_id: str, part: PartRow, *, seen: Version, closing: EntryRow | None) -> Appended:
        values = (match_id, part.number, part.player, part.phone, part.at, json.dumps(part.body, ensure_ascii=False))
        with self.writing():
            if self.version(match_id) != seen:
                return "behind"
            self.db.execute("DELETE FROM part WHERE match = ? AND number != ?", (match_id, part.number))
            self.db.execute("INSERT OR REPLACE INTO part VALUES (?, ?, ?, ?, ?, ?)", values)
            self._changed(match_id)
            return self._append(match_id, closing) if closing else "written"

    def parts(self, match_id: str, number: int) -> list[PartRow]:
        rows = self._rows("SELECT * FROM part WHERE match = ? AND number = ? ORDER BY rowid", match_id, number)
        return [PartRow(r["number"], r["player"], r["phone"], r["at"], json.loads(r["body"])) for r in rows]

    # --- the whole

    def backup(self, target: Path) -> None:
        with sqlite3.connect(target) as copy:
            self.db.conn.backup(copy)
        copy.close()

    def restore(self, source: Path) -> None:
        with sqlite3.connect(source) as backup:
            backup.backup(self.db.conn)
        backup.close()
        self.prepare()

    def ids(self) -> list[str]:
        return [row["id"] for row in self._rows("SELECT id FROM match ORDER BY created_at, id")]


def _entry_values(match_id: str, row: EntryRow) -> dict[str, Any]:
    written = {"number": row.number, "entry_id": row.entry_id, "at": row.at, "by": row.by, "phone": row.phone}
    return {"match": match_id, **written, "body": json.dumps(row.body, ensure_ascii=False)}


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def _match(row: Mapping[str, Any]) -> MatchRow:
    stored = json.loads(row["settings"])
    settings = Settings(**{one.name: bool(stored.get(one.name)) for one in fields(Settings)})
    return MatchRow(**{**row, "head": json.loads(row["head"]), "settings": settings, "archived": bool(row["archived"])})


def _settings_text(settings: Settings) -> str:
    return json.dumps(asdict(settings))


def _entry(row: Mapping[str, Any], known_as: tuple[str, ...]) -> EntryRow:
    body = json.loads(row["body"])
    return EntryRow(row["number"], row["entry_id"], row["at"], row["by"], row["phone"], body, known_as)


def _guest(row: Mapping[str, Any]) -> Guest:
    return Guest(row["phone"], bool(row["may_write"]), row["player"], row["joined_at"])
