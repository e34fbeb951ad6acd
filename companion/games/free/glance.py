"""What the scoreboard says of any other game: which deal this is, and how far the match goes."""

from companion.games.free.table import Table
from companion.rules.ending import agreed
from companion.rules.game import Glance, deal_number
from companion.rules.tally import Tally
from companion.rules.words import say


def glance(tally: Tally) -> Glance:
    table: Table = tally.table
    number, of = deal_number(tally, table.deals), agreed(table.options.length, "deals")
    if of:
        return Glance(say("Deal {n} of {of}", n=min(number, of), of=of), done=min(table.deals, of), total=of)
    end = table.options.target or table.options.limit
    return Glance(say("Deal {n}", n=number), stake=say("to {n}", n=end) if end else None)
