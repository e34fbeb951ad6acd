"""Verdicts of Rams are written as the deal."""

from flask import Flask
from support.phones import new_table, stored
from support.verdicts import buttons


class TestWrittenDown:
    """A verdict is written as the deal it comes to, one tap; an unfinished deal goes into its form."""

    def test_five_tricks_unplayed_are_offered_to_whom_they_belong(self, app: Flask) -> None:
        """rams.pass.dealer_wins, rams.pass.lone: to the dealer, or to the one who has knocked and does not deal."""
        table = new_table(app, "rams", ["Anna", "Bo", "Cia"], **{"opening[dealer]": "Anna"})

        def offered(**facts: str) -> list[str]:
            return [one for one in buttons(table.get("/referee/unplayed", **facts).text) if "Score it" in one]

        assert offered(knocked="0") == ["Score it as deal 1: Anna −5 → 5"]
        assert offered(knocked="1", dealer="passes") == [
            "Score it as deal 1: Bo −5 → 5",
            "Score it as deal 1: Cia −5 → 5",
        ]

    def test_of_a_deal_that_was_contested_by_the_sheet_on_which_it_was_played(self, app: Flask) -> None:
        """rams.score.trick: Anna had 10 before deal 1 and took a trick in it, whatever deals came after."""
        table = new_table(app, "rams", ["Anna", "Bo", "Cia"])
        for n, tricks in enumerate((["Anna", "Bo", "Bo", "Cia", "Cia"], ["Anna"] * 3 + ["Bo", "Cia"])):
            deal = {"kind": "deal", "tricks__": tricks, "seen": f"{n}.0", "entry_id": f"d{n}"}
            assert table.post("/entries", **deal).status_code == 303
        asked = {"about": "Anna", "joined": "true", "tricks": "1", "entry": "1", "ask": "1"}
        assert "From 10 to 9." in table.get("/referee/score", **asked).text
        assert "From 10 to 9." in table.get("/referee/score", about="Anna", entry="1").text  # the deal says the rest
        assert "From 6 to 5." in table.get("/referee/score", **{**asked, "entry": ""}).text
        assert table.post("/referee/score", **asked, entry_id="ruling").status_code == 303
        assert stored(app).entries(table.match)[-1].body["text"] == "Anna: From 10 to 9."
