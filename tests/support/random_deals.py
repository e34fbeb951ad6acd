"""Helpers for random deals: `chance.py` in the folder of each game has its `deal`, which is mostly legal."""

import random
from typing import Any

from companion.rules.cards import FULL_PACK, Card

Json = dict[str, Any]


def some(chance: random.Random, players: list[str], share: float) -> list[str]:
    return [player for player in players if chance.random() < share]


def winners(chance: random.Random, players: list[str], n: int = 5) -> list[str] | dict[str, int]:
    tricks = [chance.choice(players) for _ in range(n)]
    return tricks if chance.random() < 0.7 else {player: tricks.count(player) for player in dict.fromkeys(players)}


def stacked(chance: random.Random, cards: list[Card]) -> list[Card]:
    """Return the packs shuffled, or in an order that makes hands full of runs, groups or expensive cards."""
    chance.shuffle(cards)
    kind = chance.random()
    if kind < 0.3:
        return cards
    noise = chance.choice([2, 6, 20])
    orders = {
        "runs": lambda card: (card.suit, FULL_PACK.index(card)) if not card.is_joker else ("Z", 0),
        "groups": lambda card: card.rank,
        "dear": lambda card: (card.is_joker, card.rank in "A", card.rank in "KQJT", card.rank),
        "cheap": lambda card: (not card.is_joker, card.rank not in "A", card.rank not in "KQJT", card.rank),
    }
    order = orders[chance.choice(sorted(orders))]
    ordered = sorted(cards, key=order)
    start = chance.randrange(len(ordered))
    ordered = ordered[start:] + ordered[:start] if chance.random() < 0.5 else ordered
    places = [n + chance.uniform(0, noise) for n in range(len(ordered))]
    return [card for _, card in sorted(zip(places, ordered, strict=True), key=lambda pair: pair[0])]
