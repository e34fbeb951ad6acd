"""The players of a match: their names, who deals and who is in, and who pays whom when somebody leaves."""

import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from companion.rules.entries import Correction, End, Entry, Handover, Player, Rename, Transfer
from companion.rules.history import AnyRecord, counting, history_of
from companion.rules.messages import Say, say
from companion.rules.rulings import Ruling, refuse
from companion.rules.tally import Payment

JOINERS = {"\u200c", "\u200d", *map(chr, range(0xE0020, 0xE0080))}  # invisible joiners within words and emoji

Names = Mapping[Player, Player]  # the shown name of every player by identity, in the order of the seats


def seen_of(name: str) -> str:
    """Return a name without joiners."""
    return "".join(sign for sign in name if sign not in JOINERS)


def look_of(name: str) -> str:
    """Return the same text for names that look alike: capitals, width and joiners make no difference."""
    return unicodedata.normalize("NFKC", seen_of(name)).casefold()


def identities(record: AnyRecord) -> tuple[Player, ...]:
    """Return the names of the players in the head of their match."""
    return record.identities or record.players


def names_of(record: AnyRecord) -> Names:
    """Return the name that is shown for each player; a renaming that is no longer possible is ignored."""
    names = {player: player for player in identities(record)}
    if any(map(_is_about_a_name, record.entries)):
        for entry in counting(history_of(record.entries)):
            if isinstance(entry.body, Rename) and not _why_not(names, entry.body):
                names[Player(entry.body.player)] = Player(entry.body.name)
    return {**names, **{player: sign for player, sign in record.hidden if player in names}}


def renamed_here(record: AnyRecord) -> Names:
    """Return the names of players in a record by identity, only of those who are shown by another name."""
    return {head: player for head, player in zip(identities(record), record.players, strict=True) if head != player}


def former_names(record: AnyRecord) -> Names:
    """Return the names of players in a record by their former names."""
    here = dict(zip(identities(record), record.players, strict=True))
    former = dict(renamed_here(record))
    for entry in record.entries:
        body = entry.body.content if isinstance(entry.body, Correction) else entry.body
        if isinstance(body, Rename) and Player(body.player) in here:
            former[Player(body.name)] = here[Player(body.player)]
    return {name: player for name, player in former.items() if name not in record.players}


def _is_about_a_name(entry: Entry) -> bool:
    body = entry.body.content if isinstance(entry.body, Correction) else entry.body
    return isinstance(body, Rename)


def _why_not(names: Names, body: Rename) -> Say | None:
    """Return why no player can get this name."""
    player, name = Player(body.player), Player(body.name)
    if player not in names:
        return say("{value} is not at this table.", value=player)
    if name == names[player]:
        return say("{player} already has this name.", player=name)
    looks = (look_of(text) for other, shown in names.items() if other != player for text in (other, shown))
    if look_of(name) in looks:
        return say("Somebody else at this table is named {name}.", name=name)
    return None


def wrong_name(before: AnyRecord, body: Rename, key: str) -> Ruling | None:
    """Refuse a renaming after these entries: of an unknown player, to the name of another, or to the same name.

    Args:
        before: The record up to the place of the entry.
        body: The renaming.
        key: The key of the game.
    """
    wrong, clause = _why_not(names_of(before), body), f"{key}.people.name"
    return refuse(clause, wrong, clause, player=body.player) if wrong else None


# --- who plays changes


@dataclass(frozen=True)
class Change:
    """Somebody leaves a match, somebody comes, or the seats were wrong.

    Attributes:
        stays: Players who stay, in the order of the seats.
        left: Players who leave or were eliminated, in the order of the seats.
        joined: Players who come, in the new order of play.
        players: All who play on.
        turn: The next dealer among those who stay; None if the deal is drawn.
        first: The first dealer of the new part.
    """

    stays: tuple[Player, ...]
    left: tuple[Player, ...]
    joined: tuple[Player, ...]
    players: tuple[Player, ...]
    turn: Player | None
    first: Player | None

    def best(self, numbers: Mapping[Player, int], *, low: bool) -> int:
        """Return the best number among those who stay."""
        return (min if low else max)(numbers[player] for player in self.stays)

    def carried(self, numbers: Mapping[Player, int], new: int) -> dict[Player, int]:
        """Return the numbers of those who play on: their own, and a given number for each who comes."""
        return {player: numbers[player] if player in self.stays else new for player in self.players}


@dataclass
class Leaving:
    """Balances while people leave one after the other, and the payments: one sum for each two people."""

    balances: dict[Player, int]
    paid: dict[tuple[Player, Player], int] = field(default_factory=dict)

    def pay(self, player: Player, other: Player, amount: int) -> None:
        """Settle an amount of the leaver's balance with another player; a positive amount is owed to the leaver.

        The balance of the payee goes down, and that of the payer goes up.
        """
        if amount:
            pair = (other, player) if amount > 0 else (player, other)
            self.paid[pair] = self.paid.get(pair, 0) + abs(amount)
            self.balances[player] -= amount
            self.balances[other] += amount


