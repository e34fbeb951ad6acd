"""What the scoreboard says of English Rams: what lies in the pot, and what a trick brings."""

from companion.games.english_rams.score import share_of
from companion.games.english_rams.table import Table
from companion.rules.game import Glance, deal_number
from companion.rules.messages import say
from companion.rules.tally import Tally


def glance(tally: Tally) -> Glance:
    table = tally.at(Table)
    pot = table.pot + table.five
    money = tally.money(f"{table.pot} + {table.five}")  # what lies there, and the ante that is still to come
    words = say("Double pot {n}", n=money) if table.double else say("Simple pot {n}", n=money)
    if table.over:
        return Glance(say("The session"))
    return Glance(
        where=say("Deal {n}", n=deal_number(tally)),
        stake=say("{pot}, {share} a trick", pot=words, share=share_of(table, pot)),
    )
