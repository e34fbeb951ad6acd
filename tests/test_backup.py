"""Matches survive later versions, root, and killed backups."""

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg
import pytest
from flask import Flask
from support.phones import Phone, codes, entries, new_app, new_table, stored
from support.share import every

from companion.cli import main
from companion.instance import LEFT, private, whole
from companion.store import Unavailable, is_ours, label, open_store
from companion.store.rows import sign_of

LATER = {
    "a step": "INSERT INTO _sqlite_migrations (migration_set, name) VALUES ('companion', 'of_next_year')",
    "a column": "ALTER TABLE match ADD COLUMN colour TEXT NOT NULL DEFAULT ''",
    "a column less": "ALTER TABLE claim DROP COLUMN before",
    "another name": "ALTER TABLE entry RENAME COLUMN body TO content",
}
SOMEBODY = 12345  # an account that is not root and owns nothing else


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """Return the app on the folder that the commands use."""
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "instance"))
    return new_app(tmp_path / "instance")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    """Return a function that runs a command: its exit code, standard output and standard error."""

    def command(*arguments: object) -> tuple[int, str]:
        with pytest.raises(SystemExit) as end:
            main([str(argument) for argument in arguments])
        told = capsys.readouterr()
        return int(end.value.code or 0), told.out + told.err

    return command


def change(path: Path | str, sql: str) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(sql)


def before_the_last_step(path: Path) -> None:
    """Change a database to the schema of the version before this one."""
    change(path, "DROP TABLE forgotten")
    change(path, "DROP TABLE phone_key")
    for column in ("at", "by", "phone"):
        change(path, f"ALTER TABLE same DROP COLUMN {column}")
    change(path, "DELETE FROM _sqlite_migrations WHERE name = 'phones_and_merged_deals'")


def dump(path: Path | str) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return list(db.iterdump())


COMMANDS = [
    "serve --port 0 --host 127.0.0.1",
    "matches",
    "export all",
    "backup copy.db",
    "invite x",
    "move {file} x.db",
]


class TestALaterVersion:
    """No version writes into tables that it does not know."""

    @pytest.mark.parametrize(("asked", "later"), every(3, [*product(COMMANDS, LATER)]))
    def test_every_command_refuses_it_in_a_sentence(
        self, app: Flask, run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, later: str, asked: str
    ) -> None:
        monkeypatch.chdir(tmp_path)
        new_table(app)
        file = Path(app.config["DATABASE"])
        change(file, LATER[later])
        before = dump(file)
        code, told = run(*asked.format(file=file).split())
        assert code == 2
        assert len(told.splitlines()) == 1 or '"error"' in told
        assert "later version" in told or "does not contain matches of this app" in told
        assert dump(file) == before
        assert not (tmp_path / "copy.db").exists()

    def test_tables_of_other_programs_are_ignored(self, app: Flask, run: Any) -> None:
        new_table(app)
        change(app.config["DATABASE"], "CREATE TABLE of_the_program_that_copies (id INTEGER)")
        assert run("matches")[0] == 0

    def test_postgresql(self, address: str, run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path))
        monkeypatch.setenv("COMPANION_DATABASE", address)
        with psycopg.connect(address, autocommit=True) as db:
            db.execute("INSERT INTO migration VALUES ('9_of_next_year.sql')")
        code, told = run("matches")
        assert (code, "later version" in told) == (2, True)

    @pytest.mark.parametrize("harm", ["later", "damaged"])
    def test_a_backup_takes_its_place_and_it_is_kept(self, app: Flask, run: Any, tmp_path: Path, harm: str) -> None:
        owner = new_table(app)
        file = Path(app.config["DATABASE"])
        assert run("backup", tmp_path / "copy.db")[0] == 0
        if harm == "later":
            change(file, LATER["a column"])
        else:
            for beside in ("-wal", "-shm"):
                Path(f"{file}{beside}").unlink(missing_ok=True)
            file.write_bytes(b"no database" * 999)
        assert run("restore", tmp_path / "copy.db")[0] == 0
        (kept,) = file.parent.glob("before-restore-*.db")
        assert b"no database" in kept.read_bytes() or "colour" in "".join(dump(kept))
        assert owner.match in run("matches")[1]


