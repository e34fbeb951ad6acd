import random

from support.random_deals import Json, winners

from companion.rules.tally import Tally


def deal(chance: random.Random, tally: Tally) -> Json:
    turn = list(tally.turn) or list(tally.record.players)
    words = ["join", "join", "join", "fold", "fold", "widow", "pay", "general", "widow_general"]
    calls = [[player, chance.choice(words)] for player in turn] if chance.random() < 0.8 else []
    plays = [player for player, call in calls if call not in ("fold", "pay")] or turn
    deal: Json = {"kind": "deal", "calls": calls}
    if len(plays) > 1:
        deal["tricks"] = winners(chance, plays, chance.choice([5, 5, 5, 1]))
    if chance.random() < 0.1:
        deal["faults"] = [{"player": chance.choice(plays), "heirs": []}]
    return deal
