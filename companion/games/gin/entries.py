"""The deal of gin rummy as people write it down."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.cards import Card, Cards
from companion.rules.entries import Body, Player
from companion.rules.field_metadata import entry_field
from companion.rules.messages import N_

ENDS = {"knock": N_("knock"), "gin": N_("gin"), "big_gin": N_("big gin"), "void": N_("void deal")}


@dataclass(frozen=True)
class Deal(Body):
    """How a deal ended and who ended it, with what was left on either side: in points, or as cards to work it out.

    `end` is knock, gin, big_gin or void. `deadwood` counts after laying off. `hands` hold ten cards each (eleven for
    who lays a big gin), `layout` the knocker's melds as shown. `upcard` is the card turned up, in Oklahoma.
    """

    kind: ClassVar[str] = "deal"
    correctable: ClassVar[bool] = True
    end: str = entry_field(N_("How"), choices=ENDS)
    by: Player | None = entry_field(N_("Who laid down"), whose="ender", default=None)
    deadwood: Mapping[Player, int] = entry_field(N_("Deadwood after laying off"), whose="own", default_factory=dict)
    hands: Mapping[Player, Cards] = entry_field(N_("The hand"), whose="own", default_factory=dict)
    layout: tuple[Cards, ...] | None = entry_field(N_("The knocker's melds as shown"), default=None)
    upcard: Card | None = entry_field(N_("Card turned up"), default=None)
    dealer: Player | None = entry_field(N_("Dealer"), default=None)
