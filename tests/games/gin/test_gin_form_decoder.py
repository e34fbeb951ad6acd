"""Forms of gin as browsers send them."""

from support.form_to_json import fault


class TestCardsOrNumbers:
    """A number and the cards that it is counted from are two separate fields."""

    def test_two_numbers_for_one_thing_are_no_guess(self) -> None:
        wrong = fault("gin", ("end", "knock"), ("deadwood[@1]", "30"), ("deadwood[@1]", "31"))
        assert wrong.player == "Bo"
