"""The store in an SQLite file, through sqlite-utils: connections, transactions, migrations and backups.

Every write transaction is taken at once (BEGIN IMMEDIATE) and under one lock, so that writers queue here instead of in
SQLite's back-off.
"""

import secrets
import sqlite3
import tempfile
from _thread import LockType
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import BoundedSemaphore, Lock
from time import monotonic
from typing import ClassVar

from sqlite_utils import Database
from sqlite_utils.db import NotFoundError, Table

from companion.clock import now
from companion.instance import whole
from companion.store.engine import Key, Row
from companion.store.files import fault_of_disk, files_of
from companion.store.matches import Store
from companion.store.migrations import all_steps, is_later, migrations, steps_of
from companion.store.rows import Reason, Restored, Unavailable, Upgraded

WRITERS = Lock()
WAITING = BoundedSemaphore(5)  # one writing and four waiting: the other threads are left for readers
PATIENCE = 3.0  # seconds to wait for other writers, in this process and in others
CROWDED = 1.0  # seconds to wait if too many are waiting already
MOMENT = 0.1  # seconds to wait after another has waited in vain, so that waits do not add up
LOOK = 1.0  # seconds between two checks of the files while nobody writes
PRIMARY = 0xFF  # the low byte of an extended error code
KEPT = 3  # copies from before upgrades that are kept
REASONS: dict[int, Reason] = {
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_CANTOPEN: "read_only",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}


class GaveUp:
    """The time when a writer last gave up; reset when one succeeds."""

    at = float("-inf")


@contextmanager
def _turn(lock: "BoundedSemaphore | LockType", end: float) -> Iterator[None]:
    """Hold a lock.

    Raises:
        Unavailable: it was not free before `end`, in seconds of `monotonic`.
    """
    if not lock.acquire(timeout=max(0.0, end - monotonic())):
        raise Unavailable("busy")
    try:
        yield
    finally:
        lock.release()


@contextmanager
def translating_faults(path: Path) -> Iterator[None]:
    """Convert SQLite errors; for a plain failure the reason is found by testing the disk.

    Raises:
        Unavailable: a known error, with its reason.
    """
    try:
        yield
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", 0) & PRIMARY
        reason = fault_of_disk(path.parent) if code == sqlite3.SQLITE_IOERR else REASONS.get(code)
        if reason is None:
            raise
        raise Unavailable(reason) from error


@contextmanager
def brought_up(source: Path) -> Iterator["SqliteStore"]:
    """Yield a copy of a database, migrated to this version; the file itself is unchanged."""
    with tempfile.TemporaryDirectory() as folder, closing(SqliteStore(Path(folder) / "copy.db")) as copied:
        with closing(sqlite3.connect(source)) as original:
            original.backup(copied.db.conn)
        copied.bring_up()
        yield copied


def _text(stored: bytes) -> str:
    """Decode a text of the database; return one replacement character if it is damaged."""
    try:
        return stored.decode()
    except UnicodeDecodeError:
        return "\ufffd"


class _Table(Table):
    """A table made by the migrations: an insert does not create it, and reading a missing one is an error."""

    def exists(self) -> bool:
        return True


