"""Files of the database are deleted or overwritten while the server runs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.stores import HEAD, entry, new_match

from companion.store import SqliteStore, Unavailable, sqlite


def spoil(path: Path, where: int, amount: int) -> None:
    with path.open("r+b") as file:
        file.seek(where)
        file.write(b"\xa5" * amount)


def cut(path: Path, length: int) -> None:
    with path.open("r+b") as file:
        file.truncate(length)


def spoil_unseen(path: Path) -> None:
    """Overwrite a file and reset its time; only the system's own time of change shows it."""
    found = path.stat()
    spoil(path, 8192, found.st_size - 8192)
    os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns))


HARM = {
    "a log removed": ("gone", lambda path: path.with_name(f"{path.name}-wal").unlink()),
    "an index removed": ("gone", lambda path: path.with_name(f"{path.name}-shm").unlink()),
    "a log emptied": ("damaged", lambda path: cut(path.with_name(f"{path.name}-wal"), 0)),
    "the head written over": ("damaged", lambda path: spoil(path, 0, 4096)),
    "the middle written over": ("damaged", lambda path: spoil(path, 8192, path.stat().st_size - 8192)),
    "the middle written over and its time put back": ("damaged", spoil_unseen),
    "cut off": ("damaged", lambda path: cut(path, 5000)),
    "emptied": ("damaged", lambda path: cut(path, 0)),
    "removed": ("gone", lambda path: path.unlink()),
    "replaced": ("gone", lambda path: path.with_name("half").write_bytes(b"") or path.with_name("half").replace(path)),
}


class TestHarm:
    """Files are deleted or overwritten while the server runs: acknowledged entries are on disk under their names."""

    @pytest.mark.parametrize("harm", HARM)
    def test_nothing_is_acknowledged_into_it(self, path: Path, harm: str) -> None:
        store = SqliteStore(path)
        match = new_match(store)
        for n in range(1, 40):
            store.append(match, entry(n))
        store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        store.append(match, entry(40))
        reason, do = HARM[harm]
        do(path)
        for _ in range(2):
            with pytest.raises(Unavailable) as fault:
                store.append(match, entry(41))
            assert fault.value.reason == reason
        if harm not in ("emptied", "removed", "replaced"):
            with pytest.raises(Unavailable):
                SqliteStore(path).append(match, entry(41))

    @pytest.mark.parametrize("beside", ["wal", "shm"])
    @pytest.mark.parametrize("writes", [False, True])
    def test_entries_of_a_removed_log_survive_a_restart(
        self, path: Path, tmp_path: Path, beside: str, writes: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sqlite, "LOOK", 0)
        store = SqliteStore(path)
        match = new_match(store)
        store.append(match, entry(1))
        path.with_name(f"{path.name}-{beside}").unlink()
        if writes:
            with pytest.raises(Unavailable):
                store.append(match, entry(2))
        else:
            store.idle()
        killed = tmp_path / "killed.db"
        for end in ("", "-wal"):
            found = path.with_name(path.name + end)
            if found.exists():
                killed.with_name(killed.name + end).write_bytes(found.read_bytes())
        assert [row.number for row in SqliteStore(killed).entries(match)] == [1]

    def test_proper_writes_of_other_programs_are_no_damage(self, path: Path) -> None:
        store = SqliteStore(path)
        match = new_match(store)
        script = f"""from companion.store import *
store = open_store({str(path)!r})
for n in range(2, 400): store.append({match!r}, EntryRow(n, str(n), "", "", "", {{"kind": "note", "text": "x" * 1900}}))
store.delete(store.create("toy", {HEAD!r}, owner="", at="").id)"""
        store.append(match, entry(1))
        subprocess.run([sys.executable, "-c", script], check=True)
        assert store.append(match, entry(400)) == "written"
