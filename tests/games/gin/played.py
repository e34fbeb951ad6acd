"""Deals of gin by simulated play: a pack is dealt, cards are drawn and discarded, hands are laid down."""

import random
from dataclasses import replace

from support.random_deals import Json, stacked

from companion.games.gin.layouts import arrange, showdown
from companion.games.gin.options import Options
from companion.games.gin.score import knock_limit
from companion.rules.cards import FULL_PACK, Card

FIELDS: Json = {
    "oklahoma": [True],
    "oklahoma_ace": ["gin", "one"],
    "knock_limit": [0, 5, 10],
    "big_gin": [31, False],
    "tie_undercut": ["same", 0, "void"],
    "undercut": [25],
}


def house_rules(chance: random.Random) -> Json:
    return {name: chance.choice(values) for name, values in FIELDS.items() if chance.random() < 0.3}


def played(chance: random.Random, names: list[str]) -> tuple[Json, Json]:
    """Draw the house rules of a table and a deal between two players who play in turns."""
    rules = house_rules(chance)
    options = replace(Options(), **rules)
    stock = stacked(chance, [*FULL_PACK])
    hands = [[stock.pop() for _ in range(10)] for _ in names]
    upcard = stock.pop()
    pile = [upcard]
    deal: Json = {"upcard": str(upcard)} if options.oklahoma else {}
    who = 0
    while len(stock) > 2:
        hand = hands[who]
        hand.append(pile.pop() if pile and chance.random() < 0.4 else stock.pop())
        best = arrange(hand)
        if sum(map(len, best.melds)) == 11 or (best.deadwood == 0 and chance.random() < 0.1):
            big = options.big_gin and sum(map(len, best.melds)) == 11
            if not big and best.discard:
                hand.remove(best.discard)
            return rules, {**deal, **_ended(chance, names, hands, who, "big_gin" if big else "gin")}
        assert best.discard
        if best.deadwood <= knock_limit(options, upcard if options.oklahoma else None)[0] and chance.random() < 0.7:
            hand.remove(best.discard)
            return rules, {**deal, **_ended(chance, names, hands, who, "knock")}
        pile.append(hand.pop(hand.index(best.discard)))
        who = 1 - who
    return rules, {**deal, "kind": "deal", "end": "void"}


def _ended(chance: random.Random, names: list[str], hands: list[list[Card]], who: int, end: str) -> Json:
    found: Json = {"kind": "deal", "end": end, "by": names[who]}
    shown = showdown(hands[who], hands[1 - who])
    if chance.random() < 0.5:
        found["hands"] = {name: [str(card) for card in hand] for name, hand in zip(names, hands, strict=True)}
        if chance.random() < 0.5:
            found["layout"] = [[str(card) for card in meld] for meld in shown.knocker.melds]
        return found
    return {**found, "deadwood": {names[who]: shown.knocker.deadwood, names[1 - who]: shown.defender.deadwood}}
