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
    def test_who_folds_pays_only_where_all_before_have_folded(self, folds: list[str], payer: str | None) -> None:
        first = match("english_rams", FOUR, {"kind": "deal", "tricks": ["Bo", "Bo", "Cia", "Cia", "Bo"]})
        assert form(first.tally, {"kind": "deal", "folds": folds})["payer"] == payer

    def test_nothing_in_a_simple_pot_where_nobody_did_anything(self) -> None:
        start = match("english_rams", FOUR)
        assert filled(start.tally, dict(self.SIMPLE)) == self.SIMPLE

    def test_calls_that_were_said_one_by_one_stand(self) -> None:
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
    def test_all_that_was_said_is_shown_once_speaking_is_over(self, calls: list) -> None:
        start = match("english_rams", self.THREE)
        found = form(start.tally, {"kind": "deal", "calls": calls, "by_steps": "on"})
        assert found["by_steps"]
        assert not found["waiting"]
        assert [[step["player"], step["said"]] for step in found["steps"]] == calls

    def test_a_deal_on_the_sheet_is_corrected_in_short_where_that_says_it(self) -> None:
        start = match("english_rams", self.THREE)
        calls = [["Bo", "widow"], ["Cia", "general"]]
        found = form(start.tally, {"kind": "deal", "calls": calls})
        assert (found["by_steps"], found["widow"], found["general"]) == (False, "Bo", "Cia")

    def test_how_it_was_typed_is_not_written(self) -> None:
        start = match("english_rams", self.THREE)
        tally = start.tally
        deal = {"kind": "deal", "tricks": ["Anna", "Anna", "Bo", "Cia", "Cia"]}
        assert filled(tally, {**deal, "by_steps": "on"}) == deal


def test_an_account_that_says_the_board_once_more_is_left_out_until_it_has_places() -> None:
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
