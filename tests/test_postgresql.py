"""The app on PostgreSQL, for a club with several servers. Tests of the store are in test_store.py."""

import re
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import psycopg
import pytest
from flask import Flask
from support.app_server import served
from support.phones import Phone, codes, new_app, new_table, text_of

from companion.limits import WRONG_CODES, Pace
from companion.store import Unavailable, open_store
from companion.store.postgres import CONNECTIONS, _pool, leave
from companion.store.rows import Reason
from companion.store.shared import DatabaseCounter, DatabaseScreens

NOWHERE = "postgresql://postgres@/none?host=/nowhere"


def played(folder: Path, place: str) -> Phone:
    """Return a match with an entry, a correction, a second phone in another seat, a rematch and its invitation."""
    app = new_app(folder, DATABASE=place)
    owner = new_table(app)
    guest = Phone(app, owner.match)
    guest.enter(codes(app, owner.match)[1], "Bo")
    assert owner.write("AABBC", 1).status_code == 303
    assert owner.post("/entries", strike=1, seen="1.1", entry_id="struck").status_code == 303
    assert owner.post("/rematch").status_code == 303
    open_store(place).invite(owner.match, owner=True, until="2999")
    return owner


class TestApp:
    def test_a_table_plays(self, address: str, tmp_path: Path) -> None:
        owner = played(tmp_path / "instance", address)
        assert "Anna" in text_of(owner.get().text)
        assert owner.client.get(f"/m/{owner.match}/live?seen={owner.version}").status_code in (200, 204)
        store = open_store(address)
        assert [row.number for row in store.entries(owner.match)] == [1, 2]
        store.close()

    def test_it_is_chosen_by_a_variable(self, address: str, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COMPANION_DATABASE", address)
        assert run("matches") == (0, [])

    def test_a_database_that_does_not_answer(self, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COMPANION_DATABASE", NOWHERE)
        monkeypatch.setattr("companion.store.postgres.PATIENCE", 0.2)
        code, answer = run("matches")
        assert (code, answer["error"]["code"]) == (2, "database.away")
        assert "is not responding" in answer["error"]["message"]
        leave(NOWHERE)


class TestSeveralServers:
    """Each server knows what the others have counted or shown."""

    @pytest.fixture
    def servers(self, address: str, tmp_path: Path) -> list[Flask]:
        return [new_app(tmp_path / name, DATABASE=address, SECRET_KEY=b"k" * 32) for name in ("one", "two")]

    def test_wrong_codes_count_on_all_servers(self, address: str, servers: list[Flask]) -> None:
        answers = [servers[n % 2].test_client().post("/join", data={"code": "x"}) for n in range(WRONG_CODES.times + 1)]
        assert [one.status_code for one in answers] == [404] * WRONG_CODES.times + [429]
        with psycopg.connect(address) as asked:
            assert not [name for (name,) in asked.execute("SELECT name FROM counted") if "127.0.0.1" in name]

    def test_old_counters_are_ignored_and_deleted(self, address: str) -> None:
        counter = DatabaseCounter(partial(open_store, address), b"k", "anything", Pace(1, 0))
        for _ in range(3):
            counter.count("Anna")
        assert not counter.is_full("Anna")
        assert len(open_store(address).rows("SELECT * FROM counted")) == 1

    def test_a_television_of_one_gets_its_board_through_another(self, servers: list[Flask]) -> None:
        anna, tv = new_table(servers[0]), Phone(servers[1])
        shown = re.search(r'class="tv-code">(\w+)<', tv.client.get("/tv").text)
        assert shown
        assert tv.client.get("/tv/live", query_string={"code": shown[1]}).status_code == 204
        assert anna.post("/tv", code=shown[1]).status_code == 303
        assert tv.client.get("/tv/live").headers["HX-Redirect"] == f"/m/{anna.match}/board"
        assert anna.post("/tv", code=shown[1]).status_code == 404, "it is spent"

    def test_screens(self, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("companion.store.shared.SCREENS", 2)
        screens = DatabaseScreens(partial(open_store, address))
        first = screens.new_code("first")
        assert screens.code_of("first") == first
        assert screens.shows("first", first)
        second = screens.new_code("second")
        assert second not in ("", first)
        assert screens.new_code("third") == "", "no one that waits goes for it"
        assert screens.take(first, "m") == "first"
        with psycopg.connect(address, autocommit=True) as asked:
            asked.execute("UPDATE screen SET until = now()")
        assert screens.take(second, "m") is None
        assert screens.new_code("third")
        assert screens.sent("second") == ""

    def test_polls_leave_no_connection_behind(self, address: str, servers: list[Flask]) -> None:
        owner = new_table(servers[0])
        cookie = owner.client.get_cookie("companion")
        assert cookie
        path = f"/m/{owner.match}/live?after={owner.version}"
        with served(servers[0]) as server:
            for _ in range(2 * CONNECTIONS):
                phone = HTTPConnection("127.0.0.1", server.effective_port, timeout=5)
                phone.request("GET", path, headers={"Cookie": f"companion={cookie.value}"})
                answer = phone.getresponse()
                answer.read()
                phone.close()
                is_long_way = bool(answer.getheader("Content-Language"))
                assert (answer.status, is_long_way) == (204, False)
        found = _pool(address).get_stats()
        assert found["pool_available"] == found["pool_size"]


class TestMove:
    """`companion move`: all matches move from one database to the other with the same checksums."""

    def test_there_and_back(self, address: str, run: Any, tmp_path: Path) -> None:
        file = tmp_path / "instance" / "companion.db"
        owner = played(tmp_path / "instance", str(file))
        assert run("move", file, address) == (0, {"matches": 2, "equal": True})
        assert run("move", address, tmp_path / "back.db") == (0, {"matches": 2, "equal": True})
        there, back = open_store(file), open_store(tmp_path / "back.db")
        assert there.match(owner.match) == back.match(owner.match)
        assert there.entries(owner.match) == back.entries(owner.match)

    def test_nothing_is_written_over(self, address: str, run: Any, tmp_path: Path) -> None:
        file = tmp_path / "instance" / "companion.db"
        played(tmp_path / "instance", str(file))
        run("move", file, address)
        code, told = run("move", file, address)
        assert (code, told["error"]["code"]) == (2, "move.target")
        assert "postgres@" not in told["error"]["message"]

    @pytest.mark.parametrize("content", [b"", b"something else"])
    def test_what_holds_no_matches(self, address: str, run: Any, tmp_path: Path, content: bytes) -> None:
        file = tmp_path / "other.db"
        file.write_bytes(content)
        code, told = run("move", file, address)
        assert (code, told["error"]["code"]) == (2, "move.source")


class TestFaults:
    """Each fault that PostgreSQL reports is told as its meaning for the table."""

    @pytest.mark.parametrize(
        ("statement", "reason"),
        [
            ("SET TRANSACTION READ ONLY; UPDATE match SET title = ''", "read_only"),
            ("SELECT pg_sleep(1)", "busy"),
            ("DROP TABLE match CASCADE; SELECT * FROM match", "gone"),
            ("SELECT pg_terminate_backend(pg_backend_pid())", "away"),
        ],
    )
    def test_reason(self, address: str, statement: str, reason: Reason) -> None:
        store = open_store(address)
        store.run("SET statement_timeout = 300")
        with pytest.raises(Unavailable) as fault, store.writing():
            for part in statement.split("; "):
                store.run(part)
        assert fault.value.reason == reason
        store.idle()
        leave(address)

    def test_a_writer_that_waits_too_long_for_its_match_is_told(self, address: str) -> None:
        first, second = open_store(address), open_store(address)
        match = first.create("toy", {"title": "", "players": ["Anna", "Bo"]}, owner="", at="").id
        second.run("SET lock_timeout = 200")
        with first.writing(match):
            with pytest.raises(Unavailable) as fault:
                second.archive(match, archived=True)
            assert fault.value.reason == "busy"
            assert second.create("toy", {"title": "", "players": ["Anna", "Bo"]}, owner="", at="")  # another match
        first.idle()
        second.idle()

    def test_a_connection_that_was_cut_off_is_replaced(self, address: str) -> None:
        store = open_store(address)
        store.rows("SELECT 1")
        store.idle()
        with psycopg.connect(address, autocommit=True) as other:
            other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid != pg_backend_pid()")
        assert store.ids() == []
        store.idle()
