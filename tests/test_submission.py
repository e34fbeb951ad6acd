"""Writing: the place of a submission in a record that others write at the same time, and its outcome."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import pytest
from flask import Flask
from support.phones import OPEN, Phone, entries, new_table, stored, text_of

from companion.rules.entries import (
    Body,
    Confirm,
    Contest,
    Correction,
    Entry,
    LetStand,
    Misdeal,
    Note,
    OptionChange,
    Penalty,
    Player,
    RulingNote,
    together,
)
from companion.rules.field_metadata import entry_field
from companion.rules.history import history_of
from companion.store import PartRow, Version
from companion.submission.conflict import AlreadyWritten, Append, ChangedSinceSent, Conflict, Submission, place

ANNA, BO = Player("Anna"), Player("Bo")
DEAL, OTHER = Penalty(ANNA, 1), Penalty(BO, 2)  # all entries that change the score are placed alike
STRIKE = Correction(1, None)


@dataclass(frozen=True)
class Deal(Body):
    """Anything that a deal may have: who did something, who won what in order or counted, and points."""

    kind: ClassVar[str] = "deal"
    some: tuple[Player, ...] = entry_field(whose="some", default=())
    won: tuple[Player, ...] | Mapping[Player, int] = ()
    points: Mapping[Player, int] = field(default_factory=dict)


ONE, TWO, THREE = (Deal(points={ANNA: n}) for n in (1, 2, 3))


def placed(written: list[Body], submission: Body, *, seen: int = 0, after: str = "", **more: Any) -> object:
    """Return the place of the submission in a record whose entries are known as a, b, c, ..."""
    history = history_of(tuple(Entry(n, body) for n, body in enumerate(written, 1)))
    ids = [{chr(ord("a") + n)} for n in range(len(written))]
    return place(
        history, ids, Submission(submission, {}, more.pop("entry_id", "mine"), seen, frozenset(after.split()), **more)
    )


class TestPlace:
    """An entry conflicts only with entries that change the score or rules on which it is based."""

    def test_next(self) -> None:
        assert placed([], DEAL) == Append(1)
        assert placed([DEAL, OTHER], DEAL, seen=2) == Append(3)

    def test_sent_again_with_something_else(self) -> None:
        assert placed([DEAL], OTHER, entry_id="a") == ChangedSinceSent(1)
        assert placed([DEAL, STRIKE], Correction(1, None, "why"), entry_id="b") == ChangedSinceSent(2)

    def test_sent_again(self) -> None:
        assert placed([DEAL, OTHER], DEAL, entry_id="a") == AlreadyWritten(1)
        assert placed([DEAL, STRIKE], DEAL, entry_id="a") == AlreadyWritten(1)

    @pytest.mark.parametrize(
        "newer",
        [OTHER, Misdeal(), OptionChange("target", 150), Correction(1, OTHER), STRIKE],
        ids=lambda body: body.kind,
    )
    def test_after_changes_of_score_or_rules(self, newer: Body) -> None:
        assert placed([DEAL, newer], Penalty(BO, 5), seen=1) == Conflict((2,))

    @pytest.mark.parametrize(
        "newer", [Note("late"), RulingNote("q", "legal"), Contest(1), Confirm(1)], ids=lambda body: body.kind
    )
    @pytest.mark.parametrize("submission", [DEAL, STRIKE, Note("mine")], ids=["deal", "strike", "note"])
    def test_entries_without_a_score_cause_no_conflict(self, newer: Body, submission: Body) -> None:
        assert placed([DEAL, newer], submission, seen=1) == Append(3)

    @pytest.mark.parametrize(
        "submission", [Note("mine"), RulingNote("q", "legal"), Contest(1), Confirm(1)], ids=lambda body: body.kind
    )
    def test_entries_without_a_score_have_no_conflict(self, submission: Body) -> None:
        assert placed([DEAL, OTHER, STRIKE], submission) == Append(4)

    def test_a_corrected_note_moves_nothing(self) -> None:
        assert placed([Note("late"), Correction(1, Note("early"))], DEAL, seen=1) == Append(3)

    def test_written_and_struck_out_since(self) -> None:
        assert placed([OTHER, DEAL, Correction(2, None)], Misdeal(), seen=1) == Append(4)

    def test_corrected_and_taken_back_since(self) -> None:
        assert placed([DEAL, Correction(1, OTHER), Correction(2, None)], Misdeal(), seen=1) == Append(4)

    def test_all_rivals_are_named(self) -> None:
        assert placed([DEAL, OTHER, Note("late"), Misdeal()], Penalty(BO, 5), seen=1) == Conflict((2, 4))


class TestOwnWaitingSubmissions:
    """An entry that the same phone typed and sends earlier is no conflict."""

    def test_after(self) -> None:
        assert placed([DEAL, OTHER], Misdeal(), after="a b") == Append(3)
        assert placed([DEAL, OTHER], Misdeal(), after="a") == Conflict((2,))
        assert placed([DEAL], Misdeal(), after="never-sent") == Conflict((1,))


class TestInSequence:
    """Two entries are merged only in sequence: a phone's first with the first that it had not seen."""

    def test_the_first(self) -> None:
        assert placed([ONE], ONE) == AlreadyWritten(1, "same")
        assert placed([THREE, ONE], ONE, seen=1) == AlreadyWritten(2, "same")

    def test_not_one_that_was_seen(self) -> None:
        assert placed([ONE], ONE, seen=1) == Append(2)

    @pytest.mark.parametrize("before", [[TWO], [TWO, THREE, TWO, THREE], [Penalty(BO, 2)], [Misdeal()]])
    def test_not_a_later_one_by_chance(self, before: list[Body]) -> None:
        n = len(before) + 1
        assert placed([*before, ONE], ONE) == Conflict(tuple(range(1, n + 1)))

    def test_then_the_next_with_the_next(self) -> None:
        """Entry 1 was merged with the first waiting one, so it is no conflict for the second; nor are earlier ones."""
        assert placed([ONE, TWO], TWO, after="a") == AlreadyWritten(2, "same")
        assert placed([ONE, TWO, THREE], THREE, after="a") == Conflict((2, 3))

    def test_entries_before_an_own_new_deal_are_settled(self) -> None:
        """Entry 3 was marked as a new deal, so what was typed after it is new too."""
        assert placed([ONE, TWO, THREE], TWO, after="c") == Append(4)
        assert placed([ONE, TWO, THREE, TWO], TWO, after="c") == AlreadyWritten(4, "same")
        assert placed([ONE, TWO, THREE, ONE], TWO, after="c") == Conflict((4,))

    def test_entries_before_an_own_correction_are_settled(self) -> None:
        assert placed([ONE, TWO, Correction(1, THREE)], TWO, after="c") == AlreadyWritten(2, "same")
        assert placed([ONE, THREE, Correction(1, THREE)], TWO, after="c") == Conflict((2,))

    def test_not_while_one_before_it_is_missing(self) -> None:
        """An entry conflicts while an earlier one is dropped or not sent, as the order is unknown."""
        assert placed([ONE], ONE, after="never-sent") == Conflict((1,))
        assert placed([ONE, TWO], TWO, after="a never-sent") == Conflict((2,))

    def test_a_deal_marked_as_new_is_never_merged(self) -> None:
        assert placed([ONE], ONE, is_next=True) == Conflict((1,))
        assert placed([ONE], ONE, seen=1, is_next=True) == Append(2)

    def test_a_penalty_of_its_own_settles_nothing(self) -> None:
        assert placed([ONE, Penalty(BO, 2)], ONE, after="b") == AlreadyWritten(1, "same")
        assert placed([ONE, Penalty(BO, 2)], TWO, after="b") == Conflict((1,))

    def test_as_it_now_stands(self) -> None:
        assert placed([TWO, Correction(1, ONE)], ONE) == AlreadyWritten(1, "same")
        assert placed([ONE, Correction(1, TWO)], ONE) == Conflict((1,))


