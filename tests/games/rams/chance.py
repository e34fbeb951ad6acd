import random

from support.random_deals import Json, some, winners

from companion.rules.tally import Tally


def deal(chance: random.Random, tally: Tally) -> Json:
    turn = list(tally.turn) or list(tally.record.players)
    passed = some(chance, turn, 0.2)
    plays = [player for player in turn if player not in passed] or turn
    deal: Json = {"kind": "deal", "passed": passed}
    if len(plays) > 1:
        deal["tricks"] = winners(chance, plays, chance.choice([5, 5, 5, 4, 3, 2]))
    if tally.dealer is None:
        deal["dealer"] = chance.choice(turn)
    if chance.random() < 0.1:
        deal["bought_down"] = some(chance, plays, 0.4)
    if chance.random() < 0.1:
        deal["faults"] = some(chance, plays, 0.3)
    return deal
