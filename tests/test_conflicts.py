"""Two phones write at the same time: the second sees both versions and chooses, and nothing counts twice."""

import re
from typing import Any

import pytest
from flask import Flask
from support.phones import Phone, codes, entries, new_table, text_of

from companion.limits import WRITES
from companion.store.shared import MemoryCounter


def compared(html: str) -> str:
    """Return the text of a conflict without marks."""
    return text_of(re.sub(r"</?mark>", "", html))


def test_a_question_without_a_comparison_names_the_typed_deal(anna: Phone, bo: Phone) -> None:
    """The question whether to save it as well names it, and does not call it "the next deal"."""
    anna.post("/entries", kind="penalty", player="Cia", points="2", seen="0.0", entry_id="p")
    asked = text_of(bo.write("AAABC", 1).text)
    assert "Here: Rounds: Anna, Anna, Anna, Bo, Cia" in asked
    assert "Save mine as well" in asked


def test_a_correction_that_changes_nothing_is_none(app: Flask) -> None:
    """Otherwise sheet and paper would show a correction without a change. Two equal corrections count once."""
    anna = new_table(app)
    anna.write("AAABC", 1)
    answer = anna.write("AAABC", 2, correct="1", reason="counted wrong")
    assert answer.status_code == 422
    assert "Nothing was changed" in text_of(answer.text)
    assert anna.write("AAABB", 2, "one", correct="1").status_code == 303
    assert anna.write("AAABB", 2, "two", correct="1").status_code == 303  # drawn before the first, it counts once
    assert len(entries(app, anna.match)) == 2


