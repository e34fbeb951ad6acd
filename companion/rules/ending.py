"""Ends of a match other than by its own rules: the table agrees, or the length it had agreed on is reached."""

from dataclasses import dataclass, fields
from typing import Literal

from companion.rules.field_metadata import Dataclass, Default
from companion.rules.messages import N_, Say, say, say_n
from companion.rules.options import Counted, Counting, Value, house_rule

Stopped = Literal["length", "agreement"]
OWN = "own"  # length: what the rules of the game say
DEALS: Counting = (say_n("after {n} deal", "after {n} deals", 1), range(1, 1001))
MINUTES: Counting = (say("after {n} minutes, with the deal then under way", n=5), range(5, 601))


@dataclass(frozen=True)
class Ended:
    """Cause of the end of a match, with the entry that brought it; the same in every game.

    `rules`: its own rules, by a target, a limit or a number of deals that belongs to them. `length`: the house rule
    that `length_rule` makes, which cuts a match short of its own end; where its own rules end it with that very deal,
    it was they. `agreement`: the table.
    """

    by: Literal["rules"] | Stopped
    entry: int
    reason: str = ""


def length_rule(clause: str, *, games: bool = False) -> Default:
    """Make the house rule for how long a match lasts; `games`: it is made of games that each have an end."""
    counted = {"deals": DEALS, "minutes": MINUTES}
    if games:
        counted["games"] = (say_n("after {n} game", "after {n} games", 1), range(1, 100))
    return house_rule(OWN, N_("Length of the match"), clause, (OWN, N_("as the game itself says")), counted=counted)


def agreed(value: Value, key: str) -> int | None:
    """Return the number agreed on, if `key` is what it counts. Minutes are for the page: no clock is here."""
    return value.n if isinstance(value, Counted) and value.key == key else None


def reached_already() -> Say:
    """Tell a player who stands where the end has been moved to since the last deal."""
    return say("reached already: it counts with the next deal")


def brings(opening: Dataclass) -> bool:
    """Return whether anything was played before this sheet begins: anything but who deals first is set."""
    begun = (getattr(opening, one.name) for one in fields(opening) if one.name != "dealer")
    return any(any(value.values()) if isinstance(value, dict) else value for value in begun)
