"""What the scoreboard says of Rami: which deal this is, and when the match ends."""

from companion.games.rami.table import LAST_STANDING, Table
from companion.rules.game import Glance, deal_number, of_so_many
from companion.rules.messages import say
from companion.rules.tally import Tally


def glance(tally: Tally) -> Glance:
    table = tally.at(Table)
    end, number = table.options.end_at, deal_number(tally)
    if end.key == LAST_STANDING:
        return Glance(say("Deal {n}", n=number), stake=say("who reaches {n} is out", n=end.n))
    if end.key == "points":
        return Glance(say("Deal {n}", n=number), stake=say("to {n}", n=end.n))
    if end.key == "minutes":
        return Glance(say("Deal {n}", n=number))
    return of_so_many(tally, table.deals, end.n)
