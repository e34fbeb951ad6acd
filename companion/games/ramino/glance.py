"""What the scoreboard says of Ramino: which deal this is, and how far the match goes."""

from companion.games.ramino.table import Table
from companion.rules.game import Glance
from companion.rules.tally import Tally
from companion.rules.words import say


def glance(tally: Tally) -> Glance:
    table: Table = tally.table
    end = (
        say("out over {n}", n=table.options.limit)
        if table.options.eliminates
        else say("to {n}", n=table.options.target)
    )
    return Glance(say("Deal {n}", n=tally.result.deals + 1), stake=end)
