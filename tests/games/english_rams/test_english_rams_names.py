"""English Rams works with any names, and a refused page keeps everything typed."""

import html
import re

import pytest
from flask import Flask
from support.forms_drawn import NAMES
from support.phones import new_table

from companion.parsing.scalars import tidy


class TestRefusedFormKeepsInput:
    """A refused form has everything typed in its own field."""

    @pytest.mark.parametrize("names", [("Anna", "Bo", "Cia", "Dag"), ("0", "1", "heirs", "player")])
    @pytest.mark.parametrize(
        ("heirs", "trick", "sentence"),
        [
            (["@2"], 1, "{1} took 2 tricks: choose who had the second-best card in each."),
            (["@2", "@1"], 1, "One of {1}’s tricks goes to another player: choose who had the next-best card."),
        ],
    )
    def test_a_missing_or_impossible_heir_is_marked(
        self, app: Flask, names: tuple[str, ...], heirs: list[str], trick: int, sentence: str
    ) -> None:
        """The mark is on the trick whose heir is missing or impossible."""
        owner = new_table(app, "english_rams", list(names))
        _, offender, other, _ = names
        sent = {f"faults[0][heirs][{n}][@]": heir for n, heir in enumerate(heirs)}
        fault = {"tricks[]": [offender] * 2 + [other] * 3, "faults[0][player]": offender, **sent}
        page = owner.post("/entries", kind="deal", **fault).text
        assert f'data-field="faults[0][heirs][{trick}]"' in page
        assert f'name="faults[0][heirs][{trick}][@]"' in page
        assert sentence.format(*names) in html.unescape(page)

    def test_the_form_asks_for_an_heir_of_each_trick(self, app: Flask) -> None:
        """One list for each of the offender's tricks, with only the players who took part without a fault."""
        owner = new_table(app, "english_rams", ["Anna", "Bo", "Cia", "Dag"])
        assert "[heirs]" not in owner.get().text
        sent = {"tricks[]": ["Bo", "Bo", "Cia", "Cia", "Dag"], "faults[0][player]": "Bo", "faults[1][player]": "Dag"}
        page = owner.post("/form", kind="deal", **sent).text
        boxes = re.findall(r'<select name="(faults\[\d\]\[heirs\][^"]*)">(.*?)</select>', page)
        assert [name for name, _ in boxes] == [
            "faults[0][heirs][0][@]",
            "faults[0][heirs][1][@]",
            "faults[1][heirs][0][@]",
        ]
        offered = [re.findall('value="([^"]*)"', options) for _, options in boxes]
        assert all(sorted(values) == ["", "@0", "@2", "none"] for values in offered)


def test_the_referee_at_the_table(app: Flask) -> None:
    calls = {"ask": "1", "pot": "double", "calls[0][@1]": "fold"}
    for names in NAMES:
        kept = [tidy(name) for name in names]
        table = new_table(app, "english_rams", kept)
        page = table.get("/referee/calls", **calls, **{"players[]": kept, "dealer": kept[0]})
        assert "That is not possible" not in page.text
