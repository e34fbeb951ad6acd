import random

from support.random_deals import Json, some, winners

from companion.rules.tally import Tally


def deal(chance: random.Random, tally: Tally) -> Json:
    turn = list(tally.turn) or list(tally.record.players)
    sat_out = some(chance, turn, 0.2)
    plays = [player for player in turn if player not in sat_out] or turn
    return {"kind": "deal", "sat_out": sat_out, "rounds": winners(chance, plays)}
