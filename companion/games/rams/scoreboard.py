"""What the scoreboard says of Rams: which of the rams this is, what lies in the pot, and everybody's sum so far."""

from companion.games.rams.table import Table
from companion.rules.game import Glance
from companion.rules.messages import Say, say
from companion.rules.tally import Tally


def glance(tally: Tally) -> Glance:
    table = tally.at(Table)
    total = table.options.rams_count
    leg = min(table.leg, total)
    over = [n for n, scores in table.finished if min(scores.values()) <= 0]  # another was broken off
    sums = any(table.sums.values()) or table.finished
    return Glance(
        where=say("Play-off") if table.playoff_from else say("Rams {n} of {total}", n=leg, total=total),
        done=min(max(over, default=table.leg - 1), total),
        total=total,
        stake=_pot(tally) if table.options.money else None,
        beside={player: (say("sum {n}", n=table.sums[player]),) for player in table.players} if sums else {},
    )


def _pot(tally: Tally) -> Say:
    """What lies in the pot, and what everybody puts into it with the deal that is next."""
    table = tally.at(Table)
    if not table.antes_due:
        return say("Pot {n}", n=tally.money(table.pot))
    return say("Pot {n} + {antes}", n=table.pot, antes=tally.money(table.options.stake * len(table.active)))
