"""Submissions of two phones, and how the answers tell what became of them."""

import re
from typing import Any

import pytest
from flask import Flask
from support.phones import OPEN, Phone, entries, new_table, stored, text_of

from companion.store import PartRow, Version


@pytest.fixture
def anna(app: Flask) -> Phone:
    phone = new_table(app, **OPEN)
    phone.post("/who", player="Anna")
    return phone


class TestTheAnswer:
    """It identifies companion and says what happened to the entry."""

    def test_signs(self, anna: Phone, bo: Phone) -> None:
        first = anna.write("AAABC", 1)
        assert [first.headers.get(name) for name in ("Companion-Entry", "Companion-Number")] == ["written", "1"]
        assert anna.write("AAABC", 1).headers["Companion-Entry"] == "known"
        assert bo.write("AAABC", 1).headers["Companion-Entry"] == "same"
        assert bo.write("ABBBC", 1, "b").headers["Companion-Entry"] == "behind"
        assert bo.write("ABBB", 2, "c").headers["Companion-Entry"] == "refused"

    def test_a_form_that_was_sent_before_with_something_else_is_refused(self, app: Flask, anna: Phone) -> None:
        """It is not on the sheet, so the answer must not say so: the phone keeps what was typed."""
        anna.write("AAABC", 1, "once")
        other = anna.write("AABBC", 1, "once")
        assert (other.status_code, other.headers["Companion-Entry"]) == (422, "refused")
        assert "with other values" in other.text
        assert anna.write("AAABC", 1, "once").headers["Companion-Entry"] == "known"
        anna.post("/entries", kind="note", text="late", entry_id="note", seen="1.0")
        assert anna.post("/entries", kind="note", text="later", entry_id="note", seen="2.0").status_code == 422
        assert anna.post("/entries", strike="1", entry_id="note", seen="2.0").status_code == 422
        assert len(entries(app, anna.match)) == 2

    def test_every_answer_is_signed(self, app: Flask, anna: Phone) -> None:
        anna.write("AAABC", 1)
        assert anna.version.startswith("1.")
        poll = anna.get("/live", after=anna.version)
        assert (poll.status_code, poll.headers["Companion"]) == (204, anna.version)
        assert Phone(app, anna.match).get().headers["Companion"] == "-"

    def test_a_fragment_carries_the_version_after_it(self, anna: Phone) -> None:
        form = {"kind": "note", "text": "late", "seen": "0.0", "entry_id": "n"}
        answer = anna.client.post(f"/m/{anna.match}/entries", data=form, headers={"HX-Request": "true"})
        assert (answer.status_code, answer.headers["Companion"]) == (200, anna.version)


