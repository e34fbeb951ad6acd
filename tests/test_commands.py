"""The commands that manage matches, and their help and errors."""

import argparse
import io
import json
import os
import re
import shlex
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from support.commands import MATCH
from support.phones import Phone, new_app

import companion
from companion.cli import _parser, main, matches, output, rules
from companion.games import GAMES
from companion.instance import database as database_of
from companion.instance import lost_key, lost_matches
from companion.network import Reachable
from companion.program_name import command
from companion.store import Version, open_store
from companion.translation import without_catalogue

pytestmark = pytest.mark.usefixtures("folder")


@pytest.fixture
def app(folder: Path) -> Flask:
    return new_app(folder / "instance")


class TestKeeping:
    def test_in_and_out(self, run: Any, file: Path) -> None:
        code, taken = run("import", file)
        assert code == 0
        code, written = run("export", taken["id"])
        assert code == 0
        assert [{k: v for k, v in e.items() if k not in ("id", "at")} for e in written["entries"]] == MATCH["entries"]
        assert run("export", "all")[1][0]["players"] == ["Anna", "Bo"]

    def test_the_first_phone_to_join_owns_it(self, run: Any, file: Path, folder: Path) -> None:
        taken = run("import", file)[1]
        phone = Phone(new_app(folder / "instance"), taken["id"])
        phone.enter(taken["write_code"])
        assert phone.post("/archive").status_code == 303

    def test_they_are_listed(self, run: Any, file: Path) -> None:
        taken = run("import", file)[1]
        (listed,) = run("matches")[1]
        assert listed.pop("last_written")
        told = {"id": taken["id"], "game": "toy", "title": "", "players": ["Anna", "Bo"], "status": "running"}
        assert listed == {**told, "entries": 1}

    def test_an_owner_who_is_gone_is_replaced(
        self, run: Any, file: Path, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """The host lets one phone in as the new owner, once."""
        taken = run("import", file)[1]
        app = new_app(folder / "instance")
        lost, found = (Phone(app, taken["id"]) for _ in range(2))
        lost.enter(taken["write_code"])
        with pytest.raises(SystemExit):
            main(["invite", taken["id"], "--owner", "--url", "http://card.table/"])
        link = capsys.readouterr().out.splitlines()[0]
        assert link.startswith("http://card.table/j/")
        code = link.rpartition("/")[2]
        assert found.enter(code, "Anna").status_code == 303
        assert found.post("/archive").status_code == 303
        assert lost.post("/archive").status_code == 403
        assert Phone(app).enter(code).status_code == 404

    def test_in_no_network_an_invitation_has_no_qr(
        self, run: Any, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        taken = run("import", file)[1]
        monkeypatch.setattr(matches, "answers", lambda *_: None)
        drawn = {}
        for found in ((), (Reachable("192.168.1.23", "wlan0", "wifi"),)):
            monkeypatch.setattr(matches, "places", lambda found=found: found)
            with pytest.raises(SystemExit):
                main(["invite", taken["id"]])
            told = capsys.readouterr()
            assert "Nothing answers on port 8000" in told.err
            drawn[found] = ("█" in told.out, "only on this computer" in told.err)
        assert list(drawn.values()) == [(False, True), (True, False)]

    def test_all_or_nothing(self, run: Any, file: Path) -> None:
        bad = {**MATCH, "entries": [*MATCH["entries"], {"kind": "deal", "end": "knock", "by": "Zoe"}]}  # type: ignore[misc]
        file.write_text(json.dumps(bad), encoding="utf-8")
        code, wrong = run("import", file)
        assert (code, wrong["error"]["entry"]) == (1, 2)
        code, none = run("export", "all")
        assert (code, none["error"]["code"]) == (2, "folder.empty"), "nothing has begun here"

    @pytest.mark.parametrize(
        "asked", [("matches",), ("host",), ("invite", "x"), ("export", "all"), ("backup", "copy.db")]
    )
    def test_in_a_wrong_folder_nothing_is_made(
        self, folder: Path, asked: tuple[str, ...], capsys: pytest.CaptureFixture[str]
    ) -> None:
        """The error says which folder was searched, and how to name another."""
        with pytest.raises(SystemExit) as end:
            main(asked)
        told = capsys.readouterr()
        assert (end.value.code, told.out) == (2, "")
        error = json.loads(told.err)["error"]
        assert error["code"] == "folder.empty"
        assert str(folder / "instance") in error["message"]
        assert f"COMPANION_INSTANCE=FOLDER {command()} {asked[0]}" in error["message"]
        assert not (folder / "instance").exists()

    def test_backup_and_restore(self, run: Any, file: Path, folder: Path) -> None:
        taken = run("import", file)[1]
        assert run("backup", folder / "copy.db") == (0, None)
        run("import", file)
        assert run("restore", folder / "copy.db")[0] == 0
        assert [one["id"] for one in run("matches")[1]] == [taken["id"]]
        assert run("restore", folder / "copy.db")[0] == 0
        assert len(list((folder / "instance").glob("before-restore-*.db"))) == 2, (
            "a second restore keeps the first state"
        )

    def test_a_restored_match_has_another_version(self, run: Any, file: Path, folder: Path) -> None:
        """Otherwise the phone would not be told of new entries once there are as many as before."""
        taken = run("import", file)[1]["id"]
        run("backup", folder / "copy.db")
        seen = []
        for _ in range(2):
            assert run("restore", folder / "copy.db")[0] == 0
            store = open_store(str(folder / "instance" / "companion.db"))
            row = store.match(taken)
            store.close()
            assert row
            seen.append(row.changes)
            assert Version.parse(str(Version(1, row.changes)))
        assert len({0, *seen}) == 3

    def test_a_backup_takes_the_place_of_backups_only(self, run: Any, file: Path, folder: Path) -> None:
        run("import", file)
        assert run("backup", folder / "instance" / "companion.db")[0] == 2
        assert run("backup", "/dev/null")[0] == 2
        assert run("backup", file)[0] == 2, "a match file is no backup"
        assert run("backup", folder / "copy.db")[0] == 0
        assert run("backup", folder / "copy.db")[0] == 0
        assert (folder / "copy.db").stat().st_mode & 0o077 == 0

    @pytest.mark.parametrize(
        "sql",
        [
            "INSERT INTO _sqlite_migrations (migration_set, name) VALUES ('companion', 'of_next_year')",
            "CREATE TRIGGER late AFTER INSERT ON entry BEGIN DELETE FROM entry; END",
            "CREATE VIEW late AS SELECT * FROM entry",
            "DROP TABLE claim",
            "ALTER TABLE entry RENAME COLUMN body TO content",
            "CREATE TABLE other (id)",
        ],
    )
    def test_only_what_is_ours_is_restored(self, run: Any, file: Path, folder: Path, sql: str) -> None:
        """Databases of later versions and other programs are refused, also those with triggers."""
        run("import", file)
        assert run("backup", folder / "copy.db")[0] == 0
        with closing(sqlite3.connect(folder / "copy.db")) as later, later:
            later.execute(sql)
        assert run("restore", folder / "copy.db")[0] == 2
        assert len(run("export", "all")[1]) == 1

    @pytest.mark.parametrize(("content", "said"), [(b"no database" * 99, "damaged"), (None, "cannot be used")])
    def test_a_bad_disk_is_said_in_one_line(
        self, folder: Path, content: bytes | None, said: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        if content is None:
            (folder / "instance").write_text("a file where the folder should be")
        else:
            (folder / "instance").mkdir()
            (folder / "instance" / "companion.db").write_bytes(content)
        with pytest.raises(SystemExit) as end:
            main(["serve", "--host", "127.0.0.1", "--port", "0"])
        assert end.value.code == 2
        told = capsys.readouterr().err
        assert said in told
        assert len(told.splitlines()) == 1

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            ("--port 65536", "a port is a number"),
            ("--port -1", "a port is a number"),
            ("--host no.such.invalid", "no.such.invalid is not an address of this computer"),
        ],
    )
    def test_where_it_cannot_listen_it_says_why(
        self, arguments: str, said: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with pytest.raises(SystemExit) as end:
            main(["serve", *arguments.split()])
        assert end.value.code == 2
        assert said in capsys.readouterr().err.splitlines()[-1]

    def test_an_invalid_database_address_makes_no_file(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.chdir(folder)
        monkeypatch.setenv("COMPANION_DATABASE", "mysql:cards")
        with pytest.raises(SystemExit) as end:
            main(["matches"])
        assert (end.value.code, list(folder.iterdir())) == (2, [])
        error = json.loads(capsys.readouterr().err)["error"]
        assert error["code"] == "database.address"
        assert "must begin with postgresql://" in error["message"]

    @pytest.mark.parametrize("arguments", [("restore", "none.db"), ("move", "none.db", "other.db")])
    def test_a_missing_file_is_called_missing(self, run: Any, folder: Path, arguments: tuple[str, ...]) -> None:
        code, answer = run(*(folder / one if "." in one else one for one in arguments))
        assert (code, answer["error"]["code"]) == (2, "file.missing")
        assert not (folder / "none.db").exists()

    @pytest.mark.parametrize("asked", ["matches", "export all"])
    def test_a_damaged_database_is_reported_as_json(self, run: Any, folder: Path, asked: str) -> None:
        (folder / "instance").mkdir()
        (folder / "instance" / "companion.db").write_bytes(b"no database" * 99)
        code, answer = run(*asked.split())
        assert (code, answer["error"]["code"]) == (2, "database.damaged")

    @pytest.mark.parametrize(
        ("found", "is_lost"), [({}, False), ({"secret.key"}, True), ({"secret.key", "companion.db"}, False)]
    )
    def test_matches_that_are_gone_are_missed(self, tmp_path: Path, found: set[str], is_lost: bool) -> None:
        for name in found:
            (tmp_path / name).write_text("x")
        assert lost_matches(tmp_path) == is_lost

    @pytest.mark.parametrize(("size", "is_lost"), [(None, False), (0, True), (31, True), (32, False)])
    def test_a_key_that_was_emptied_is_missed(self, tmp_path: Path, size: int | None, is_lost: bool) -> None:
        if size is not None:
            (tmp_path / "secret.key").write_bytes(b"x" * size)
        assert lost_key(tmp_path) == is_lost

    def test_languages_that_are_not_built_are_named(self, tmp_path: Path) -> None:
        assert without_catalogue() == []
        built = tmp_path / "it" / "LC_MESSAGES"
        built.mkdir(parents=True)
        (built / "messages.mo").touch()
        assert without_catalogue(tmp_path) == ["Svenska", "Français"]

    def test_a_pipe_is_no_database_and_no_backup(self, run: Any, file: Path, tmp_path: Path) -> None:
        pipe = tmp_path / "elsewhere" / "companion.db"
        pipe.parent.mkdir()
        os.mkfifo(pipe)
        assert run("restore", pipe)[0] == 2
        with pytest.raises(OSError, match="it is no file"):
            database_of(pipe.parent)

    @pytest.mark.parametrize("text", ['{"format": 1, "format": 2}', '[{"a": {"b": 1, "c": 2, "b": 1}}]'])
    def test_what_stands_twice_is_refused_by_its_name(self, run: Any, tmp_path: Path, text: str) -> None:
        (tmp_path / "twice.json").write_text(text)
        code, wrong = run("import", tmp_path / "twice.json")
        assert (code, wrong["error"]["code"]) == (2, "json.twice")

    @pytest.mark.parametrize(
        "arguments", [("export", "nope"), ("invite", "nope"), ("import", "nope.json"), ("restore", "match.json")]
    )
    def test_what_cannot_be_done_says_so(self, run: Any, file: Path, arguments: tuple[str, str]) -> None:
        run("import", file)
        name = file if arguments[1] == "match.json" else arguments[1]
        code, wrong = run(arguments[0], name)
        assert code == 2
        assert wrong["error"]["message"]


COMMANDS = next(one for one in _parser()._actions if isinstance(one, argparse._SubParsersAction)).choices


class TestHelp:
    """Every command describes itself, with examples that work."""

    @pytest.mark.parametrize("name", COMMANDS)
    def test_of_a_command(self, name: str) -> None:
        text = COMMANDS[name].format_help()
        assert re.search(r"^[A-Z][^.]+\.", text, re.MULTILINE)
        examples = re.findall(r"^  companion (.+)$", text, re.MULTILINE)
        assert examples
        for example in examples:
            told = _parser().parse_args(shlex.split(example.partition(" <")[0].partition(" >")[0]))
            assert told.command == name

    def test_the_version_is_that_of_the_page(self, app: Flask, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit) as end:
            main(["--version"])
        version = capsys.readouterr().out.strip()
        assert (end.value.code, version) == (0, f"companion {companion.__version__}")
        assert version in Phone(app).client.get("/").text


class TestForPeople:
    """A table at a terminal, JSON for programs and with --json; errors on standard error."""

    @pytest.fixture(autouse=True)
    def terminal(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for module in (output, rules):
            monkeypatch.setattr(module, "is_terminal", lambda _: True)

    def said(self, capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as end:
            main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        return int(end.value.code or 0), printed.out, printed.err

    def test_tables(self, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
        taken = json.loads(self.said(capsys, "import", file)[1])["id"]
        _, table, _ = self.said(capsys, "matches")
        head, row = table.splitlines()
        assert head.split() == ["id", "game", "title", "players", "status", "entries", "last", "written"]
        assert row.startswith(f"{taken}  toy ")
        assert "Anna, Bo" in row
        assert json.loads(self.said(capsys, "matches", "--json")[1])[0]["id"] == taken
        assert self.said(capsys, "address")[1].startswith("url")

    def test_questions(self, capsys: pytest.CaptureFixture[str]) -> None:
        code, table, _ = self.said(capsys, "questions", "toy", "--lang", "sv")
        assert (code, "toy   clause" in table) == (0, True)
        listed = json.loads(self.said(capsys, "questions", "--json")[1])
        assert {"toy", *(game.key for game in GAMES)} == {one["game"] for one in listed}
        assert next(one["facts"] for one in listed if one["question"] == "case") == ["text", "options"]

    @pytest.mark.parametrize(
        "arguments", ["export x", "import x.json", "sheet x.json -o y.pdf", "find x words", "questions x"]
    )
    def test_an_error_is_a_sentence(self, file: Path, capsys: pytest.CaptureFixture[str], arguments: str) -> None:
        self.said(capsys, "import", file)
        code, out, error = self.said(capsys, *arguments.split())
        assert (code, out, len(error.splitlines())) == (2, "", 1)

    def test_unknown_names_are_answered_with_the_known_ones(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert "Choose from: " in self.said(capsys, "ask", "x", "case")[1]
        assert "companion questions toy" in self.said(capsys, "ask", "toy", "x")[1]

    def test_ask_says_that_it_waits(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO('{"text": "lead"}'))
        code, out, error = self.said(capsys, "ask", "toy", "case")
        assert (code, bool(json.loads(out))) == (0, True)
        assert "Type the facts" in error
