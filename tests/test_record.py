"""The record: what people wrote stays, corrections take its place, and what no longer stands counts for nothing."""

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from companion.reading import FORMAT, Match, read_match
from companion.rules.history import AnyRecord
from companion.rules.record import judge, judge_last
from companion.rules.rulings import Ruling
from companion.rules.tally import Tally

Json = dict[str, Any]


def match(*entries: Json, players: str = "AB", **head: Any) -> Match:
    """A match of Rams, the simplest game there is to correct."""
    data = {"format": FORMAT, "game": "rams", "players": list(players), **head, "entries": list(entries)}
    found = read_match(data)
    assert isinstance(found, Match), found
    assert found.fault is None, found.fault
    return found


def deal(tricks: str, **more: Any) -> Json:
    return {"kind": "deal", "tricks": list(tricks), **more}


def correct(entry: int, content: Json | None, reason: str = "") -> Json:
    return {"kind": "correction", "entry": entry, "with": content, "reason": reason}


def tally_of(found: Match) -> Tally:
    return found.game.tally(found.record)


def scores(found: Match) -> dict[str, int]:
    return {player: figure.value for player, figure in tally_of(found).scores.items()}


def fault(found: Match) -> tuple[int | None, str] | None:
    wrong = judge(found.game, found.record)
    return (wrong.entry, wrong.code) if wrong else None


class TestCorrection:
    """An entry is never changed: a correction of it counts in its place."""

    def test_its_content_counts_in_the_place_of_the_first(self) -> None:
        found = match(deal("AAABB"), deal("AABBB"), correct(1, deal("ABBBB")))
        assert fault(found) is None
        assert scores(found) == {"A": 7, "B": 3}
        assert [line.entry for line in tally_of(found).lines] == [1, 2]

    def test_the_last_of_several_counts(self) -> None:
        found = match(deal("AAABB"), correct(1, deal("ABBBB")), correct(1, deal("AABBB")))
        assert scores(found) == {"A": 8, "B": 7}
        assert [entry.number for entry in found.record.history[0].corrections] == [2, 3]

    def test_null_strikes_out(self) -> None:
        found = match(deal("AAABB"), deal("AABBB"), correct(1, None))
        assert fault(found) is None
        assert scores(found) == {"A": 8, "B": 7}
        assert [entry.number for entry in found.record.counting] == [2]

    def test_what_was_struck_out_can_be_written_again(self) -> None:
        found = match(deal("AAABB"), correct(1, None), correct(1, deal("AABBB")))
        assert fault(found) is None
        assert scores(found) == {"A": 8, "B": 7}

    def test_what_was_struck_out_cannot_be_struck_out_again(self) -> None:
        assert fault(match(deal("AAABB"), correct(1, None), correct(1, None))) == (3, "record.already_struck")

    def test_its_own_content_must_be_allowed_in_its_place(self) -> None:
        assert fault(match(deal("AAABB"), correct(1, deal("AAAB")))) == (2, "rams.trick_sum")
        assert fault(match(deal("AAABB"), deal("AABBB"), correct(2, deal("AAABB", dealer="B")))) == (3, "deal.dealer")

    def test_struck_out_is_as_never_written(self) -> None:
        struck = match(deal("AAABB"), deal("BBBBA"), deal("AABBB"), correct(2, None))
        never = match(deal("AAABB"), deal("AABBB"))
        assert scores(struck) == scores(never)
        assert tally_of(struck).table == tally_of(never).table

    def test_different_entries_in_any_order(self) -> None:
        written = [deal("AAABB"), deal("AABBB"), deal("AAAAB")]
        fixes = [correct(1, deal("ABBBB")), correct(2, None), correct(3, deal("AABBB"))]
        sheets = {tuple(scores(match(*written, *order)).items()) for order in permutations(fixes)}
        assert sheets == {(("A", 7), ("B", 3))}


