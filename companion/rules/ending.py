"""How a match ends before its own rules end it: because the table agrees, or after the length that it had agreed on."""

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
    """What ended a match, with the entry that did it, the same in every game.

    `rules`: its own rules, by a target, a limit or a number of deals that belongs to them. `length`: the house rule
    that `length_rule` makes, which cuts a match short of its own end; where its own rules end it with that very deal,
    it was they. `agreement`: the table.
    """

    by: Literal["rules"] | Stopped
    entry: int
    reason: str = ""


def length_rule(clause: str, *, games: bool = False) -> Default:
    """The house rule for how long a match lasts; `games` where it is made of games that each have an end."""
    counted = {"deals": DEALS, "minutes": MINUTES}
    if games:
        counted["games"] = (say_n("after {n} game", "after {n} games", 1), range(1, 100))
    return house_rule(OWN, N_("Length of the match"), clause, (OWN, N_("as the game itself says")), counted=counted)


def agreed(value: Value, key: str) -> int | None:
    """How many the table has agreed on, where that is what it counts. Minutes are for the page: no clock is here."""
    return value.n if isinstance(value, Counted) and value.key == key else None


def reached_already() -> Say:
    """What is said of a player who stands where the end has been moved to since the last deal."""
    return say("reached already: it counts with the next deal")


def brings(opening: Dataclass) -> bool:
    """Whether something has been played before this sheet begins: anything but who deals first."""
    found = (getattr(opening, one.name) for one in fields(opening) if one.name != "dealer")
    return any(any(value.values()) if isinstance(value, dict) else value for value in found)
