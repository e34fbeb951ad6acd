"""A match of running totals: its state between two deals, elimination and return of players, and its tally."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self, TypeVar

from companion.rules.ending import Event, Stopped, places
from companion.rules.entries import Player
from companion.rules.field_metadata import Dataclass
from companion.rules.history import Record
from companion.rules.messages import N_, Say, say
from companion.rules.people import in_turn, next_seat
from companion.rules.replay import Replay
from companion.rules.settlement import payments
from companion.rules.tally import Figures, Happening, Mark, Part, Reckoning, ReckoningRow, Tally, figures, values

ELIMINATED = Event("eliminated", N_("eliminated"), beside=N_("eliminated"))
RETURNED = Event("returned", N_("back"))
GONE = Mark("✕", N_("eliminated"))


@dataclass(frozen=True)
class State:
    """The match between two deals.

    Attributes:
        out: Players who are out, in the order in which they went out.
        out_before: How many were out when each of them went out.
        leaving: Players who have gone out since the last deal began.
        seat: The seat of the next dealer; if that player is out, the next one who is in deals.
        closing: Once the match is over, the state before anybody had won, for a penalty that is agreed later.
    """

    options: Dataclass
    players: tuple[Player, ...]
    dealer: Player
    scores: Mapping[Player, int]
    deals: int = 0
    out: tuple[Player, ...] = ()
    out_before: Mapping[Player, int] = field(default_factory=dict)
    leaving: tuple[Player, ...] = ()
    seat: Player | None = None
    winners: tuple[Player, ...] = ()
    stopped: Stopped | None = None
    is_last: bool = False  # the winner won because all others are out
    closing: Self | None = None

    @property
    def over(self) -> bool:
        return bool(self.winners)

    @property
    def played(self) -> Mapping[str, int]:
        """Return how much has been played, by the units in which a length can be agreed."""
        return {"deals": self.deals}

    @property
    def active(self) -> tuple[Player, ...]:
        """Return the players who are still in."""
        return tuple(player for player in self.players if player not in self.out)

    def best(self, *, low: bool) -> tuple[Player, ...]:
        """Return the players still in who have the best total."""
        best = (min if low else max)(self.scores[player] for player in self.active)
        return tuple(player for player in self.active if self.scores[player] == best)


T = TypeVar("T", bound=State)
Terms = Mapping[Player, Sequence[Part]]


def start(kind: type[T], record: Record[Any, Any], out: tuple[Player, ...] = ()) -> T:
    """Return the state before the first deal, with the dealer and the scores of the opening."""
    opening, active = record.opening, [player for player in record.players if player not in out]
    return kind(
        options=record.options,
        players=record.players,
        dealer=opening.dealer or (active or record.players)[-1],
        scores={**dict.fromkeys(record.players, 0), **opening.scores},
        out=out,
        out_before={player: n for n, player in enumerate(out)},
        deals=opening.deals_played,
    )


def counted(table: T, terms: Terms) -> T:
    """Return the state with the points of an entry added; nobody is put out yet."""
    gained = {player: sum(part.points for part in parts) for player, parts in terms.items()}
    return replace(table, scores={player: n + gained.get(player, 0) for player, n in table.scores.items()})


def next_deal(table: T) -> T:
    """Return the state after a deal was counted, with the next seat to deal."""
    seat = next_seat(table.players, table.dealer)
    return replace(table, dealer=seat, seat=seat, deals=table.deals + 1, leaving=())


def gone(table: T, players: tuple[Player, ...]) -> T:
    """Return the state after some players went out together, so that they are level with each other."""
    out_before = {**table.out_before, **dict.fromkeys(players, len(table.out))}
    return replace(table, out=(*table.out, *players), out_before=out_before, leaving=(*table.leaving, *players))


def put_out(table: T, passed: Collection[Player]) -> T:
    """Put out the players who pass a limit; the last one in wins, or the lowest total if all pass it at once."""
    stay = tuple(player for player in table.active if player not in passed)
    winners = stay if len(stay) == 1 else () if stay else table.best(low=True)
    after = gone(table, tuple(player for player in passed if player not in winners))
    return replace(after, winners=winners, is_last=len(stay) == 1)


def back_in(table: T, player: Player) -> T:
    """Return the state with a player who was out in again, in the same seat, as if never out."""
    left = table.out_before[player]
    back = replace(
        table,
        out=tuple(one for one in table.out if one != player),
        out_before={one: n - (n > left) for one, n in table.out_before.items() if one != player},
        leaving=tuple(one for one in table.leaving if one != player),
    )
    return dealing(back)


def relieved(table: T, player: Player, *, passed: bool) -> T:
    """Return the state after a penalty; a player whom the last deal put out is in again, unless `passed`."""
    return table if passed or player not in table.leaving else back_in(table, player)


def stop(table: T, stopped: Stopped | None, *, low: bool) -> T:
    """End the match here, whatever the rules of the game say; the players with the best total win."""
    return replace(table, stopped=stopped, winners=table.best(low=low), closing=table)


def with_winners(before: T, after: T, stopped: Stopped | None, *, low: bool) -> T:
    """Return `after`, in which it is known who is out and who has won; if it was `stopped`, the best total has won."""
    if stopped and not after.over:
        after = stop(after, stopped, low=low)
    return replace(after, closing=before) if after.over else after


def dealing(table: T) -> T:
    """Return the state with its dealer: the player at `seat`, or the next who is still in, while the match goes on."""
    if table.over:
        return table
    dealer = seat = table.seat or table.dealer
    while dealer not in table.active:
        dealer = next_seat(table.players, dealer)
    return replace(table, dealer=dealer, seat=seat)


def put_out_by(before: State, after: State, words: str, clause: str) -> tuple[Happening, ...]:
    """Return an event for each player whom an entry has put out, with this sentence about {player}."""
    left = (player for player in after.out if player not in before.out)
    return tuple(Happening(player, ELIMINATED, Say(words, {"player": player}), clause) for player in left)


def in_again(before: State, after: State, clause: str) -> tuple[Happening, ...]:
    """Return an event for each player whom a penalty has brought back in, while the match goes on."""
    back = () if after.over else tuple(player for player in before.out if player not in after.out)
    return tuple(Happening(player, RETURNED, say("{player} is back in.", player=player), clause) for player in back)


def placed(table: State, *, low: bool) -> dict[Player, int]:
    """Return the places: winners, then players by how long they stayed in, then by total; empty before the end."""
    stayed = {player: table.out_before.get(player, len(table.out)) for player in table.players}
    sign = 1 if low else -1
    ranks = {p: (p not in table.winners, -stayed[p], sign * table.scores[p]) for p in table.players}
    return places(ranks) if table.winners else {}


def reckoning(table: State, places: Mapping[Player, int], clause: str, *more: ReckoningRow) -> Reckoning:
    """Return the account of the match: totals, further rows, and places by `clause` once it is over."""
    last = (ReckoningRow(say("Place"), figures(places), clause),) if places else ()
    return Reckoning(say("Match"), (ReckoningRow(say("Total"), figures(table.scores)), *more, *last))


def sheet(replay: Replay[Any, T], places: Mapping[Player, int], money: Figures) -> Tally:
    """Return the tally of a record, without the parts that only its game can add."""
    course, table = replay.course, replay.course.table
    return Tally(
        record=replay.record,
        history=replay.history,
        numbers=replay.numbers,
        table=table,
        lines=course.lines,
        refused=course.refused,
        dealer=None if table.over else table.dealer,
        turn=in_turn(table),
        out=table.out,
        ended=course.ended,
        places=places,
        decided=say("is the last one in, with {n}.", n=table.scores[table.winners[0]]) if table.is_last else None,
        scores=figures(table.scores),
        balances=money,
        payments=payments(values(money)),
    )
