"""Several phones at once: whatever they do in whatever order ends in the sheet of the record as it was written."""

import json
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from phones import PLAYERS, Phone, codes, entries, new_app, new_table, stored, text_of

from companion import wire
from companion.limits import WRITES
from companion.reading import Match, read_match
from companion.web import counters


@pytest.fixture
def anna(app: Flask) -> Phone:
    phone = new_table(app)
    phone.post("/who", player="Anna")
    return phone


@pytest.fixture
def bo(app: Flask, anna: Phone) -> Phone:
    phone = Phone(app, anna.match)
    phone.enter(codes(app, anna.match)[0], "Bo")
    return phone


def compared(html: str) -> str:
    """What one reads, whatever is marked in it."""
    return text_of(re.sub(r"</?mark>", "", html))


class TestTwoPhones:
    """One is written; the other sees both versions and chooses."""

    def test_the_second_sees_both_and_keeps_its_typing(self, app: Flask, anna: Phone, bo: Phone) -> None:
        assert anna.write("AAABC", 1).status_code == 303
        answer = bo.write("ABBBC", 1)
        assert answer.status_code == 409
        text = compared(answer.text)
        assert "Anna has written deal 1, and it differs from yours" in text
        assert "Tricks Anna, Anna, Anna, Bo, Cia Anna, Bo, Bo, Bo, Cia ≠" in text, "both as they were typed"
        assert "Anna → 7 → 9" in text, "where each would stand"
        assert "Bo → 9 → 7" in text
        assert "Cia →" not in text, "alike in both"
        assert answer.text.count("<mark>Anna</mark>") == answer.text.count("<mark>Bo</mark>") == 2
        assert "Theirs is right: drop mine Mine is right: correct deal 1 Mine is the next deal" in text
        assert answer.text.count("<option selected>Bo</option>") == 3
        assert f'name="seen" value="{bo.version}"' in answer.text
        assert len(entries(app, anna.match)) == 1

    def test_what_one_alone_has_is_marked_the_order_where_nothing_else_differs(self, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        assert re.findall(r"<mark>(\w+)</mark>", bo.write("AAABB", 1).text) == ["Cia", "Bo"]
        corrected = "ABABC"  # the same tricks in another order come to the same sheet, unless it is a correction
        anna.write(corrected, 2, correct=1)
        assert re.findall(r"<mark>(\w+)</mark>", bo.write("AABBC", 2, correct=1).text) == ["Bo", "Anna", "Anna", "Bo"]

    def test_it_may_correct_the_sheet_with_its_own(self, app: Flask, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        bo.write("ABBBC", 1)
        assert bo.write("ABBBC", 2, "chosen", correct=1).status_code == 303
        body = entries(app, anna.match)[1].body
        assert (body["kind"], body["entry"], body["with"]["tricks"]) == (
            "correction",
            1,
            ["Anna", "Bo", "Bo", "Bo", "Cia"],
        )

    def test_or_write_it_as_another_deal(self, app: Flask, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        bo.write("ABBBC", 1)
        assert bo.write("ABBBC", 2, "chosen").status_code == 303
        assert len(entries(app, anna.match)) == 2

    def test_after_the_end_there_is_no_next_deal(self, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        assert anna.post("/entries", kind="end", seen="1.0", entry_id="end").status_code == 303
        text = text_of(bo.write("ABBBC", 1).text)
        assert "Mine is right: correct deal 1" in text
        assert "next deal" not in text

    def test_what_stands_in_the_form_is_the_same_deal_only_if_another_phone_wrote_it(
        self, anna: Phone, bo: Phone
    ) -> None:
        """Written by Anna it is hers, and done; by Bo's own phone before, it is the one that Bo types now."""
        form = {"kind": "deal", "tricks__": ["Anna", "Anna", "Anna", "Bo", "Cia"], "seen": "0.0"}
        anna.write("AAABC", 1, "a")
        answer = bo.post("/form", **form)
        assert answer.headers["Companion-Entry"] == "same"
        assert "Anna had written the same: it counts once." in text_of(answer.text)
        own = bo.post("/form", **form, after="a")
        assert "Companion-Entry" not in own.headers
        assert own.text.count("<option selected>Anna</option>") == 3

    def test_two_corrections_at_once(self, app: Flask, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        assert anna.write("AABBC", 2, correct=1).status_code == 303
        answer = bo.write("ABBBC", 2, correct=1)
        assert answer.status_code == 409
        assert "Tricks Anna, Anna, Bo, Bo, Cia Anna, Bo, Bo, Bo, Cia ≠" in compared(answer.text)
        assert 'name="correct" value="1"' in answer.text

    def test_a_correction_of_what_was_struck_out_meanwhile_may_still_be_right(self, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        anna.post("/entries", strike=1, seen="1.0", entry_id="undo", reason="undone")
        answer = bo.write("ABBBC", 2, seen="1.0", correct=1)
        assert answer.status_code == 409
        assert "Mine is right: correct deal 1" in text_of(answer.text)
        assert bo.write("ABBBC", 3, entry_id="again", correct=1).status_code == 303
        assert "Undo the correction of deal 1" in text_of(bo.get().text)

    def test_an_undo_hits_what_it_names(self, app: Flask, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        bo.write("ABBBC", 2)
        assert anna.post("/entries", strike=1, seen="1.0", entry_id="undo", reason="undone").status_code == 303
        assert entries(app, anna.match)[2].body["entry"] == 1

    def test_what_is_undone_returns_to_the_form(self, anna: Phone) -> None:
        anna.write("AAABC", 1)
        assert "Undo deal 1: Anna −3, Bo −1, Cia −1" in text_of(anna.get().text)
        answer = anna.post("/entries", strike=1, seen="1.0", entry_id="undo", reason="undone", again=1)
        page = anna.client.get(answer.location).text
        assert page.count("<option selected>Anna</option>") == 3
        assert "Put deal 1 back" in text_of(page)
        assert "<option selected>" not in anna.get().text, "only once, and only there"

    def test_another_phone_is_told_that_it_had_been_written(self, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        answer = bo.write("CAAAB", 1, "b")
        assert "Anna had written the same: it counts once." in text_of(bo.client.get(answer.location).text)

    def test_two_undo_the_same(self, app: Flask, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        assert anna.post("/entries", strike=1, seen="1.0", entry_id="a").status_code == 303
        assert bo.post("/entries", strike=1, seen="1.0", entry_id="b").headers["Companion-Entry"] == "same"
        assert len(entries(app, anna.match)) == 2

    def test_a_penalty_may_be_written_as_well(self, app: Flask, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        form = {"kind": "penalty", "player": "Cia", "points": "2"}
        answer = bo.post("/entries", **form, seen="0.0", entry_id="p")
        assert answer.status_code == 409
        assert "Write mine as well" in answer.text
        assert bo.post("/entries", **form, seen="1.0", entry_id="pa").status_code == 303

    def test_notes_are_never_too_late(self, app: Flask, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        assert bo.post("/entries", kind="note", text="Cia is late", seen="0.0", entry_id="n").status_code == 303
        assert [row.body["kind"] for row in entries(app, anna.match)] == ["deal", "note"]


class TestAgain:
    """Double taps and retries write once."""

    def test_the_same_entry_twice(self, app: Flask, anna: Phone) -> None:
        assert [anna.write("AAABC", 1, "tap").status_code for _ in range(3)] == [303, 303, 303]
        assert len(entries(app, anna.match)) == 1

    def test_after_somebody_else_wrote(self, app: Flask, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1, "tap")
        bo.write("ABBBC", 2)
        assert anna.write("AAABC", 1, "tap").status_code == 303
        assert len(entries(app, anna.match)) == 2

    def test_loops_are_slowed_down(self, app: Flask, anna: Phone) -> None:
        counter = counters.OwnCounter(WRITES)
        for _ in range(WRITES.times):
            counter.count("phone")
        assert counter.is_full("phone")
        assert not counter.is_full("another")


class TestLive:
    """A poll says nothing until there is something, and then says it in one line."""

    def test_the_line(self, anna: Phone, bo: Phone) -> None:
        before = bo.version
        assert bo.get("/live", after=before).status_code == 204
        anna.write("AAABC", 1)
        news = bo.get("/live", after=before).text
        assert "Anna wrote deal 1. Anna 7, Bo 9, Cia 9" in text_of(news)
        assert 'id="entry"' not in news
        assert 'id="entry"' in bo.get("/live", after=before, form="blank").text
        assert bo.get("/live", after=bo.version).status_code == 204

    def test_a_form_in_use_learns_what_it_would_be_saved_on_top_of(self, anna: Phone, bo: Phone) -> None:
        """Bo has begun to type deal 1 when Anna writes it."""
        anna.write("AAABC", 1)
        anna.post("/entries", kind="note", text="late", seen="1.0", entry_id="n")
        news = text_of(bo.get("/live", after="0.0", form="typed", seen="0.0").text)
        assert "Anna wrote deal 1. Tricks: Anna, Anna, Anna, Bo, Cia Drop mine Compare Mine is the next deal" in news
        assert "Compare" not in text_of(bo.get("/live", after="1.0", form="typed", seen="1.0").text)
        assert "Compare" not in text_of(anna.get("/live", after="0.0", form="typed", seen="0.0").text), "its own"

    def test_a_house_rule_that_has_changed_is_no_deal_to_compare_with(self, anna: Phone, bo: Phone) -> None:
        anna.post("/house-rule", **{"options[lone_knocker]": "dealer_must_play"})
        news = text_of(bo.get("/live", after="0.0", form="typed", seen="0.0").text)
        assert "While you were typing" in news
        assert "Keep mine" in news
        assert "Compare" not in news
        assert "the next deal" not in news

    def test_who_wrote_first_is_told_that_another_has_written_the_same(self, anna: Phone, bo: Phone) -> None:
        told = "Another phone had written the same"
        anna.write("AABBC", 1)
        after = anna.version
        assert anna.get("/live", after=after).status_code == 204
        bo.write("AABBC", 1)
        assert told in anna.get("/live", after=after).text
        assert told not in bo.get("/live", after=after).text

    def test_the_board_polls_too(self, anna: Phone, bo: Phone) -> None:
        before = bo.version
        assert bo.get("/board/live", after=before).status_code == 204
        anna.write("AAABC", 1)
        assert "Anna" in bo.get("/board/live", after=before).text


DEALS = st.text("ABC", min_size=4, max_size=6).filter(lambda tricks: len(tricks) != 6 or tricks[0] == "A")
WHO = st.integers(0, 2)


class Phones(RuleBasedStateMachine):
    """Three phones write, correct, repeat, contest and race, and the server restarts in between.

    `accepted` is what the server said it had written, in that order.
    """

    @initialize()
    def begin(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.app = new_app(self.folder)
        owner = new_table(self.app)
        write = codes(self.app, owner.match)[0]
        self.match = owner.match
        self.phones = [owner, *(Phone(self.app, owner.match) for _ in range(2))]
        for phone in self.phones[1:]:
            phone.enter(write)
        self.seen = [0, 0, 0]
        self.last: list[dict[str, Any] | None] = [None, None, None]
        self.accepted: list[dict[str, Any]] = []
        self.ids = 0

    def send(self, who: int, body: dict[str, Any], form: dict[str, Any]) -> None:
        self.ids += 1
        form = {**form, "seen": f"{self.seen[who]}.0", "entry_id": f"id-{self.ids}"}
        self.last[who] = form
        answer = self.phones[who].client.post(f"/m/{self.match}/entries", data=form)
        newer = self.accepted[self.seen[who] :]
        if not newer or body["kind"] == "note":
            assert answer.status_code in {303, 422}, answer.status_code
        if answer.status_code == 303 and answer.headers["Companion-Entry"] == "same":
            assert newer, "only what this phone has not seen can be the same"
        elif answer.status_code == 303:
            self.accepted.append(body)
            self.seen[who] = len(self.accepted)

    @rule(who=WHO, tricks=DEALS)
    def deal(self, who: int, tricks: str) -> None:
        names = [PLAYERS["ABC".index(letter)] for letter in tricks]
        self.send(who, {"kind": "deal", "tricks": names}, {"kind": "deal", "tricks[]": names})

    @precondition(lambda self: self.accepted)
    @rule(who=WHO, tricks=DEALS, back=st.integers(0, 5))
    def correct(self, who: int, tricks: str, back: int) -> None:
        names = [PLAYERS["ABC".index(letter)] for letter in tricks]
        aim = max(len(self.accepted) - back, 1)
        body = {"kind": "correction", "entry": aim, "with": {"kind": "deal", "tricks": names}}
        self.send(who, body, {"kind": "deal", "tricks[]": names, "correct": aim})

    @precondition(lambda self: self.accepted)
    @rule(who=WHO, back=st.integers(0, 5))
    def strike(self, who: int, back: int) -> None:
        aim = max(len(self.accepted) - back, 1)
        self.send(who, {"kind": "correction", "entry": aim, "with": None}, {"strike": aim})

    @rule(who=WHO)
    def note(self, who: int) -> None:
        self.send(who, {"kind": "note", "text": "so it is"}, {"kind": "note", "text": "so it is"})

    @rule(who=WHO)
    def look(self, who: int) -> None:
        assert self.phones[who].get("/live", after="x").status_code == 200
        self.seen[who] = len(self.accepted)

    @rule(who=WHO)
    def repeat(self, who: int) -> None:
        """A retry of the last thing sent: written once if it was written, else judged again as it then stood."""
        form = self.last[who]
        written = {row.entry_id for row in entries(self.app, self.match)}
        if form and form["entry_id"] in written:
            assert self.phones[who].client.post(f"/m/{self.match}/entries", data=form).status_code == 303

    @rule()
    def restart(self) -> None:
        cookies = [phone.client.get_cookie("companion") for phone in self.phones]
        self.app = new_app(self.folder)
        for phone, cookie in zip(self.phones, cookies, strict=True):
            assert cookie
            phone.client = self.app.test_client()
            phone.client.set_cookie("companion", cookie.value)

    @invariant()
    def what_was_said_to_be_saved_is_what_stands(self) -> None:
        rows = entries(self.app, self.match)
        assert [row.number for row in rows] == list(range(1, len(self.accepted) + 1))
        assert [row.body["kind"] for row in rows] == [body["kind"] for body in self.accepted]

    def teardown(self) -> None:
        """The sheet of the app is the sheet of the serial record, replayed from a file."""
        exported = self.phones[0].get("/match.json").get_json()
        serial = {key: exported[key] for key in ("format", "game", "players", "options", "opening")}
        sheets = []
        for record in (exported["entries"], self.accepted):
            match = read_match({**serial, "entries": record})
            assert isinstance(match, Match)
            result, well = wire.replay(match)
            assert well, result
            sheets.append(json.dumps(result))
        assert sheets[0] == sheets[1]
        stored(self.app).close()
        shutil.rmtree(self.folder)


TestPhones = Phones.TestCase
TestPhones.settings = settings(
    max_examples=12, stateful_step_count=15, deadline=None, suppress_health_check=list(HealthCheck)
)
