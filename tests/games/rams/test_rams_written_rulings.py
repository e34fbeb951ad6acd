"""Verdicts of Rams are saved as deals."""

from flask import Flask
from support.phones import new_table, stored
from support.verdicts import buttons


class TestWrittenDown:
    """A verdict is saved as its deal by one tap; an unfinished deal is put into the deal form."""

    def test_unplayed_tricks_are_offered_to_their_winner(self, app: Flask) -> None:
        """rams.pass.dealer_wins, rams.pass.lone: to the dealer, or to the one knocker who is not the dealer."""
        table = new_table(app, "rams", ["Anna", "Bo", "Cia"], **{"opening[dealer]": "Anna"})

        def offered(**facts: str) -> list[str]:
            return [one for one in buttons(table.get("/referee/unplayed", **facts).text) if "Score it" in one]

        assert offered(knocked="0") == ["Score it as deal 1: Anna −5 → 5"]
        assert offered(knocked="1", dealer="passes") == [
            "Score it as deal 1: Bo −5 → 5",
            "Score it as deal 1: Cia −5 → 5",
        ]

    def test_a_disputed_deal_is_judged_by_the_sheet_before_it(self, app: Flask) -> None:
        """rams.score.trick: Anna had 10 before deal 1 and took a trick in it; later deals do not matter."""
        table = new_table(app, "rams", ["Anna", "Bo", "Cia"])
        for n, tricks in enumerate((["Anna", "Bo", "Bo", "Cia", "Cia"], ["Anna"] * 3 + ["Bo", "Cia"])):
            deal = {"kind": "deal", "tricks__": tricks, "seen": f"{n}.0", "entry_id": f"d{n}"}
            assert table.post("/entries", **deal).status_code == 303
        asked = {"about": "Anna", "joined": "true", "tricks": "1", "entry": "1", "ask": "1"}
        assert "From 10 to 9." in table.get("/referee/score", **asked).text
        assert "From 10 to 9." in table.get("/referee/score", about="Anna", entry="1").text  # other facts from the deal
        assert "From 6 to 5." in table.get("/referee/score", **{**asked, "entry": ""}).text
        assert table.post("/referee/score", **asked, entry_id="ruling").status_code == 303
        assert stored(app).entries(table.match)[-1].body["text"] == "Anna: From 10 to 9."
