"""Two questions of Rami give the same answers."""

from typing import Any

import pytest
from support.asking import ruling_of


@pytest.mark.parametrize("opened", ["no", "before", "this_turn"])
@pytest.mark.parametrize("options", [{}, {"layoff_same_turn": False}])
def test_before_and_after_the_first_laying(options: dict[str, Any], opened: str) -> None:
    """The two agree on adding or taking a joker before an opening, and on whether these cards may."""
    cards = {"add": ("lay_off", {"cards": ["TD"], "meld": ["7D", "8D", "9D"]})}
    cards["joker"] = ("take_joker", {"card": "8D", "meld": ["7D", "JK", "9D"]})
    for wants, (key, facts) in cards.items():
        just = {"same_turn": opened == "this_turn"} if key == "lay_off" else {}
        if opened == "this_turn" and options and not just:
            continue  # for a joker taken in the turn of the opening only one of the two questions exists
        told = ruling_of("rami", "yet", wants=wants, when="after_draw", opened=opened, options=options)
        found = ruling_of("rami", key, opened=opened != "no", options=options, **facts, **just)
        assert "impossible" != found.verdict == told.verdict, (wants, found.clauses, told.clauses)
