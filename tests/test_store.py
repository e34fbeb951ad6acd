"""The record on disk: nothing acknowledged is lost, nothing is written twice, and old databases grow new tables."""

import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from companion.store import CODE_LENGTH, EntryRow, PartRow, Store, migrations

HEAD = {"title": "Friday", "players": ["Anna", "Bo"], "options": {}, "opening": {}}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    store = Store(tmp_path / "companion.db")
    store.prepare()
    store.close()
    return tmp_path / "companion.db"


@pytest.fixture
def store(path: Path) -> Store:
    return Store(path)


def new_match(store: Store, owner: str = "phone") -> str:
    return store.create("rams", HEAD, owner=owner, at="2026-11-21T20:00:00Z").id


def entry(number: int, entry_id: str = "", text: str = "") -> EntryRow:
    return EntryRow(
        number, entry_id or f"e{number}", "2026-11-21T20:00:00Z", "", "phone", {"kind": "note", "text": text}
    )


def schema(path: Path) -> dict[str, object]:
    """Every table with its columns and indexes; how the statements were written does not matter."""
    with sqlite3.connect(path) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        columns = {name: sorted(row[1:] for row in db.execute(f"PRAGMA table_xinfo({name})")) for name in tables}
        indexes = list(db.execute("SELECT name, tbl_name FROM sqlite_master WHERE type = 'index' ORDER BY name"))
    return {"columns": columns, "indexes": indexes}


class TestMigrations:
    """A database of any earlier version becomes what a fresh one is, and keeps what it holds."""

    def test_a_migrated_schema_equals_a_fresh_one(self, path: Path, tmp_path: Path) -> None:
        old = tmp_path / "old.db"
        first_only = Store(old)
        with first_only.writing():
            migrations.apply(first_only.db, stop_before="parts_of_deals")
        first_only.db.execute(
            "INSERT INTO match (id, game, title, head, created_at, owner, write_code, read_code)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            ("m", "rams", "", "{}", "", "phone", "W", "R"),
        )
        first_only.db.execute("INSERT INTO entry VALUES ('m', 1, 'e1', '', '', 'phone', '{\"kind\": \"misdeal\"}')")
        first_only.db.conn.commit()
        first_only.close()
        migrated = Store(old)
        migrated.prepare()
        assert migrated.entries("m")[0].body == {"kind": "misdeal"}
        assert migrated.version("m") == "1.0"
        migrated.close()
        assert schema(old) == schema(path)

    def test_several_processes_may_start_at_once(self, tmp_path: Path) -> None:
        script = f"from companion.store import Store; Store({str(tmp_path / 'new.db')!r}).prepare()"
        running = [subprocess.Popen([sys.executable, "-c", script]) for _ in range(3)]
        assert [process.wait(timeout=60) for process in running] == [0, 0, 0]

    def test_rows_are_strict(self, store: Store) -> None:
        with pytest.raises(sqlite3.IntegrityError):
            store.db.execute("INSERT INTO entry VALUES ('m', 'one', 'e', '', '', '', '{}')")


