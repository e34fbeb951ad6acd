"""Declare the deal of Ramino as people write it down."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.cards import Cards
from companion.rules.entries import Body, Player
from companion.rules.field_metadata import entry_field, fact
from companion.rules.messages import N_

FINISHES = {"plain": N_("plain"), "ramino": N_("ramino"), "ramino_own": N_("ramino, own cards only")}
PENALTIES = {
    "joker": N_("joker not replayed"),
    "table": N_("table left in disorder"),
    "announce": N_("three cards unannounced"),
}


@dataclass(frozen=True)
class Laid:
    """Combinations laid in a deal, jokers in laying order, and the points of cards added to others."""

    melds: tuple[Cards, ...] = ()
    added: int = 0


@dataclass(frozen=True)
class Deal(Body):
    """The player who emptied the hand (None: the deal was blocked), what everybody laid, and the hands left.

    `laid`: points, the combinations, or true where only laying itself matters. `left`: cards or their points.
    `finish`: plain, ramino (all in one turn, with additions to the table) or ramino_own. `penalties`: joker, table
    and announce, or points.
    """

    kind: ClassVar[str] = "deal"
    correctable: ClassVar[bool] = True
    out: Player | None = entry_field(
        N_("Who went out"),
        whose="ender",
        brief=N_("went out"),
        missing=N_("Choose who went out, or that the deal was blocked."),
        nobody=N_("nobody: blocked"),
    )
    dealer: Player | None = entry_field(N_("Dealer"), default=None)
    not_laid: tuple[Player, ...] = entry_field(N_("No melds"), whose="some", default=())
    laid: Mapping[Player, bool | int | tuple[Cards, ...] | Laid] = entry_field(
        N_("Melds"), whose="own", brief=N_("melds"), default_factory=dict
    )
    left: Mapping[Player, int | Cards] = entry_field(
        N_("Left in hand"), whose="own", brief=N_("left"), default_factory=dict
    )
    finish: str = entry_field(N_("How"), choices=FINISHES, of="out", default="plain")
    penalties: Mapping[Player, int | tuple[str, ...]] = entry_field(
        N_("Penalties"), whose="own", choices=PENALTIES, default_factory=dict
    )


@dataclass(frozen=True)
class Reentry(Body):
    """The return of a player who went out with the last deal, on the score of the worst one still in."""

    kind: ClassVar[str] = "reentry"
    title: ClassVar[str] = N_("Back in the game")
    called: ClassVar[str] = N_("the return")
    player: Player = fact(N_("Player"))


Written = bool | int | tuple[Cards, ...] | Laid | None  # what somebody laid, as it stands in the deal


def melds_of(written: Written) -> tuple[Cards, ...]:
    """Return the combinations that are written down as laid."""
    if isinstance(written, Laid):
        return written.melds
    return written if isinstance(written, tuple) else ()


def cards_in(written: Written) -> int:
    """Return the number of cards that are written down as laid, one by one."""
    return sum(map(len, melds_of(written)))


def added_to(written: Written) -> int:
    """Return the points written without their cards."""
    if isinstance(written, bool):
        return 0
    return written.added if isinstance(written, Laid) else written if isinstance(written, int) else 0


def all_cards(written: Written) -> bool:
    """Return whether every card that somebody laid is written down."""
    return isinstance(written, tuple) and bool(written)
