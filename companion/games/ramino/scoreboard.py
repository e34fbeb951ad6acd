"""What the scoreboard says of Ramino: which deal this is, and how far the match goes."""

from companion.games.ramino.table import Table
from companion.rules.game import Glance, deal_number
from companion.rules.messages import Say, say
from companion.rules.tally import Tally


def glance(tally: Tally) -> Glance:
    table = tally.at(Table)
    return Glance(say("Deal {n}", n=deal_number(tally)), stake=_end(table))


def _end(table: Table) -> Say:
    options = table.options
    if not options.eliminates:
        return say("to {n}", n=options.target)
    return say("out at {n}", n=options.limit) if options.limit_rule == "reach" else say("out over {n}", n=options.limit)
