"""The deal of Ramino as people write it down."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from companion.rules.cards import Cards
from companion.rules.entries import Body, Player
from companion.rules.words import N_


@dataclass(frozen=True)
class Laid:
    """Combinations laid in a deal, jokers in laying order, and the points of cards added to others."""

    melds: tuple[Cards, ...] = ()
    added: int = 0


@dataclass(frozen=True)
class Deal(Body):
    """Who emptied the hand (None: the deal was blocked), what everybody laid and what was left in the hands.

    `laid`: points, the combinations, or true where only laying itself matters. `left`: cards or their points.
    `finish`: plain, ramino (all in one turn, with additions to the table) or ramino_own. `penalties`: joker, table
    and announce, or points.
    """

    kind: ClassVar[str] = "deal"
    correctable: ClassVar[bool] = True
    out: Player | None = field(metadata={"missing": N_("Say who went out, or that the deal was blocked.")})
    dealer: Player | None = None
    laid: Mapping[Player, bool | int | tuple[Cards, ...] | Laid] = field(default_factory=dict)
    left: Mapping[Player, int | Cards] = field(default_factory=dict)
    finish: str = "plain"
    penalties: Mapping[Player, int | tuple[str, ...]] = field(default_factory=dict)