@pytest.mark.skipif(os.name != "posix" or os.getuid() != 0, reason="only root can write as another account")
class TestRoot:
    """`sudo companion ...` leaves no file that the server's account cannot use."""

    @pytest.fixture
    def theirs(self, app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
        """Return a folder of another account with matches, as its server leaves it; it cannot read pytest's folders."""
        new_table(app)
        with TemporaryDirectory() as place:
            Path(place).chmod(0o755)
            folder = Path(place) / "instance"
            folder.mkdir()
            for path in Path(app.instance_path).iterdir():
                shutil.copy(path, folder)
            for path in (folder, *folder.iterdir()):
                os.chown(path, SOMEBODY, SOMEBODY)
            monkeypatch.setenv("COMPANION_INSTANCE", str(folder))
            yield folder

    def as_somebody(self, folder: Path, *command: str) -> "subprocess.CompletedProcess[str]":
        environment = {**os.environ, "COMPANION_INSTANCE": str(folder), "HOME": str(folder)}
        return subprocess.run(
            [sys.executable, *command],
            user=SOMEBODY,
            group=SOMEBODY,
            extra_groups=[],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def reads_this_checkout(self, folder: Path) -> bool:
        try:
            return self.as_somebody(folder, "-c", "import companion, werkzeug").returncode == 0
        except PermissionError:
            return False

    def test_files_restored_by_root_belong_to_the_server(self, theirs: Path, run: Any, tmp_path: Path) -> None:
        assert run("backup", tmp_path / "copy.db")[0] == 0
        for _ in range(2):
            assert run("restore", tmp_path / "copy.db")[0] == 0
        assert {path.name: path.stat().st_uid for path in theirs.iterdir()} == {
            path.name: SOMEBODY for path in theirs.iterdir()
        }

    def test_files_left_by_root_do_not_stop_the_server(self, theirs: Path) -> None:
        for kept in ("before-restore-by-root.db", "before-upgrade-1-by-root.db"):
            (theirs / kept).write_bytes(b"")
            (theirs / kept).chmod(0o600)
        if not self.reads_this_checkout(theirs):
            pytest.skip("this checkout is closed to other accounts, as in the home of root")
        found = self.as_somebody(theirs, "-m", "companion", "matches")
        assert (found.returncode, found.stderr) == (0, "")

    @pytest.mark.parametrize("asked", [("host",), ("matches",), ("backup", "{folder}/../instance.db")])
    def test_no_command_leaves_files_of_root(self, theirs: Path, run: Any, asked: tuple[str, ...]) -> None:
        assert run(*(word.format(folder=theirs) for word in asked))[0] == 0
        assert {path.stat().st_uid for path in theirs.iterdir()} == {SOMEBODY}

    def test_files_upgraded_by_root_belong_to_the_server(self, theirs: Path, run: Any) -> None:
        before_the_last_step(theirs / "companion.db")
        assert "before-upgrade" in run("matches")[1]
        assert {path.stat().st_uid for path in theirs.iterdir()} == {SOMEBODY}


class TestForgotten:
    """A phone that was forgotten leaves no id, and no backup lets it in again."""

    @pytest.fixture
    def table(self, app: Flask) -> tuple[Phone, Phone]:
        """Return an owner, and a guest who writes, has a seat and asks to be let in again."""
        owner = new_table(app)
        guest = Phone(app, owner.match)
        guest.enter(codes(app, owner.match)[0], "Bo")
        assert guest.write("AABBC", 1).status_code == 303
        with closing(stored(app)) as store:
            store.invite(owner.match, owner=False, until="2999", instead=guest.id)
        return owner, guest

    def test_its_id_is_deleted_and_its_label_stays(self, app: Flask, table: tuple[Phone, Phone]) -> None:
        owner, guest = table
        known = guest.id
        before, log = label(owner.match, known), owner.get("/log").text
        assert before in log or "Bo" in log
        guest.client.post("/forget")
        assert known not in "".join(dump(app.config["DATABASE"]))
        (entry,) = entries(app, owner.match)
        assert label(owner.match, entry.phone) == before
        assert owner.get().status_code == 200

    @pytest.mark.parametrize("engine", ["sqlite", "postgresql"])
    def test_a_backup_does_not_bring_it_back(
        self,
        request: pytest.FixtureRequest,
        tmp_path: Path,
        run: Any,
        monkeypatch: pytest.MonkeyPatch,
        engine: str,
    ) -> None:
        monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "instance"))
        if engine == "postgresql":
            monkeypatch.setenv("COMPANION_DATABASE", request.getfixturevalue("address"))
        app = new_app(tmp_path / "instance")
        owner = new_table(app)
        guest, shown_out = Phone(app, owner.match), Phone(app, owner.match)
        for phone in (guest, shown_out):
            phone.enter(codes(app, owner.match)[1], "Bo")
        known = guest.id
        assert run("backup", tmp_path / "copy.db")[0] == 0
        guest.client.post("/forget")
        with closing(stored(app)) as store:
            store.show_out(owner.match, [shown_out.id], renew=True, at="")
        code, told = run("restore", tmp_path / "copy.db")
        assert code == 0
        assert "1 phone that was removed from all matches stays removed." in told
        assert "1 phone is back that had left a match or had been removed" in told
        with closing(stored(app)) as store:
            assert [one.phone for one in store.guests(owner.match)] == [owner.id, shown_out.id]
        with closing(open_store(app.config["DATABASE"])) as again:
            assert again.rows("SELECT * FROM forgotten") == [{"sign": sign_of(known)}]
        assert run("restore", tmp_path / "copy.db")[0] == 0
        with closing(stored(app)) as store:
            assert store.guest(owner.match, known) is None


