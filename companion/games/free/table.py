"""Keep a match of any other game between two deals: the totals, who is still in, and whether it is over."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.games.free.options import Options, Record
from companion.rules.ending import Stopped
from companion.rules.entries import Player
from companion.rules.messages import say
from companion.rules.rulings import Ruling, impossible
from companion.rules.seats import back_in, gone


@dataclass(frozen=True)
class Table:
    """The match between two deals.

    `out` holds who has passed the limit, in the order they left; `out_before` how many were out when each of them left.
    """

    options: Options
    players: tuple[Player, ...]
    dealer: Player
    scores: Mapping[Player, int]
    out: tuple[Player, ...] = ()
    out_before: Mapping[Player, int] = field(default_factory=dict)
    leaving: tuple[Player, ...] = ()
    seat: Player | None = None
    winners: tuple[Player, ...] = ()
    deals: int = 0
    stopped: Stopped | None = None
    closing: "Table | None" = None

    @property
    def over(self) -> bool:
        """Return whether the match is over."""
        return bool(self.winners)

    @property
    def played(self) -> Mapping[str, int]:
        """Return how much has been played, by the unit in which a length is agreed."""
        return {"deals": self.deals}

    @property
    def active(self) -> tuple[Player, ...]:
        """Return the players who are still in."""
        return tuple(player for player in self.players if player not in self.out)


def start(record: Record) -> Table:
    """Return the table before the first deal of the sheet."""
    opening = record.opening
    active = [player for player in record.players if player not in opening.out]
    return Table(
        options=record.options,
        players=record.players,
        dealer=opening.dealer or (active or record.players)[-1],
        scores={**dict.fromkeys(record.players, 0), **opening.scores},
        out=opening.out,
        out_before={player: n for n, player in enumerate(opening.out)},
    )


def check_opening(record: Record) -> Ruling | None:
    """Refuse a limit where the highest wins, totals that should add up to zero, or a match already over."""
    options, opening = record.options, record.opening
    if options.limit and not options.low:
        return impossible("match.options", say("A limit belongs to games in which the lowest total wins."))
    total = sum(opening.scores.values())
    if options.zero_sum and total:
        return impossible("opening.scores", say("The totals must add up to zero: {n} is too much.", n=total))
    if len(set(opening.out)) < len(opening.out) or len(record.players) - len(opening.out) < 2 * bool(opening.out):
        return impossible("opening.out", say("At least two players must still be in."))
    if opening.out and not options.limit:
        return impossible("opening.out", say("Nobody is out without a limit."), player=opening.out[0])
    if opening.dealer in opening.out:
        sentence = say("{player} is out and cannot deal.", player=opening.dealer)
        return impossible("opening.dealer", sentence, player=opening.dealer)
    table = settled(start(record))
    if table.over or table.out != opening.out:
        return impossible("opening.scores", say("From this position the match is over, or somebody is out."))
    return None


def settled(table: Table, stopped: Stopped | None = None) -> Table:
    """Return the table with an entry fully counted: who is out now, and who has won or, where it `stopped`, is best."""
    after = _left(table) if table.options.limit else table
    if not after.over and _is_reached(after):
        after = replace(after, winners=best(after))
    if not after.over and stopped:
        return replace(stop(after, stopped), closing=table)
    return replace(after, closing=table) if after.over else after


def stop(table: Table, stopped: Stopped) -> Table:
    """End the match here, whatever its own rules say; who is best as it stands has won (free.end.agreed)."""
    return replace(table, stopped=stopped, winners=best(table), closing=table)


def _left(table: Table) -> Table:
    """Put out who passes the limit; the last one in wins, or the lowest where all pass it at once."""
    before = table.active
    passed = tuple(player for player in before if table.scores[player] > table.options.limit)
    stay = tuple(player for player in before if player not in passed)
    winners = stay if len(stay) == 1 else best(table) if not stay else ()
    leaving = tuple(player for player in passed if player not in winners)
    return replace(gone(table, leaving), winners=winners)


def relieved(table: Table, player: Player) -> Table:
    """Return the table with somebody in again whom the last deal had put out and a penalty has brought within the
    limit.
    """
    if player not in table.leaving or table.scores[player] > table.options.limit:
        return table
    return back_in(table, player)


def _is_reached(table: Table) -> bool:
    target = table.options.target
    return bool(target) and max(table.scores[player] for player in table.active) >= target


def best(table: Table) -> tuple[Player, ...]:
    """Return who has the best total of those still in."""
    totals = [table.scores[player] for player in table.active]
    wanted = min(totals) if table.options.low else max(totals)
    return tuple(player for player in table.active if table.scores[player] == wanted)
