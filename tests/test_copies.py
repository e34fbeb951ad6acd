"""A match moves to another phone or server as a file and back: the same record, or two copies are merged."""

import io
import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st
from support.phones import OPEN, Phone, codes, new_app, new_table, stored, text_of

from companion.cli import main
from companion.parsing import Match, checksums, read_match, write_match
from companion.rules.entries import Entry, Note
from companion.submission.copies import in_common, merge

Json = dict[str, Any]


def file_of(phone: Phone) -> Json:
    found: Json = json.loads(phone.get("/match.json").text)
    return found


def opens(phone: Phone, file: Json, **form: object) -> Any:
    """Import a match file on a phone."""
    content = json.dumps(file).encode()
    return phone.client.post("/import", data={"file": (io.BytesIO(content), "match.json"), **form})


def there(app: Flask, phone: Phone) -> Phone:
    """Move the match to another phone by its file."""
    other = Phone(app)
    other.match = opens(other, file_of(phone)).location.rpartition("/")[2].partition("?")[0]
    return other


def matches_of(app: Flask, phone: Phone) -> list[str]:
    return [row.id for row in stored(app).matches_of(phone.id)]


def shown_choice(page: str) -> Json:
    """Return the fields of the page's form as drawn."""
    hidden = dict(re.findall(r'name="(copy|told)"(?: hidden>| value=")([^<"]*)', page))
    ticked = re.findall(r'name="take" value="(\d+)" checked', page)
    return {**{name: unescape(value) for name, value in hidden.items()}, "take": ticked}


@pytest.fixture
def anna(app: Flask) -> Phone:
    phone = new_table(app, **OPEN)
    phone.post("/who", player="Anna")
    phone.write("AAABC", 1)
    return phone


@pytest.fixture
def away(app: Flask, anna: Phone) -> Phone:
    return there(app, anna)


class TestOneMatch:
    def test_nothing_new(self, app: Flask, anna: Phone) -> None:
        answer = opens(anna, file_of(anna))
        assert answer.location == f"/m/{anna.match}?known=1"
        assert "All of this file is here already." in text_of(anna.client.get(answer.location).text)
        assert matches_of(app, anna) == [anna.match]

    def test_a_file_that_is_further_on_continues_the_match(self, app: Flask, anna: Phone, away: Phone) -> None:
        away.write("BBBAC", 2)
        away.post("/entries", kind="note", text="late", seen="2.0", entry_id="n")
        answer = opens(anna, file_of(away))
        assert answer.location == f"/m/{anna.match}?added=2"
        assert "2 entries were added from the file." in text_of(anna.client.get(answer.location).text)
        assert matches_of(app, anna) == [anna.match]
        assert file_of(anna) == file_of(away), "numbers, times and writers: so the same checksum"

    def test_and_back_again(self, anna: Phone, away: Phone) -> None:
        away.write("BBBAC", 2)
        opens(anna, file_of(away))
        anna.write("CCCAB", 3)
        assert "added=1" in opens(away, file_of(anna)).location
        assert file_of(anna) == file_of(away)

    def test_a_file_that_is_behind_writes_nothing(self, app: Flask, anna: Phone, away: Phone) -> None:
        anna.write("BBBAC", 2)
        answer = opens(anna, file_of(away))
        assert answer.location == f"/m/{anna.match}?behind=1"
        assert "This match is further on." in text_of(anna.client.get(answer.location).text)
        assert len(file_of(anna)["entries"]) == 2

    @pytest.mark.parametrize("change", [{"title": "Other"}, {"players": ["Anna", "Cia", "Bo"]}, {"options": {}}])
    def test_another_head_is_another_match(self, app: Flask, anna: Phone, away: Phone, change: Json) -> None:
        away.write("BBBAC", 2)
        assert opens(anna, {**file_of(away), **change}).status_code == 303
        assert len(matches_of(app, anna)) == 2

    def test_another_evening_with_the_same_first_deal_is_another_match(self, app: Flask, anna: Phone) -> None:
        file = file_of(anna)
        file["entries"][0]["at"] = "2026-01-01T20:00:00Z"
        opens(anna, file)
        assert len(matches_of(app, anna)) == 2

    @pytest.mark.parametrize("writes_here", [False, True])
    def test_who_may_only_read_writes_nothing(self, app: Flask, anna: Phone, away: Phone, writes_here: bool) -> None:
        """For such a person the file becomes a match of its own, as for a stranger."""
        reader = Phone(app, anna.match)
        reader.enter(codes(app, anna.match)[1])
        if writes_here:
            anna.write("CCCAB", 2)
        away.write("BBBAC", 2)
        before = file_of(anna)
        opens(reader, file_of(away))
        assert file_of(anna) == before
        assert len(matches_of(app, reader)) == 2
        form = {"copy": json.dumps({"after": 1, "entries": file_of(away)["entries"][1:]}), "do": "save", "take": "2"}
        assert reader.post("/settle", **form).status_code == 403


