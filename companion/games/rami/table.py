"""Keep a match of Rami between two deals: the totals, and whether anybody has won."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.games.rami.options import Options, Record
from companion.rules.ending import Stopped
from companion.rules.entries import Player
from companion.rules.messages import say
from companion.rules.rulings import Ruling, impossible
from companion.rules.seats import back_in, gone

SEATS_GIN = 2
LAST_STANDING = "last_standing"


@dataclass(frozen=True)
class Table:
    """The match between two deals; `deals` counts those played, the ones before this sheet included.

    `out`: who has reached the number where the last one in wins, in the order they left; `out_before`: how many were
    out when each of them left. `leaving`: who has gone since the last deal was begun; `seat`: whose deal it would be.
    """

    options: Options
    players: tuple[Player, ...]
    dealer: Player
    scores: Mapping[Player, int]
    deals: int
    won: Mapping[Player, int] = field(default_factory=dict)  # deals, on this sheet
    secs: Mapping[Player, int] = field(default_factory=dict)  # of these, by a rami sec
    out: tuple[Player, ...] = ()
    out_before: Mapping[Player, int] = field(default_factory=dict)
    leaving: tuple[Player, ...] = ()
    seat: Player | None = None
    winners: tuple[Player, ...] = ()
    stopped: Stopped | None = None
    closing: "Table | None" = None  # once it is over: as it was before anybody had won, for a penalty agreed on later

    @property
    def active(self) -> tuple[Player, ...]:
        """Return the players who are still in."""
        return tuple(player for player in self.players if player not in self.out)

    @property
    def lowest(self) -> tuple[Player, ...]:
        """Return who has the lowest total of those still in."""
        best = min(self.scores[player] for player in self.active)
        return tuple(player for player in self.active if self.scores[player] == best)

    @property
    def is_at_end(self) -> bool:
        """Return whether the agreed number of deals is played or the agreed total reached (rami.end.match)."""
        end = self.options.end_at
        if end.key == LAST_STANDING:
            return len(self.active) == 1 or all(self.scores[player] >= end.n for player in self.active)
        reached = {"deals": self.deals, "points": max(self.scores.values())}
        return reached.get(end.key, -1) >= end.n

    @property
    def over(self) -> bool:
        """Return whether the match is over."""
        return bool(self.winners)

    @property
    def played(self) -> Mapping[str, int]:
        """Return how much has been played, by the unit in which a length is agreed."""
        return {"deals": self.deals}

    @property
    def plays_on(self) -> bool:
        """Return whether those who are level at the end play one more deal (rami.end.tie).

        Where the last one in wins and all have reached the number at once, who is level shares (rami.end.last).
        """
        level = len(self.lowest) > 1 and self.options.end_at.key != LAST_STANDING
        return not self.over and self.is_at_end and level and self.options.final_tie == "extra_deal"


def start(record: Record) -> Table:
    """Return the table before the first deal of the sheet."""
    opening = record.opening
    zeros = dict.fromkeys(record.players, 0)
    table = Table(
        options=record.options,
        players=record.players,
        dealer=opening.dealer or record.players[-1],
        scores={**zeros, **opening.scores},
        deals=opening.deals_played,
        won=zeros,
        secs=zeros,
    )
    seated = settled(table)
    return seated if opening.dealer or seated.dealer in seated.active else replace(seated, dealer=seated.active[-1])


def settled(table: Table, stopped: Stopped | None = None) -> Table:
    """Return the table once an entry is fully counted: who is out now, and who has won or, where it `stopped`, is
    lowest.
    """
    after = _left(table) if table.options.end_at.key == LAST_STANDING else table
    if stopped or (after.is_at_end and not after.plays_on):
        return replace(stop(after, stopped), closing=table)
    return after


def stop(table: Table, stopped: Stopped | None) -> Table:
    """End the match here; who is lowest has won (rami.end.lowest, rami.end.agreed)."""
    return replace(table, stopped=stopped, winners=table.lowest, closing=table)


def _left(table: Table) -> Table:
    """Put out who has reached the number; when all have, the lowest of them stay in, and have won (rami.end.last)."""
    end = table.options.end_at
    reached = tuple(player for player in table.active if table.scores[player] >= end.n)
    stay = table.lowest if reached == table.active else ()
    return gone(table, tuple(player for player in reached if player not in stay))


def relieved(table: Table, player: Player) -> Table:
    """Return the table with somebody in again whom the last deal had put out and a penalty has brought below the
    number.
    """
    if player not in table.leaving or table.scores[player] >= table.options.end_at.n:
        return table
    return back_in(table, player)


def check_opening(record: Record) -> Ruling | None:
    """Refuse gin-rami for more than two, fewer deals than none, and a match that is already over."""
    if record.options.variant == "gin_rami" and len(record.players) != SEATS_GIN:
        sentence = say("Gin-rami is for two players, not {n}.", n=len(record.players))
        return impossible("match.players", sentence, player=next(iter(record.players[SEATS_GIN:]), None))
    if record.opening.deals_played < 0:
        return impossible("opening.deals_played", say("The number of deals played cannot be negative."))
    table = start(record)
    if table.winners:
        return impossible("opening.over", say("From this position the match is already over."))
    if table.dealer in table.out:
        sentence = say("{player} is out and cannot deal.", player=table.dealer)
        return impossible("opening.dealer", sentence, player=table.dealer)
    return None