class TestWhatWasEntered:
    """Entries are equal only if the same was entered, whatever follows from it."""

    @pytest.mark.parametrize(
        ("one", "other", "is_same"),
        [
            (Deal(some=(ANNA, BO)), Deal(some=(BO, ANNA)), True),
            (Deal(some=(ANNA,)), Deal(), False),
            (Deal(won=(ANNA, BO, ANNA)), Deal(won=(ANNA, ANNA, BO)), False),
            (Deal(won=(ANNA, BO, ANNA)), Deal(won={ANNA: 2, BO: 1}), True),
            (Deal(won={ANNA: 3, BO: 0}), Deal(won=(ANNA, ANNA, ANNA)), True),
            (Deal(won={ANNA: 2, BO: 1}), Deal(won=(ANNA, BO, BO)), False),
            (Deal(points={ANNA: 1, BO: 2}), Deal(points={BO: 2, ANNA: 1}), True),
            (Deal(points={ANNA: 1, BO: 0}), Deal(points={ANNA: 1}), False),
        ],
    )
    def test_it(self, one: Deal, other: Deal, is_same: bool) -> None:
        assert placed([one], other) == (AlreadyWritten(1, "same") if is_same else Conflict((1,)))


class TestTogether:
    """Two entries about one deal become one if neither contradicts the other."""

    @pytest.mark.parametrize(
        ("one", "other", "both"),
        [
            (Deal(points={ANNA: 20}), Deal(points={BO: 35}), Deal(points={ANNA: 20, BO: 35})),
            (Deal(points={ANNA: 20}), Deal(points={ANNA: 20, BO: 35}), None),
            (Deal(points={ANNA: 20}), Deal(points={ANNA: 30}), None),
            (Deal(points={ANNA: 20}), Deal(), None),
            (Deal((ANNA,), points={ANNA: 20}), Deal(points={BO: 35}), None),
            (Deal(points={ANNA: 20}), Misdeal(), None),
        ],
    )
    def test_it(self, one: Body, other: Body, both: Body | None) -> None:
        assert together(one, other) == both


