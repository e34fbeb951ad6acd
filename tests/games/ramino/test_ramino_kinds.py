"""The kind of game that the house rules make, as a name: in the head of the match, in lists and on paper."""

from support.each import each
from support.kinds import played

from companion.games.ramino import GAME
from companion.games.ramino.options import SCALA_40


@each(
    "rules, name",
    [
        ({}, "Ramino to 1000"),
        ({"target": 500}, "Ramino to 500"),
        ({"mode": "elimination"}, "Ramino, eliminated above 500"),
        ({"mode": "elimination", "limit": 101, "limit_rule": "reach"}, "Ramino, eliminated at 101"),
        (SCALA_40, "Scala 40"),
        (SCALA_40 | {"limit": 201}, "Scala 40, eliminated at 201"),
        (SCALA_40 | {"reentry": 0, "must_discard": False}, "Scala 40"),
        (SCALA_40 | {"first_meld": 30}, "Ramino, eliminated at 101"),
        (SCALA_40 | {"stake": 1, "unit_name": "€"}, "Scala 40, 1 €"),
        ({"length": {"deals": 10}}, "Ramino to 1000, 10 deals"),
    ],
)
def test_what_a_table_plays(rules, name) -> None:
    assert played(GAME, rules) == name