class SqliteStore(Store):
    """One connection to the file; writers wait for one another, also if they write in different matches."""

    arrival: ClassVar[str] = "rowid"

    def __init__(self, path: Path | str):
        self.path = Path(path).absolute()
        with translating_faults(self.path):
            connection = sqlite3.connect(path, timeout=PATIENCE, check_same_thread=False)
            connection.text_factory = _text
            self.db = Database(connection, execute_plugins=False)  # from here on `close` can close it
            # deleted content is overwritten
            for pragma in ("foreign_keys=ON", "synchronous=FULL", "trusted_schema=OFF", "secure_delete=ON"):
                self.db.execute(f"PRAGMA {pragma}")
            self.db.execute("SELECT 1 FROM sqlite_master")  # opens the log too
        self.files = files_of(self.path)
        self.looked = monotonic()
        self._waits = PATIENCE

    def __del__(self) -> None:
        """Close the connection when nobody uses it any more."""
        if "db" in self.__dict__:
            self.close()

    def prepare(self) -> Upgraded | None:
        """Check the file, then apply the migrations that are missing and keep a copy from before.

        Raises:
            Unavailable: the file is damaged or cannot be opened, or a later version has used it.
        """
        with translating_faults(self.path):
            if self.rows("PRAGMA quick_check(1)") != [{"quick_check": "ok"}]:
                raise Unavailable("damaged")
            with self.reading():  # others may migrate it meanwhile
                if is_later(self.db.conn):
                    raise Unavailable("later")
        return self.bring_up(keep=True)

    def bring_up(self, *, keep: bool = False) -> Upgraded | None:
        """Apply the migrations that are missing; `keep` a copy from before."""
        with translating_faults(self.path):
            self.db.enable_wal()
            self.db.execute("SELECT 1 FROM sqlite_master")
            self.files.look_again()
        upgraded = None
        with self.writing():
            done = steps_of(self.db.conn)
            if keep and done and done != all_steps() and self.ids():
                upgraded = Upgraded(self._copy_before_upgrade(len(done)))
            migrations.apply(self.db)
            self.db.execute("PRAGMA user_version = 0")  # a write, so that a read-only disk is noticed now
        return upgraded

    def _copy_before_upgrade(self, steps: int) -> Path:
        """Copy the database to a file beside it, named by its number of migrations; the latest KEPT are kept."""
        name = f"before-upgrade-{steps}-{now().replace(':', '')}-{secrets.token_hex(2)}.db"
        with whole(self.path.with_name(name)) as half, closing(SqliteStore(self.path)) as before:
            before.backup(half)
        earlier = sorted(self.path.parent.glob("before-upgrade-*.db"), key=lambda path: path.stat().st_mtime)
        for path in earlier[:-KEPT]:
            path.unlink()
        return self.path.with_name(name)

    def idle(self) -> None:
        if self.db.conn.in_transaction:
            self.db.rollback()
        if monotonic() - self.looked > LOOK:
            self.looked = monotonic()
            if not self.files.are_there:
                self._rescue()

    def close(self) -> None:
        with suppress(AttributeError):  # closed before
            del self.files
        self.db.close()

    def _rescue(self) -> None:
        """Copy what was written to a deleted log into the database file, where the next start finds it."""
        if self.files.is_database_there:
            with suppress(sqlite3.Error):
                self.db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def _check_before(self) -> None:
        """Raise Unavailable if the files were removed, replaced or overwritten: a write would be lost."""
        if self.files.are_unchanged:
            return
        self._require_files()
        if self.files.is_log_whole:
            self._rescue()  # keeps our writes and another program's
        if not self.files.is_sound():
            raise Unavailable("damaged")
        self.files.accept()

    def _check_after(self) -> None:
        """Raise Unavailable if the next start would not find what was written; the phone then sends it again."""
        if not self.files.accept_write():
            self._require_files()
            raise Unavailable("damaged")

    def _require_files(self) -> None:
        if not self.files.are_there:
            self._rescue()
            raise Unavailable("gone")

    @contextmanager
    def writing(self, *matches: str) -> Iterator[None]:
        """Begin a transaction at once (BEGIN IMMEDIATE); `Database.atomic` would begin one that may fail to write."""
        try:
            with self._begun():
                if not matches:
                    self.db.execute("PRAGMA defer_foreign_keys = ON")  # copied matches may refer to later ones
                GaveUp.at = float("-inf")
                try:
                    yield
                    self.db.commit()
                except BaseException:
                    self.db.rollback()
                    raise
                self._check_after()
        except Unavailable as fault:
            if fault.reason == "busy":
                GaveUp.at = monotonic()
            raise

    @contextmanager
    def _begun(self) -> Iterator[None]:
        """Begin a transaction once no other thread or program writes; raise Unavailable if that takes too long."""
        begin = monotonic()
        patience = MOMENT if begin - GaveUp.at < PATIENCE else PATIENCE
        end = begin + patience
        with _turn(WAITING, begin + min(CROWDED, patience)), _turn(WRITERS, end), translating_faults(self.path):
            self._wait_at_most(end - monotonic())
            self._check_before()
            self.db.execute("BEGIN IMMEDIATE")
            yield

    def _wait_at_most(self, seconds: float) -> None:
        """Set SQLite's busy timeout, rounded to a tenth of a second so that it rarely changes."""
        waits = max(MOMENT, round(seconds, 1))
        if waits != self._waits:
            self.db.execute(f"PRAGMA busy_timeout = {int(1000 * waits)}")
            self._waits = waits

    @contextmanager
    def reading(self) -> Iterator[None]:
        with translating_faults(self.path):
            self.db.execute("BEGIN")
            try:
                yield
            finally:
                self.db.rollback()

    # --- rows

    def get(self, table: str, key: Key) -> Row | None:
        try:
            with translating_faults(self.path):
                return _Table(self.db, table).get(key)
        except NotFoundError:
            return None

    def rows_where(
        self, table: str, where: str = "", *values: object, select: str = "*", order_by: str = ""
    ) -> list[Row]:
        with translating_faults(self.path):
            rows = _Table(self.db, table).rows_where(where or None, values, select=select, order_by=order_by or None)
            return list(rows)

    def insert_all(self, table: str, rows: Iterable[Mapping[str, object]], *, replace: bool = False) -> None:
        _Table(self.db, table).insert_all(map(dict, rows), replace=replace)

    def update(self, table: str, key: Key, changes: Mapping[str, object]) -> bool:
        try:
            _Table(self.db, table).update(key, dict(changes))
        except NotFoundError:
            return False
        return True

    def delete_where(self, table: str, where: str = "", *values: object) -> None:
        _Table(self.db, table).delete_where(where or None, values)

    def rows(self, sql: str, *values: object) -> list[Row]:
        with translating_faults(self.path):
            cursor = self.db.execute(sql, values)  # Database.query would add a savepoint
            names = [column[0] for column in cursor.description]
            return [dict(zip(names, row, strict=True)) for row in cursor]

    def run(self, sql: str, *values: object) -> int:
        return self.db.execute(sql, values).rowcount

    # --- deletion, and the database as a whole

    def delete(self, match_id: str) -> None:
        super().delete(match_id)
        self._leave_nothing_behind()

    def forget(self, phone: str) -> None:
        super().forget(phone)
        self._leave_nothing_behind()

    def _leave_nothing_behind(self) -> None:
        """Remove deleted content from the log too."""
        self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        self.files.accept()

    def lay_down(self) -> None:
        """Write everything into the one file, without a log beside it."""
        self.db.disable_wal()

    def backup(self, target: Path) -> None:
        with closing(sqlite3.connect(target)) as copy:
            self.db.conn.backup(copy)

    def restore(self, source: Path) -> Restored:
        with brought_up(source) as former:
            restored = former.come_after(self)
            former.db.conn.backup(self.db.conn)
        self.bring_up()
        return restored
