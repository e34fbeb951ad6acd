"""Watch the files of an SQLite database: detect files that were removed or replaced while the server runs.

SQLite goes on writing into removed files, where the next start would not find it, and does not read again what it has
cached. Only the log is opened here: closing the database or its index would release SQLite's locks on them.
"""

import errno
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryFile
from threading import Lock
from typing import Literal
from weakref import WeakValueDictionary

LOG_HEADS = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")  # the first bytes of every write-ahead log

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
PAGE = 4096  # bytes

Marks = tuple[int, ...]


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:
        return None


class Files:
    """The database, its write-ahead log and the log's index, as the first connection of this process found them.

    SQLite removes the log and its index when the last connection of any process closes.
    """

    def __init__(self, path: Path):
        self._database, self._log, self._index = path, Path(f"{path}-wal"), Path(f"{path}-shm")
        self.look_again()

    def look_again(self) -> None:
        """Accept the current files as those of the database."""
        self._nodes = self._look()[0]
        self._sound: Marks | None = None  # size and times of the database, as found or last written
        self._length = 0  # length of the log

    def _look(self) -> tuple[Marks, Marks, int]:
        """Return the inodes of the files (0 for none), the marks of the database, and the bytes of the log."""
        database, log, index = (_stat(path) for path in (self._database, self._log, self._index))
        nodes = tuple(file.st_ino if file else 0 for file in (database, log, index))
        marks = (database.st_size, database.st_mtime_ns, database.st_ctime_ns) if database else ()
        return nodes, marks, log.st_size if log else 0

    @property
    def are_there(self) -> bool:
        return self._look()[0] == self._nodes

    @property
    def is_database_there(self) -> bool:
        return self._look()[0][0] == self._nodes[0]

    @property
    def are_unchanged(self) -> bool:
        """Return True if the files are unchanged since this process last looked or wrote."""
        nodes, marks, length = self._look()
        return nodes == self._nodes and marks == self._sound and length >= self._length

    @property
    def is_log_whole(self) -> bool:
        """Return True if the log has not become shorter; another server process may legitimately have shortened it."""
        return self._look()[2] >= self._length

    def accept(self) -> None:
        """Remember the current state: it was checked, or written by this process."""
        _, self._sound, self._length = self._look()

    def accept_write(self) -> bool:
        """Remember the state after a write.

        Returns:
            False if the next start would not find it, because the files are others or the log is not readable.
        """
        nodes, self._sound, self._length = self._look()
        try:
            return nodes == self._nodes and (not self._length or self._log_head() in LOG_HEADS)
        except OSError:
            return False

    def _log_head(self) -> bytes:
        with open(self._log, "rb", buffering=0) as file:  # noqa: PTH123
            return file.read(4)

    def is_sound(self) -> bool:
        """Return True if the database on disk is intact, which a connection with cached pages would not notice."""
        _, marks, length = self._look()
        if not marks or not marks[0]:
            # Sound only if the database is just being created. SQLite would take an emptied one for a new one, and
            # delete its log.
            return self._sound is None and not length
        try:
            with closing(sqlite3.connect(self._database)) as fresh:
                return bool(fresh.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
        except sqlite3.DatabaseError as error:
            return (error.sqlite_errorcode & 0xFF) not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def fault_of_disk(folder: Path) -> Literal["full", "read_only"]:
    """Return why nothing can be written: the disk is full, or read-only."""
    try:
        with TemporaryFile(dir=folder, buffering=0) as file:
            file.write(bytes(PAGE))
            os.fsync(file.fileno())
    except OSError as error:
        return "full" if error.errno in NO_ROOM else "read_only"
    return "full"


_opened: WeakValueDictionary[Path, Files] = WeakValueDictionary()
_lock = Lock()


def files_of(path: Path) -> Files:
    """Return the files of an open database, the same object for all connections of this process."""
    with _lock:
        files = _opened.get(path)
        if files is None:
            files = _opened[path] = Files(path)
        return files
