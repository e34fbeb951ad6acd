"""The kind of game that the house rules make, as a name: in the head of the match, in lists and on paper."""

import pytest
from support.kinds import played

from companion.games.rami import GAME


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        ({}, "Rami, 5 deals"),
        ({"end_at": {"deals": 1}}, "Rami, 1 deal"),
        ({"end_at": {"points": 500}}, "Rami to 500"),
        ({"end_at": {"last_standing": 300}}, "Rami, eliminated at 300"),
        ({"end_at": {"minutes": 60}}, "Rami, 60 minutes"),
        ({"variant": "rami_sec_only"}, "Rami sec only, 5 deals"),
        ({"variant": "gin_rami"}, "Gin-rami, 5 deals"),
        ({"variant": "gin_rami", "stake": 2, "unit_name": "€"}, "Gin-rami, 5 deals, 2 €"),
    ],
)
def test_what_a_table_plays(rules, name) -> None:
    assert played(GAME, rules) == name
