"""The state of Rami between two deals: the totals, and whether anybody has won."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.games.rami.options import Options, Record
from companion.rules import totals
from companion.rules.ending import Stopped
from companion.rules.entries import Player
from companion.rules.messages import say
from companion.rules.rulings import Ruling, impossible
from companion.rules.totals import gone, stop

SEATS_GIN = 2
LAST_STANDING = "last_standing"


@dataclass(frozen=True)
class State(totals.State):
    """The match between two deals. `deals` is the number of deals played, with those before this sheet."""

    options: Options
    won: Mapping[Player, int] = field(default_factory=dict)  # deals won on this sheet
    secs: Mapping[Player, int] = field(default_factory=dict)  # those of them won by a rami sec

    @property
    def is_at_end(self) -> bool:
        """Return True if the agreed number of deals or the agreed total is reached (rami.end.match)."""
        end = self.options.end_at
        if end.key == LAST_STANDING:
            return len(self.active) == 1 or all(self.scores[player] >= end.n for player in self.active)
        reached = {"deals": self.deals, "points": max(self.scores.values())}
        return reached.get(end.key, -1) >= end.n

    @property
    def plays_on(self) -> bool:
        """Return True if players tied at the end play one more deal (rami.end.tie).

        If the last player in wins and all reach the number together, tied players share first place (rami.end.last).
        """
        level = len(self.best(low=True)) > 1 and self.options.end_at.key != LAST_STANDING
        return not self.over and self.is_at_end and level and self.options.final_tie == "extra_deal"


def start(record: Record) -> State:
    """Return the state before the first deal of the sheet."""
    opening = record.opening
    zeros = dict.fromkeys(record.players, 0)
    table = replace(totals.start(State, record), won=zeros, secs=zeros)
    seated = with_winners(table)
    return seated if opening.dealer or seated.dealer in seated.active else replace(seated, dealer=seated.active[-1])


def with_winners(table: State, stopped: Stopped | None = None) -> State:
    """Return the state after an entry with eliminations and winners; if the match is `stopped`, the lowest total wins.

    See rami.end.lowest and rami.end.agreed.
    """
    after = _left(table) if table.options.end_at.key == LAST_STANDING else table
    if stopped or (after.is_at_end and not after.plays_on):
        return replace(stop(after, stopped, low=True), closing=table)
    return after


def _left(table: State) -> State:
    """Eliminate players who have reached the number. If all have, the lowest of them win (rami.end.last)."""
    end = table.options.end_at
    reached = tuple(player for player in table.active if table.scores[player] >= end.n)
    stay = table.best(low=True) if reached == table.active else ()
    after = gone(table, tuple(player for player in reached if player not in stay))
    return replace(after, is_last=len(after.active) == 1 and not stay)


def check_opening(record: Record) -> Ruling | None:
    """Refuse gin-rami for more than two, a negative number of deals, and a match that is already over."""
    if record.options.variant == "gin_rami" and len(record.players) != SEATS_GIN:
        sentence = say("Gin-rami is for two players, not {n}.", n=len(record.players))
        return impossible("match.players", sentence, player=next(iter(record.players[SEATS_GIN:]), None))
    if record.opening.deals_played < 0:
        return impossible("opening.deals_played", say("The number of deals played cannot be negative."))
    table = start(record)
    if table.winners:
        return impossible("opening.over", say("From this position the match is already over."))
    if table.dealer in table.out:
        sentence = say("{player} is eliminated and cannot deal.", player=table.dealer)
        return impossible("opening.dealer", sentence, player=table.dealer)
    return None
