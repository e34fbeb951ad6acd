"""The referee of Rams and its sheet agree."""

from itertools import product
from typing import Any

import pytest
from support.asking import ruling_of, sheet
from support.each import each

from companion.rules.rulings import Ruling
from companion.rules.tally import Tally


@pytest.mark.parametrize("passed_last", [False, True])
@each("points", range(1, 11))
def test_who_must_knock_at_rams(points: int, passed_last: bool) -> None:
    """The sheet refuses a pass exactly if the referee forbids it."""
    scores = {"A": points, "B": 9, "C": 9}
    first = {"kind": "deal", "dealer": "C", "passed": ["A"], "tricks": {"B": 3, "C": 2}}
    then = {"kind": "deal", "passed": ["A"], "tricks": {"B": 3, "C": 2}}
    before = sheet("rams", players=["A", "B", "C"], opening={"scores": scores}, entries=[first])
    told = ruling_of("rams", "must_knock", points=points, passed_last=passed_last)
    if not passed_last:
        assert isinstance(before, Ruling) == told.answer["must_knock"]
    elif isinstance(before, Tally):
        entries = [first, {**then, "dealer": "A"}]
        second = sheet("rams", players=["A", "B", "C"], opening={"scores": scores}, entries=entries)
        assert isinstance(second, Ruling) == told.answer["must_knock"]


RAMS_TABLES = [{"start_points": start, "floor_at_zero": floor} for start in (7, 10, 12) for floor in (False, True)]


@pytest.mark.parametrize("options", RAMS_TABLES, ids=str)
def test_what_a_deal_of_rams_scores(options: dict[str, Any]) -> None:
    """Tricks, flights, ceiling and floor: the referee counts like the sheet."""
    for points, tricks in product(range(1, options["start_points"] + 1), range(6)):
        told = ruling_of("rams", "score", joined=True, points=points, tricks=tricks, money=False, options=options)
        opening = {"scores": {"A": points, "B": options["start_points"]}}
        won = {player: count for player, count in (("A", tricks), ("B", 5 - tricks)) if count}
        tally = sheet(
            "rams", players=["A", "B"], options=options, opening=opening, entries=[{"kind": "deal", "tricks": won}]
        )
        assert isinstance(tally, Tally), tally
        assert tally.lines[-1].scores["A"].value == told.answer["after"], (points, tricks)
