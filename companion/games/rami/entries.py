"""The deal of Rami as people write it down."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from companion.rules.cards import Cards
from companion.rules.entries import Body, Player

LATE = "late"


@dataclass(frozen=True)
class Deal(Body):
    """Who went out, what the others still hold, and who of them laid nothing.

    `rami_sec` is true for a rami sec and `late` where everything was laid at once after somebody else had laid.
    `left` holds the cards or their points.
    """

    kind: ClassVar[str] = "deal"
    correctable: ClassVar[bool] = True
    out: Player | None = None
    dealer: Player | None = None
    rami_sec: bool | str = False
    left: Mapping[Player, int | Cards] = field(default_factory=dict)
    not_laid: tuple[Player, ...] = ()
