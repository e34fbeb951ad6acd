"""Forms of Rami as browsers send them."""

from support.each import each
from support.form_to_json import PLAYERS, body, fault

from companion.parsing import game_of, read_body, read_form
from companion.rules.rulings import Ruling


class TestCardsOrNumbers:
    """A number and the cards that it is counted from are two separate fields."""

    def test_hands(self) -> None:
        found = body("rami", ("out", "Anna"), ("left[@1]", "11+10"), ("left_cards[@2]", "KS 7D"))
        assert found == {"out": "Anna", "left": {"Bo": 21, "Cia": ["KS", "7D"]}}

    def test_both_at_once_are_no_guess(self) -> None:
        wrong = fault("rami", ("out", "Anna"), ("left[@1]", "30"), ("left_cards[@1]", "KS 7D"), ("left[@2]", "5"))
        assert wrong.player == "Bo"
        assert wrong.path == ("left", "Bo")


class TestPaths:
    """The name of a field is the path of its value."""

    @each("name", ["", "[", "]", "a[", "[]", "[][]", "left[][]", "left[@][@]", "tricks" + "[x]" * 99])
    def test_odd_names_do_no_harm(self, name: str) -> None:
        found = read_form(game_of("rami"), PLAYERS, [("kind", "deal"), (name, "1"), (name + "[9999999999]", "2")])
        assert isinstance(found, dict)
        assert isinstance(read_body(game_of("rami"), PLAYERS, found), Ruling)
