"""What the scoreboard says of any other game: which deal this is, and how far the match goes."""

from companion.games.free.options import Options
from companion.games.free.table import Table
from companion.rules.ending import agreed
from companion.rules.game import Glance, deal_number, of_so_many
from companion.rules.messages import Say, say
from companion.rules.tally import Tally


def glance(tally: Tally) -> Glance:
    table = tally.at(Table)
    of = agreed(table.options.length, "deals")
    if of:
        return of_so_many(tally, table.deals, of)
    return Glance(say("Deal {n}", n=deal_number(tally)), stake=_end(table.options))


def _end(options: Options) -> Say | None:
    if options.target:
        return say("to {n}", n=options.target)
    return say("out over {n}", n=options.limit) if options.limit else None
