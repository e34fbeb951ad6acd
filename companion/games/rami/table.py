"""A match of Rami between two deals: the totals, and whether anybody has won."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games.rami.options import Options, Record
from companion.rules.ending import Stopped
from companion.rules.entries import Player
from companion.rules.rulings import Ruling, impossible
from companion.rules.words import say

SEATS_GIN = 2


@dataclass(frozen=True)
class Table:
    """`deals` counts the deals played, those before this sheet included."""

    options: Options
    players: tuple[Player, ...]
    dealer: Player
    scores: Mapping[Player, int]
    deals: int
    won: Mapping[Player, int] = field(default_factory=dict)  # deals, on this sheet
    secs: Mapping[Player, int] = field(default_factory=dict)  # of these, by a rami sec
    stopped: Stopped | None = None

    @property
    def lowest(self) -> tuple[Player, ...]:
        best = min(self.scores.values())
        return tuple(player for player in self.players if self.scores[player] == best)

    @property
    def is_at_end(self) -> bool:
        """Whether the agreed number of deals is played or the agreed total reached (rami.end.match)."""
        end = self.options.end_at
        reached = {"deals": self.deals, "points": max(self.scores.values())}
        return reached.get(end.key, -1) >= end.n

    @property
    def over(self) -> bool:
        return bool(self.winners)

    @property
    def played(self) -> Mapping[str, int]:
        return {}  # a match may be made shorter than it is already: then it is over

    @property
    def winners(self) -> tuple[Player, ...]:
        """The lowest at the end; nobody as long as those who are level play on (rami.end.tie)."""
        if self.stopped:
            return self.lowest
        plays_on = len(self.lowest) > 1 and self.options.final_tie == "extra_deal"
        return self.lowest if self.is_at_end and not plays_on else ()


def start(record: Record) -> Table:
    """The table before the first deal of the sheet."""
    opening = record.opening
    zeros = dict.fromkeys(record.players, 0)
    return Table(
        options=record.options,
        players=record.players,
        dealer=opening.dealer or record.players[-1],
        scores={**zeros, **opening.scores},
        deals=opening.deals_played,
        won=zeros,
        secs=zeros,
    )


def check_opening(record: Record) -> Ruling | None:
    """What cannot be: gin-rami for more than two, fewer deals than none, a match that is already over."""
    if record.options.variant == "gin_rami" and len(record.players) != SEATS_GIN:
        return impossible("match.players", say("Gin-rami is for two players, not {n}.", n=len(record.players)))
    if record.opening.deals_played < 0:
        return impossible("opening.deals_played", say("The number of deals played cannot be negative."))
    if start(record).winners:
        return impossible("opening.over", say("From this position the match is already over."))
    return None
