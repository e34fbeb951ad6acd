"""A fault of English Rams is saved with the deal."""

import re

from flask import Flask
from support.phones import new_table


class TestRemedies:
    """A penalty attached to a ruling is offered as the next entry, filled in."""

    def test_offered_for_each_player(self, app: Flask) -> None:
        """ERAMS-R11: a tap on a name opens the deal form with the fault."""
        table = new_table(app, "english_rams", ["Anna", "Bo", "Cia"])
        page = table.get("/referee/playable", ask="1", trump="C", trick="TD", hand="8D KD 9C").text
        fields = dict(re.findall(r'name="(kind|faults[^"]*)" value="([^"]*)"', page))
        assert fields == {"kind": "deal", "faults[0][player]": "Cia"}  # the last of three forms
        assert page.count('name="faults[0][player]"') == 3
        form = table.post("/form", **{"kind": "deal", "faults[0][player]": "Bo"})
        assert "<option selected>Bo</option>" in re.sub(r"\s+", " ", form.text).replace("<option  ", "<option ")
