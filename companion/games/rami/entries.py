"""The deal of Rami as people write it down."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.cards import Cards
from companion.rules.entries import Body, Player
from companion.rules.field_metadata import entry_field
from companion.rules.messages import N_

LATE = "late"


FINISHES = {"False": N_("plain"), "True": N_("rami sec"), "late": N_("all at once, but late")}


@dataclass(frozen=True)
class Deal(Body):
    """Who went out, what the others still hold, and who of them laid nothing.

    `rami_sec` is true for a rami sec and `late` where everything was laid at once after somebody else had laid.
    `left` holds the cards or their points.
    """

    kind: ClassVar[str] = "deal"
    correctable: ClassVar[bool] = True
    out: Player | None = entry_field(N_("Who went out"), whose="ender", default=None)
    dealer: Player | None = entry_field(N_("Dealer"), default=None)
    rami_sec: bool | str = entry_field(N_("How"), choices=FINISHES, default=False)
    left: Mapping[Player, int | Cards] = entry_field(N_("Left in hand"), whose="own", default_factory=dict)
    not_laid: tuple[Player, ...] = entry_field(N_("Did not lay"), whose="some", default=())
