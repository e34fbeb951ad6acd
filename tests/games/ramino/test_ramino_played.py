"""No deal of Ramino that can really be played is refused, whatever the house rules."""

import random

from games.ramino.played import played
from support.each import each
from support.random_deals import Json
from support.share import every

from companion import json_output
from companion.parsing import FORMAT, Match, read_match


def match(seed: int) -> Json:
    """Return a random deal."""
    chance = random.Random(seed)
    n = chance.randint(2, 8)
    rules, deal = played(chance, n)
    head = {"format": FORMAT, "game": "ramino", "players": [f"P{at}" for at in range(n)], "options": rules}
    return {**head, "entries": [deal.deal()]}


@each("seed", every(4, range(240)))
def test_a_deal_that_was_played(seed: int) -> None:
    file = match(seed)
    found = read_match(file)
    assert isinstance(found, Match), found
    result, well = json_output.replay(found)
    assert well, (result, file)
