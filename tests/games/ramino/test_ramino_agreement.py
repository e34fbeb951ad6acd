"""The referee of Ramino and its sheet agree."""

import pytest
from support.asking import ruling_of, sheet

from companion.rules.tally import Tally


@pytest.mark.parametrize("rule", ["exceed", "reach"])
def test_who_is_eliminated_at_ramino(rule: str) -> None:
    options = {"mode": "elimination", "limit": 100, "limit_rule": rule}
    for points in range(90, 111):
        penalty = {"kind": "penalty", "player": "A", "points": points}
        tally = sheet("ramino", players=["A", "B", "C"], options=options, entries=[penalty])
        assert isinstance(tally, Tally)
        told = ruling_of("ramino", "eliminated", points=points, options=options)
        assert ("A" in tally.table.out) == told.answer["out"], points


@pytest.mark.parametrize("opened", ["no", "before", "this_turn"])
def test_before_and_after_the_first_laying(opened: str) -> None:
    """Two questions agree on adding or taking a joker before an opening, and on whether these cards may."""
    cards = {"add": ("lay_off", {"cards": ["TD"], "meld": ["7D", "8D", "9D"]})}
    cards["joker"] = ("take_joker", {"card": "8D", "meld": ["7D", "JK", "9D"]})
    for wants, (key, facts) in cards.items():
        told = ruling_of("ramino", "yet", wants=wants, when="after_draw", opened=opened)
        found = ruling_of("ramino", key, opened=opened != "no", **facts)
        assert "impossible" != found.verdict == told.verdict, (wants, found.clauses, told.clauses)