class TestBothWritten:
    @pytest.fixture
    def apart(self, anna: Phone, away: Phone) -> Phone:
        anna.write("CCCAB", 2)
        away.write("BBBAC", 2)
        away.write("AACCB", 3)
        return away

    def test_they_are_shown_side_by_side_and_nothing_is_written(self, app: Flask, anna: Phone, apart: Phone) -> None:
        before = file_of(anna)
        answer = opens(anna, file_of(apart))
        text = unescape(text_of(answer.text))
        assert answer.status_code == 200
        for part in ("Only here Anna entered deal 2", "Only in the file", "Becomes deal 3", "Becomes deal 4"):
            assert part in text
        assert file_of(anna) == before
        assert matches_of(app, anna) == [anna.match]

    def test_taken_entries_are_appended(self, anna: Phone, apart: Phone) -> None:
        choice = shown_choice(opens(anna, file_of(apart)).text)
        answer = anna.post("/settle", **choice, do="save")
        assert answer.status_code == 303
        mine, theirs = file_of(anna)["entries"], file_of(apart)["entries"]
        assert [one["rounds"] for one in mine[2:]] == [one["rounds"] for one in theirs[1:]]
        assert [one["at"] for one in mine[2:]] == [one["at"] for one in theirs[1:]]
        assert "behind=1" in opens(anna, file_of(apart)).location, "opened once more, it has nothing new"

    def test_a_choice_that_was_not_shown_is_shown_first(self, anna: Phone, apart: Phone) -> None:
        choice = shown_choice(opens(anna, file_of(apart)).text)
        answer = anna.post("/settle", **{**choice, "take": ["3"]}, do="save")
        assert answer.status_code == 409
        assert len(file_of(anna)["entries"]) == 2
        again = shown_choice(answer.text)
        assert again["take"] == ["3"]
        assert anna.post("/settle", **again, do="save").status_code == 303
        note, taken = file_of(anna)["entries"][2:]
        assert (note["kind"], note["by"], taken["rounds"]) == ("note", "Anna", ["Anna", "Anna", "Cia", "Cia", "Bo"])
        assert "Left out of a copy: " in note["text"]
        assert "Bo, Bo, Bo, Anna, Cia" in note["text"]

    def test_entries_written_meanwhile_are_shown_first(self, anna: Phone, apart: Phone) -> None:
        choice = shown_choice(opens(anna, file_of(apart)).text)
        anna.write("ABABC", 3)
        assert anna.post("/settle", **choice, do="save").status_code == 409
        assert len(file_of(anna)["entries"]) == 3

    def test_the_same_deal_counts_once(self, anna: Phone, away: Phone) -> None:
        for phone in (anna, away):
            phone.write("BBBAC", 2)
        away.write("CCCAB", 3)
        page = opens(anna, file_of(away)).text
        assert "The same as deal 2 here: it counts once" in text_of(page)
        choice = shown_choice(page)
        assert choice["take"] == ["3"]
        anna.post("/settle", **choice, do="save")
        assert [one["kind"] for one in file_of(anna)["entries"]] == ["deal"] * 3

    def test_a_correction_follows_its_deal(self, anna: Phone, away: Phone) -> None:
        anna.write("CCCAB", 2)
        away.write("BBBAC", 2)
        away.write("BBBAA", 3, correct=2)
        anna.post("/settle", **shown_choice(opens(anna, file_of(away)).text), do="save")
        assert [one.get("entry") for one in file_of(anna)["entries"]] == [None, None, None, 3]

    def test_without_its_deal_it_cannot_be_taken_and_says_why(self, anna: Phone, away: Phone) -> None:
        anna.write("CCCAB", 2)
        away.write("BBBAC", 2)
        away.write("BBBAA", 3, correct=2)
        choice = shown_choice(opens(anna, file_of(away)).text)
        page = anna.post("/settle", **{**choice, "take": ["3"]}, do="look")
        assert "Cannot be taken: It is about an entry that is left out." in text_of(page.text)
        assert anna.post("/settle", **shown_choice(page.text), do="save").status_code == 303
        assert [one["kind"] for one in file_of(anna)["entries"][2:]] == ["note", "note"]

    def test_what_the_rules_refuse_is_not_written(self, anna: Phone, away: Phone) -> None:
        anna.post("/entries", kind="end", seen="1.0", entry_id="e")
        away.write("BBBAC", 2)
        page = opens(anna, file_of(away)).text
        assert "Cannot be taken:" in text_of(page)
        anna.post("/settle", **shown_choice(page), do="save")
        assert [one["kind"] for one in file_of(anna)["entries"]] == ["deal", "end", "note"]

    def test_a_correction_of_both_is_left_to_people(self, anna: Phone, away: Phone) -> None:
        anna.write("AAABB", 2, correct=1)
        away.write("AAACC", 2, correct=1)
        page = opens(anna, file_of(away)).text
        assert shown_choice(page)["take"] == []
        assert "Left out. A note keeps it." in text_of(page)

    def test_they_can_stay_two_matches(self, app: Flask, anna: Phone, apart: Phone) -> None:
        before = file_of(anna)
        choice = shown_choice(opens(anna, file_of(apart)).text)
        other = anna.post("/settle", **choice, do="apart").location.rpartition("/")[2]
        assert set(matches_of(app, anna)) == {anna.match, other}
        assert file_of(anna) == before
        anna.match = other
        assert file_of(anna) == file_of(apart)
        apart.write("BBBBB", 4)
        assert f"/m/{other}?added=1" in opens(anna, file_of(apart)).location

    @pytest.mark.parametrize(
        "copy",
        [
            "",
            "[]",
            "{}",
            '{"after": 0, "entries": [1]}',
            '{"after": 1, "entries": [1]}',
            '{"after": 9, "entries": [{}]}',
        ],
    )
    def test_a_file_that_is_no_copy_is_refused(self, anna: Phone, copy: str) -> None:
        assert anna.post("/settle", copy=copy, do="save").status_code == 422
        assert len(file_of(anna)["entries"]) == 1

    def test_among_other_files_it_is_named(self, app: Flask, anna: Phone, apart: Phone) -> None:
        files = [(io.BytesIO(json.dumps(file_of(apart)).encode()), f"{n}.json") for n in range(2)]
        page = anna.client.post("/import", data={"file": files})
        assert page.status_code == 422
        assert "Open this file alone" in unescape(text_of(page.text))


