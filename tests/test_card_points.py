"""The cards in the deal form are counted by the table's house rules before anything is written."""

from typing import Any

import pytest
from support.each import each
from support.examples import rows

from companion.parsing import game_of
from companion.parsing.form_decoder import typed_cards
from companion.rules.entries import Player

NAMES = (Player("Anna"), Player("Bo"))


@each(
    "key, rules, typed, fields, expected", [pytest.param(key, *case, id=why) for key, why, *case in rows("CARD_POINTS")]
)
def test_cards_count(
    key: str, rules: dict[str, Any], typed: dict[str, Any], fields: dict[str, str], expected: dict[str, int]
) -> None:
    game = game_of(key)
    assert game
    cards = typed_cards(fields.items(), NAMES)
    points = game.card_points(game.options(**rules), typed, dict(cards.values()))
    assert {name: points[spot] for name, (spot, _) in cards.items() if spot in points} == expected