class TestUndo:
    """A correction is taken back by striking it out; that can be taken back as well."""

    def test_the_original_counts_again(self) -> None:
        found = match(deal("AAABB"), correct(1, deal("ABBBB")), correct(2, None))
        assert fault(found) is None
        assert scores(found) == {"A": 7, "B": 8}
        assert found.record.history[0].corrections == ()

    def test_the_correction_before_it_counts_again(self) -> None:
        found = match(deal("AAABB"), correct(1, deal("ABBBB")), correct(1, None), correct(3, None))
        assert fault(found) is None
        assert scores(found) == {"A": 9, "B": 6}

    def test_undo_of_an_undo(self) -> None:
        found = match(deal("AAABB"), correct(1, deal("ABBBB")), correct(2, None), correct(3, None))
        assert fault(found) is None
        assert scores(found) == {"A": 9, "B": 6}

    def test_only_once(self) -> None:
        found = match(deal("AAABB"), correct(1, deal("ABBBB")), correct(2, None), correct(2, None))
        assert fault(found) == (4, "record.already_struck")

    def test_a_correction_is_taken_back_not_rewritten(self) -> None:
        found = match(deal("AAABB"), correct(1, deal("ABBBB")), correct(2, deal("AABBB")))
        assert fault(found) == (3, "record.correct_original")

    def test_what_it_brings_back_must_be_allowed_in_its_place(self) -> None:
        """Entry 2 named its dealer; since entry 1 became a misdeal it is another's turn there."""
        fixes = [correct(2, deal("AABBB")), correct(1, {"kind": "misdeal"})]
        found = match(deal("AAABB"), deal("AABBB", dealer="A"), *fixes, correct(3, None))
        assert fault(found) == (5, "deal.dealer")

    def test_so_must_what_an_undo_of_an_undo_brings_back(self) -> None:
        named = correct(2, deal("AABBB", dealer="A"))
        undone = [correct(3, None), correct(1, None)]
        assert fault(match(deal("AAABB"), deal("AABBB"), named, *undone, correct(4, None))) == (6, "deal.dealer")


class TestPending:
    """What a correction makes illegal stays on the record and counts for nothing until somebody corrects it."""

    def refusing(self, *more: Json) -> Match:
        """B flew from 2 and passed; then the first deal is corrected: B took a trick, stands on 1 and may not pass."""
        passed = {"kind": "deal", "passed": ["B"]}
        start = {"scores": {"A": 10, "B": 2}, "dealer": "B"}
        return match(deal("AAAAA"), passed, correct(1, deal("AAAAB")), *more, opening=start)

    def test_it_is_listed_with_its_number(self) -> None:
        found = self.refusing()
        assert fault(found) is None
        assert [(r.entry, r.code, r.player) for r in tally_of(found).refused] == [(2, "rams.must_knock", "B")]
        assert scores(found) == {"A": 6, "B": 1}

    def test_no_new_deal_meanwhile(self) -> None:
        assert fault(self.refusing(deal("AAAAB"))) == (4, "record.pending")

    @pytest.mark.parametrize("aside", [{"kind": "note", "text": "wait"}, {"kind": "contest", "entry": 2}])
    def test_but_what_stands_beside_the_score(self, aside: Json) -> None:
        assert fault(self.refusing(aside)) is None

    def test_corrected_it_counts_again_and_play_goes_on(self) -> None:
        found = self.refusing(correct(2, deal("AAAAB")), deal("AAAAB"))
        assert fault(found) is None
        assert tally_of(found).refused == ()
        assert tally_of(found).table.sums == {"A": 2, "B": 0}

    def test_struck_out_it_is_gone(self) -> None:
        found = self.refusing(correct(2, None))
        assert fault(found) is None
        assert tally_of(found).refused == ()

    def test_taking_the_correction_back_heals_it_too(self) -> None:
        found = self.refusing(correct(3, None))
        assert fault(found) is None
        assert tally_of(found).refused == ()


class TestJudge:
    """Each entry is judged by the record as it stood when it was written."""

    def test_the_first_fault_is_named(self) -> None:
        found = match(deal("AAABB"), deal("AAAB"), {"kind": "note", "text": "", "entry": 9}, deal("A"))
        assert fault(found) == (2, "rams.trick_sum")

    def test_what_was_illegal_when_written_is_not_healed_later(self) -> None:
        assert fault(match(deal("AAAB"), correct(1, deal("AAABB")))) == (1, "rams.trick_sum")

    def test_the_check_of_a_new_entry_is_the_same(self) -> None:
        found = match(deal("AAABB"), deal("AAAB"), correct(1, deal("AAAB")))
        for number in (1, 2):
            record = found.record.upto(number)
            assert judge_last(found.game, record) == judge(found.game, record)

    @pytest.mark.parametrize("kind", ["contest", "confirm", "note", "ruling", "correction"])
    @pytest.mark.parametrize("target", [0, 2, 3, -1])
    def test_it_points_at_an_entry_before_it(self, kind: str, target: int) -> None:
        words: Json = {
            "note": {"text": "here"},
            "ruling": {"question": "q", "verdict": "v"},
            "correction": {"with": None},
        }.get(kind, {})
        found = match(deal("AAABB"), {"kind": kind, "entry": target, **words})
        assert fault(found) == (2, "record.no_entry")

    def test_a_correction_holds_no_correction(self) -> None:
        inner = correct(1, deal("AABBB"))
        assert fault(match(deal("AAABB"), correct(1, inner))) == (2, "record.correction_in_correction")

    def test_nobody_contests_a_note(self) -> None:
        found = match({"kind": "note", "text": "late"}, {"kind": "contest", "entry": 1})
        assert fault(found) == (2, "record.not_scored")


