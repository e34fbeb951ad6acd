"""The commands that manage matches, and limits with clear messages."""

import argparse
import io
import json
import os
import re
import shlex
import signal
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from flask import Flask
from support.phones import Phone, codes, entries, new_app, new_table, stored

import companion
from companion import limits
from companion.cli import _parser, main, matches, output, rules
from companion.cli.output import asked_port
from companion.cli.serve import demo_file
from companion.games import GAMES
from companion.instance import database as database_of
from companion.instance import instance, lost_key, lost_matches, note_port, private
from companion.network import Reachable
from companion.program_name import command
from companion.repository import open_session
from companion.store import Version, open_store
from companion.submission import Refused, Written, write_all
from companion.translation import without_catalogue

MATCH = {
    "format": "companion-match/1",
    "game": "toy",
    "players": ["Anna", "Bo"],
    "entries": [{"kind": "deal", "rounds": {"Anna": 3, "Bo": 2}}],
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "instance"))
    return tmp_path


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def command(*arguments: object) -> tuple[int, Any]:
        with pytest.raises(SystemExit) as end:
            main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        errors = printed.err if printed.err.startswith("{") else ""
        return int(end.value.code or 0), json.loads(printed.out or errors or "null")

    return command


@pytest.fixture
def app(folder: Path) -> Flask:
    return new_app(folder / "instance")


@pytest.fixture
def file(folder: Path) -> Path:
    path = folder / "match.json"
    path.write_text(json.dumps(MATCH), encoding="utf-8")
    return path


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


