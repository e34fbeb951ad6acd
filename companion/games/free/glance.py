"""What the scoreboard says of any other game: which deal this is, and how far the match goes."""

from companion.games.free.table import Table
from companion.rules.ending import agreed
from companion.rules.game import Glance, deal_number, of_so_many
from companion.rules.tally import Tally
from companion.rules.words import say


def glance(tally: Tally) -> Glance:
    table = tally.at(Table)
    of = agreed(table.options.length, "deals")
    if of:
        return of_so_many(tally, table.deals, of)
    end = table.options.target or table.options.limit
    return Glance(say("Deal {n}", n=deal_number(tally)), stake=say("to {n}", n=end) if end else None)
