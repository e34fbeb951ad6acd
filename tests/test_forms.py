"""Forms as browsers send them, read into what the match file would hold."""

import pytest

from companion.reading import game_of, read_body, read_form
from companion.reading.forms import nested, typed
from companion.rules.rulings import Ruling

PLAYERS = ("Anna", "Bo", "Cia")


class TestPaths:
    """A field's name is the path of its value."""

    @pytest.mark.parametrize(
        ("fields", "found"),
        [
            ([("title", " Friday ")], {"title": "Friday"}),
            ([("a", ""), ("b", "  ")], {}),
            ([("tricks[]", "Anna"), ("tricks[]", ""), ("tricks[]", "Bo")], {"tricks": ["Anna", "Bo"]}),
            ([("left[@2]", "7"), ("left[@0]", "3")], {"left": {"Cia": "7", "Anna": "3"}}),
            ([("left[@9]", "7")], {"left": {"@9": "7"}}),
            ([("f[0][player]", "Bo"), ("f[0][heirs][]", "Cia")], {"f": [{"player": "Bo", "heirs": ["Cia"]}]}),
            ([("a", "1"), ("a[b]", "2")], {"a": "1"}),
        ],
    )
    def test_nested(self, fields, found) -> None:
        assert nested(fields, PLAYERS) == found


class TestNumbers:
    """Sums are numbers; what is no number stays for the reader to name."""

    @pytest.mark.parametrize(
        ("text", "n"),
        [
            ("12+11+7", 30),
            ("12 + 11", 23),
            ("-5", -5),
            ("−5", -5),
            ("20-5", 15),
            ("007", 7),
            ("1e3", "1e3"),
            ("+", "+"),
        ],
    )
    def test_typed(self, text, n) -> None:
        assert typed(int, text) == n

    def test_an_endless_sum_is_left_alone(self) -> None:
        text = "1+" * 200 + "1"
        assert typed(int, text) == text


class TestEntries:
    def test_hands_as_points_or_cards(self) -> None:
        fields = [("kind", "deal"), ("out", "Anna"), ("left[@1]", "11+10"), ("left[@2]", "KS 7D")]
        assert read_form(game_of("rami"), PLAYERS, fields) == {
            "kind": "deal",
            "out": "Anna",
            "left": {"Bo": 21, "Cia": "KS 7D"},
        }

    def test_melds_are_parted_by_a_bar_and_kept_apart_from_points(self) -> None:
        fields = [("kind", "deal"), ("out", "Anna"), ("laid[@0]", "5H 6H 7H | 2S 3S JK"), ("laid[@1]", "30+15")]
        found = read_form(game_of("ramino"), PLAYERS, fields)
        assert found["laid"] == {"Anna": ["5H 6H 7H", "2S 3S JK"], "Bo": 45}

    def test_two_values_for_one_thing_are_no_guess(self) -> None:
        fields = [("kind", "deal"), ("out", "Anna"), ("left[@1]", "30"), ("left[@1]", "KS"), ("left[@2]", "5")]
        data = read_form(game_of("rami"), PLAYERS, fields)
        found = read_body(game_of("rami"), PLAYERS, data)
        assert isinstance(found, Ruling)
        assert found.player == "Bo"

    def test_nobody_is_an_answer_and_a_blank_is_none(self) -> None:
        blocked = read_form(game_of("ramino"), PLAYERS, [("kind", "deal"), ("out", "@none"), ("left[@0]", "3")])
        assert blocked == {"kind": "deal", "out": None, "left": {"Anna": 3}}
        blank = read_form(game_of("ramino"), PLAYERS, [("kind", "deal"), ("out", ""), ("left[@0]", "3")])
        assert "Say who went out" in read_body(game_of("ramino"), PLAYERS, blank).sentence.msgid

    def test_calls_are_pairs_in_turn(self) -> None:
        fields = [("kind", "deal"), ("calls[0][@1]", "join"), ("calls[1][@2]", "widow"), ("calls[2][@1]", "widow")]
        found = read_form(game_of("english_rams"), PLAYERS, fields)
        assert found["calls"] == [["Bo", "join"], ["Cia", "widow"], ["Bo", "widow"]]

    def test_an_unknown_kind_is_named(self) -> None:
        found = read_form(game_of("rams"), PLAYERS, [("kind", "nonsense")])
        assert isinstance(found, Ruling)
