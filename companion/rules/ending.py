"""Ends of a match other than by its own rules: by agreement of the players, or after an agreed length."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Literal, TypeVar

from companion.rules.entries import Handover, Player
from companion.rules.field_metadata import Dataclass, Default
from companion.rules.messages import N_, Say, say, say_n
from companion.rules.options import Counted, Counting, Value, counting, house_rule
from companion.rules.rulings import Ruling, impossible

Stopped = Literal["length", "agreement"]
OWN = "own"  # length: the rules of the game decide
DEALS: Counting = (say_n("after {n} deal", "after {n} deals", 1), range(1, 1001))
MINUTES: Counting = (say("after {n} minutes, including the deal in progress", n=5), range(5, 601))


@dataclass(frozen=True)
class Ended:
    """The cause of the end of a match, with the entry that ended it; the same in every game.

    `rules`: the rules of the game, by a target, a limit or a number of deals. `length`: the house rule that
    `length_rule` declares, unless the rules of the game end the match with the same deal. `agreement`: the players.
    `people`: others continue the match in a new part.
    """

    by: Literal["rules", "people"] | Stopped
    entry: int
    reason: str = ""


def length_rule(clause: str, *, games: bool = False) -> Default:
    """Declare the house rule for the length of a match; `games`: the match consists of several games."""
    counted = {"deals": DEALS, "minutes": MINUTES}
    if games:
        counted["games"] = (say_n("after {n} game", "after {n} games", 1), range(1, 100))
    return house_rule(OWN, N_("Length of the match"), clause, (OWN, N_("as in the rules of the game")), counted=counted)


OF_LENGTH = {
    "deals": say_n("{n} deal", "{n} deals", 1),
    "fixed_deals": say_n("{n} deal", "{n} deals", 1),
    "games": say_n("{n} game", "{n} games", 1),
    "minutes": say_n("{n} minute", "{n} minutes", 1),
}


def length_name(value: Value) -> tuple[Say, ...]:
    """Return an agreed length as a term in the name of what is played; empty if none was agreed."""
    known = OF_LENGTH.get(value.key) if isinstance(value, Counted) else None
    return (counting(known, value.n),) if known and isinstance(value, Counted) else ()


def agreed(value: Value, key: str) -> int | None:
    """Return the agreed number of units named `key`. Minutes are only shown on pages, since rules know no clock."""
    return value.n if isinstance(value, Counted) and value.key == key else None


def wrong_count(played: int, length: Value, key: str = "deals") -> Ruling | None:
    """Refuse a negative number of deals played, or one that has reached the agreed length."""
    if played < 0:
        return impossible("opening.deals_played", say("The number of deals played cannot be negative."))
    last = agreed(length, key)
    over = last is not None and played >= last
    return impossible("opening.over", say("From this position the match is already over.")) if over else None


def reached_already() -> Say:
    """Tell a player who has already reached the end of the match, because it was moved since the last deal."""
    return say("already reached: counts with the next deal")


def brings(opening: Dataclass) -> bool:
    """Return True if anything was played before this sheet: the opening sets more than the first dealer."""
    begun = (getattr(opening, one.name) for one in fields(opening) if one.name != "dealer")
    return any(any(value.values()) if isinstance(value, dict) else value for value in begun)


@dataclass(frozen=True)
class Event:
    """A kind of thing that can happen to a player in a deal: its `name` for programs, its `word` for people.

    `wins`: the player wins a table of the sheet (a rams, a game), which ends. `beside`: a very short text for it beside
    the player's new number, before the entry is saved; empty if the number is enough.
    """

    name: str
    word: str
    wins: bool = False
    beside: str = ""


@dataclass(frozen=True)
class Result:
    """The result of a match.

    Attributes:
        places: Empty while the match runs, else from 1 for the winner, and shared as in 1, 1, 3.
        points: The points of the cards. `balances`: money or chips won, in `unit`; empty if it is not for money.
        events: How often each event happened to each player.
        whole: The match was not ended by agreement or an agreed length, so its points compare with other matches.
        low: Fewer points are better, so its points compare only with those of other such matches.
        continues: The link to the part before, if people came or left. `went_on`: the link to the part after.
        missed: The deals of other parts of the match in which a player did not play.
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
    continues: Handover | None = None
    went_on: Handover | None = None
    missed: Mapping[Player, int] = field(default_factory=dict)

    @property
    def winners(self) -> tuple[Player, ...]:
        return tuple(player for player in self.players if self.places.get(player) == 1)


Rank = TypeVar("Rank", int, tuple[int, ...])


def places(ranks: Mapping[Player, Rank]) -> dict[Player, int]:
    """Return the places by rank, lowest first; players with equal ranks share a place."""
    return {player: 1 + sum(other < rank for other in ranks.values()) for player, rank in ranks.items()}
