"""Benchmarks of gin: arranging hands and laying off."""

from functools import partial
from random import Random

from companion.games.gin.layouts import arrange, showdown
from companion.rules.cards import FULL_PACK
from tests.bench.supplied import Bench, Searches


def searches(dice: Random) -> Searches:
    hands = [dice.sample(FULL_PACK, 20) for _ in range(500)]
    yield "gin: arrange ten cards", [partial(arrange, hand[:10]) for hand in hands]
    yield "gin: showdown", [partial(showdown, hand[:10], hand[10:], None) for hand in hands]


BENCH = Bench(searches=searches)
