"""Seats: whose turn it is to deal, and who plays the next deal."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Protocol

from companion.rules.entries import Player
from companion.rules.messages import say
from companion.rules.rulings import Ruling, refuse


def next_seat(players: tuple[Player, ...], player: Player) -> Player:
    """Return the next in order of play: players stand in that order."""
    return players[(players.index(player) + 1) % len(players)]


def from_left(players: Sequence[Player], dealer: Player | None) -> tuple[Player, ...]:
    """Return everybody from the one after the dealer on, the dealer last; as they sit if nobody is due to deal."""
    first = players.index(dealer) + 1 if dealer else 0
    return (*players[first:], *players[:first])


def next_in(players: Sequence[Player], player: Player, out: Collection[Player]) -> Player:
    """Return the next player in order of play who is still in."""
    return next(one for one in from_left(players, player) if one not in out)


def turned_round(players: Sequence[str]) -> tuple[str, ...]:
    """Return the players as they follow each other the other way round; the first stays the first."""
    return (*players[:1], *reversed(players[1:]))


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
    """Return who plays the next deal, from the one after the dealer; nobody once it is over."""
    if table.over:
        return ()
    return tuple(player for player in from_left(table.players, table.dealer) if player in table.active)


def wrong_dealer(named: Player | None, due: Player | None, clause: str) -> Ruling | None:
    """Refuse a deal that names another dealer than the one due; `due` None means that any may deal."""
    if named is None or due is None or named == due:
        return None
    sentence = say("It is {due}’s turn to deal, not {named}’s.", due=due, named=named)
    return replace(refuse("deal.dealer", sentence, clause, player=named, duty=True), path=("dealer",))
