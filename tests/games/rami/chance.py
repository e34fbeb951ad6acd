import random

from support.random_deals import Json, some

from companion.rules.tally import Tally


def deal(chance: random.Random, tally: Tally) -> Json:
    turn = list(tally.turn) or list(tally.record.players)
    out = chance.choice(turn)
    losers = [player for player in turn if player != out]
    deal: Json = {"kind": "deal", "out": out, "left": {player: chance.randint(2, 120) for player in losers}}
    if chance.random() < 0.3:
        deal["not_laid"] = some(chance, losers, 0.5)
    if chance.random() < 0.2:
        deal["rami_sec"] = chance.choice([True, "late"])
    return deal
