"""The deal of gin rummy as people write it down."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from companion.rules.cards import Card, Cards
from companion.rules.entries import Body, Player


@dataclass(frozen=True)
class Deal(Body):
    """How a deal ended and who ended it, with what was left on either side: in points, or as cards to work it out.

    `end` is knock, gin, big_gin or void. `deadwood` counts after laying off. `hands` hold ten cards each (eleven for
    who lays a big gin), `layout` the knocker's melds as shown. `upcard` is the card turned up, in Oklahoma.
    """

    kind: ClassVar[str] = "deal"
    correctable: ClassVar[bool] = True
    end: str
    by: Player | None = None
    deadwood: Mapping[Player, int] = field(default_factory=dict)
    hands: Mapping[Player, Cards] = field(default_factory=dict)
    layout: tuple[Cards, ...] | None = None
    upcard: Card | None = None
    dealer: Player | None = None
