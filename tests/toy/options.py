"""The house rules of the toy."""

from dataclasses import dataclass
from typing import Literal

from companion.rules.ending import length_rule
from companion.rules.messages import N_
from companion.rules.options import Counted, house_rule, on_off


@dataclass(frozen=True)
class Options:
    start: int = house_rule(10, "Points at the start", "toy.score.start", numbers=range(1001), fixed=True)
    target: int = house_rule(0, "Target", "toy.end.target", numbers=range(-1_000_000, 1001))
    rest: Literal["once", "always"] = house_rule(
        "once", "Sitting out", "toy.deal.rest", ("once", "not twice running"), ("always", "as often as one likes")
    )
    length: Literal["own"] | Counted = length_rule("toy.end.length")
    money: bool = on_off(False, N_("Play for money"), "toy.score.money")
    table: int = house_rule(10, "Deals of a table", "toy.score.table", numbers=range(1, 1001))
