import random

from support.random_deals import Json

from companion.rules.tally import Tally


def deal(chance: random.Random, tally: Tally) -> Json:
    players = list(tally.record.players)
    end = chance.choice(["knock", "knock", "knock", "gin", "gin", "big_gin", "void"])
    if end == "void":
        return {"kind": "deal", "end": end}
    by, other = chance.sample(list(tally.turn or players)[-2:], 2)
    own = chance.randint(0, tally.options.knock_limit) if end == "knock" else 0
    deal: Json = {"kind": "deal", "end": end, "by": by, "deadwood": {by: own, other: chance.randint(0, 60)}}
    if tally.options.oklahoma:
        deal["upcard"] = chance.choice("A23456789TJQK") + chance.choice("SHDC")
    return deal
