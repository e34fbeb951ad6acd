"""Ends of a match other than by its own rules: the table agrees, or the length it had agreed on is reached."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Literal, TypeVar

from companion.rules.entries import Handover, Player
from companion.rules.field_metadata import Dataclass, Default
from companion.rules.messages import N_, Say, say, say_n
from companion.rules.options import Counted, Counting, Value, counting, house_rule
from companion.rules.rulings import Ruling, impossible

Stopped = Literal["length", "agreement"]
OWN = "own"  # length: what the rules of the game say
DEALS: Counting = (say_n("after {n} deal", "after {n} deals", 1), range(1, 1001))
MINUTES: Counting = (say("after {n} minutes, including the deal in progress", n=5), range(5, 601))


@dataclass(frozen=True)
class Ended:
    """Cause of the end of a match, with the entry that brought it; the same in every game.

    `rules`: its own rules, by a target, a limit or a number of deals that belongs to them. `length`: the house rule
    that `length_rule` makes, which cuts a match short of its own end; where its own rules end it with that very deal,
    it was they. `agreement`: the table. `people`: others go on with it in a new part.
    """

    by: Literal["rules", "people"] | Stopped
    entry: int
    reason: str = ""


def length_rule(clause: str, *, games: bool = False) -> Default:
    """Make the house rule for how long a match lasts; `games`: it is made of games that each have an end."""
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
    """Return an agreed length as a term in the name of what is played; nothing where none is agreed on."""
    known = OF_LENGTH.get(value.key) if isinstance(value, Counted) else None
    return (counting(known, value.n),) if known and isinstance(value, Counted) else ()


def agreed(value: Value, key: str) -> int | None:
    """Return the number agreed on, if `key` is what it counts. Minutes are for the page: no clock is here."""
    return value.n if isinstance(value, Counted) and value.key == key else None


def wrong_count(played: int, length: Value, key: str = "deals") -> Ruling | None:
    """Refuse to go on after fewer deals than none, or after the last of the length that was agreed on."""
    if played < 0:
        return impossible("opening.deals_played", say("The number of deals played cannot be negative."))
    last = agreed(length, key)
    over = last is not None and played >= last
    return impossible("opening.over", say("From this position the match is already over.")) if over else None


def reached_already() -> Say:
    """Tell a player who stands where the end has been moved to since the last deal."""
    return say("already reached: counts with the next deal")


def brings(opening: Dataclass) -> bool:
    """Return whether anything was played before this sheet begins: anything but who deals first is set."""
    begun = (getattr(opening, one.name) for one in fields(opening) if one.name != "dealer")
    return any(any(value.values()) if isinstance(value, dict) else value for value in begun)


@dataclass(frozen=True)
class Event:
    """A kind of thing that can happen to a player in a deal: its `name` for programs, its `word` for people.

    `wins`: it ends a table of the sheet (a rams, a game), and that player has won it. `beside`: the shortest words for
    it beside the player's new number, before it is saved; empty where the number says enough.
    """

    name: str
    word: str
    wins: bool = False
    beside: str = ""


@dataclass(frozen=True)
class Result:
    """`places` are empty while the match runs, else 1 for who has won, shared as 1, 1, 3.

    `points` are those of the cards, `balances` money or chips won (none where nothing is played for), in the `unit`
    that the table has named. `events` counts how often each thing happened to each player. Not `whole`: ended by
    agreement or after an agreed length, so that its points do not compare with those of other matches. `low`: fewer
    points were better by the house rules, and compare with such alone. `continues` and `went_on` link the parts of a
    match in which people came and went.
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

    @property
    def winners(self) -> tuple[Player, ...]:
        return tuple(player for player in self.players if self.places.get(player) == 1)


Rank = TypeVar("Rank", int, tuple[int, ...])


def places(ranks: Mapping[Player, Rank]) -> dict[Player, int]:
    """Return everybody's place from their ranks, the least first; players who are level share a place."""
    return {player: 1 + sum(other < rank for other in ranks.values()) for player, rank in ranks.items()}
