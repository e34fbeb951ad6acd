"""The kind of game that the house rules make, as a name: in the head of the match, in lists and on paper."""

from support.each import each
from support.kinds import played

from companion.games.gin import GAME


@each(
    "rules, name",
    [
        ({}, "Gin to 100"),
        ({"target": 250}, "Gin to 250"),
        ({"knock_limit": 0}, "Straight gin to 100"),
        ({"knock_limit": 5}, "Gin to 100"),
        ({"oklahoma": True}, "Oklahoma to 100"),
        ({"hollywood": True}, "Hollywood to 100"),
        ({"oklahoma": True, "hollywood": True}, "Oklahoma Hollywood to 100"),
        ({"knock_limit": 0, "hollywood": True}, "Straight gin, Hollywood to 100"),
        ({"stake": 5, "unit_name": "kr"}, "Gin to 100, 5 kr"),
        ({"stake": 5}, "Gin to 100, stake 5"),
        ({"length": {"games": 3}}, "Gin to 100, 3 games"),
    ],
)
def test_what_a_table_plays(rules, name) -> None:
    assert played(GAME, rules) == name
