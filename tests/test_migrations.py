"""Databases of all earlier schemas can be opened: all evenings and all rights are kept."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlite_utils import Database
from support.cases import kept
from support.phones import new_app, stored
from support.share import every

from companion.cli import main
from companion.match_cache import match_of
from companion.store import Settings, SqliteStore, Version, open_store
from companion.store.migrations import all_steps, migrations
from companion.store.postgres import leave, steps
from companion.store.sqlite import KEPT

RELEASED = sorted(Path(__file__).with_name("released").glob("*.sql"))
SCORES = kept(Path(__file__).with_name("released") / "scores.toml")
SETTINGS = ("match", "settings")  # rewritten by a step of its own: see TestMigrations
with closing(Database(memory=True)) as empty:
    STEPS = [step.name for step in migrations.pending(empty)[1:]]


def schema(path: Path) -> dict[str, object]:
    """Return every table with its columns and indexes, whatever the formatting of the statements."""
    with closing(sqlite3.connect(path)) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        columns = {name: sorted(row[1:] for row in db.execute(f"PRAGMA table_xinfo({name})")) for name in tables}
        indexes = list(db.execute("SELECT name, tbl_name FROM sqlite_master WHERE type = 'index' ORDER BY name"))
    return {"columns": columns, "indexes": indexes}


def contents(database: Path) -> dict[str, list[dict[str, Any]]]:
    """Return all rows of all tables, by column names."""
    with closing(sqlite3.connect(database)) as found:
        found.row_factory = sqlite3.Row
        tables = [name for (name,) in found.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            table: [dict(row) for row in found.execute(f"SELECT * FROM {table} ORDER BY rowid")] for table in tables
        }


def landed(dump: Path, folder: Path) -> Path:
    folder.mkdir()
    with closing(sqlite3.connect(folder / "companion.db")) as database:
        database.executescript(dump.read_text(encoding="utf-8"))
    return folder / "companion.db"


def test_every_schema_is_here() -> None:
    """A new migration needs a dump of the schema before it, with matches."""
    assert [dump.stem for dump in RELEASED] == [str(n) for n in range(1, len(all_steps()))]


@pytest.mark.parametrize("dump", RELEASED, ids=lambda dump: dump.stem)
class TestAnUpgrade:
    def test_it_keeps_everything(self, dump: Path, tmp_path: Path) -> None:
        old = landed(dump, tmp_path / "old")
        before = contents(old)
        app = new_app(tmp_path / "old")
        new_app(tmp_path / "fresh")
        assert schema(old) == schema(tmp_path / "fresh" / "companion.db")
        assert app.extensions["upgraded"].kept.parent == old.parent
        after = contents(old)
        for table in before.keys() - {"_sqlite_migrations"}:
            names = [name for name in (before[table] or [{}])[0] if (table, name) != SETTINGS]
            assert [{name: row[name] for name in names} for row in after[table]] == [
                {name: row[name] for name in names} for row in before[table]
            ]
        store = stored(app)
        scores = {}
        for match_id in store.ids():
            row = store.match(match_id)
            assert row
            match = match_of(row, store.entries(match_id))
            assert match
            assert store.guest(match_id, row.owner)
            if match.record.entries:
                tally = match.tally
                scores[row.game] = {player: figure.value for player, figure in tally.scores.items()}
        assert scores == SCORES
        longest = next(match_id for match_id in store.ids() if len(store.entries(match_id)) == 5)
        let_in = {(guest.player, guest.may_write) for guest in store.guests(longest)}
        assert {("Cia", False), ("Bo", True)} < let_in

    def test_a_listing_says_so_and_a_copy_is_kept(
        self, dump: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        old = landed(dump, tmp_path / "old")
        before = contents(old)
        monkeypatch.setenv("COMPANION_INSTANCE", str(old.parent))
        told = []
        for _ in range(2):
            with pytest.raises(SystemExit) as end:
                main(["matches"])
            assert end.value.code == 0
            told.append(capsys.readouterr().err)
        (copy,) = old.parent.glob("before-upgrade-*.db")
        assert copy.name.startswith(f"before-upgrade-{dump.stem}-")
        assert told == [
            f"The matches were updated to this version. The old file is kept in {copy}.\n",
            "",
        ]
        assert contents(copy) == before
        assert copy.stat().st_mode & 0o077 == 0


def test_few_copies_are_kept(tmp_path: Path) -> None:
    for n in range(KEPT + 2):
        (tmp_path / f"before-upgrade-1-{n}.db").touch()
    place = tmp_path / "companion.db"
    with closing(sqlite3.connect(place)) as database:
        database.executescript(RELEASED[0].read_text(encoding="utf-8"))
    with closing(open_store(place)) as store:
        upgraded = store.prepare()
    kept = list(tmp_path.glob("before-upgrade-*.db"))
    assert len(kept) == KEPT
    assert upgraded
    assert upgraded.kept in kept


@pytest.mark.parametrize("n", every(3, range(1, len(steps()))))
def test_postgresql_is_brought_up_from_every_step(address: str, n: int) -> None:
    columns = "SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'public'"
    with psycopg.connect(address, autocommit=True) as database:
        fresh = set(database.execute(columns))
        database.execute(
            "DROP SCHEMA public CASCADE; CREATE SCHEMA public; CREATE TABLE migration (name TEXT PRIMARY KEY)"
        )
        for step in steps()[:n]:
            database.execute(step.read_bytes())
            database.execute("INSERT INTO migration VALUES (%s)", [step.name])
        values = "VALUES ('m', 'toy', '', '{}', '', 'phone', 'W', 'R')"
        database.execute(
            f"INSERT INTO match (id, game, title, head, created_at, owner, write_code, read_code) {values}".encode()
        )
        database.execute("INSERT INTO entry VALUES ('m', 1, 'e', '', '', 'phone', '{\"kind\": \"misdeal\"}')")
        leave(address)
        with closing(open_store(address)) as store:
            assert store.prepare()
            assert store.prepare() is None
            assert store.entries("m")[0].body == {"kind": "misdeal"}
        assert set(database.execute(columns)) == fresh


def released(path: Path, *, before: str) -> SqliteStore:
    """Return a database as the version before that migration left it."""
    store = SqliteStore(path)
    with store.writing():
        migrations.apply(store.db, stop_before=before)
    return store


MATCH = "INSERT INTO match (id, game, title, head, created_at, owner, write_code, read_code, settings)"


class TestMigrations:
    """A database of any earlier version gets the current schema, and keeps its data."""

    @pytest.mark.parametrize("before", every(3, STEPS))
    def test_a_migrated_schema_equals_a_fresh_one(self, path: Path, tmp_path: Path, before: str) -> None:
        old = released(tmp_path / "old.db", before=before)
        old.db.execute(f"{MATCH} VALUES ('m', 'toy', '', '{{}}', '', 'phone', 'W', 'R', '{{}}')")
        old.db.execute("INSERT INTO entry VALUES ('m', 1, 'e1', '', '', 'phone', '{\"kind\": \"misdeal\"}')")
        old.db.conn.commit()
        old.close()
        migrated = SqliteStore(tmp_path / "old.db")
        migrated.prepare()
        assert migrated.entries("m")[0].body == {"kind": "misdeal"}
        assert migrated.version("m") == Version(1, 0)
        migrated.close()
        assert schema(tmp_path / "old.db") == schema(path)

    def test_a_rematch_that_was_a_setting_becomes_a_link(self, tmp_path: Path) -> None:
        old = released(tmp_path / "old.db", before="evenings_and_equal_deals")
        settings = {"first": '{"confirm": true, "rematch": "second"}', "second": '{"rematch": "deleted"}'}
        for match_id, text in settings.items():
            codes = (f"W{match_id}", f"R{match_id}", text)
            old.db.execute(f"{MATCH} VALUES (?, 'toy', '', '{{}}', '', 'phone', ?, ?, ?)", (match_id, *codes))
        old.db.conn.commit()
        old.close()
        store = SqliteStore(tmp_path / "old.db")
        store.prepare()
        first, second = store.match("first"), store.match("second")
        assert first
        assert second
        assert (first.settings, first.followed_by, first.follows) == (Settings(confirm=True), "second", None)
        assert (second.settings, second.followed_by, second.follows) == (Settings(), None, "first")

    def test_several_processes_may_start_at_once(self, tmp_path: Path) -> None:
        script = f"from companion.store import open_store; open_store({str(tmp_path / 'new.db')!r}).prepare()"
        running = [subprocess.Popen([sys.executable, "-c", script]) for _ in range(3)]
        assert [process.wait(timeout=60) for process in running] == [0, 0, 0]

    def test_rows_are_strict(self, path: Path) -> None:
        with pytest.raises(sqlite3.IntegrityError):
            store = SqliteStore(path)
            store.db.execute("INSERT INTO entry VALUES ('m', 'one', 'e', '', '', '', '{}')")
