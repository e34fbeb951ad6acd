"""An evening is exported, taken in again and printed."""

import json
import re
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from pypdf import PdfReader
from support.evenings import (
    NIGHT,
    OPEN,
    a_chain,
    a_night,
    again,
    evening_of,
    exactly,
    finish,
    now,
    tmp_file,
)
from support.phones import Phone, new_app, new_table, read, stored, text_of

from companion.events.judge import play
from companion.parsing.event_file import read_event
from companion.presentation.event_text import event_text
from companion.repository import event_file
from companion.rules.rulings import Ruling
from companion.store import EntryRow
from companion.stored_events import open_event


class TestItsFile:
    def test_it_is_exported_and_taken_in_again(self, app: Flask, tmp_path: Path) -> None:
        owner, session = a_night(app)
        again(owner)
        file = owner.client.get(f"/e/{session.row.id}/event.json")
        data = json.loads(file.data)
        assert [entry["kind"] for entry in data["entries"]] == ["played", "played", "played", "note"]
        state = play(read_event(data))  # type: ignore[arg-type]
        assert not isinstance(state, Ruling)
        assert [rank.player for rank in event_text(state).ranks] == ["Anna", "Cia", "Bo"]
        other = Phone(app)
        answer = other.client.post("/import", data={"file": (tmp_file(tmp_path, file.data), "event.json")})
        assert answer.status_code == 303
        assert "1 Anna 0 1 2 Cia +10 1" in read(other.client.get(answer.location))
        assert len(stored(app).matches_of(other.id)) == 3

    def test_every_part_of_a_match_is_in_it(self, app: Flask, tmp_path: Path) -> None:
        """After import it has the same matches and standings, and its parts are linked."""
        owner, session = a_chain(app)
        file = owner.client.get(f"/e/{session.row.id}/event.json")
        data = json.loads(file.data)
        assert [entry["kind"] for entry in data["entries"]] == ["played"] * 5
        assert exactly(read_event(data)) == exactly(read_event(session.data))
        other = Phone(app)
        answer = other.client.post("/import", data={"file": (tmp_file(tmp_path, file.data), "event.json")})
        taken = open_event(stored(app), answer.location.rpartition("/")[2], other.id)
        assert taken
        assert event_file(taken.data) == data
        *_, first, last = (one.row for one in taken.listed)
        assert (last.follows, first.followed_by) == (first.id, last.id)

    @pytest.mark.parametrize(("out", "matches"), [([1], 1), ([], 2), ([1, 3], 1)])
    def test_a_match_that_was_moved_is_taken_in_once(self, app: Flask, out: list[int], matches: int) -> None:
        """Two existing matches with the same content stay two."""
        _, session = a_night(app)
        played = {"kind": "played", "match": event_file(session.data)["entries"][0]["match"]}  # type: ignore[index]
        struck = [{"kind": "correction", "entry": n, "with": None} for n in out]
        file = {"format": "companion-event/1", "entries": [played, *struck[:1], played, *struck[1:]]}
        other = Phone(app)
        other.client.post("/import", data={"file": (BytesIO(json.dumps(file).encode()), "event.json")})
        assert len(stored(app).matches_of(other.id)) == matches

    def test_an_evening_that_has_gone_on_since_is_not_taken_in_again(self, app: Flask) -> None:
        """The file was written during the fourth match or before; none of its matches is imported twice."""
        owner, session = a_night(app)
        address = f"/e/{session.row.id}"
        files = [owner.client.get(f"{address}/event.json").data]
        again(owner)
        files.append(owner.client.get(f"{address}/event.json").data)
        finish(owner, NIGHT[0])
        owner.client.post(f"{address}/strike", data={"entry": 2})
        for file in files:
            taken = owner.client.post("/import", data={"file": (BytesIO(file), "event.json")})
            assert taken.location == address
        assert len(stored(app).matches_of(owner.id)) == 4

    def test_a_copy_that_was_running_goes_on_with_it(self, app: Flask) -> None:
        """The evening takes the place of no second copy: the match has what the file has, or is further on."""
        owner, session = a_night(app)
        again(owner)
        store = stored(app)
        store.append(
            owner.match, EntryRow(1, "deal", now(), "", "", {"kind": "deal", "points": {"Anna": 7, "Bo": -7, "Cia": 0}})
        )
        other = Phone(app)
        file = owner.get("/match.json").data
        running = other.client.post("/import", data={"file": (BytesIO(file), "match.json")}).location.rpartition("/")[2]
        store.append(owner.match, EntryRow(2, "end", now(), "", "", {"kind": "end", "reason": "time"}))
        file = owner.client.get(f"/e/{session.row.id}/event.json").data
        taken = other.client.post("/import", data={"file": (BytesIO(file), "event.json")}).location.rpartition("/")[2]
        assert len(store.matches_of(other.id)) == 4
        assert running in {row.id for row in store.matches_in(taken)}
        assert store.count(running) == 2

    def test_a_part_alone_counts_for_nothing(self, app: Flask) -> None:
        """The new part may still be running; nobody has won or lost by the old part."""
        _, session = a_chain(app)
        data = event_file(session.data)
        part = {**data["entries"][3], "id": 1}  # type: ignore[index]
        assert exactly(read_event({**data, "entries": [part]})) == ([], [])

    def test_one_with_a_fault_is_refused_with_its_entry(self, app: Flask, tmp_path: Path) -> None:
        data = {"format": "companion-event/1", "entries": [{"kind": "paid", "from": "Anna", "to": "Bo", "amount": 3}]}
        file, known = tmp_file(tmp_path, json.dumps(data).encode()), stored(app).ids(of_events=True)
        answer = Phone(app).client.post("/import", data={"file": (file, "event.json")})
        assert answer.status_code == 422
        assert "Entry 1: " in text_of(answer.text)
        assert stored(app).ids(of_events=True) == known


