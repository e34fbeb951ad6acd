"""Gin works with any names, and a refused page keeps everything typed."""

import re

from flask import Flask
from support.forms_drawn import NAMES, refused
from support.phones import new_table

from companion.parsing.scalars import tidy
from companion.rules.messages import say
from companion.rules.rulings import refuse
from companion.web.http.errors import at_fault, point_at


class TestRefusedFormKeepsInput:
    """A refused form has everything typed in its own field."""

    def test_the_only_box_of_a_row_is_marked(self, app: Flask) -> None:
        page = refused(app, "gin", **{"end": "knock", "by": "1", "deadwood[@0]": "5", "deadwood[@1]": "99"})
        assert re.findall('aria-invalid="true" aria-describedby="wrong" name="([^"]*)"', page) == ["deadwood[@1]"]

    def test_a_refused_penalty_marks_nothing_in_the_deal_form(self, app: Flask) -> None:
        with app.test_request_context():
            point_at(refuse("penalty.out", say("{player} is eliminated.", player="Bo"), player="Bo"), form="penalty")
            assert not at_fault("deadwood[@1]", only_of="Bo")


def test_the_referee_at_the_table(app: Flask) -> None:
    scores = {"ask": "1", "scores[@0]": "100", "scores[@1]": "7", "boxes[@0]": "3", "boxes[@1]": "1"}
    for names in NAMES:
        table = new_table(app, "gin", [tidy(name) for name in names[:2]])
        assert "That is not possible" not in table.get("/referee/settle", **scores).text
