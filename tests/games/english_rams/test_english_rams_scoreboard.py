"""The scoreboard of English Rams."""

import pytest
from boards import FOUR, board, match
from flask import Flask
from phones import new_table, stored

from companion.games.english_rams.form import filled


class TestCallsWorkedOut:
    """In English Rams people say who folds and who took the widow; the calls in turn follow from that."""

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
        tally = first.game.tally(first.record)
        assert tally.table.double
        assert filled(tally, {"kind": "deal", **said})["calls"] == calls

    def test_nothing_in_a_simple_pot_where_nobody_did_anything(self) -> None:
        start = match("english_rams", FOUR)
        assert filled(start.game.tally(start.record), dict(self.SIMPLE)) == self.SIMPLE

    def test_calls_that_were_said_one_by_one_stand(self) -> None:
        first = match("english_rams", FOUR, {"kind": "deal", "tricks": ["Bo", "Bo", "Cia", "Cia", "Bo"]})
        said = {"kind": "deal", "calls": [["Bo", "fold"]], "folds": ["Cia"]}
        assert filled(first.game.tally(first.record), said) == {"kind": "deal", "calls": [["Bo", "fold"]]}


def test_an_account_that_says_the_board_once_more_is_left_out_until_it_has_places() -> None:
    deal = {"kind": "deal", "calls": [], "tricks": ["Anna", "Anna", "Bo", "Cia", "Dag"]}
    for entries, repeats in (((deal,), True), ((deal, {"kind": "end"}), False)):
        found = match("english_rams", FOUR, *entries)
        assert [board(found).repeats(one) for one in found.game.tally(found.record).reckonings] == [repeats]


class TestTwoPhones:
    """The calls are worked out by the pot for which they were typed, whatever has been written since."""

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
        assert "turn to speak" not in told.text
        assert len(stored(app).entries(table.match)) == 2
