"""Forms of Ramino as browsers send them."""

import pytest
from support.form_to_json import PLAYERS, body, fault

from companion.parsing import game_of
from companion.parsing.form_decoder import chosen_rules, posted
from companion.parsing.form_encoder import field_name


class TestCardsOrNumbers:
    """A number and the cards that it is counted from are two separate fields."""

    def test_melds_are_separated_by_a_bar(self) -> None:
        found = body("ramino", ("laid_cards[@0]", "5H 6H 7H | 2S 3S JK"), ("laid[@1]", "30+15"))
        assert found == {"laid": {"Anna": ["5H 6H 7H", "2S 3S JK"], "Bo": 45}}

    @pytest.mark.parametrize(
        ("typed", "melds"),
        [
            ("5H 6H 7H, 2S 2D 2C", ["5H 6H 7H", "2S 2D 2C"]),
            ("5H 6H 7H,2S 2D 2C 2H;", ["5H 6H 7H", "2S 2D 2C 2H"]),
            ("5H 6H 7H, 2S 2D 2C | 9S TS JS", ["5H 6H 7H", "2S 2D 2C", "9S TS JS"]),
            ("5H, 6H, 7H", ["5H, 6H, 7H"]),
            ("5H 6H 7H,", ["5H 6H 7H"]),
            ("5H, 6H, 7H | 2S 2D 2C, 9S TS JS", ["5H, 6H, 7H", "2S 2D 2C", "9S TS JS"]),
        ],
    )
    @pytest.mark.parametrize("field", ["laid", "laid_cards"])
    def test_melds_are_separated_by_commas_if_unambiguous(self, field: str, typed: str, melds: list[str]) -> None:
        assert body("ramino", (f"{field}[@0]", typed)) == {"laid": {"Anna": melds}}

    @pytest.mark.parametrize(
        ("field", "typed", "meant"), [("left", "2H 3H", "2H 3H"), ("laid", "5H 6H 7H", ["5H 6H 7H"])]
    )
    def test_cards_typed_into_the_box_replace_those_in_the_field(self, field: str, typed: str, meant: object) -> None:
        """The cards typed last count, also after a refusal of earlier ones."""
        refused = (f"{field}_cards[@1]", "2H 3X 4H")
        assert body("ramino", refused, (f"{field}[@1]", typed)) == {field: {"Bo": meant}}

    @pytest.mark.parametrize("typed", ["5H 6H 7H, 2S, 2D, 2C", "5H, 6H 7H", "5H 6H, 7H 8H", "5H 6H 7H, JK | 9S TS JS"])
    @pytest.mark.parametrize("field", ["laid", "laid_cards"])
    def test_ambiguous_commas_are_refused(self, field: str, typed: str) -> None:
        wrong = fault("ramino", ("out", "Anna"), (f"{field}[@0]", typed))
        assert wrong.path == ("laid", "Anna")
        assert "Put | between melds" in wrong.sentence.args["problem"].msgid

    def test_cards_may_be_typed_into_the_box_for_a_number(self) -> None:
        assert body("ramino", ("left[@1]", "KS 7D"), ("laid[@1]", "5H 6H 7H")) == {
            "left": {"Bo": "KS 7D"},
            "laid": {"Bo": ["5H 6H 7H"]},
        }

    @pytest.mark.parametrize("text", ["4o", "12,5", "12 11", "12.11.7", "3*15", "12+11+", "1o0"])
    @pytest.mark.parametrize("field", ["laid", "left"])
    def test_an_error_is_kept_and_reported_at_its_field(self, field: str, text: str) -> None:
        sent = [("out", "Anna"), (f"{field}[@2]", text)]
        assert body("ramino", *sent)[field] == {"Cia": text}
        wrong = fault("ramino", *sent)
        assert wrong.player == "Cia"
        assert wrong.path == (field, "Cia")
        assert field_name(wrong.path, PLAYERS) == f"{field}[@2]"
        assert wrong.sentence.args["problem"].args["value"] == text


class TestNobody:
    """ "Nobody" is an answer, an empty value is none, and neither is a name."""

    def test_nobody_went_out(self) -> None:
        assert body("ramino", ("out[@]", "none"), ("left[@0]", "3")) == {"out": None, "left": {"Anna": 3}}
        assert body("ramino", ("out[@]", "@1")) == {"out": "Bo"}
        assert "Choose who went out" in fault("ramino", ("out", ""), ("left[@0]", "3")).sentence.msgid

    def test_a_player_may_bear_that_name(self) -> None:
        for name in ("none", "@none", "@1"):
            assert body("ramino", ("out[@]", "@0"), players=(name, "Bo")) == {"out": name}
            assert body("ramino", ("out", name), players=(name, "Bo")) == {"out": name}


class TestWordsWithNumbers:
    """A penalty per card is a number beside its word."""

    def test_times(self) -> None:
        found = body("ramino", ("penalties[@1][]", "joker"), ("penalties[@1][table]", "1+2"))
        assert found == {"penalties": {"Bo": ["joker", "table", "table", "table"]}}

    @pytest.mark.parametrize("n", ["x", "-1", "200", "9999999"])
    def test_an_invalid_number_of_cards(self, n: str) -> None:
        assert body("ramino", ("penalties[@1][table]", n)) == {"penalties": {"Bo": [f"table {n}"]}}


class TestHouseRules:
    """A typed number counts, whatever is chosen in its list; contradictions are refused, not guessed."""

    def test_beside_the_choice_that_the_table_plays(self) -> None:
        tree = posted([("target", "500"), ("target_number", "750")])
        assert chosen_rules(game_of("ramino").options(target=500), tree) == {"target": 750}
