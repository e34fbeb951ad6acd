"""The deal of Rams as people write it down."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.entries import Body, Player
from companion.rules.field_metadata import entry_field
from companion.rules.messages import N_


@dataclass(frozen=True)
class Deal(Body):
    """Who passed, who took which trick, who bought down from 10 to 8 after flying there.

    `tricks` are the winners in order or a count for each; absent when nobody played against a lone player. `faults`
    are the offenders where the house rule lets them fly.
    """

    kind: ClassVar[str] = "deal"
    correctable: ClassVar[bool] = True
    dealer: Player | None = entry_field(N_("Dealer"), default=None)
    passed: tuple[Player, ...] = entry_field(N_("Pass"), whose="some", default=())
    tricks: tuple[Player, ...] | Mapping[Player, int] | None = entry_field(N_("Tricks"), whose="own", default=None)
    bought_down: tuple[Player, ...] = entry_field(N_("Flew to the top and bought down"), whose="some", default=())
    faults: tuple[Player, ...] = entry_field(N_("Misplayed a card"), whose="some", default=())
