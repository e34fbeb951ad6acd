"""What deals by chance have in common: `chance.py` in the folder of each game has its `deal`, most often legal."""

import random
from typing import Any

Json = dict[str, Any]


def some(chance: random.Random, players: list[str], share: float) -> list[str]:
    return [player for player in players if chance.random() < share]


def winners(chance: random.Random, players: list[str], n: int = 5) -> list[str] | dict[str, int]:
    found = [chance.choice(players) for _ in range(n)]
    return found if chance.random() < 0.7 else {player: found.count(player) for player in dict.fromkeys(players)}
