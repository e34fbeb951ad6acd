"""Limits, each in limits.py: what exceeds one is refused with a clear message."""

import io
import json
from http import HTTPStatus
from pathlib import Path

import pytest
from flask import Flask
from support.commands import MATCH
from support.examples import example
from support.phones import PLAYERS, Phone, codes, entries, new_app, new_table, stored

from companion import limits
from companion.games import GAMES
from companion.limits import HEAVY, NEW_MATCHES_DAILY
from companion.repository import open_session
from companion.submission import Refused, Written, write_all
from companion.web.http import rate_limit


class TestLimits:
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


class TestHeavyWork:
    """One at a time, counted in advance, by phone and by address."""

    def test_it_is_counted(self, app: Flask) -> None:
        client = Phone(app).client
        codes = [client.post("/import").status_code for _ in range(HEAVY.times + 1)]
        assert codes == [422] * HEAVY.times + [429]

    def test_only_a_long_thought_is_counted(self, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
        client, counter = app.test_client(), app.extensions["rates"].heavy_here
        cards = next(address for game in GAMES if (address := example(game).thought))
        assert client.get(cards).status_code == 200
        assert not counter.seen
        monkeypatch.setattr(limits, "AT_ONCE", 0)
        assert client.get(cards).status_code == 200
        assert len(counter.seen["127.0.0.1"]) == 1
        while not counter.is_full("127.0.0.1"):
            counter.count("127.0.0.1")
        assert client.get(cards).status_code == HTTPStatus.TOO_MANY_REQUESTS

    def test_one_at_a_time(self, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
        """The requests that wait too long are told so."""
        monkeypatch.setattr(limits, "HEAVY_WAIT", 0.05)
        with rate_limit.WORKING:
            assert app.test_client().post("/import").status_code == 503
        assert app.test_client().post("/import").status_code == 422

    def test_a_full_lane_says_when_to_come_again(self, app: Flask) -> None:
        taken = [rate_limit.WAITING.acquire(blocking=False) for _ in range(2)]
        try:
            answer = app.test_client().post("/import")
        finally:
            for _ in filter(None, taken):
                rate_limit.WAITING.release()
        assert (answer.status_code, bool(answer.headers["Retry-After"])) == (503, True)


class TestRoom:
    """No loop can fill the disk: matches are limited by address and day, and refused on a nearly full disk."""

    @pytest.fixture
    def app(self, tmp_path: Path) -> Flask:
        return new_app(tmp_path)

    def test_a_disk_nearly_full(self, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
        owner = new_table(app)
        monkeypatch.setattr(limits, "LEAST_FREE", 2**80)
        answer = Phone(app).client.post("/new/toy", data={"players[]": PLAYERS, "dealer": "0"})
        assert answer.status_code == HTTPStatus.INSUFFICIENT_STORAGE
        assert owner.write("AAABC", 1).status_code == 303, "what is played goes on"

    def test_by_day(self, app: Flask) -> None:
        for _ in range(NEW_MATCHES_DAILY.times):
            app.extensions["rates"].new_matches_daily.count("127.0.0.1")
        answer = Phone(app).client.post("/new/toy", data={"players[]": PLAYERS, "dealer": "0"})
        assert answer.status_code == HTTPStatus.TOO_MANY_REQUESTS

    @pytest.mark.parametrize(
        ("address", "counted"),
        [
            ("192.168.1.23", "192.168.1.23"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            ("fe80::1%eth0", "fe80::"),
            ("::ffff:192.168.1.23", "192.168.1.23"),
            ("", ""),
        ],
    )
    def test_a_host_of_many_addresses_is_one(self, address: str, counted: str) -> None:
        assert rate_limit.neighbourhood(address) == counted
