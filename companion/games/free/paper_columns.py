"""What a sheet of any other game asks when it is written by hand: points, and the bonuses of this table."""

from companion.games.free.options import Options
from companion.rules.messages import N_, say
from companion.rules.paper_columns import TOTAL, ByHand, PaperColumn, Sign


def by_hand(options: Options) -> ByHand:
    signs = tuple(Sign(name, "bonuses[@][]", name) for name in options.bonuses)
    bonus = (PaperColumn(N_("Bonuses"), signs=signs),) if signs else ()
    return ByHand(each=(PaperColumn(N_("Points"), field="points[@]"), *bonus, TOTAL), account=(say("Total"),))