class TestTheSameDeal:
    """Two phones write the same deal: it counts once without a question, and the record names both."""

    def test_the_record_names_both(self, app: Flask, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        before = anna.version
        assert bo.write("AAABC", 1, "bo").headers["Companion-Entry"] == "same"
        assert len(entries(app, anna.match)) == 1
        assert anna.version != before, "whoever wrote it first hears of it"
        told = r"Bo entered the same as Anna at \d\d:\d\d ?\. It counts once\."
        for page in ("/log", "/entries/1"):
            assert re.search(told, text_of(anna.get(page).text)), page

    def test_in_another_order_it_is_asked_about(self, app: Flask, anna: Phone, bo: Phone) -> None:
        """Both phones entered the order, and it differs: one of them is wrong, or it is another deal."""
        anna.write("AAABC", 1)
        assert bo.write("CBAAA", 1, "bo").headers["Companion-Entry"] == "behind"

    def test_the_next_of_a_phone_that_was_offline(self, app: Flask, anna: Phone, bo: Phone) -> None:
        """Bo had typed deals 1 and 2; Anna entered deal 1 meanwhile. Bo's second still follows it."""
        anna.write("AAABC", 1)
        assert bo.write("AAABC", 1, "bo1").headers["Companion-Entry"] == "same"
        answer = bo.write("ABBBC", 1, "bo2", after="bo1")
        assert (answer.headers["Companion-Entry"], answer.headers["Companion-Number"]) == ("written", "2")
        assert bo.write("AAABC", 1, "bo1").headers["Companion-Entry"] == "known"
        assert len(entries(app, anna.match)) == 2


class TestByChance:
    """Equal deals are two deals unless they are at the same place of both sequences."""

    def test_equal_to_the_fourth_that_was_not_seen(self, app: Flask, anna: Phone, bo: Phone) -> None:
        """Bo was offline, and the deal that waits on his phone equals one that Anna wrote four deals later."""
        for number, rounds in enumerate(("AAABB", "AAAAB", "BBBBB", "CABBA"), start=1):
            anna.write(rounds, number)
        answer = bo.write("CABBA", 1, "bo")
        assert (answer.status_code, answer.headers["Companion-Entry"]) == (409, "behind")
        text = text_of(answer.text)
        assert "Anna has already saved deal 4 with the same numbers. Is it the same deal?" in text
        assert "It is the same: delete mine This is for the next deal" in text
        assert "Mine is right" not in text
        assert "Anna entered deal 1" in text, "and what else was written"
        assert bo.write("CABBA", 5, "bo", against=4, next=1).headers["Companion-Entry"] == "written"
        assert len(entries(app, anna.match)) == 5

    def test_completed_after_four_others(self, app: Flask, anna: Phone, bo: Phone) -> None:
        """Bo had begun earlier: what he types is not merged while he types, nor when he saves it."""
        for number, rounds in enumerate(("AAABB", "AAAAB", "BBBBB", "CABBA"), start=1):
            anna.write(rounds, number)
        typed = {"kind": "deal", "rounds__": ["Cia", "Anna", "Bo", "Bo", "Anna"], "seen": "0.0"}
        drawn = bo.post("/form", **typed)
        assert "Companion-Entry" not in drawn.headers
        assert drawn.text.count("<option selected>") == 5
        assert bo.write("CABBA", 1, "bo").headers["Companion-Entry"] == "behind"

    def test_the_second_after_mine_is_the_next_deal(self, app: Flask, anna: Phone, bo: Phone) -> None:
        """It follows the first, so it is none of the earlier deals."""
        anna.write("AAABC", 1)
        anna.write("CBBBA", 2)
        assert bo.write("ABCAB", 1, "bo1").headers["Companion-Entry"] == "behind"
        assert bo.write("ABCAB", 3, "bo1", against=1, next=1).headers["Companion-Entry"] == "written"
        second = bo.write("CBBBA", 1, "bo2", after="bo1", next=1)
        assert (second.headers["Companion-Entry"], second.headers["Companion-Number"]) == ("written", "4")
        assert "It counts once" not in text_of(anna.get("/log").text)

    def test_a_deal_marked_as_new_stays_new(self, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        bo.write("ABCAB", 1, "bo1")
        anna.write("ABCAB", 2)
        asked = bo.write("ABCAB", 2, "bo1", against=1, next=1)
        assert asked.headers["Companion-Entry"] == "behind"
        assert "Anna has already saved deal 2 with the same numbers" in text_of(asked.text)

    def test_one_whose_first_was_dropped(self, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        assert bo.write("AAABC", 1, "bo2", after="bo1").headers["Companion-Entry"] == "behind"


class TestBothTogether:
    """Two entries can be combined as a correction of the first, if each has facts that the other has not."""

    def points(self, phone: Phone, entry_id: str, **more: object) -> Any:
        return phone.post("/entries", kind="deal", entry_id=entry_id, **{"seen": "0.0", **more})

    def test_offered_and_written(self, app: Flask, anna: Phone, bo: Phone) -> None:
        self.points(anna, "a", **{"points[@0]": "20"})
        asked = self.points(bo, "b", **{"points[@1]": "35"})
        assert asked.status_code == 409
        assert "Both together: Points: Anna 20, Bo 35" in text_of(asked.text)
        more = {"seen": "1.0", "correct": 1, "against": 1, "both": 1, "points[@1]": "35"}
        assert [self.points(bo, "bt", **more).headers["Companion-Entry"] for _ in range(2)] == ["written", "known"]
        assert entries(app, anna.match)[1].body["with"]["points"] == {"Anna": 20, "Bo": 35}

    def test_not_where_they_contradict_each_other_or_the_rules(self, anna: Phone, bo: Phone) -> None:
        self.points(anna, "a", **{"points[@0]": "20"})
        assert "Both together" not in self.points(bo, "b", **{"points[@0]": "35"}).text
        assert "Both together" not in self.points(bo, "b", **{"points[@1]": "3500"}).text

    @pytest.mark.parametrize("aim", ["0", "-1", "9"])
    def test_with_nothing(self, anna: Phone, aim: str) -> None:
        assert self.points(anna, "a", correct=aim, both=1, **{"points[@0]": "20"}).status_code in {400, 422}


class TestAtTheSameMoment:
    """Everything is judged again if another connection appends an entry meanwhile."""

    def test_a_deal_in_between(self, app: Flask, anna: Phone, bo: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
        from companion import submission

        judged = submission.refusal
        raced: list[int] = []

        def slowly(*args: object) -> object:
            if not raced:
                raced.append(1)
                assert bo.write("ABBBC", 1).status_code == 303
            return judged(*args)  # type: ignore[arg-type]

        monkeypatch.setattr(submission, "refusal", slowly)
        assert anna.write("AAABC", 1).headers["Companion-Entry"] == "behind"
        assert len(entries(app, anna.match)) == 1

    def test_the_match_deleted_in_between(self, app: Flask, anna: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
        from companion import submission

        judged = submission.refusal

        def slowly(*args: object) -> object:
            stored(app).delete(anna.match)
            return judged(*args)  # type: ignore[arg-type]

        monkeypatch.setattr(submission, "refusal", slowly)
        assert anna.write("AAABC", 1).status_code == 404


class TestLastPart:
    """The last part and the complete deal are written in one step."""

    def test_both_or_neither(self, app: Flask, anna: Phone) -> None:
        store = stored(app)
        part = PartRow(1, "Anna", "phone", "", {"rounds": ["Anna"]})
        assert store.put_part(anna.match, part, seen=Version(7, 0), closing=None) == "behind"
        assert store.parts(anna.match, 1) == []