class TestAppend:
    """One number, one entry; one entry, one number."""

    def test_in_order(self, store: Store) -> None:
        match = new_match(store)
        assert [store.append(match, entry(n)) for n in (1, 2)] == ["written", "written"]
        assert [row.number for row in store.entries(match)] == [1, 2]

    def test_somebody_was_first(self, store: Store) -> None:
        match = new_match(store)
        store.append(match, entry(1, text="first"))
        assert store.append(match, entry(1, "other", text="second")) == "behind"
        assert store.append(match, entry(3, "ahead")) == "behind"
        assert [row.body["text"] for row in store.entries(match)] == ["first"]

    def test_the_same_again(self, store: Store) -> None:
        match = new_match(store)
        store.append(match, entry(1, "same"))
        assert store.append(match, entry(1, "same")) == "known"
        assert store.append(match, entry(2, "same")) == "known"
        assert store.count(match) == 1

    def test_many_writers_at_once(self, path: Path) -> None:
        """Eight threads with connections of their own, each taking whatever number is next."""
        match = new_match(Store(path))
        each = 12
        outcomes: list[str] = []

        def write(name: int) -> None:
            own = Store(path)
            for n in range(each):
                while True:
                    outcome = own.append(match, entry(own.count(match) + 1, f"{name}-{n}"))
                    outcomes.append(outcome)
                    if outcome == "written":
                        break
            own.close()

        threads = [threading.Thread(target=write, args=(name,)) for name in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        rows = Store(path).entries(match)
        assert [row.number for row in rows] == list(range(1, 8 * each + 1))
        assert len({row.entry_id for row in rows}) == 8 * each
        assert outcomes.count("written") == 8 * each

    def test_killed_while_writing_nothing_said_to_be_saved_is_lost(self, path: Path) -> None:
        """A process writes and says so, entry by entry, until it is killed; what it said stands."""
        match = new_match(Store(path))
        script = (
            "import sys\nfrom companion.store import EntryRow, Store\n"
            f"store = Store({str(path)!r})\n"
            "for n in range(1, 100000):\n"
            f"    row = EntryRow(n, f'e{{n}}', '', '', '', {{'kind': 'note', 'text': 'x' * 500}})\n"
            f"    assert store.append({match!r}, row) == 'written'\n"
            "    print(n, flush=True)\n"
        )
        with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            for _ in range(20):
                process.stdout.readline()
            time.sleep(0.05)
            process.send_signal(signal.SIGKILL)
            said = 20 + len(process.stdout.readlines())
        rows = Store(path).entries(match)
        assert [row.number for row in rows] == list(range(1, len(rows) + 1))
        assert said <= len(rows) <= said + 1  # the last may have been on the disk before it was said
        assert list(Store(path).db.query("PRAGMA integrity_check")) == [{"integrity_check": "ok"}]


class TestMatches:
    def test_codes_differ_and_are_easy_to_read(self, store: Store) -> None:
        row = store.match(new_match(store))
        assert row
        assert row.write_code != row.read_code
        for code in (row.write_code, row.read_code):
            assert len(code) == CODE_LENGTH
            assert not set(code) & set("0O1IL")
        assert store.by_code(row.write_code) == (row, True)
        assert store.by_code(row.read_code) == (row, False)

    def test_deleting_leaves_nothing(self, store: Store) -> None:
        match = new_match(store)
        store.append(match, entry(1))
        store.put_part(match, PartRow(2, "Anna", "phone", "", {}))
        store.delete(match)
        counts = [
            next(iter(store.db.query(f"SELECT count(*) AS n FROM {t}")))["n"]
            for t in ("match", "entry", "guest", "part")
        ]
        assert counts == [0, 0, 0, 0]

    def test_a_match_without_owner_belongs_to_the_first_writer(self, store: Store) -> None:
        match = store.create("rams", HEAD, owner="", at="").id
        assert store.guests(match) == []
        store.let_in(match, "reader", may_write=False, at="")
        store.let_in(match, "writer", may_write=True, at="")
        store.let_in(match, "second", may_write=True, at="")
        found = store.match(match)
        assert found
        assert found.owner == "writer"

    def test_a_rematch_is_made_once_with_the_same_phones(self, store: Store) -> None:
        match = new_match(store)
        store.let_in(match, "reader", may_write=False, at="")
        row = store.match(match)
        assert row
        again = store.rematch(row, HEAD, at="2026-11-21T22:00:00Z")
        assert store.rematch(row, HEAD, at="2026-11-21T22:00:01Z") == again
        assert [(g.phone, g.may_write) for g in store.guests(again)] == [("phone", True), ("reader", False)]

    def test_the_version_changes_with_all_that_phones_must_see(self, store: Store) -> None:
        match = new_match(store)
        seen = [store.version(match)]
        store.append(match, entry(1))
        seen.append(store.version(match))
        store.put_part(match, PartRow(2, "Anna", "phone", "", {}))
        seen.append(store.version(match))
        store.set_settings(match, {"confirm": True})
        seen.append(store.version(match))
        store.pass_pen(match, "phone", may_write=True)
        seen.append(store.version(match))
        assert len(set(seen)) == len(seen)


class TestBackup:
    """A copy of everything while the app is running, and back."""

    def test_there_and_back(self, store: Store, tmp_path: Path) -> None:
        match = new_match(store)
        store.append(match, entry(1))
        store.backup(tmp_path / "copy.db")
        store.append(match, entry(2))
        other = new_match(store)
        running = Store(tmp_path / "companion.db")
        assert running.count(match) == 2
        store.restore(tmp_path / "copy.db")
        assert running.ids() == [match] != [other]
        assert running.count(match) == 1
