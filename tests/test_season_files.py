"""Many matches at once: several files, zips and CSVs are imported, and a season is exported."""

import io
import json
import re
import zipfile
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from flask import Flask
from support.phones import Phone, stored, text_of
from support.seasons import CSV, DEAL, put, send

from companion.clock import now
from companion.limits import LARGEST_CARRIED, LARGEST_REQUEST, LARGEST_UPLOAD


def a_match(title: str, *entries: Any, at: str = "2026-10-01T12:00:00Z", **head: Any) -> bytes:
    written = [{**one, "at": at} for one in (entries or (DEAL,))]
    file = {"format": "companion-match/1", "game": "toy", "title": title, "players": ["Anna", "Bo"]}
    return json.dumps({**file, "entries": written, **head}).encode()


def packed(**files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, content in files.items():
            zipped.writestr(name, content)
    return out.getvalue()


class TestManyAtOnce:
    @pytest.fixture
    def phone(self, app: Flask) -> Phone:
        return Phone(app)

    def test_failed_files_are_named_and_the_rest_imported(self, app: Flask, phone: Phone) -> None:
        bad = a_match("bad", {"kind": "deal", "rounds": {"Zoe": 5}})
        answer = send(
            phone, ("one.json", a_match("one")), ("bad.json", bad), ("all.zip", packed(two=a_match("two"), x=b"?"))
        )
        assert answer.status_code == 200
        text = text_of(answer.text)
        assert "2 were taken in" in text
        assert "2 were not taken in" in text
        assert "bad.json Entry 1" in text
        assert {row.title for row in stored(app).matches_of(phone.id)} == {"one", "two"}

    def test_known_records_count_once(self, app: Flask, phone: Phone) -> None:
        send(phone, ("one.json", a_match("one")))
        assert send(phone, ("one.json", a_match("one"))).location.startswith("/m/")
        answer = send(phone, ("one.json", a_match("one")), ("again.json", a_match("one")))
        assert "2 were here already" in answer.text
        untimed = a_match("untimed", at=None)  # type: ignore[arg-type]
        send(phone, ("one.json", untimed.replace(b', "at": null', b"")))
        send(phone, ("one.json", untimed.replace(b', "at": null', b"")))
        assert len(stored(app).matches_of(phone.id)) == 2

    def test_more_than_twenty_in_one_request(self, app: Flask, phone: Phone) -> None:
        send(phone, ("all.zip", packed(**{f"{n}.json": a_match(str(n)) for n in range(25)})))
        assert len(stored(app).matches_of(phone.id)) == 25

    def test_a_csv_becomes_an_event_for_each_game(self, app: Flask, phone: Phone) -> None:
        answer = send(phone, ("scores.csv", CSV.encode()))
        assert "3 were taken in" in text_of(answer.text)
        for event in stored(app).events_of(phone.id):
            assert phone.client.get(f"/e/{event.id}", follow_redirects=True).status_code == 200
        text = text_of(phone.client.get("/statistics").text)
        assert "Any other game 2 matches" in text
        assert "Toy 1 match" in text
        page = text_of(phone.client.get("/statistics?period=month&month=2026-09&scale=2+1").text)
        assert "Bo 1 5 2 3" in page, "second, then first by the lowest total, as in the toy"
        assert "Any other game" not in text_of(phone.client.get("/statistics?period=month&month=2026-10").text)

    def test_it_comes_in_once(self, app: Flask, phone: Phone) -> None:
        send(phone, ("scores.csv", CSV.encode()))
        assert "3 were here already" in text_of(send(phone, ("scores.csv", CSV.encode())).text)

    @pytest.mark.parametrize(
        ("row", "told"),
        [
            ("2026-9-4,free,,1,2,3", "is not a day"),
            ("2026-09-04,chess,,1,2,3", "no game named"),
            ("2026-09-04,toy-low,,1,2,3", "no game named"),
            ("2026-09-04,free,,1,two,3", "not a whole number"),
            ("2026-09-04,free,,1,2.5,3", "not a whole number"),
            ("2026-09-04,free,,1,2,3,4", "more numbers than"),
            ("2026-09-04,free,,1,,", ""),
        ],
    )
    def test_a_row_that_cannot_be_read_is_named(self, phone: Phone, row: str, told: str) -> None:
        answer = send(phone, ("scores.csv", f"{CSV}{row}\n".encode()))
        assert answer.status_code == 200
        text = unescape(text_of(answer.text))
        assert "3 were taken in" in text
        assert "scores.csv:6" in text
        assert told in text

    @pytest.mark.parametrize(
        "content",
        [
            b"date,game\n",
            b"date,game,title,Anna,Anna\n",
            b"date,game,title,Anna,\xff\n",
            b'date,game,title,"Anna\n',
            b"date,game,title," + b",".join(b"P%d" % n for n in range(300)),
        ],
    )
    def test_a_csv_that_is_none(self, phone: Phone, content: bytes) -> None:
        assert send(phone, ("scores.csv", content)).status_code == 422

    @pytest.mark.parametrize("comma", [",", ";"])
    def test_spreadsheets_write_it_their_way(self, app: Flask, phone: Phone, comma: str) -> None:
        text = "\ufeff" + CSV.replace('"Skip-Bo, long"', "Skip-Bo").replace(",", comma).replace("\n", "\r\n")
        assert "3 were taken in" in text_of(send(phone, ("scores.csv", text.encode())).text)

    @pytest.mark.parametrize(
        ("content", "told"),
        [
            (lambda: b"PK\x03\x04nonsense", "cannot be opened"),
            (lambda: packed(bomb=b" " * (LARGEST_CARRIED + 1)), "larger than 4 MB"),
            (lambda: packed(**{f"{n}.json": b" " * LARGEST_CARRIED for n in range(3)}), "more than 8 MB together"),
            (lambda: packed(**{f"{n}.json": b"" for n in range(2001)}), "at most 2000"),
            (lambda: packed(inner=packed(one=b"{}")), "zip inside a zip"),
        ],
    )
    def test_bombs(
        self, phone: Phone, content: Callable[[], bytes], told: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """They are made here: packing them takes a second, and every worker collects all tests."""
        monkeypatch.setattr("companion.import_export.UNPACKED", 2 * LARGEST_CARRIED)
        answer = send(phone, ("all.zip", content()))
        assert answer.status_code == 422
        assert told in text_of(answer.text)

    def test_other_forms_stay_small(self, phone: Phone) -> None:
        large = b" " * (LARGEST_REQUEST + 1)
        assert send(phone, ("large.json", large)).status_code == 422
        assert phone.client.post("/new/toy", data={"title": large.decode()}).status_code == 413
        assert send(phone, ("large.json", b" " * (LARGEST_UPLOAD + 1))).status_code == 413

    def test_out_and_in_again(self, app: Flask, owner: Phone) -> None:
        """One zip, one CSV: after import another phone has the same statistics; on this phone all is known."""
        put(app, owner, "2026-10-01T12:00:00Z", DEAL, {"kind": "end"}, title="=1+1")
        send(owner, ("scores.csv", CSV.encode()))
        archive = owner.client.get("/matches.zip").data
        other = Phone(app)
        send(other, ("all.zip", archive))
        assert other.client.get("/statistics").text == owner.client.get("/statistics").text
        assert "5 were here already" in text_of(send(owner, ("all.zip", archive)).text)
        written = owner.client.get("/matches.csv").text
        third = Phone(app)
        send(third, ("all.csv", written.encode()))
        assert third.client.get("/matches.csv").text == written
        assert "2026-10-01,toy,'=1+1,7,8," in written

    def test_the_period_of_an_export(self, app: Flask, owner: Phone) -> None:
        send(owner, ("scores.csv", CSV.encode()))
        text = owner.client.get("/matches.csv?period=days&from=2026-09-11&to=2026-09-11").text
        assert text.splitlines()[1:] == ['2026-09-11,free-low,"Skip-Bo, long",31,45']

    def test_the_code_of_this_phone(self, app: Flask, phone: Phone) -> None:
        page = phone.client.post("/phone").text
        (code,) = re.findall(r"--for (\w+)", page)
        assert stored(app).phone_of(code, at=now()) == phone.id
        assert stored(app).phone_of(code, at=now()) == "", "once"
        phone.client.post("/phone")
        (last,) = re.findall(r"--for (\w+)", phone.client.post("/phone").text)
        assert stored(app).phone_of(last, at=now(11)) == "", "ten minutes"