def settled(change: Change, balances: Mapping[Player, int]) -> tuple[dict[Player, int], tuple[Payment, ...]]:
    """Settle the balances of all who leave, one after the other in the order of the seats.

    Each first settles with players whose balance has the opposite sign, including those who leave later, the largest
    amount first. The rest is shared by those who stay; odd units all go to the next dealer. The sum of all balances
    and the pot stays the same.

    Args:
        balances: What everybody at the old table has won, in the order of the seats.

    Returns:
        The balances of those who stay, and the payments in the order in which they first arose.
    """
    leaving = Leaving(dict(balances))
    for player in change.left:
        for other in sorted(leaving.balances, key=lambda one: -abs(leaving.balances[one])):
            owed, has = leaving.balances[player], leaving.balances[other]
            if owed * has < 0:
                leaving.pay(player, other, min(abs(owed), abs(has)) * (1 if owed > 0 else -1))
        _share(leaving, player, change)
    left = {player: leaving.balances[player] for player in change.stays}
    return left, tuple(Payment(payer, payee, amount) for (payer, payee), amount in leaving.paid.items())


def _share(leaving: Leaving, player: Player, change: Change) -> None:
    rest = leaving.balances[player]
    sign, (share, odd) = (1 if rest > 0 else -1), divmod(abs(rest), len(change.stays))
    for other in change.stays:
        takes_odd = other == (change.turn or change.stays[0])
        leaving.pay(player, other, sign * (share + (odd if takes_odd else 0)))


def payments_at_end(record: AnyRecord, end: Entry) -> tuple[Payment, ...]:
    """Return the payments of those who left at the end of this part, by their names in the record."""
    assert isinstance(end.body, End)
    if end.body.continued is None:
        return ()
    then = names_of(record.before(end.number))
    here: dict[str, Player] = dict(zip((*then, *then.values()), record.players * 2, strict=True))
    return tuple(
        Payment(here.get(one.payer, Player(one.payer)), here.get(one.payee, Player(one.payee)), one.amount)
        for one in end.body.continued.payments
    )


def wrong_handover(handover: Handover, most: int) -> Say | None:
    """Return the fault in a link between two parts, whatever was played; `most`: the most parts a match may have."""
    if handover.parts > most:
        return say("A match can have at most {n} parts.", n=most)
    if any(one.amount < 1 or one.payer == one.payee for part in _parts(handover) for one in part.payments):
        return say("A payment is more than 0, from one player to another.")
    return None


def _parts(handover: Handover) -> Iterator[Handover]:
    yield handover
    if handover.before:
        yield from _parts(handover.before)


def transfers(payments: tuple[Payment, ...], price: int = 1) -> tuple[Transfer, ...]:
    """Return payments as the record stores them, at a stake per point."""
    return tuple(Transfer(one.payer, one.payee, one.amount * price) for one in payments)  # type: ignore[arg-type]


def next_seat(players: tuple[Player, ...], player: Player) -> Player:
    """Return the next player in order of play, the order of `players`."""
    return players[(players.index(player) + 1) % len(players)]


def from_left(players: Sequence[Player], dealer: Player | None) -> tuple[Player, ...]:
    """Return the players from the one after the dealer to the dealer, or in the order of the seats without a dealer."""
    first = players.index(dealer) + 1 if dealer else 0
    return (*players[first:], *players[:first])


def next_in(players: Sequence[Player], player: Player, out: Collection[Player]) -> Player:
    """Return the next player in order of play who is still in."""
    return next(one for one in from_left(players, player) if one not in out)


def turned_round(players: Sequence[str]) -> tuple[str, ...]:
    """Return the players in reverse order of play, beginning with the same one."""
    return (*players[:1], *reversed(players[1:]))


class Seated(Protocol):
    """A table with its players, some of whom may be out."""

    @property
    def over(self) -> bool: ...
    @property
    def dealer(self) -> Player | None: ...
    @property
    def players(self) -> tuple[Player, ...]: ...
    @property
    def active(self) -> tuple[Player, ...]: ...


def in_turn(table: Seated) -> tuple[Player, ...]:
    """Return the players of the next deal, from the one after the dealer; empty once the match is over."""
    if table.over:
        return ()
    return tuple(player for player in from_left(table.players, table.dealer) if player in table.active)


def wrong_dealer(named: Player | None, due: Player | None, clause: str) -> Ruling | None:
    """Refuse a deal with another dealer than the one due; anybody may deal if `due` is None."""
    if named is None or due is None or named == due:
        return None
    sentence = say("It is {due}’s turn to deal, not {named}’s.", due=due, named=named)
    return replace(refuse("deal.dealer", sentence, clause, player=named, duty=True), path=("dealer",))
