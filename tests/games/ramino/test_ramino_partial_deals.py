"""Own parts of a deal of Ramino, with a typing error."""

from flask import Flask
from support.phones import entries, new_table, text_of


class TestOwnParts:
    """Every phone writes only its own part, which is hidden until all make a deal."""

    def test_an_error_in_a_part_keeps_what_was_typed(self, app: Flask) -> None:
        owner = new_table(app, "ramino")
        owner.post("/settings", own_parts="on")
        answer = owner.post("/own", kind="deal", number=1, **{"for": "Cia", "left[@2]": "30", "left_cards[@2]": "KS"})
        assert answer.status_code == 422
        for name, value in (("for", "Cia"), ("left[@2]", "30"), ("left_cards[@2]", "KS")):
            assert f'name="{name}" value="{value}"' in answer.text

    def test_the_points_left_show_who_has_laid(self, app: Flask) -> None:
        """Elimination: a player with 25 points left must have laid."""
        owner = new_table(app, "ramino", ["Anna", "Bo"], **{"options[mode]": "elimination"})
        owner.post("/settings", own_parts="on")
        owner.post("/own", kind="deal", number=1, **{"for": "Anna", "left[@0]": "25"})
        assert owner.post("/own", kind="deal", number=1, **{"for": "Bo", "out[@]": "@1"}).status_code == 303
        deal = entries(app, owner.match)[0].body
        assert (deal["out"], deal["left"], deal["laid"]) == ("Bo", {"Anna": 25}, {"Anna": True})

    def test_a_deal_is_blocked_only_if_entered_so(self, app: Flask) -> None:
        owner = new_table(app, "ramino", ["Anna", "Bo"])
        owner.post("/settings", own_parts="on")
        anna, bo = {"for": "Anna", "laid[@0]": "120"}, {"for": "Bo", "laid[@1]": "40", "left[@1]": "30"}
        answer = owner.post("/own", kind="deal", number=1, **anna)
        assert answer.status_code == 422
        assert "Enter what Anna has left, that Anna went out, or that the deal was blocked." in text_of(answer.text)
        owner.post("/own", kind="deal", number=1, **bo)
        assert owner.post("/own", kind="deal", number=1, **anna, **{"left[@0]": "30"}).status_code == 303
        assert "Choose who went out, or that the deal was blocked." in text_of(owner.get("/own", **{"for": "Bo"}).text)
        assert entries(app, owner.match) == []
        owner.post("/own", kind="deal", number=1, **anna, **{"out[@]": "none"})
        (row,) = entries(app, owner.match)
        assert (row.body["out"], row.body["laid"]) == (None, {"Anna": 120, "Bo": 40})
