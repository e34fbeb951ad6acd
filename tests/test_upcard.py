"""A game asks for the upcard before a deal only if it changes how the deal is played."""

import pytest
from support.examples import ALL

from companion.parsing import FORMAT, Match, read_match
from companion.rules.game import Game


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.key)
def test_nothing_is_asked_under_the_default_rules(game: Game) -> None:
    head = {"format": FORMAT, "game": game.key, "players": ["A", "B", "C"], "entries": []}
    found = read_match(head)
    assert isinstance(found, Match)
    assert game.upcard(game.tally(found.record), {}) is None
