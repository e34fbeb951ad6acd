"""Seats: whose turn it is to deal, who plays the next deal, who goes out of a match and who comes in again."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

from companion.rules.ending import Event
from companion.rules.entries import Player
from companion.rules.messages import N_, say
from companion.rules.rulings import Ruling, refuse
from companion.rules.tally import Happening


def next_seat(players: tuple[Player, ...], player: Player) -> Player:
    """Return the neighbour to the left: everything goes clockwise."""
    return players[(players.index(player) + 1) % len(players)]


def from_left(players: Sequence[Player], dealer: Player | None) -> tuple[Player, ...]:
    """Return everybody clockwise from the dealer's left, the dealer last; in seat order if nobody is due to deal."""
    first = players.index(dealer) + 1 if dealer else 0
    return (*players[first:], *players[:first])


def next_in(players: Sequence[Player], player: Player, out: Collection[Player]) -> Player:
    """Return the next player clockwise who is still in."""
    return next(one for one in from_left(players, player) if one not in out)


class Seated(Protocol):
    """A table at which not everybody need be in."""

    @property
    def over(self) -> bool: ...
    @property
    def dealer(self) -> Player | None: ...
    @property
    def players(self) -> tuple[Player, ...]: ...
    @property
    def active(self) -> tuple[Player, ...]: ...


def in_turn(table: Seated) -> tuple[Player, ...]:
    """Return who plays the next deal, clockwise from the dealer's left; nobody once it is over."""
    if table.over:
        return ()
    return tuple(player for player in from_left(table.players, table.dealer) if player in table.active)


def wrong_dealer(named: Player | None, due: Player | None, clause: str) -> Ruling | None:
    """Refuse a deal that names another dealer than the one due; `due` None means that any may deal."""
    if named is None or due is None or named == due:
        return None
    sentence = say("It is {due}'s turn to deal, not {named}'s.", due=due, named=named)
    return replace(refuse("deal.dealer", sentence, clause, player=named, duty=True), path=("dealer",))


RETURNED = Event("returned", N_("back"))


class Table(Seated, Protocol):
    """Table of a game in which a total puts players out.

    `out`: who has gone out, in the order they left; `out_before`: how many were out when each of them left.
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
    """Return the table without those who go out, level with one another among all who are out."""
    return replace(  # type: ignore[type-var]
        table,
        out=(*table.out, *players),
        out_before={**table.out_before, **dict.fromkeys(players, len(table.out))},
        leaving=(*table.leaving, *players),
    )


def back_in(table: T, player: Player) -> T:
    """Return the table with a player in again who had gone out, in the old seat, as if that had never been."""
    left = table.out_before[player]
    back = replace(  # type: ignore[type-var]
        table,
        out=tuple(one for one in table.out if one != player),
        out_before={one: n - (n > left) for one, n in table.out_before.items() if one != player},
        leaving=tuple(one for one in table.leaving if one != player),
    )
    return dealing(back, table.seat or table.dealer)


def in_again(before: Table, after: Table, clause: str) -> tuple[Happening, ...]:
    """Return an event for each player whom a penalty has brought in again, while the match goes on."""
    back = () if after.over else tuple(player for player in before.out if player not in after.out)
    return tuple(Happening(player, RETURNED, say("{player} is in again.", player=player), clause) for player in back)


def dealing(table: T, seat: Player | None) -> T:
    """Return the table with the deal at a seat, or at the next whose player is still in."""
    dealer = seat
    while dealer and dealer not in table.active:
        dealer = next_seat(table.players, dealer)
    return replace(table, dealer=dealer, seat=seat)  # type: ignore[type-var]
