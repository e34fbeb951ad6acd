"""What a sheet of Rams for writing by hand asks: who deals, everybody's tricks, and what they make."""

from companion.games.rams.options import Options
from companion.rules.messages import N_, say
from companion.rules.paper_columns import BALANCE, ByHand, PaperColumn, Sign

DEALS = 14  # of a long rams


def by_hand(options: Options) -> ByHand:
    signs = [Sign(N_("Pass"), "passed[]", sign="–")]
    if options.may_buy_down:
        signs.append(Sign(N_("Flew to the top and bought down"), "bought_down[]"))
    if options.revoke == "offender_flies":
        signs.append(Sign(N_("Misplayed a card"), "faults[]"))
    tables = tuple(say("Rams {n}", n=n + 1) for n in range(options.rams_count))
    money = (BALANCE,) if options.money else ()
    return ByHand(
        each=(
            PaperColumn(N_("Tricks"), field="tricks[@]", signs=tuple(signs)),
            PaperColumn(N_("Points"), "total"),
            *money,
        ),
        pot=options.money,
        tables=tables,
        rows=DEALS,
        account=(*tables, say("Sum"), say("Flights")),
    )
