"""Result of a match: the one unit that statistics, evenings and the row of places on paper add up."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from companion.rules.entries import Player


@dataclass(frozen=True)
class Event:
    """A kind of thing that can happen to a player in a deal: its `name` for programs, its `word` for people.

    `wins`: it ends a table of the sheet (a rams, a game), and that player has won it.
    """

    name: str
    word: str
    wins: bool = False


@dataclass(frozen=True)
class Result:
    """`places` are empty while the match runs, else 1 for who has won, shared as 1, 1, 3.

    `points` are those of the cards, `balances` money or chips won (none where nothing is played for), in the `unit`
    that the table has named. `events` counts how often each thing happened to each player. Not `whole`: ended by
    agreement or after an agreed length, so that its points do not compare with those of other matches. `low`: fewer
    points were better by the house rules, and compare with such alone.
    """

    players: tuple[Player, ...]
    places: Mapping[Player, int] = field(default_factory=dict)
    points: Mapping[Player, int] = field(default_factory=dict)
    balances: Mapping[Player, int] = field(default_factory=dict)
    deals: int = 0
    events: Mapping[tuple[Player, Event], int] = field(default_factory=dict)
    whole: bool = True
    unit: str = ""
    low: bool = False

    @property
    def winners(self) -> tuple[Player, ...]:
        return tuple(player for player in self.players if self.places.get(player) == 1)


Rank = TypeVar("Rank", int, tuple[int, ...])


def places(ranks: Mapping[Player, Rank]) -> dict[Player, int]:
    """Return everybody's place from their ranks, the least first; players who are level share a place."""
    return {player: 1 + sum(other < rank for other in ranks.values()) for player, rank in ranks.items()}