class TestExportAndImport:
    def test_all_matches_are_exported_and_imported(self, run: Any, file: Path, folder: Path) -> None:
        run("import", file)
        file.write_text(json.dumps({**MATCH, "title": "Another"}), encoding="utf-8")
        run("import", file)
        code, exported = run("export", "all")
        assert code == 0
        (folder / "all.json").write_text(json.dumps(exported), encoding="utf-8")
        code, taken = run("import", folder / "all.json")
        assert (code, [one["known"] for one in taken]) == (0, [True, True])
        assert len(run("matches")[1]) == 2
        assert run("export", taken[1]["id"])[1] == exported[1]

    def test_the_readable_files_of_a_list_are_imported(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (folder / "all.json").write_text(json.dumps([MATCH, {**MATCH, "game": "x"}]), encoding="utf-8")
        with pytest.raises(SystemExit) as end:
            main(["import", str(folder / "all.json")])
        told = capsys.readouterr()
        assert (end.value.code, len(json.loads(told.out))) == (2, 1)
        assert "all.json, 2: There is no game named" in told.err

    def test_a_season_is_exported_and_imported(self, run: Any, folder: Path, file: Path) -> None:
        """As a zip, and as a CSV; the exported CSV has the scores of the imported one."""
        scores = folder / "scores.csv"
        scores.write_text("date,game,title,Anna,Bo,Cia\n2026-09-04,free,Hearts,12,7,\n2026-09-05,toy,,1,,2\n")
        assert run("import", file, scores)[0] == 0
        assert run("export", "all", "-o", folder / "all.zip")[0] == 0
        code, taken = run("import", folder / "all.zip")
        assert (code, [one["known"] for one in taken]) == (0, [True] * 3)
        run("export", "all", "-o", folder / "out.csv")
        written = (folder / "out.csv").read_text(encoding="utf-8-sig").splitlines()
        assert "2026-09-04,free,Hearts,12,7," in written
        assert run("export", "all", "-o", folder / "all.txt")[0] == 2

    def test_a_code_gives_to_its_phone_once(self, run: Any, file: Path, folder: Path) -> None:
        run("import", file)
        file.write_text(json.dumps({**MATCH, "title": "Another"}), encoding="utf-8")
        bad = folder / "bad.json"
        bad.write_text("{}")
        with closing(open_store(folder / "instance" / "companion.db")) as store:
            code = store.show_code("me", at="2026-01-01T00:00:00Z", until="2999-01-01T00:00:00Z")
            assert run("import", bad, "--for", code)[0] == 2, "nothing to give: the code is not spent"
            assert run("import", file, "--for", f"{code[:5]}-{code[5:].lower()}")[0] == 0
            assert [row.owner for row in store.matches_of("me")] == ["me"]
            assert run("import", file, "--for", code)[1]["error"]["code"] == "import.code"
            late = store.show_code("me", at="2026-01-01T00:00:00Z", until="2026-01-01T00:10:00Z")
            assert run("import", file, "--for", late)[1]["error"]["code"] == "import.code"

    def test_a_sheet_on_standard_output(self, file: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
        with pytest.raises(SystemExit) as end:
            main(["sheet", str(file), "-o", "-"])
        assert end.value.code == 0
        assert capfdbinary.readouterr().out.startswith(b"%PDF")

    def test_a_backup_that_fails_names_its_own_file(self, run: Any, file: Path, folder: Path) -> None:
        run("import", file)
        code, wrong = run("backup", folder / "nowhere" / "copy.db")
        assert (code, wrong["error"]["message"]) == (
            2,
            f"{folder}/nowhere/copy.db cannot be written: No such file or directory",
        )


class TestDemo:
    """One person can see the app work alone."""

    def test_it_plays_and_leaves_nothing(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        monkeypatch.delenv("COMPANION_INSTANCE")
        monkeypatch.setenv("TMPDIR", str(folder))
        with serving(command="demo") as (first, process):
            assert process.stdout
            lines = [first, *(process.stdout.readline() for _ in range(60 if "█" in first else 4))]
            address = re.search(r"(http://localhost:\d+)/j/\w+", "".join(lines))
            assert address, lines
            with urllib.request.urlopen(address[0]) as page:
                assert "Anna" in page.read().decode()
            assert [path.name for path in folder.iterdir() if path.is_dir()]
        assert [path.name for path in folder.iterdir() if path.is_dir()] == []

    @pytest.mark.parametrize("game", [game.key for game in GAMES if demo_file(game.key)])
    def test_of_each_game(self, run: Any, game: str) -> None:
        code, sheet = run("replay", demo_file(game))
        assert (code, sheet["status"]) == (0, "running")

    def test_of_no_other(self, run: Any) -> None:
        code, wrong = run("demo", "toy")
        assert (code, wrong["error"]["code"]) == (2, "demo.game")


@contextmanager
def serving(*arguments: str, command: str = "serve") -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    started = [sys.executable, "-m", "companion", command, "--host", "127.0.0.1", "--port", "0", *arguments]
    with subprocess.Popen(started, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout
        too_long = Timer(60, process.kill)  # a server that does not end fails this test without blocking others
        too_long.start()
        yield process.stdout.readline(), process
        process.send_signal(signal.SIGINT)
        process.wait()
        too_long.cancel()


class TestServe:
    def test_it_says_where_it_is_and_ends_quietly(self) -> None:
        with serving() as (line, process):
            address = re.search(r"http://127\.0\.0\.1:\d+", line)
            assert address, line
            with urllib.request.urlopen(address[0]) as page:
                assert page.status == 200
            with pytest.raises(urllib.error.HTTPError) as missing:
                urllib.request.urlopen(f"{address[0]}/j/SECRET22")
            missing.value.close()
            process.send_signal(signal.SIGINT)
            assert process.stdout
            rest = process.stdout.read()
        assert "only on this computer" in rest
        assert "SECRET22" not in rest
        assert "Traceback" not in rest
        assert process.returncode == 0

    def test_phones_are_told_the_address_that_was_chosen(self) -> None:
        with serving("--address", "192.0.2.7") as (line, process):
            process.send_signal(signal.SIGINT)
            assert process.stdout
            assert "http://192.0.2.7:" in line
            assert "█" in process.stdout.read()


class TestLimits:
    """Each limit is in limits.py and refused with a clear message."""

    def test_entries_of_a_match(self, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
        owner = new_table(app)
        monkeypatch.setattr("companion.repository.ENTRIES", 1)
        assert owner.write("AAABC", 1).status_code == 303
        answer = owner.write("AAABC", 2)
        assert answer.status_code == 422
        assert "This match is full (1 entries)" in answer.text
        assert len(entries(app, owner.match)) == 1

    def test_size_of_a_match(self, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
        """Few but long entries: counted in bytes, as the disk does."""
        owner = new_table(app)
        note = {"kind": "note", "text": "\N{GRINNING FACE}" * 100}
        monkeypatch.setattr("companion.repository.LARGEST_MATCH", 1024)
        sent = [owner.post("/entries", **note, seen=f"{n}.0", entry_id=f"n{n}") for n in range(3)]
        assert [answer.status_code for answer in sent] == [303, 303, 422]
        assert "This match is full (1 kB)" in sent[-1].text
        assert len(entries(app, owner.match)) == 2

    def test_size_of_a_match_taken_in(self, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
        """A protocol may have more attached data than a request may hold."""
        monkeypatch.setattr("companion.repository.LARGEST_MATCH", 1024)
        note = {"kind": "note", "text": "x" * 900}
        for count, status in ((1, 303), (2, 422)):
            content = json.dumps({**MATCH, "entries": [note] * count}).encode()
            answer = Phone(app).client.post("/import", data={"file": (io.BytesIO(content), "match.json")})
            assert answer.status_code == status

    def test_size_of_what_is_written_together(self, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
        """Such as a handwritten sheet."""
        owner, store = new_table(app), stored(app)
        monkeypatch.setattr("companion.repository.LARGEST_MATCH", 1024)
        note = {"kind": "note", "text": "x" * 900}
        for count, kind in ((2, Refused), (1, Written)):
            session = open_session(store, owner.match, owner.id)
            assert session
            assert isinstance(write_all(store, session, [note] * count, "sheet"), kind)

    def test_new_matches_count_those_taken_in(self, app: Flask) -> None:
        counter = app.extensions["rates"].new_matches
        for _ in range(limits.NEW_MATCHES.times):
            counter.count("127.0.0.1")
        content = json.dumps(MATCH).encode()
        answer = Phone(app).client.post("/import", data={"file": (io.BytesIO(content), "match.json")})
        assert answer.status_code == 429

    def test_length_of_a_note(self, app: Flask) -> None:
        owner = new_table(app)
        text = "x" * (limits.TEXT_LENGTH + 1)
        answer = owner.post("/entries", kind="note", text=text, number=1, entry_id="n")
        assert answer.status_code == 422
        assert f"longer than {limits.TEXT_LENGTH} characters" in answer.text

    def test_matches_of_a_phone(self, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
        owner = new_table(app)
        monkeypatch.setattr("companion.limits.MATCHES", 1)
        answer = owner.client.post("/new/toy", data={"players[]": ["Anna", "Bo"], "dealer": "0"})
        assert answer.status_code == 403
        assert "This phone already has 1 matches" in answer.text
        assert owner.post("/rematch").status_code == 403

    def test_new_matches_in_a_minute(self, app: Flask) -> None:
        found = [new_table(app) for _ in range(limits.NEW_MATCHES.times)]
        data = {"players[]": ["Anna", "Bo"], "dealer": "0"}
        assert found[0].client.post("/new/toy", data=data).status_code == 429

    def test_size_of_a_request(self, app: Flask) -> None:
        content = b" " * (limits.LARGEST_REQUEST + 1)
        answer = Phone(app).client.post("/import", data=content, content_type="multipart/form-data; boundary=x")
        assert answer.status_code == 413
        assert "too large" in answer.text

    def test_requests_of_a_phone(self, app: Flask) -> None:
        owner = new_table(app)
        counter = app.extensions["rates"].writes
        for _ in range(limits.WRITES.times):
            counter.count(owner.id)
        answer = owner.write("AAABC", 1)
        assert answer.status_code == 429
        assert "Wait a minute" in answer.text
        assert Phone(app, owner.match).enter(codes(app, owner.match)[0]).status_code == 303

    def test_counters_forget_and_are_bounded(self, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("companion.store.shared.COUNTED_NAMES", 3)
        counter = app.extensions["rates"].writes
        for n in range(10):
            counter.count(f"phone {n}")
        assert len(counter.seen) <= 4

    def test_another_sites_page_writes_nothing(self, app: Flask) -> None:
        owner = new_table(app)
        for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
            form = {"kind": "note", "text": "x", "seen": "0.0", "entry_id": "n"}
            answer = owner.client.post(f"/m/{owner.match}/entries", data=form, headers=headers)
            assert answer.status_code == 403
        assert stored(app).count(owner.match) == 0


def test_a_file_saved_with_a_byte_order_mark_is_read(run: Any, folder: Path) -> None:
    """Some editors write it."""
    file = folder / "match.json"
    file.write_text(json.dumps(MATCH), encoding="utf-8-sig")
    code, sheet = run("replay", file)
    assert code == 0
    assert sheet["scores"] == {"Anna": 7, "Bo": 8}


def test_commands_ask_the_server_where_it_was_last() -> None:
    """Without --port; the default port if none was ever started here."""
    asked, named = (argparse.Namespace(port=port) for port in (None, 8200))
    before = asked_port(asked)
    note_port(private(instance()), 8123)
    assert (before, asked_port(asked), asked_port(named)) == (8000, 8123, 8200)
