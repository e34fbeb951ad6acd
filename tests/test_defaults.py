"""A table that has agreed on nothing plays, and may choose, what is in defaults.toml in tests/games/<key>.

A match file does not name a house rule that is as usual, so whoever changes what is usual changes every match that was
begun with it; and whoever takes a choice away makes the matches unreadable that have it.
"""

from typing import Any

import pytest
from support.cases import OF_GAMES, kept, with_nulls

from companion.games import GAMES
from companion.parsing.json_decoder import plain
from companion.rules.game import Game
from companion.rules.options import HouseRule, house_rules


def bounds(numbers: range) -> list[int]:
    return [numbers[0], numbers[-1]]


def told(usual: object, rule: HouseRule) -> dict[str, Any]:
    """Return what is usual, what may be chosen (the least and most of numbers), what it hangs on and if it is fixed."""
    found: dict[str, Any] = {"usual": plain(usual)}
    if rule.choices:
        found["of"] = [plain(value) for value, _ in rule.choices]
    if rule.numbers:
        found["numbers"] = bounds(rule.numbers)
    found |= {key: bounds(numbers) for key, (_, numbers) in rule.counted.items()}
    found |= {key: dict(rules) for key, rules in (("only", rule.only), ("unless", rule.unless)) if rules}
    return found | ({"fixed": True} if rule.fixed else {})


@pytest.mark.parametrize("game", GAMES, ids=[game.key for game in GAMES])
def test_as_usual(game: Game) -> None:
    usual = game.options()
    found = {name: told(getattr(usual, name), rule) for name, rule in house_rules(game.options)}
    expected = with_nulls(kept(OF_GAMES / game.key / "defaults.toml"))
    assert _told_apart(found) == _told_apart(expected)


def _told_apart(rules: dict[str, Any]) -> dict[str, str]:
    """As text: no is not nought, and yes is not one."""
    return {name: repr(rule) for name, rule in rules.items()}
