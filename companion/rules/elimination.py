"""Who goes out of a match, who is in it again, and to whom the deal passes: for games in which a total puts one out."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol, TypeVar

from companion.rules.entries import Player
from companion.rules.messages import N_, say
from companion.rules.result import Event
from companion.rules.seats import Seated, next_seat
from companion.rules.tally import Happening

RETURNED = Event("returned", N_("back"))


class Table(Seated, Protocol):
    """`out`: who has gone out, in the order they left; `out_before`: how many were out when each of them left.

    `leaving`: who has gone out since the last deal was begun. `seat`: whose deal it is if that player is still in; else
    the next who is.
    """

    @property
    def out(self) -> tuple[Player, ...]: ...
    @property
    def out_before(self) -> Mapping[Player, int]: ...
    @property
    def leaving(self) -> tuple[Player, ...]: ...
    @property
    def seat(self) -> Player | None: ...


T = TypeVar("T", bound=Table)


def gone(table: T, players: tuple[Player, ...]) -> T:
    """Without those who go out, level with one another among all who are out."""
    return replace(  # type: ignore[type-var]
        table,
        out=(*table.out, *players),
        out_before={**table.out_before, **dict.fromkeys(players, len(table.out))},
        leaving=(*table.leaving, *players),
    )


def back_in(table: T, player: Player) -> T:
    """With somebody who had gone out, in the old seat, as if that had never been."""
    left = table.out_before[player]
    back = replace(  # type: ignore[type-var]
        table,
        out=tuple(one for one in table.out if one != player),
        out_before={one: n - (n > left) for one, n in table.out_before.items() if one != player},
        leaving=tuple(one for one in table.leaving if one != player),
    )
    return dealing(back, table.seat or table.dealer)


def in_again(before: Table, after: Table, clause: str) -> tuple[Happening, ...]:
    """Whom a penalty has brought in again, while the match goes on."""
    back = () if after.over else tuple(player for player in before.out if player not in after.out)
    return tuple(Happening(player, RETURNED, say("{player} is in again.", player=player), clause) for player in back)


def dealing(table: T, seat: Player | None) -> T:
    """With the deal at a seat, or at the next whose player is still in."""
    dealer = seat
    while dealer and dealer not in table.active:
        dealer = next_seat(table.players, dealer)
    return replace(table, dealer=dealer, seat=seat)  # type: ignore[type-var]