class TestContest:
    """A contested entry stays so until a correction of it or a ruling on it."""

    CONTEST = {"kind": "contest", "entry": 1, "reason": "four to B"}
    RULING = {"kind": "ruling", "question": "trick", "verdict": "answer", "entry": 1}

    def open(self, *more: Json) -> list[int]:
        found = match(deal("AAABB"), self.CONTEST, *more)
        assert fault(found) is None
        return [one.entry.number for one in found.record.history if one.contest]

    def test_open(self) -> None:
        assert self.open() == [1]
        assert self.open(deal("AABBB"), {"kind": "confirm", "entry": 1}) == [1]

    def test_settled_by_a_correction_or_a_ruling(self) -> None:
        assert self.open(correct(1, deal("AABBB"))) == []
        assert self.open(self.RULING) == []

    def test_a_ruling_on_something_else_settles_nothing(self) -> None:
        assert self.open(deal("AABBB"), {**self.RULING, "entry": 3}) == [1]

    def test_withdrawn(self) -> None:
        assert self.open(correct(2, None)) == []

    def test_open_again_when_what_settled_it_is_taken_back(self) -> None:
        assert self.open(correct(1, deal("AABBB")), correct(3, None)) == [1]
        assert self.open(self.RULING, correct(3, None)) == [1]

    def test_it_moves_no_score(self) -> None:
        assert scores(match(deal("AAABB"), self.CONTEST)) == scores(match(deal("AAABB")))


class TestOptionChange:
    """A house rule changed during a match holds from the next deal on."""

    ON: Json = {"kind": "option", "option": "floor_at_zero", "value": True}
    NEAR = {"opening": {"scores": {"A": 2, "B": 9}}}

    def test_from_then_on(self) -> None:
        rams = deal("AAAAB")
        before = match(rams, self.ON, **self.NEAR)
        after = match(self.ON, rams, **self.NEAR)
        assert tally_of(before).table.sums == {"A": -2, "B": 8}
        assert tally_of(after).table.sums == {"A": 0, "B": 8}
        assert tally_of(before).options.floor_at_zero
        assert not before.record.options.floor_at_zero

    def test_it_is_no_line_of_the_sheet(self) -> None:
        assert tally_of(match(self.ON)).lines == ()

    def test_struck_out(self) -> None:
        found = match(self.ON, deal("AAAAB"), correct(1, None), **self.NEAR)
        assert tally_of(found).table.sums == {"A": -2, "B": 8}

    @pytest.mark.parametrize(
        ("option", "value", "code"),
        [
            ("colour", True, "option.unknown"),
            ("stake", 5, "option.fixed"),
            ("floor_at_zero", 1, "option.value"),
            ("rams_count", 13, "option.value"),
            ("rams_count", True, "option.value"),
            ("misdeal", "again", "option.value"),
        ],
    )
    def test_only_what_may_be_chosen(self, option: str, value: object, code: str) -> None:
        assert fault(match({"kind": "option", "option": option, "value": value})) == (1, code)


def test_who_wrote_it_and_when_moves_nothing() -> None:
    found = match(deal("AAABB"))
    (entry,) = found.record.entries
    signed: AnyRecord = replace(found.record, entries=(replace(entry, by="Bo", at="2026-11-21T20:00:00Z"),))
    assert found.game.tally(signed).scores == tally_of(found).scores


def test_a_ruling_is_a_value_not_an_exception() -> None:
    assert isinstance(judge(match().game, match(deal("AAAB")).record), Ruling)
