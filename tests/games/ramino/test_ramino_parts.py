"""A part of a deal of Ramino, typed with a slip."""

from flask import Flask
from phones import entries, new_table


class TestEachForHimself:
    """Every phone writes only its own part, unseen; all are revealed when they make a deal."""

    def test_a_slip_in_a_part_leaves_what_was_typed(self, app: Flask) -> None:
        owner = new_table(app, "ramino")
        owner.post("/settings", own_parts="on")
        answer = owner.post("/own", kind="deal", number=1, **{"for": "Cia", "left[@2]": "30", "left_cards[@2]": "KS"})
        assert answer.status_code == 422
        for name, value in (("for", "Cia"), ("left[@2]", "30"), ("left_cards[@2]", "KS")):
            assert f'name="{name}" value="{value}"' in answer.text

    def test_who_has_laid_is_known_by_what_is_left_as_in_the_form_for_all(self, app: Flask) -> None:
        """Elimination: with 25 points in hand nobody can have laid nothing."""
        owner = new_table(app, "ramino", ["Anna", "Bo"], **{"options[mode]": "elimination"})
        owner.post("/settings", own_parts="on")
        owner.post("/own", kind="deal", number=1, **{"for": "Anna", "left[@0]": "25"})
        assert owner.post("/own", kind="deal", number=1, **{"for": "Bo", "out[@]": "@1"}).status_code == 303
        deal = entries(app, owner.match)[0].body
        assert (deal["out"], deal["left"], deal["laid"]) == ("Bo", {"Anna": 25}, {"Anna": True})
