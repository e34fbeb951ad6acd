"""A part of a deal of Ramino, typed with a slip."""

from flask import Flask
from phones import new_table


class TestEachForHimself:
    """Every phone writes only its own part, unseen; all are revealed when they make a deal."""

    def test_a_slip_in_a_part_leaves_what_was_typed(self, app: Flask) -> None:
        owner = new_table(app, "ramino")
        owner.post("/settings", own_parts="on")
        answer = owner.post("/own", kind="deal", number=1, **{"for": "Cia", "left[@2]": "30", "left_cards[@2]": "KS"})
        assert answer.status_code == 422
        for name, value in (("for", "Cia"), ("left[@2]", "30"), ("left_cards[@2]", "KS")):
            assert f'name="{name}" value="{value}"' in answer.text