class TestAnotherOrder:
    """Two copies that were merged have the same deals in different orders, until one is taken whole."""

    @pytest.fixture
    def merged(self, anna: Phone, away: Phone) -> Phone:
        """Both play deal 2; the copy is merged into the match, and after deal 4 the match into the copy."""
        anna.write("CCCAB", 2)
        away.write("BBBAC", 2)
        anna.post("/settle", **shown_choice(opens(anna, file_of(away)).text), do="save")
        anna.write("AABBC", 4)
        away.post("/settle", **shown_choice(opens(away, file_of(anna)).text), do="save")
        return away

    def test_it_is_said(self, app: Flask, anna: Phone, merged: Phone) -> None:
        """It would be untrue that all of the file is here already, and this match further on."""
        answer = opens(anna, file_of(merged))
        assert answer.status_code == 200
        page = text_of(answer.text)
        assert "stand here and in the file in another order" in page
        for words in ("Only in the file", "Choose what of the file", "Check it"):
            assert words not in page, "nothing is to be chosen"
        assert matches_of(app, anna) == [anna.match]

    def test_the_version_of_the_file_is_taken_whole(self, app: Flask, anna: Phone, merged: Phone) -> None:
        older, theirs = file_of(merged), file_of(anna)
        reader = Phone(app, merged.match)
        reader.enter(codes(app, merged.match)[0], "Bo")
        answer = merged.post("/settle", **shown_choice(opens(merged, theirs).text), do="whole")
        old, merged.match = merged.match, answer.location.rpartition("/")[2]
        assert file_of(merged) == theirs
        assert "known=1" in opens(merged, theirs).location
        assert file_of(reader) == older, "the version before is kept"
        kept = stored(app).match(old)
        assert kept
        assert kept.archived
        states = {one.id: one.uncounted for one in stored(app).states_of(merged.id)}
        assert (states[old], states[merged.match]) == (True, False)
        assert kept.followed_by == merged.match
        assert {guest.player for guest in stored(app).guests(merged.match)} >= {"Bo"}
        anna.write("CCABC", 5)
        assert "added=1" in opens(merged, file_of(anna)).location

    def test_the_evening_counts_the_version_that_was_taken(self, app: Flask, anna: Phone, merged: Phone) -> None:
        made = merged.client.post("/evenings/new/evening/any", data={"title": "Night"})
        event = made.location.rpartition("/")[2]
        merged.client.post(f"/e/{event}/add", data={"match_id": merged.match})
        choice = shown_choice(opens(merged, file_of(anna)).text)
        merged.match = merged.post("/settle", **choice, do="whole").location.rpartition("/")[2]
        assert [row.id for row in stored(app).matches_in(event)] == [merged.match]


