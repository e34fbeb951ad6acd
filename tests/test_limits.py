"""Each limit is in limits.py and refused with a clear message."""

import io
import json

import pytest
from flask import Flask
from support.commands import MATCH
from support.phones import Phone, codes, entries, new_table, stored

from companion import limits
from companion.repository import open_session
from companion.submission import Refused, Written, write_all


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
