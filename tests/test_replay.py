"""The record: written entries stay, corrections replace them, and entries that became illegal do not count."""

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.each import each

from companion.parsing import FORMAT, Match, read_body, read_match
from companion.rules.entries import Body, Correction, Entry
from companion.rules.history import AnyRecord, counting
from companion.rules.judge import judge, judge_last
from companion.rules.rulings import Ruling
from companion.rules.tally import Tally

Json = dict[str, Any]


def match(*entries: Json, players: str = "AB", **head: Any) -> Match:
    """Return a match of the toy, the simplest game with corrections."""
    data = {"format": FORMAT, "game": "toy", "players": list(players), **head, "entries": list(entries)}
    found = read_match(data)
    assert isinstance(found, Match), found
    assert found.fault is None, found.fault
    return found


def deal(rounds: str, **more: Any) -> Json:
    return {"kind": "deal", "rounds": list(rounds), **more}


def correct(entry: int, content: Json | None, reason: str = "") -> Json:
    return {"kind": "correction", "entry": entry, "with": content, "reason": reason}


def tally_of(found: Match) -> Tally:
    return found.tally


def scores(found: Match) -> dict[str, int]:
    return {player: figure.value for player, figure in tally_of(found).scores.items()}


def fault(found: Match) -> tuple[int | None, str] | None:
    wrong = judge(found.replay)
    return (wrong.entry, wrong.code) if wrong else None


class TestDealNumbers:
    """Deals are numbered as on the sheet; a struck-out deal keeps its number."""

    def numbers(self, *entries: Json) -> tuple[dict[int, int], int]:
        numbers = match(*entries).replay.numbers
        return dict(numbers.now), numbers.next

    def test_struck_out_keeps_its_own(self) -> None:
        deals = [deal("AAABB"), {"kind": "misdeal"}, deal("AABBB"), deal("ABBBB")]
        given = {1: 1, 3: 2, 4: 3}
        assert self.numbers(*deals) == (given, 4)
        assert self.numbers(*deals, correct(3, None)) == (given, 4)
        assert self.numbers(*deals, correct(1, None), correct(3, None)) == (given, 4)

    def test_the_number_of_the_last_deal_is_reused(self) -> None:
        """A deal written instead of an undone one gets its number; if both count, it gets the next."""
        deals = [deal("AAABB"), deal("AABBB"), correct(2, None)]
        assert self.numbers(*deals) == ({1: 1, 2: 2}, 2)
        again = [*deals, deal("ABBBB")]
        assert self.numbers(*again) == ({1: 1, 2: 2, 4: 2}, 3)
        assert self.numbers(*again, correct(2, deal("AABBB"))) == ({1: 1, 2: 2, 4: 3}, 4)
        assert self.numbers(*again, correct(3, None)) == ({1: 1, 2: 2, 4: 3}, 4)

    def test_later_deals_move_up_as_needed(self) -> None:
        deals = [deal("AAABB"), deal("AABBB"), correct(2, None), deal("ABBBB"), deal("AAAAB"), correct(4, None)]
        assert self.numbers(*deals) == ({1: 1, 2: 2, 4: 2, 5: 3}, 4)
        assert self.numbers(*deals, correct(3, None)) == ({1: 1, 2: 2, 4: 2, 5: 3}, 4)
        assert self.numbers(*deals, correct(3, None), correct(6, None)) == ({1: 1, 2: 2, 4: 3, 5: 4}, 5)

    def test_its_earlier_number_is_kept_in_texts(self) -> None:
        found = match(deal("AAABB"), deal("AABBB"), correct(2, None), deal("ABBBB"), correct(3, None))
        assert found.replay.numbers.then == {1: (1, 1), 2: (2, 2), 3: (2, 2), 4: (2, 2), 5: (2, 2)}

    def test_a_restored_deal_after_moved_ones_moves_up(self) -> None:
        deals = [deal("AAABB"), deal("AABBB"), correct(2, None), correct(1, None), deal("ABBBB"), correct(5, None)]
        back = match(*deals, correct(3, None), correct(4, None), correct(6, None)).replay.numbers
        assert back.now == {1: 1, 2: 2, 5: 3}
        assert back.then[9] == (1, 3)

    def test_an_entry_that_becomes_a_deal_gets_a_number(self) -> None:
        deals = [{"kind": "misdeal"}, deal("AAABB")]
        assert self.numbers(*deals, correct(1, deal("AABBB"))) == ({1: 1, 2: 2}, 3)
        assert self.numbers(*deals, correct(2, {"kind": "misdeal"})) == ({2: 1}, 1)
        assert self.numbers(*deals, correct(2, {"kind": "misdeal"}), correct(3, None)) == ({2: 1}, 2)

    def test_corrected_keeps_its_own(self) -> None:
        assert self.numbers(deal("AAABB"), deal("AABBB"), correct(2, deal("ABBBB"))) == ({1: 1, 2: 2}, 3)

    @given(st.lists(st.tuples(st.sampled_from(["deal", "strike", "back"]), st.integers(0, 5)), max_size=14))
    def test_valid_deals_are_numbered_in_order(self, deeds: list[tuple[str, int]]) -> None:
        entries: list[Json] = []
        endless = {"start": 0, "target": -100_000, "table": 1000}
        for deed, at in deeds:
            history = match(*entries, options=endless).replay.history
            counts = [one.entry.number for one in history if one.body and not isinstance(one.body, Correction)]
            struck = [one.corrections[-1].number for one in history if one.corrections and one.body is None]
            aims = counts if deed == "strike" else struck
            if deed == "deal":
                entries.append(deal("AAABB"))
            elif aims:
                entries.append(correct(aims[at % len(aims)], None))
        replay = match(*entries, options=endless).replay
        shown = [n for number, n in sorted(replay.numbers.now.items()) if replay.history[number - 1].body]
        assert shown == sorted(set(shown))
        assert replay.numbers.next == (shown[-1] if shown else 0) + 1