class TestItsPaper:
    """The evening as one PDF: standings with explanations, payments, and the sheet of each match."""

    def test_it_is_printed_read_back_and_taken_in(self, app: Flask, run: Any, tmp_path: Path) -> None:
        owner, session = a_night(app)
        file, paper = tmp_path / "event.json", tmp_path / "evening.pdf"
        file.write_bytes(owner.client.get(f"/e/{session.row.id}/event.json").data)
        assert run("sheet", file, "-o", paper)[0] == 0
        pages = [page.extract_text() for page in PdfReader(paper).pages]
        assert len(pages) == 4
        first = " ".join(pages[0].split())
        assert "tied with Anna on matches won; Anna came in place 2 more often (2 to 1)" in first
        assert "Bo pays Cia: 10 Bo is down 10 over 3 matches, Cia is up 10." in first
        assert "Anna: 1. Friday: −30; 2. Friday: +10; 3. Friday: +20 = 0" in first
        assert all("Friday" in page and "has won" in page for page in pages[1:])
        taken = run("import", paper)[1]
        (listed,) = run("matches", "--evenings", "--json")[1]
        assert (listed["id"], listed["players"], len(listed["matches"])) == (taken["id"], ["Anna", "Bo", "Cia"], 3)
        assert run("export", taken["id"])[1]["entries"] == json.loads(file.read_text())["entries"]

    def test_the_codes_of_its_matches_let_in(self, app: Flask, run: Any, tmp_path: Path) -> None:
        """Only their codes are printed, because an evening has no code itself."""
        owner, session = a_night(app)
        file = tmp_path / "event.json"
        file.write_bytes(owner.client.get(f"/e/{session.row.id}/event.json").data)
        taken = run("import", file)[1]
        assert set(taken) == {"id", "matches"}
        phone = Phone(new_app(tmp_path / "instance"))
        for one in taken["matches"]:
            phone.match = one["id"]
            phone.enter(one["write_code"])
        assert "1 Anna 0 1 2 Cia +10 1" in read(phone.client.get(f"/e/{taken['id']}"))
        assert run("import", file)[1] == {**taken, "known": True}

    def test_the_list_to_pin_up_is_one_page(self, app: Flask, run: Any, tmp_path: Path) -> None:
        owner, session = a_night(app)
        file, paper = tmp_path / "event.json", tmp_path / "list.pdf"
        file.write_bytes(owner.client.get(f"/e/{session.row.id}/event.json").data)
        assert run("sheet", file, "--kind", "standings", "-o", paper)[0] == 0
        (page,) = [page.extract_text() for page in PdfReader(paper).pages]
        assert "Who pays whom" not in page
        match = tmp_path / "match.json"
        match.write_bytes(owner.get("/match.json").data)
        assert run("sheet", match, "--kind", "standings", "-o", paper)[0] == 2

    def test_the_parts_of_a_match_have_one_number(self, app: Flask, run: Any, tmp_path: Path) -> None:
        """The page, its PDF, and the PDF of its file agree."""
        owner, session = a_chain(app)
        again(owner)
        finish(owner, {"Anna": 3, "Bo": -2, "Dag": -1})
        address = f"/e/{session.row.id}"
        page = read(owner.client.get(address))
        assert "3. Friday Bo wins." in page
        assert "4. Friday goes on in a new part" in page
        assert "4. Friday Anna wins." in page
        assert "5. Friday Bo wins." in page
        assert "· 5 matches" in read(owner.client.get("/evenings"))
        file, paper = tmp_path / "event.json", tmp_path / "evening.pdf"
        file.write_bytes(owner.client.get(f"{address}/event.json").data)
        run("sheet", file, "-o", paper)
        both = PdfReader(paper), PdfReader(BytesIO(owner.client.get(f"{address}/evening.pdf").data))
        of_file, of_page = ([page.extract_text() for page in printed.pages] for printed in both)
        assert of_file == of_page
        assert len(of_file) == 7
        first = " ".join(of_file[0].split())
        assert "5. Friday" in first
        assert "6. Friday" not in first
        assert "goes on in a new part" in first

    def test_a_match_has_one_time_everywhere(self, app: Flask, tmp_path: Path) -> None:
        """That of its first entry: on the page, on paper with the zone, and where the file is taken in."""
        owner = new_table(app, title="A long name of a match that fills its column", **OPEN)
        finish(owner, NIGHT[0])
        store, first = stored(app), owner.match
        with store.writing():
            store.update("match", first, {"created_at": now(-90)})
        entry = store.entries(first)[0].at
        again(owner)
        session = evening_of(owner)
        assert session
        shown = re.compile(r'<time datetime="([^"]+)"')
        listed = owner.client.get(f"/e/{session.row.id}").text.partition("Matches</h2>")[2]
        page_time = datetime.fromisoformat(shown.findall(listed)[0])
        assert page_time == datetime.fromisoformat(entry)
        file = owner.client.get(f"/e/{session.row.id}/event.json").data
        other = Phone(app)
        taken = other.client.post("/import", data={"file": (BytesIO(file), "event.json")}).location
        assert shown.findall(other.client.get(taken).text.partition("Matches</h2>")[2])[0] == page_time.isoformat()
        paper = PdfReader(BytesIO(owner.client.get(f"/e/{session.row.id}/evening.pdf").data)).pages[0]
        local = page_time.astimezone()
        where: list[tuple[str, float]] = []
        paper.extract_text(visitor_text=lambda text, cm, tm, _font, _size: where.append((text, tm[4] * cm[0] + cm[4])))
        assert f"Time (UTC{local:%z}"[:12] in " ".join(text for text, _ in where)
        (at,) = {x for text, x in where if text.strip() == f"{local:%H:%M}"}
        assert at < float(paper.mediabox.width) - 50, "as far from the edge as the rest"
