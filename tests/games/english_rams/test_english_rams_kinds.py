"""The kind of game that the house rules make, as a name: in the head of the match, in lists and on paper."""

import pytest
from support.kinds import played

from companion.games.english_rams import GAME


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        ({}, "English Rams"),
        ({"unit": 5, "unit_name": "kr"}, "English Rams, 5 kr"),
        ({"unit": 5}, "English Rams, stake 5"),
        ({"session_end": {"fixed_deals": 12}}, "English Rams, 12 deals"),
        ({"session_end": "split_pot"}, "English Rams"),
    ],
)
def test_what_a_table_plays(rules, name) -> None:
    assert played(GAME, rules) == name
