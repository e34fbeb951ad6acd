"""A match of gin between two deals: the columns of the game under way and the games behind it."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.gin.options import Options, Record
from companion.games.gin.score import Settlement
from companion.rules.ending import Stopped
from companion.rules.entries import Player
from companion.rules.rulings import Ruling, impossible
from companion.rules.words import say

COLUMNS = 3  # of Hollywood


@dataclass(frozen=True)
class Column:
    """One running score with the deals won in it; `closed` once somebody has reached the target."""

    scores: Mapping[Player, int]
    boxes: Mapping[Player, int]
    closed: Settlement | None = None

    @property
    def under_way(self) -> bool:
        return not self.closed and (any(self.scores.values()) or any(self.boxes.values()))


@dataclass(frozen=True)
class Finished:
    """A game that is settled: its number in the match and, in Hollywood, its column."""

    leg: int
    column: int
    settlement: Settlement


@dataclass(frozen=True)
class Table:
    """`columns` is one, or three in Hollywood. `won`: deals won in the game under way. `leg`: which game it is."""

    options: Options
    players: tuple[Player, ...]
    dealer: Player
    columns: tuple[Column, ...]
    won: Mapping[Player, int]
    nets: Mapping[Player, int]
    games: tuple[Finished, ...] = ()
    leg: int = 1
    deals: int = 0  # void ones not counted
    stopped: Stopped | None = None
    last: tuple[Column, ...] = ()  # those of the game before
    closing: "Table | None" = None  # once it is over: as it was before, for a penalty agreed on later

    @property
    def over(self) -> bool:
        return self.stopped is not None

    @property
    def played(self) -> Mapping[str, int]:
        return {"deals": self.deals, "games": self.leg - 1}

    def opponent(self, player: Player) -> Player:
        (other,) = (one for one in self.players if one != player)
        return other


def start(record: Record) -> Table:
    """The table before the first deal of the sheet."""
    opening = record.opening
    zeros = dict.fromkeys(record.players, 0)
    columns = fresh_columns(record.options, record.players)
    first = Column({**zeros, **opening.scores}, {**zeros, **opening.boxes})
    return Table(
        options=record.options,
        players=record.players,
        dealer=opening.dealer or record.players[-1],
        columns=(first, *columns[1:]),
        won=first.boxes,
        nets=_nets(record),
    )


def fresh_columns(options: Options, players: tuple[Player, ...]) -> tuple[Column, ...]:
    zeros = dict.fromkeys(players, 0)
    return (Column(zeros, zeros),) * (COLUMNS if options.hollywood else 1)


def _nets(record: Record) -> dict[Player, int]:
    """What earlier games have brought; one player's net gives the other's."""
    given = record.opening.nets
    first, second = record.players
    net = given[first] if first in given else -given.get(second, 0)
    return {first: net, second: given.get(second, -net)}


def check_opening(record: Record) -> Ruling | None:
    """What cannot be in a position to go on from: a game already over, fewer than no deals won, nets that disagree."""
    options = record.options
    opening = record.opening
    for player, score in opening.scores.items():
        if score >= options.target:
            sentence = say(
                "{player} already stands on {target} or more: that game is over.", player=player, target=options.target
            )
            return impossible("opening.scores", sentence, player=player)
    for player, n in opening.boxes.items():
        if n < 0:
            return impossible(
                "opening.boxes", say("{player} cannot have won {n} deals.", player=player, n=n), player=player
            )
    if sum(_nets(record).values()):
        return impossible(
            "opening.nets", say("What one player has won the other must have lost: the nets sum to zero.")
        )
    if options.hollywood and (any(opening.scores.values()) or any(opening.boxes.values())):
        sentence = say("A Hollywood sheet starts with three empty columns: finish the game on paper first.")
        return impossible("opening.hollywood", sentence)
    return None
