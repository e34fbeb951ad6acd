"""The scoreboard of English Rams."""

import pytest
from flask import Flask
from support.boards import FOUR, board, match
from support.phones import new_table, stored

from companion.games.english_rams.hooks import filled, form


class TestCallsWorkedOut:
    """People enter folds and the widow only; the calls in turn follow from that."""

    SIMPLE = {"kind": "deal", "tricks": ["Anna", "Anna", "Bo", "Cia", "Dag"]}

    @pytest.mark.parametrize(
        ("said", "calls"),
        [
            ({}, [["Bo", "join"], ["Cia", "join"], ["Dag", "join"], ["Anna", "join"]]),
            ({"folds": ["Cia"]}, [["Bo", "join"], ["Cia", "fold"], ["Dag", "join"], ["Anna", "join"]]),
            (
                {"folds": ["Bo"], "widow": "Dag"},
                [["Bo", "fold"], ["Cia", "join"], ["Dag", "widow"], ["Anna", "join"]],
            ),
        ],
    )
    def test_in_a_double_pot(self, said: dict, calls: list) -> None:
        first = match("english_rams", FOUR, {"kind": "deal", "tricks": ["Bo", "Bo", "Cia", "Cia", "Bo"]})
        tally = first.tally
        assert tally.table.double
        assert filled(tally, {"kind": "deal", **said})["calls"] == calls

    @pytest.mark.parametrize(("folds", "payer"), [([], None), (["Dag"], None), (["Bo", "Cia", "Dag"], "Dag")])
    def test_a_folding_player_pays_only_if_all_before_folded(self, folds: list[str], payer: str | None) -> None:
        first = match("english_rams", FOUR, {"kind": "deal", "tricks": ["Bo", "Bo", "Cia", "Cia", "Bo"]})
        assert form(first.tally, {"kind": "deal", "folds": folds})["payer"] == payer

    def test_no_calls_in_a_simple_pot_without_entries(self) -> None:
        start = match("english_rams", FOUR)
        assert filled(start.tally, dict(self.SIMPLE)) == self.SIMPLE

    def test_single_calls_stay(self) -> None:
        first = match("english_rams", FOUR, {"kind": "deal", "tricks": ["Bo", "Bo", "Cia", "Cia", "Bo"]})
        said = {"kind": "deal", "calls": [["Bo", "fold"]], "folds": ["Cia"]}
        assert filled(first.tally, said) == {"kind": "deal", "calls": [["Bo", "fold"]]}


class TestCallByCall:
    """Calls typed one by one stay so, even if a short form would say the same."""

    THREE = ["Bo", "Cia", "Anna"]

    @pytest.mark.parametrize(
        "calls",
        [
            [["Bo", "widow"], ["Cia", "general"]],
            [["Bo", "widow_general"]],
            [["Bo", "widow"], ["Cia", "join"], ["Anna", "join"]],
            [["Bo", "join"], ["Cia", "join"], ["Anna", "join"]],
        ],
    )
    def test_all_calls_are_shown_after_the_last_one(self, calls: list) -> None:
        start = match("english_rams", self.THREE)
        found = form(start.tally, {"kind": "deal", "calls": calls, "by_steps": "on"})
        assert found["by_steps"]
        assert not found["waiting"]
        assert [[step["player"], step["said"]] for step in found["steps"]] == calls

    def test_a_deal_is_corrected_in_short_form_if_possible(self) -> None:
        start = match("english_rams", self.THREE)
        calls = [["Bo", "widow"], ["Cia", "general"]]
        found = form(start.tally, {"kind": "deal", "calls": calls})
        assert (found["by_steps"], found["widow"], found["general"]) == (False, "Bo", "Cia")

    def test_the_way_of_typing_is_not_stored(self) -> None:
        start = match("english_rams", self.THREE)
        tally = start.tally
        deal = {"kind": "deal", "tricks": ["Anna", "Anna", "Bo", "Cia", "Cia"]}
        assert filled(tally, {**deal, "by_steps": "on"}) == deal


def test_a_settlement_equal_to_the_board_is_shown_only_with_places() -> None:
    deal = {"kind": "deal", "calls": [], "tricks": ["Anna", "Anna", "Bo", "Cia", "Dag"]}
    for entries, repeats in (((deal,), True), ((deal, {"kind": "end"}), False)):
        found = match("english_rams", FOUR, *entries)
        assert [board(found).repeats(one) for one in found.tally.reckonings] == [repeats]


class TestTwoPhones:
    """The calls are derived from the pot at the time of typing, whatever others have written since."""

    TRICKS = ("Anna", "Dag", "Anna", "Dag", "Dag")

    def test_the_same_double_pot_which_empties_it(self, app: Flask) -> None:
        table = new_table(app, "english_rams", list(FOUR))
        first = {"kind": "deal", "tricks__": ["Bo", "Bo", "Cia", "Cia", "Bo"]}
        assert table.post("/entries", **first, seen="0.0", entry_id="first").status_code == 303
        deal = {"kind": "deal", "folds[]": ["Bo", "Cia"], "tricks__": list(self.TRICKS), "seen": "1.0"}
        assert table.post("/entries", **deal, entry_id="anna").headers["Companion-Entry"] == "written"
        assert table.post("/entries", **deal, entry_id="cia").headers["Companion-Entry"] == "same"
        other = {**deal, "folds[]": ["Bo"], "tricks__": ["Anna", "Cia", "Anna", "Dag", "Dag"]}
        told = table.post("/entries", **other, entry_id="bo")
        assert told.headers["Companion-Entry"] == "behind"
        assert "turn to call" not in told.text
        assert len(stored(app).entries(table.match)) == 2
