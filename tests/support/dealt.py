"""Helpers for random deals: `chance.py` in the folder of each game has its `deal`, which is mostly legal."""

import random
from typing import Any

from companion.rules.cards import FULL_PACK, Card

Json = dict[str, Any]


def some(chance: random.Random, players: list[str], share: float) -> list[str]:
    return [player for player in players if chance.random() < share]


def winners(chance: random.Random, players: list[str], n: int = 5) -> list[str] | dict[str, int]:
    found = [chance.choice(players) for _ in range(n)]
    return found if chance.random() < 0.7 else {player: found.count(player) for player in dict.fromkeys(players)}


def stacked(chance: random.Random, cards: list[Card]) -> list[Card]:
    """Return the packs shuffled, or in an order that makes hands full of runs, groups or expensive cards."""
    chance.shuffle(cards)
    how = chance.random()
    if how < 0.3:
        return cards
    noise = chance.choice([2, 6, 20])
    orders = {
        "runs": lambda card: (card.suit, FULL_PACK.index(card)) if not card.is_joker else ("Z", 0),
        "groups": lambda card: card.rank,
        "dear": lambda card: (card.is_joker, card.rank in "A", card.rank in "KQJT", card.rank),
        "cheap": lambda card: (not card.is_joker, card.rank not in "A", card.rank not in "KQJT", card.rank),
    }
    order = orders[chance.choice(sorted(orders))]
    found = sorted(cards, key=order)
    start = chance.randrange(len(found))
    found = found[start:] + found[:start] if chance.random() < 0.5 else found
    places = [n + chance.uniform(0, noise) for n in range(len(found))]
    return [card for _, card in sorted(zip(places, found, strict=True), key=lambda pair: pair[0])]
