"""No deal of Rami that can really be played is refused, whatever the house rules."""

import random

from games.rami.played import played
from support.each import each
from support.random_deals import Json
from support.share import every

from companion import json_output
from companion.parsing import FORMAT, Match, read_match


def match(seed: int) -> Json | None:
    """Return a random deal; None if nobody went out."""
    chance = random.Random(seed)
    n = chance.randint(2, 6)
    rules, deal = played(chance, n)
    if deal.out is None:
        return None
    head = {"format": FORMAT, "game": "rami", "players": [f"P{at}" for at in range(n)], "options": rules}
    return {**head, "entries": [deal.deal()]}


@each("seed", every(4, range(60)))
def test_a_deal_that_was_played(seed: int) -> None:
    file = match(seed)
    if file is None:
        return
    found = read_match(file)
    assert isinstance(found, Match), found
    result, well = json_output.replay(found)
    assert well, (result, file)