class TestHalves:
    """The files of a killed backup are deleted by the next backup or the next start."""

    HALVES = ("companion.db.1234.part", "before-restore-x.db.12.part", "host.1.part", "companion.db.1.part-journal")

    def test_at_the_next_start(self, tmp_path: Path) -> None:
        for name in (*self.HALVES, "my.parts", "of.now.part"):
            (tmp_path / name).touch()
        for name in (*self.HALVES, "my.parts"):
            os.utime(tmp_path / name, (time.time() - LEFT - 1,) * 2)
        private(tmp_path)
        assert sorted(path.name for path in tmp_path.iterdir()) == ["my.parts", "of.now.part"]

    def test_at_the_next_backup(self, app: Flask, run: Any, tmp_path: Path) -> None:
        new_table(app)
        for name in ("copy[1].db.12.part", "copy[1].db.12.part-wal", "other.db.12.part"):
            (tmp_path / name).touch()
            os.utime(tmp_path / name, (0, 0))
        assert run("backup", tmp_path / "copy[1].db")[0] == 0
        assert {path.name for path in tmp_path.iterdir()} == {"copy[1].db", "instance", "other.db.12.part"}

    def test_a_failed_backup_leaves_no_files(self, tmp_path: Path) -> None:
        with pytest.raises(Unavailable), whole(tmp_path / "copy.db") as half:
            half.write_bytes(b"begun")
            raise Unavailable("full")
        assert not list(tmp_path.iterdir())


def test_a_copy_from_before_an_upgrade_can_be_restored(app: Flask, run: Any) -> None:
    new_table(app)
    file = Path(app.config["DATABASE"])
    before_the_last_step(file)
    run("matches")
    (copy,) = file.parent.glob("before-upgrade-*.db")
    with closing(sqlite3.connect(copy)) as found:
        assert is_ours(found)
    assert run("restore", copy)[0] == 0
