"""The deal of Rams as people write it down."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.entries import Body, Player


@dataclass(frozen=True)
class Deal(Body):
    """Who passed, who took which trick, who bought down from 10 to 8 after flying there.

    `tricks` are the winners in order or a count for each; absent when nobody played against a lone player. `faults`
    are the offenders where the house rule lets them fly.
    """

    kind: ClassVar[str] = "deal"
    correctable: ClassVar[bool] = True
    dealer: Player | None = None
    passed: tuple[Player, ...] = ()
    tricks: tuple[Player, ...] | Mapping[Player, int] | None = None
    bought_down: tuple[Player, ...] = ()
    faults: tuple[Player, ...] = ()
