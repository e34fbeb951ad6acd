"""The deal of Ramino as people enter it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.games.ramino.options import Options
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
    """Melds laid in a deal, jokers in laying order, and the points of cards added to other melds."""

    melds: tuple[Cards, ...] = ()
    added: int = 0


@dataclass(frozen=True)
class Deal(Body):
    """The player who went out (None: the deal was blocked), the melds of all players, and the hands left.

    `laid` has points, melds, or true if only the fact of laying matters. `left` has cards or their points. `finish` is
    plain, ramino (all cards in one turn, with additions to the table) or ramino_own. `penalties` has the words joker,
    table and announce, or points.
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
    """The return of a player eliminated in the last deal, with the score of the worst player still in."""

    kind: ClassVar[str] = "reentry"
    title: ClassVar[str] = N_("Back in the game")
    called: ClassVar[str] = N_("the return")
    player: Player = fact(N_("Player"))


Written = bool | int | tuple[Cards, ...] | Laid | None  # the entered melds of a player


def is_unsaid(options: Options, deal: Deal, player: Player) -> bool:
    """Return True if it was not entered if a player has melds. In elimination it is asked only if it decides."""
    return options.eliminates and player not in (*deal.laid, *deal.not_laid)


def melds_of(written: Written) -> tuple[Cards, ...]:
    """Return the entered melds."""
    if isinstance(written, Laid):
        return written.melds
    return written if isinstance(written, tuple) else ()


def cards_in(written: Written) -> int:
    """Return the number of entered laid cards."""
    return sum(map(len, melds_of(written)))


def added_to(written: Written) -> int:
    """Return the points that were entered without their cards."""
    if isinstance(written, bool):
        return 0
    return written.added if isinstance(written, Laid) else written if isinstance(written, int) else 0


def all_cards(written: Written) -> bool:
    """Return True if every laid card was entered."""
    return isinstance(written, tuple) and bool(written)
