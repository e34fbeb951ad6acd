"""The deal of any other game: what everybody scored."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.entries import Body, Player
from companion.rules.field_metadata import entry_field
from companion.rules.messages import N_


@dataclass(frozen=True)
class Deal(Body):
    """The points of each player, nothing where nothing is said; and the bonuses by name, each as often as it came."""

    kind: ClassVar[str] = "deal"
    correctable: ClassVar[bool] = True
    points: Mapping[Player, int] = entry_field(N_("Points"), whose="own", default_factory=dict)
    bonuses: Mapping[Player, tuple[str, ...]] = entry_field(N_("Bonuses"), whose="own", default_factory=dict)
    dealer: Player | None = entry_field(N_("Dealer"), default=None)
