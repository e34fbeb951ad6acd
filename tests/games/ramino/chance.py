import random

from support.random_deals import Json

from companion.rules.tally import Tally


def deal(chance: random.Random, tally: Tally) -> Json:
    turn = list(tally.turn) or list(tally.record.players)
    out = chance.choice(turn) if chance.random() < 0.9 else None
    laid = {player: chance.randint(6, 12) * 5 for player in turn if player != out and chance.random() < 0.7}
    laid |= {out: chance.randint(14, 40) * 5} if out else {}
    left = {player: chance.randint(1, 30) * 5 if player in laid else 80 for player in turn if player != out}
    deal: Json = {"kind": "deal", "out": out, "laid": laid, "left": left}
    if chance.random() < 0.5:
        deal["not_laid"] = [player for player in turn if player not in laid]
    if chance.random() < 0.15:
        deal["finish"] = chance.choice(["ramino", "ramino_own"])
    if chance.random() < 0.15:
        deal["penalties"] = {chance.choice(turn): chance.choice([["joker"], ["table"], ["announce"], 50])}
    return deal
