"""The kind of game that the house rules make, as a name: in the head of the match, in lists and on paper."""

import pytest
from support.kinds import played

from companion.games.rams import GAME


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        ({}, "Rams, 6 rams"),
        ({"rams_count": 1}, "Rams, one rams"),
        ({"money": True}, "Rams for money"),
        ({"money": True, "stake": 10, "unit_name": "kr"}, "Rams for money, 10 kr"),
        ({"money": True, "stake": 10, "rams_count": 3}, "Rams for money, stake 10, 3 rams"),
        ({"points_end": "interrupt"}, "Ramina, 6 rams"),
        ({"length": {"minutes": 90}}, "Rams, 6 rams, 90 minutes"),
    ],
)
def test_what_a_table_plays(rules, name) -> None:
    assert played(GAME, rules) == name