class TestOnTheCommandLine:
    @pytest.fixture
    def app(self, tmp_path: Path) -> Flask:
        return new_app(tmp_path / "instance")

    @pytest.fixture(autouse=True)
    def folder(self, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COMPANION_INSTANCE", str(Path(app.config["DATABASE"]).parent))

    @pytest.mark.parametrize(
        ("here", "there", "code", "known", "told"),
        [
            ([], [], 0, True, ""),
            ([], ["BBBAC"], 0, False, "1 entry was added"),
            (["BBBAC"], [], 0, True, "further on"),
            (["CCCAB"], ["BBBAC"], 2, False, "import.apart"),
        ],
    )
    def test_import(
        self,
        anna: Phone,
        away: Phone,
        tmp_path: Path,
        capsys: pytest.CaptureFixture[str],
        here: list[str],
        there: list[str],
        code: int,
        known: bool,
        told: str,
    ) -> None:
        for phone, deals in ((anna, here), (away, there)):
            for n, rounds in enumerate(deals, start=2):
                phone.write(rounds, n)
        before, file = file_of(anna), tmp_path / "match.json"
        file.write_text(json.dumps(file_of(away)), encoding="utf-8")
        away.post("/delete", answers=2)
        with pytest.raises(SystemExit) as end:
            main(["import", str(file)])
        said = capsys.readouterr()
        assert int(end.value.code or 0) == code, said.err
        assert told in said.err
        assert code or json.loads(said.out) == {**json.loads(said.out), "id": anna.match}
        assert code or json.loads(said.out).get("known", False) == known
        assert code == 0 or file_of(anna) == before


# --- any two copies


@st.composite
def evenings(draw: st.DrawFn) -> tuple[int, list[str], list[str]]:
    deals = st.lists(st.text("ABC", min_size=5, max_size=5), max_size=4)
    return draw(st.integers(1, 3)), draw(deals), draw(deals)


NAMES = {"A": "Anna", "B": "Bo", "C": "Cia"}


def a_match(deals: list[tuple[str, str]]) -> Match:
    """Draw deals of the toy, each with its author."""
    entries = [
        {"kind": "deal", "rounds": [NAMES[one] for one in rounds], "at": f"2026-10-01T20:{n:02}:00Z", "by": by}
        for n, (rounds, by) in enumerate(deals)
    ]
    options = {"start": 0, "target": -100_000, "table": 1000}
    head = {"format": "companion-match/1", "game": "toy", "title": "", "players": list(NAMES.values())}
    match = read_match({**head, "options": options, "entries": entries})
    assert isinstance(match, Match)
    return match


def remark(entry: Entry) -> Entry:
    return Entry(entry.number, Note("left out"), at="2026-10-02T00:00:00Z")


@settings(max_examples=60)
@given(evenings())
def test_with_all_of_the_copy_nothing_is_lost_and_both_keep_their_order(
    evening: tuple[int, list[str], list[str]],
) -> None:
    common, here, there_too = evening
    begun = [("AAABC", "Anna")] * common
    match = a_match([*begun, *((one, "Bo") for one in here)])
    copy = a_match([*begun, *((one, "Cia") for one in there_too)])
    assert in_common(match, copy) == common
    everything = range(len(begun) + len(there_too) + 1)
    merged = merge(match, copy, remark, everything)
    result = Match(match.game, merged.replay.record)
    read = read_match(json.loads(json.dumps(write_match(result))))
    assert isinstance(read, Match)
    assert read.fault is None
    assert not read.tally.refused
    assert checksums(read) == checksums(result)
    bodies = [entry.body for entry in read.record.entries]
    assert bodies[: len(match.record.entries)] == [entry.body for entry in match.record.entries]
    assert bodies[len(match.record.entries) :] == [entry.body for entry in copy.record.entries[common:]]
