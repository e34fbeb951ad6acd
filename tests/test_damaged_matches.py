"""A match that the disk has damaged is reported as damaged; all others still work."""

import io
import json
import sqlite3
from contextlib import closing, redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from support.phones import Phone, codes, new_app, new_table, text_of
from support.share import every

from companion.cli import main

# Columns with texts, and damaged contents: no JSON, another kind of JSON, no UTF-8.
COLUMNS = {
    "match": ["title", "head", "created_at", "settings"],
    "entry": ["at", "by", "phone", "body"],
    "guest": ["player", "joined_at"],
    "claim": ["player", "before", "at"],
    "part": ["body", "at"],
}
LEFT = {
    "no JSON": "'not json'",
    "another JSON": "'[5]'",
    "an empty object": "'{}'",
    "no UTF-8": "CAST(x'80ff' AS TEXT)",
}
ALL = [(table, one) for table, names in COLUMNS.items() for one in names]
READ = {("match", "head"), ("match", "settings"), ("entry", "body"), ("part", "body")}
PAGES = ["", "/log", "/board", "/course", "/share", "/match.json", "/score.csv", "/live?after=0.0", "/e/1", "/settings"]
LISTS = ["/", "/matches", "/matches?q=x", "/statistics", "/new/toy", "/forget", "/healthz"]


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Flask:
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path))
    return new_app(tmp_path)


@pytest.fixture
def owner(app: Flask) -> Phone:
    """Return the phone of two matches, each with a deal, a second phone and a part; it is in the later match."""
    phone = Phone(app)
    for _ in range(2):
        data = {"players[]": ["Anna", "Bo", "Cia"], "dealer": "0", "title": "Friday"}
        phone.match = phone.client.post("/new/toy", data=data).location.rpartition("/")[2]
        phone.write("AABBC", 1)
        Phone(app).enter(codes(app, phone.match)[0], "Bo")
    with closing(sqlite3.connect(app.config["DATABASE"])) as db, db:
        db.execute("INSERT INTO part SELECT id, 2, 'Anna', owner, created_at, '{\"rounds\": []}' FROM match")
        db.execute("UPDATE match SET settings = '{\"own_parts\": true}'")
    return phone


def spoil(app: Flask, match: str, sql: str) -> None:
    with closing(sqlite3.connect(app.config["DATABASE"])) as db, db:
        assert db.execute(sql, (match,)).rowcount
    new_app(Path(app.instance_path))  # the app can still be started


def listed() -> list[dict[str, Any]]:
    with redirect_stdout(io.StringIO()) as out, pytest.raises(SystemExit) as end:
        main(["matches"])
    assert end.value.code == 0
    found: list[dict[str, Any]] = json.loads(out.getvalue())
    return found


@pytest.mark.parametrize(("table", "column", "left"), every(7, [(*one, left) for one in ALL for left in LEFT], first=4))
class TestAColumn:
    """Any column may be damaged in any of these ways."""

    def test_nothing_else_stops(self, app: Flask, owner: Phone, table: str, column: str, left: str) -> None:
        own = "id" if table == "match" else "match"
        spoil(app, owner.match, f"UPDATE {table} SET {column} = {LEFT[left]} WHERE {own} = ?")
        told = [owner.client.get(f"/m/{owner.match}{path}").status_code for path in PAGES]
        assert set(told) <= {200, 204, 404, 503}, dict(zip(PAGES, told, strict=True))
        statuses = {path: owner.client.get(path).status_code for path in LISTS}
        assert set(statuses.values()) == {200}, statuses
        assert owner.write("AABBC", 2).status_code in (303, 409, 422, 503)
        both = {one["id"]: one["status"] for one in listed()}
        assert len(both) == 2
        (other,) = set(both) - {owner.match}
        assert both[other] == "running"
        assert owner.client.get(f"/m/{other}").status_code == 200
        if (table, column) in READ and table != "part" and left in ("no JSON", "no UTF-8"):
            assert both[owner.match] == "damaged"
            assert told[0] == 503


class TestAMatch:
    """A damaged match is reported to its own phones, to the host and by the commands."""

    SPOILED = "UPDATE entry SET body = 'not json' WHERE match = ? AND number = 1"

    def test_its_page_says_what_and_what_to_do(self, app: Flask, owner: Phone) -> None:
        spoil(app, owner.match, self.SPOILED)
        answer = owner.get()
        assert answer.status_code == 503
        assert "entry 1 cannot be read" in text_of(answer.text)
        assert "restore a backup" in text_of(answer.text)

    def test_what_is_typed_meanwhile_is_not_lost(self, app: Flask, owner: Phone) -> None:
        spoil(app, owner.match, self.SPOILED)
        answer = owner.write("AABBC", 2)
        assert answer.status_code == 503
        assert 'name="rounds[]" value="Bo"' in answer.text

    def test_a_missing_entry_is_noticed(self, app: Flask, owner: Phone) -> None:
        owner.client.post(f"/m/{owner.match}/entries", data={"kind": "note", "text": "Tea", "seen": "1.0"})
        with closing(sqlite3.connect(app.config["DATABASE"])) as db, db:
            db.execute("INSERT INTO entry VALUES (?, 7, 'x', '', '', '', '{\"kind\": \"misdeal\"}')", (owner.match,))
        new_app(Path(app.instance_path))
        assert owner.get().status_code == 503

    def test_statistics_count_the_others_and_say_so(self, app: Flask, owner: Phone) -> None:
        spoil(app, owner.match, self.SPOILED)
        told = text_of(owner.client.get("/statistics").text)
        assert "1 match is damaged and not counted." in told
        assert "Anna" in told

    def test_the_lists_name_it(self, app: Flask, owner: Phone) -> None:
        spoil(app, owner.match, "UPDATE match SET head = 'not json' WHERE id = ?")
        for path in ("/", "/matches"):
            told = text_of(owner.client.get(path).text)
            assert "damaged" in told
            assert "Anna" in told

    @pytest.mark.parametrize("column", ["entry SET body", "match SET head"])
    def test_the_commands_name_it(
        self, app: Flask, owner: Phone, capsys: pytest.CaptureFixture[str], tmp_path: Path, column: str
    ) -> None:
        own = "id" if column.startswith("match") else "match"
        spoil(app, owner.match, f"UPDATE {column} = 'not json' WHERE {own} = ?")
        results = {}
        asked = (["matches"], ["export", "all"], ["export", owner.match], ["backup", str(tmp_path.parent / "copy.db")])
        for command in asked:
            with pytest.raises(SystemExit) as end:
                main(command)
            told = capsys.readouterr()
            results[command[0], command[-1]] = end.value.code
            assert "Traceback" not in told.err
            if command[0] != "backup":
                assert f"Match {owner.match} is damaged" in told.err + told.out
        assert [code for (name, last), code in results.items() if last != owner.match] == [0, 0, 0]
        assert results["export", owner.match] == 2

    def test_it_moves_with_all_others(
        self, app: Flask, owner: Phone, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        spoil(app, owner.match, self.SPOILED)
        with pytest.raises(SystemExit) as end:
            main(["move", app.config["DATABASE"], str(tmp_path / "moved.db")])
        assert (end.value.code, json.loads(capsys.readouterr().out)) == (0, {"matches": 2, "equal": True})


def test_undamaged_tables_notice_nothing(app: Flask) -> None:
    assert new_table(app).get().status_code == 200
