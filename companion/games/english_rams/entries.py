"""The deal of English Rams as people write it down, and the end of the session."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.entries import Body, Player
from companion.rules.words import N_


@dataclass(frozen=True)
class Fault:
    """Somebody misplayed. `heirs`: for each trick of the offender, who held the next best card; None for nobody."""

    player: Player
    heirs: tuple[Player | None, ...] = ()


@dataclass(frozen=True)
class Deal(Body):
    """What everybody said in turn, who took which trick, and whose play was at fault.

    `tricks` are the winners in order or a count for each; absent when the right-hand player paid instead of playing.
    """

    kind: ClassVar[str] = "deal"
    correctable: ClassVar[bool] = True
    dealer: Player | None = None
    calls: tuple[tuple[Player, str], ...] = ()
    tricks: tuple[Player, ...] | Mapping[Player, int] | None = None
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True)
class End(Body):
    """The table stops here; what is still in the pot is shared."""

    kind: ClassVar[str] = "end"
    title: ClassVar[str] = N_("End the session")
