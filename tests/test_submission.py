"""The place of a submission in a record that others write at the same time."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import pytest

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
from companion.submission.conflict import AlreadyWritten, Append, ChangedSinceSent, Conflict, Submission, placement_in

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
    return placement_in(
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
