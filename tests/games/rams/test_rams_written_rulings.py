"""Verdicts of Rams are written as the deal."""

from flask import Flask
from phones import new_table
from verdicts import buttons


class TestWrittenDown:
    """A verdict is written as the deal it comes to, one tap; an unfinished deal goes into its form."""

    def test_five_tricks_unplayed_are_offered_to_whom_they_belong(self, app: Flask) -> None:
        """rams.pass.dealer_wins, rams.pass.lone: to the dealer, or to the one who has knocked and does not deal."""
        table = new_table(app, "rams", ["Anna", "Bo", "Cia"], **{"opening[dealer]": "Anna"})

        def offered(**facts: str) -> list[str]:
            return [one for one in buttons(table.get("/referee/unplayed", **facts).text) if "Score it" in one]

        assert offered(knocked="0") == ["Score it: Anna −5"]
        assert offered(knocked="1", dealer="passes") == ["Score it: Bo −5", "Score it: Cia −5"]
