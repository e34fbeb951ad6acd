"""Defaults and choices of the house rules must be those in defaults.toml in tests/games/<key>.

A match file does not contain house rules with their default value. A changed default would therefore change old
matches, and a removed choice would make the matches that use it unreadable.
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
    """Return defaults, choices (for numbers the least and the most), dependencies, and fixed rules."""
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
    """Return the value as text, so that False differs from 0, and True from 1."""
    return {name: repr(rule) for name, rule in rules.items()}