class TestCorrection:
    """An entry is never changed: a correction counts instead of it."""

    def test_its_content_counts_in_the_place_of_the_first(self) -> None:
        found = match(deal("AAABB"), deal("AABBB"), correct(1, deal("ABBBB")))
        assert fault(found) is None
        assert scores(found) == {"A": 7, "B": 3}
        assert [line.entry for line in tally_of(found).lines] == [1, 2]

    def test_the_last_of_several_counts(self) -> None:
        found = match(deal("AAABB"), correct(1, deal("ABBBB")), correct(1, deal("AABBB")))
        assert scores(found) == {"A": 8, "B": 7}
        assert [entry.number for entry in found.replay.history[0].corrections] == [2, 3]

    def test_null_strikes_out(self) -> None:
        found = match(deal("AAABB"), deal("AABBB"), correct(1, None))
        assert fault(found) is None
        assert scores(found) == {"A": 8, "B": 7}
        assert [entry.number for entry in counting(found.replay.history)] == [2]

    def test_what_was_struck_out_can_be_written_again(self) -> None:
        found = match(deal("AAABB"), correct(1, None), correct(1, deal("AABBB")))
        assert fault(found) is None
        assert scores(found) == {"A": 8, "B": 7}

    def test_what_was_struck_out_cannot_be_struck_out_again(self) -> None:
        assert fault(match(deal("AAABB"), correct(1, None), correct(1, None))) == (3, "record.already_struck")

    def test_its_own_content_must_be_allowed_in_its_place(self) -> None:
        assert fault(match(deal("AAABB"), correct(1, deal("AAAB")))) == (2, "toy.round_sum")
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
    """A correction is undone by striking it out, which can be undone too."""

    def test_the_original_counts_again(self) -> None:
        found = match(deal("AAABB"), correct(1, deal("ABBBB")), correct(2, None))
        assert fault(found) is None
        assert scores(found) == {"A": 7, "B": 8}
        assert found.replay.history[0].corrections == ()

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
        """Entry 2 named its dealer; since entry 1 became a misdeal another player must deal there."""
        fixes = [correct(2, deal("AABBB")), correct(1, {"kind": "misdeal"})]
        found = match(deal("AAABB"), deal("AABBB", dealer="A"), *fixes, correct(3, None))
        assert fault(found) == (5, "deal.dealer")

    def test_so_must_what_an_undo_of_an_undo_brings_back(self) -> None:
        named = correct(2, deal("AABBB", dealer="A"))
        undone = [correct(3, None), correct(1, None)]
        assert fault(match(deal("AAABB"), deal("AABBB"), named, *undone, correct(4, None))) == (6, "deal.dealer")