class TestTwoPhones:
    """One is written; the other phone sees both versions and chooses."""

    def test_the_second_sees_both_and_keeps_its_typing(self, app: Flask, anna: Phone, bo: Phone) -> None:
        assert anna.write("AAABC", 1).status_code == 303
        answer = bo.write("ABBBC", 1)
        assert answer.status_code == 409
        text = compared(answer.text)
        assert "Anna has saved deal 1 with other values than yours" in text
        assert "Rounds Anna, Anna, Anna, Bo, Cia Anna, Bo, Bo, Bo, Cia ≠" in text, "both as they were typed"
        assert "Anna → 7 → 9" in text, "where each would stand"
        assert "Bo → 9 → 7" in text
        assert "Cia →" not in text, "alike in both"
        assert answer.text.count("<mark>Anna</mark>") == answer.text.count("<mark>Bo</mark>") == 2
        assert "Theirs is right: delete mine Mine is right: correct deal 1 This is for the next deal" in text
        assert answer.text.count("<option selected>Bo</option>") == 3
        assert f'name="seen" value="{bo.version}"' in answer.text
        assert len(entries(app, anna.match)) == 1

    def test_differences_are_marked_the_order_only_if_alone(self, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        assert re.findall(r"<mark>(\w+)</mark>", bo.write("AAABB", 1).text) == ["Cia", "Bo"]
        corrected = "ABABC"  # another order of rounds gives the same sheet, unless it is a correction
        anna.write(corrected, 2, correct=1)
        assert re.findall(r"<mark>(\w+)</mark>", bo.write("AABBC", 2, correct=1).text) == ["Bo", "Anna", "Anna", "Bo"]

    def test_it_may_correct_the_sheet_with_its_own(self, app: Flask, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        bo.write("ABBBC", 1)
        assert bo.write("ABBBC", 2, "chosen", correct=1).status_code == 303
        body = entries(app, anna.match)[1].body
        assert (body["kind"], body["entry"], body["with"]["rounds"]) == (
            "correction",
            1,
            ["Anna", "Bo", "Bo", "Bo", "Cia"],
        )

    def test_or_write_it_as_another_deal(self, app: Flask, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        bo.write("ABBBC", 1)
        assert bo.write("ABBBC", 2, "chosen").status_code == 303
        assert len(entries(app, anna.match)) == 2

    @pytest.mark.parametrize("chosen", [{"correct": 1}, {}])
    def test_a_deal_corrected_meanwhile_is_compared_again(self, anna: Phone, bo: Phone, chosen: dict[str, int]) -> None:
        anna.write("AAABC", 1)
        assert 'name="against" value="1"' in bo.write("ABBBC", 1).text
        anna.write("CCCCC", 2, correct=1)
        answer = bo.write("ABBBC", 2, "chosen", against=1, **chosen)
        assert answer.status_code == 409
        text = compared(answer.text)
        assert "Rounds Cia, Cia, Cia, Cia, Cia Anna, Bo, Bo, Bo, Cia ≠" in text
        assert "Theirs is right: delete mine Mine is right: correct deal 1 This is for the next deal" in text
        assert answer.text.count("<option selected>Bo</option>") == 3, "and stands in the form"
        assert bo.write("ABBBC", 3, "again", against=1, **chosen).status_code == 303

    def test_beside_a_struck_out_deal_it_is_still_the_next_deal(self, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        anna.post("/entries", strike=1, seen="1.0", entry_id="undo", reason="undone")
        answer = bo.write("ABBBC", 2, "chosen", correct=1, against=1)
        assert answer.status_code == 409
        assert "Anna undid deal 1" in text_of(answer.text)
        assert "This is for the next deal" in text_of(answer.text)

    def test_an_illegal_correction_may_be_the_next_deal(self, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        answer = bo.write("ABB", 2, "chosen", correct=1, against=1)
        assert answer.status_code == 422
        text = compared(answer.text)
        assert "Yours cannot replace it: Only 3 rounds of five are written." in text
        assert "Mine is right" not in text

    def test_a_choice_as_next_deal_says_what_is_missing(self, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        answer = bo.write("ABB", 2, "chosen", against=1)
        assert answer.status_code == 422
        assert "Only 3 rounds of five are written." in text_of(answer.text)
        assert "other values than yours" not in text_of(answer.text)

    def test_after_the_end_there_is_no_next_deal(self, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        assert anna.post("/entries", kind="end", seen="1.0", entry_id="end").status_code == 303
        text = text_of(bo.write("ABBBC", 1).text)
        assert "Mine is right: correct deal 1" in text
        assert "next deal" not in text

    def test_what_stands_in_the_form_is_nobody_elses_until_it_is_saved(self, anna: Phone, bo: Phone) -> None:
        """The form may be incomplete."""
        anna.write("AAABC", 1, "a")
        drawn = bo.post("/form", kind="deal", rounds__=["Anna", "Anna", "Anna", "Bo", "Cia"], seen="0.0")
        assert "Companion-Entry" not in drawn.headers
        assert drawn.text.count("<option selected>Anna</option>") == 3
        assert "While you were typing" in drawn.text

    def test_two_corrections_at_once(self, app: Flask, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        assert anna.write("AABBC", 2, correct=1).status_code == 303
        answer = bo.write("ABBBC", 2, correct=1, reason_text="I saw it")
        assert answer.status_code == 409
        assert "Rounds Anna, Anna, Bo, Bo, Cia Anna, Bo, Bo, Bo, Cia ≠" in compared(answer.text)
        assert 'name="correct" value="1"' in answer.text
        assert 'name="reason" value="I saw it"' in answer.text, "why is sent again with what"

    def test_a_correction_of_what_was_struck_out_meanwhile_may_still_be_right(self, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        anna.post("/entries", strike=1, seen="1.0", entry_id="undo", reason="undone")
        answer = bo.write("ABBBC", 2, seen="1.0", correct=1)
        assert answer.status_code == 409
        assert "Mine is right: correct deal 1" in text_of(answer.text)
        assert bo.write("ABBBC", 3, entry_id="again", correct=1).status_code == 303
        assert "Undo the correction of deal 1" in text_of(bo.get().text)

    def test_an_undo_from_an_old_page_is_asked_about(self, app: Flask, anna: Phone, bo: Phone) -> None:
        """From an old page, or after being offline: the last deal of that page is no longer the last."""
        anna.write("AAABC", 1)
        bo.write("ABBBC", 2)
        answer = anna.post("/entries", strike=1, seen="1.0", entry_id="undo", reason="undone", again=1)
        assert (answer.status_code, answer.headers["Companion-Entry"]) == (409, "behind")
        text = text_of(answer.text)
        assert "Bo has saved something since. Cross out deal 1 anyway? Bo entered deal 2." in text
        assert "Anna 6 → 9" in text, "and what it would do"
        assert "Leave deal 1 as it is Cross it out anyway" in text
        assert len(entries(app, anna.match)) == 2
        assert anna.post("/entries", strike=1, seen="2.0", entry_id="undos", reason="undone").status_code == 303
        assert entries(app, anna.match)[2].body["entry"] == 1

    def test_an_undo_after_own_deals_is_not_asked_about(self, anna: Phone) -> None:
        anna.write("AAABC", 1, "a")
        anna.write("ABBBC", 2, "b")
        answer = anna.post("/entries", strike=1, seen="1.0", after="b", entry_id="undo", reason="undone")
        assert answer.headers["Companion-Entry"] == "written"
        assert anna.post("/entries", strike=2, seen="2.0", after="undo", entry_id="x").status_code == 303

    def test_entries_without_a_score_do_not_stop_undo(self, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        bo.post("/entries", kind="note", text="Cia is late", seen="1.0", entry_id="n")
        assert anna.post("/entries", strike=1, seen="1.0", entry_id="undo", reason="undone").status_code == 303

    def test_an_undone_deal_returns_to_the_form(self, anna: Phone) -> None:
        anna.write("AAABC", 1)
        assert "Undo deal 1: Anna −3, Bo −1, Cia −1" in text_of(anna.get().text)
        answer = anna.post("/entries", strike=1, seen="1.0", entry_id="undo", reason="undone", again=1)
        page = anna.client.get(answer.location).text
        assert page.count("<option selected>Anna</option>") == 3
        assert "Restore deal 1" in text_of(page)
        assert "<option selected>" not in anna.get().text, "only once, and only there"

    def test_redo_beside_a_newer_deal_is_asked_about(self, app: Flask, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        bo.post("/entries", strike=1, seen="1.0", entry_id="undo", reason="undone", again=1)
        back = {"strike": 2, "reason": "undone", "again": 1}
        anna.write("ABBBC", 3)
        asked = bo.post("/entries", **back, seen="2.0", entry_id="back")
        assert asked.status_code == 409
        text = text_of(asked.text)
        assert "Anna has saved something since. Does deal 1 count as well? Anna entered deal 1." in text
        assert "Anna 9 → 6" in text, "and what it would do"
        assert "Leave deal 1 crossed out Both count: restore deal 1" in text
        assert len(entries(app, anna.match)) == 3
        assert bo.post("/entries", **back, seen="3.0", entry_id="backs").status_code == 303
        sheet = re.findall(r'class="nr"><a[^>]*>(\d+)', bo.get().text)
        assert sorted(sheet) == ["1", "2"], "no two with one number"

    def test_correcting_a_struck_out_deal_after_a_newer_one_is_asked_about(self, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        anna.post("/entries", strike=1, seen="1.0", entry_id="undo")
        anna.write("ABBBC", 3)
        assert bo.write("AABBC", 3, correct=1).status_code == 409
        assert bo.write("AABBC", 4, "again", correct=1).status_code == 303

    def test_another_phone_is_told_that_it_had_been_written(self, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        answer = bo.write("AAABC", 1, "b")
        assert "Anna had already saved the same. It counts once." in text_of(bo.client.get(answer.location).text)

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
        assert "Save mine as well" in answer.text
        assert bo.post("/entries", **form, seen="1.0", entry_id="pa").status_code == 303

    def test_a_version_beyond_the_record_is_unknown(self, app: Flask, anna: Phone, bo: Phone) -> None:
        """From another match, or after an older backup was restored: there is nothing to compare."""
        anna.write("AAABC", 1)
        answer = bo.write("ABBBC", 1, seen="999.999")
        assert (answer.status_code, answer.headers["Companion-Entry"]) == (422, "refused")
        assert "entered on a newer score sheet than this one" in text_of(answer.text)
        assert answer.text.count("<option selected>Bo</option>") == 3, "and stands in the form"
        assert f'name="seen" value="{bo.version}"' in answer.text, "for the sheet that is shown with it"
        assert len(entries(app, anna.match)) == 1

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
        counter = MemoryCounter(WRITES)
        for _ in range(WRITES.times):
            counter.count("phone")
        assert counter.is_full("phone")
        assert not counter.is_full("another")


class TestHouseRule:
    """Two phones change the same rule from old pages: the second is asked before anything is written."""

    def change(self, phone: Phone, to: str, seen: str, number: int) -> Any:
        fields = {"options[table]": "#", "options[table_number]": to}
        return phone.post("/house-rule", seen=seen, entry_id=f"rule-{number}", **fields)

    def table(self, app: Flask) -> tuple[Phone, Phone]:
        anna = new_table(app)
        anna.post("/who", player="Anna")
        bo = Phone(app, anna.match)
        bo.enter(codes(app, anna.match)[0], "Bo")
        return anna, bo

    def test_asked(self, app: Flask) -> None:
        anna, bo = self.table(app)
        seen = bo.version
        assert f'name="seen" value="{seen}"' in bo.get("/house-rules").text
        assert self.change(anna, "170", seen, 1).status_code == 303
        asked = self.change(bo, "120", seen, 2)
        assert asked.status_code == 409
        assert re.search(r"Anna changed “.*” to .*170", text_of(asked.text))
        assert "120 anyway" in text_of(asked.text)
        assert len(entries(app, anna.match)) == 1
        assert self.change(bo, "120", bo.version, 3).status_code == 303

    def test_the_same_counts_once(self, app: Flask) -> None:
        anna, bo = self.table(app)
        seen = bo.version
        self.change(anna, "170", seen, 1)
        assert self.change(bo, "170", seen, 2).status_code == 303
        assert len(entries(app, anna.match)) == 1

    def test_an_unchanged_house_rule_is_not_written_and_says_so(self, app: Flask) -> None:
        anna, _ = self.table(app)
        self.change(anna, "170", anna.version, 1)
        again = self.change(anna, "170", anna.version, 2)
        assert (again.status_code, len(entries(app, anna.match))) == (303, 1)
        assert "it is “170” already. Nothing was saved." in text_of(anna.get("/house-rules", same="table").text)
        assert self.change(anna, "170", "0.0", 1).status_code == 303  # a retry after a missing answer
        assert len(entries(app, anna.match)) == 1

    def test_taken_back_since(self, app: Flask) -> None:
        anna, bo = self.table(app)
        self.change(anna, "170", anna.version, 1)
        seen = bo.version
        anna.post("/entries", strike="1", reason="undone", seen=seen, entry_id="s")
        assert self.change(bo, "120", seen, 2).status_code == 409

    def test_undo_names_it_and_the_sheet_says_from_when(self, app: Flask) -> None:
        anna, _ = self.table(app)
        self.change(anna, "170", anna.version, 1)
        page = text_of(anna.get().text)
        assert re.search(r"Undo the house rule “.*170”", page)
        assert "House rule from the next deal on" in page
