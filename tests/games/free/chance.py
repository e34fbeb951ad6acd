import random

from support.random_deals import Json, some

from companion.rules.tally import Tally


def deal(chance: random.Random, tally: Tally) -> Json:
    turn = list(tally.turn) or list(tally.record.players)
    points = {player: chance.randint(-20, 60) for player in some(chance, turn, 0.8)}
    if tally.options.zero_sum:
        points[turn[0]] = points.get(turn[0], 0) - sum(points.values())
    return {"kind": "deal", "points": points}
