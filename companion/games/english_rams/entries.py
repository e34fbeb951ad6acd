"""The deal of English Rams as people write it down."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.entries import Body, Player
from companion.rules.field_metadata import entry_field
from companion.rules.messages import N_, Say, say

CALLS = {
    "join": N_("joins"),
    "fold": N_("folds"),
    "widow": N_("takes the widow"),
    "pay": N_("pays the dealer"),
    "general": N_("general rams"),
    "widow_general": N_("widow, then general rams"),
}


@dataclass(frozen=True)
class Fault:
    """Somebody misplayed. `heirs`: for each trick of the offender, who held the next best card; None for nobody."""

    player: Player = entry_field(N_("Somebody misplayed"), missing=N_("Say who misplayed."))
    heirs: tuple[Player | None, ...] = entry_field(N_("Who held the second-best card"), default=())

    def in_words(self) -> Say:
        """Who misplayed, and who inherits which of the tricks: an heir is at no fault."""
        if not self.heirs:
            return say("{player}", player=self.player)
        tricks = [_inherited(n, heir) for n, heir in enumerate(self.heirs, start=1)]
        return say("{player} ({tricks})", player=self.player, tricks=tricks)


def _inherited(n: int, heir: Player | None) -> Say:
    return say("trick {n} goes to {heir}", n=n, heir=heir) if heir else say("trick {n} goes to nobody", n=n)


@dataclass(frozen=True)
class Deal(Body):
    """What everybody said in turn, who took which trick, and whose play was at fault.

    `tricks` are the winners in order or a count for each; absent when the right-hand player paid instead of playing.
    """

    kind: ClassVar[str] = "deal"
    correctable: ClassVar[bool] = True
    dealer: Player | None = entry_field(N_("Dealer"), default=None)
    calls: tuple[tuple[Player, str], ...] = entry_field(N_("Said so far"), whose="some", choices=CALLS, default=())
    tricks: tuple[Player, ...] | Mapping[Player, int] | None = entry_field(N_("Tricks"), whose="own", default=None)
    faults: tuple[Fault, ...] = entry_field(N_("Somebody misplayed"), default=())
