"""The kind of game that the house rules make, as a name: in the head of the match, in lists and on paper."""

import pytest
from support.kinds import played

from companion.games.free import GAME


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        ({}, "Any other game, highest total wins"),
        ({"winner": "low"}, "Any other game, lowest total wins"),
        ({"target": 300}, "Any other game, highest total wins, to 300"),
        ({"winner": "low", "limit": 100}, "Any other game, lowest total wins, eliminated above 100"),
        (
            {"length": {"deals": 10}, "stake": 1},
            "Any other game, highest total wins, 10 deals, stake 1",
        ),
    ],
)
def test_what_a_table_plays(rules, name) -> None:
    assert played(GAME, rules) == name
