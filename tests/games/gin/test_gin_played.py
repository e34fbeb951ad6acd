"""No deal of gin that can really be played is refused, and every pair of counts can really occur."""

import random

from games.gin.played import played
from support.each import each
from support.share import every

from companion import json_output
from companion.games.gin.deal import MOST
from companion.games.gin.layouts import arrange, showdown
from companion.parsing import FORMAT, Match, read_match
from companion.rules.cards import Cards

NAMES = ["Anna", "Bo", "Cia"]


@each("seed", every(4, range(240)))
def test_a_deal_that_was_played(seed: int) -> None:
    chance = random.Random(seed)
    n = chance.choice([2, 3])
    rules, deal = played(chance, NAMES[:2])
    file = {"format": FORMAT, "game": "gin", "players": NAMES[:n], "options": rules, "entries": [deal]}
    found = read_match(file)
    assert isinstance(found, Match), found
    result, well = json_output.replay(found)
    assert well, (result, file)


MELDED = "AS 2S 3S 4H 5H 6H 6D 7D 8D"
DEAREST = Cards.parse("KS KH QD QC JS JH TD TC 9S 9H")  # the defender can lay off none of them


@each(
    "last, deadwood",
    [
        ("9D", 0),
        ("AC", 1),
        ("2C", 2),
        ("3C", 3),
        ("4C", 4),
        ("5C", 5),
        ("6C", 6),
        ("7C", 7),
        ("8C", 8),
        ("9C", 9),
        ("KC", 10),
    ],
)
def test_all_pairs_of_counts_are_possible(last: str, deadwood: int) -> None:
    """With every count that may knock, the other side can have the most expensive hand, and so any cheaper one."""
    knocker = Cards.parse(f"{MELDED} {last}")
    assert arrange(knocker).deadwood == deadwood
    assert showdown(knocker, DEAREST).defender.deadwood == MOST