class TestStatesOfEntries:
    """Corrections, strike-outs and house rules state the result: the last one counts."""

    def test_a_correction_whatever_its_reason(self) -> None:
        assert placed([DEAL, Correction(1, None, "undone")], Correction(1, None, "twice"), seen=1) == AlreadyWritten(
            2, "same"
        )
        assert placed([DEAL, Correction(1, OTHER)], Correction(1, OTHER), seen=1) == AlreadyWritten(2, "same")

    def test_not_one_that_another_has_followed(self) -> None:
        changed = [DEAL, Correction(1, OTHER), Correction(1, Misdeal())]
        assert placed(changed, Correction(1, OTHER), seen=1) == Conflict((2, 3))
        rules = [OptionChange("target", 150), OptionChange("target", 170)]
        assert placed([DEAL, *rules], OptionChange("target", 150), seen=1) == Conflict((2, 3))
        assert placed([DEAL, *rules], OptionChange("target", 170), seen=1) == AlreadyWritten(3, "same")

    def test_what_is_struck_out_is_struck_out_once(self) -> None:
        """Also if that had been seen, or is the phone's own step: the submission counts as done."""
        assert placed([DEAL, STRIKE], STRIKE, seen=2) == AlreadyWritten(2, "same")
        assert placed([DEAL, STRIKE], STRIKE, seen=1, after="b") == AlreadyWritten(2)
        assert placed([DEAL, STRIKE, OTHER], STRIKE, seen=1) == AlreadyWritten(2, "same")

    def test_put_back_it_is_struck_out_anew(self) -> None:
        assert placed([DEAL, STRIKE, Correction(2, None)], STRIKE, seen=3) == Append(4)
        assert placed([DEAL, STRIKE, Correction(2, None)], STRIKE, seen=1) == Conflict((2, 3))
        assert placed([DEAL, STRIKE, Correction(1, OTHER)], STRIKE, seen=3) == Append(4)


class TestCorrections:
    """A correction conflicts only with another correction of the same entry."""

    @pytest.mark.parametrize(
        ("newer", "found"),
        [
            (OTHER, Append(3)),
            (Correction(1, Misdeal()), Conflict((2,))),
            (Correction(1, OTHER), AlreadyWritten(2, "same")),
        ],
        ids=["deal", "other", "same"],
    )
    def test_of_the_first(self, newer: Body, found: object) -> None:
        assert placed([DEAL, newer], Correction(1, OTHER), seen=1) == found

    def test_of_another_entry(self) -> None:
        assert placed([DEAL, OTHER, Correction(2, None)], Correction(1, Misdeal()), seen=2) == Append(4)

    def test_taken_back_meanwhile(self) -> None:
        record = [DEAL, Correction(1, OTHER), Correction(2, None)]
        assert placed(record, Correction(1, Misdeal()), seen=2) == Conflict((3,))

    def test_letting_stand_what_was_corrected_meanwhile(self) -> None:
        assert placed([DEAL, OTHER], LetStand(1), seen=1) == Append(3)
        assert placed([DEAL, STRIKE], LetStand(1), seen=1) == Conflict((2,))

    @pytest.mark.parametrize("entry", [0, -1, 9])
    def test_corrections_of_unknown_entries_are_left_to_the_rules(self, entry: int) -> None:
        assert placed([DEAL, OTHER], Correction(entry, None)) == Append(3)


class TestLetStand:
    """Two phones let the same deal stand: it counts once, whatever reasons they give."""

    def test_twice(self) -> None:
        written: list[Body] = [Misdeal(), LetStand(1, "played so")]
        assert placed(written, LetStand(1, "so it was"), seen=1) == AlreadyWritten(2, "same")


class TestHouseRules:
    def test_conflict_only_with_a_change_of_the_same(self) -> None:
        submission = OptionChange("target", 150)
        assert placed([DEAL, OptionChange("table", 20)], submission) == Append(3)
        assert placed([DEAL, OptionChange("target", 200)], submission) == Conflict((2,))


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
