"""From one rams to the next: the sums, who deals, the end of the match and the play-off."""

from collections.abc import Mapping
from dataclasses import replace

from companion.games.rams.table import Closing, Table, turns
from companion.rules.ending import Stopped
from companion.rules.entries import Player
from companion.rules.result import places


def settled(table: Table, best: tuple[Player, ...], stopped: Stopped | None = None) -> Table:
    """The table once an entry is fully counted: the next rams where `best` have won one, or the end of the match."""
    after = _finish_rams(table, best) if best else table
    if stopped and not after.over:
        after = _stop(after, stopped)
    return replace(after, closing=Closing(table, best, stopped) if after.over else None)


def _finish_rams(table: Table, best: tuple[Player, ...]) -> Table:
    """Add a rams that `best` have won to the sums and lay out the next one, a play-off, or the end."""
    won = {player: n + (player in best) for player, n in table.won.items()}
    table = replace(table, won=won, passed_on_two=frozenset())
    if table.playoff_from is not None:  # it decides, and does not count in the sums
        level = _least(table, table.scores, table.active)
        return replace(table, winners=level) if len(level) == 1 else _next_rams(table, level)
    table = _added_up(table)
    if table.leg < table.options.rams_count:
        return _next_rams(table, table.active)
    level = _least(table, table.sums, table.players)
    if len(level) > 1 and table.options.final_tie == "playoff_rams":
        return _next_rams(replace(table, playoff_from=table.leg + 1), level)
    return replace(table, winners=_best(table, level))


def _stop(table: Table, stopped: Stopped) -> Table:
    """The rams under way is added up as it stands, won by nobody; a play-off is dropped (rams.end.agreed)."""
    table = replace(table, stopped=stopped)
    if table.playoff_from is not None:
        return replace(table, winners=table.active)
    if table.begun:
        table = _added_up(table)
    elif table.finished:
        leg, scores = table.finished[-1]
        table = replace(table, leg=leg, scores=scores)
    return replace(table, winners=_best(table, _least(table, table.sums, table.players)))


def _added_up(table: Table) -> Table:
    sums = {player: table.sums[player] + table.scores[player] for player in table.players}
    return replace(table, sums=sums, finished=(*table.finished, (table.leg, table.scores)))


def _best(table: Table, level: tuple[Player, ...]) -> tuple[Player, ...]:
    """Who wins among those who are level on points and flights (rams.end.tie)."""
    if table.options.final_tie != "most_rams_won":
        return level
    most = max(table.won[player] for player in level)
    return tuple(player for player in level if table.won[player] == most)


def _least(table: Table, points: Mapping[Player, int], players: tuple[Player, ...]) -> tuple[Player, ...]:
    """Who has the fewest points, and among those the fewest flights (rams.end.match, rams.end.flights)."""
    best = min((points[player], table.flights[player]) for player in players)
    return tuple(player for player in players if (points[player], table.flights[player]) == best)


def _next_rams(table: Table, active: tuple[Player, ...]) -> Table:
    """Everybody who plays on starts anew; flights, sums and money are carried over, a duty to knock is not."""
    fresh = replace(
        table,
        active=active,
        leg=table.leg + 1,
        scores={**table.scores, **dict.fromkeys(active, table.options.start_points)},
        antes_due=table.options.money,
        begun=False,
    )
    return replace(fresh, dealer=_dealer(fresh))


def _dealer(table: Table) -> Player | None:
    """Who deals first in a rams (rams.deal.next_rams); None where the table draws."""
    rule = table.options.next_rams_dealer
    if rule == "redraw" or (rule == "continue" and table.dealer is None):
        return None
    seats = turns(table, table.dealer)
    return seats[0] if rule == "continue" else min(seats, key=lambda player: table.sums[player])


def final_places(table: Table) -> dict[Player, int]:
    """Winners first, together, then by sum and flights; nobody has a place before the end."""
    if not table.winners:
        return {}
    ranks = {p: (1, table.sums[p], table.flights[p]) for p in table.players}
    return places({**ranks, **dict.fromkeys(table.winners, (0, 0, 0))})