class TestPending:
    """An entry that a correction makes illegal stays in the record, but does not count until it is corrected."""

    def refusing(self, *more: Json) -> Match:
        """B sat out the second deal; after a correction B has sat out the first too, and may not again."""
        rests = deal("AAAAA", sat_out=["B"])
        start = {"scores": {"A": 20, "B": 10}, "dealer": "B"}
        return match(deal("AAAAB"), rests, correct(1, rests), *more, opening=start)

    def test_it_is_listed_with_its_number(self) -> None:
        found = self.refusing()
        assert fault(found) is None
        assert [(r.entry, r.code, r.player) for r in tally_of(found).refused] == [(2, "toy.must_play", "B")]
        assert scores(found) == {"A": 15, "B": 10}

    def test_no_new_deal_meanwhile(self) -> None:
        assert fault(self.refusing(deal("AAAAB"))) == (4, "record.pending")

    @pytest.mark.parametrize("aside", [{"kind": "note", "text": "wait"}, {"kind": "contest", "entry": 2}])
    def test_but_entries_without_a_score(self, aside: Json) -> None:
        assert fault(self.refusing(aside)) is None

    def test_corrected_it_counts_again_and_play_goes_on(self) -> None:
        found = self.refusing(correct(2, deal("AAAAB")), deal("AAAAB"))
        assert fault(found) is None
        assert tally_of(found).refused == ()
        assert tally_of(found).table.scores == {"A": 7, "B": 8}

    def test_struck_out_it_is_gone(self) -> None:
        found = self.refusing(correct(2, None))
        assert fault(found) is None
        assert tally_of(found).refused == ()

    def test_undoing_the_correction_makes_it_valid_again(self) -> None:
        found = self.refusing(correct(3, None))
        assert fault(found) is None
        assert tally_of(found).refused == ()


class TestJudge:
    """Each entry is judged by the record as it was when it was written."""

    def test_the_first_fault_is_named(self) -> None:
        found = match(deal("AAABB"), deal("AAAB"), correct(1, correct(1, None)), deal("A"))
        assert fault(found) == (2, "toy.round_sum")

    def test_an_entry_illegal_when_written_stays_illegal(self) -> None:
        assert fault(match(deal("AAAB"), correct(1, deal("AAABB")))) == (1, "toy.round_sum")

    def test_the_check_of_a_new_entry_is_the_same(self) -> None:
        found = match(deal("AAABB"), deal("AAAB"), correct(1, deal("AAAB")))
        for number in (1, 2):
            replay = found.replay.upto(number)
            assert judge_last(replay) == judge(replay)

    @each("kind", ["contest", "confirm", "note", "ruling", "let_stand", "correction"])
    @pytest.mark.parametrize("target", [0, 2, 3, -1])
    def test_it_points_at_an_entry_before_it(self, kind: str, target: int) -> None:
        words: Json = {
            "note": {"text": "here"},
            "ruling": {"question": "q", "verdict": "v"},
            "correction": {"with": None},
        }.get(kind, {})
        found = match(deal("AAABB"))
        body = read_body(found.game, found.record.players, {"kind": kind, "entry": target, **words})
        assert isinstance(body, Body)
        wrong = judge(found.replay.then(Entry(2, body)))
        assert wrong
        assert (wrong.entry, wrong.code) == (2, "record.no_entry")

    def test_a_correction_holds_no_correction(self) -> None:
        inner = correct(1, deal("AABBB"))
        assert fault(match(deal("AAABB"), correct(1, inner))) == (2, "record.correction_in_correction")

    def test_nobody_contests_a_note(self) -> None:
        found = match({"kind": "note", "text": "late"}, {"kind": "contest", "entry": 1})
        assert fault(found) == (2, "record.not_scored")


class TestContest:
    """A disputed entry stays so until it is corrected or a ruling about it is saved."""

    CONTEST = {"kind": "contest", "entry": 1, "reason": "four to B"}
    RULING = {"kind": "ruling", "question": "trick", "verdict": "answer", "entry": 1}

    def open(self, *more: Json) -> list[int]:
        found = match(deal("AAABB"), self.CONTEST, *more)
        assert fault(found) is None
        return [one.entry.number for one in found.replay.history if one.contest]

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
    """A house rule that is changed during a match applies from the next deal on."""

    ON: Json = {"kind": "option", "option": "money", "value": True}

    def test_from_then_on(self) -> None:
        before, after = match(deal("AAAAB"), self.ON), match(self.ON, deal("AAAAB"))
        assert not tally_of(before).lines[-1].balances
        assert tally_of(after).lines[-1].balances
        assert tally_of(before).options.money
        assert not before.record.options.money

    def test_it_is_no_line_of_the_sheet(self) -> None:
        assert tally_of(match(self.ON)).lines == ()

    def test_struck_out(self) -> None:
        found = match(self.ON, deal("AAAAB"), correct(1, None))
        assert not tally_of(found).lines[-1].balances

    @pytest.mark.parametrize(
        ("option", "value", "code"),
        [
            ("colour", True, "option.unknown"),
            ("start", 5, "option.fixed"),
            ("money", 1, "option.value"),
            ("table", 1001, "option.value"),
            ("table", True, "option.value"),
            ("rest", "again", "option.value"),
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
    assert isinstance(judge(match(deal("AAAB")).replay), Ruling)
