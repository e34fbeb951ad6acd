"""Answer what the shared layers ask of Rams: forms and gaps of a deal, buying down, scoreboard, paper, JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.games.rams.deal import Deal, read
from companion.games.rams.options import Options
from companion.games.rams.score import may_buy
from companion.games.rams.table import SEATS, TRICKS, State
from companion.rules.cards import in_order
from companion.rules.entries import Body, Player
from companion.rules.field_metadata import Json
from companion.rules.game import BoardContent, JsonOutput
from companion.rules.messages import N_, Say, say
from companion.rules.paper_columns import BALANCE, PaperColumn, PaperLayout, Sign
from companion.rules.rulings import Ruling, refuse
from companion.rules.tally import Line, Tally, own


def form(tally: Tally, typed: Json) -> Mapping[str, object]:
    """Return the winners of the tricks in order, one place for each of five."""
    return {"order": in_order(typed.get("tricks"), TRICKS)}


def ask_form(options: Options, facts: Json, players: Sequence[Player]) -> Mapping[str, object]:
    """Return the most cards in a whole trick, and before somebody's own."""
    cards = len(players) or SEATS[-1]
    return {"trick": cards, "before": cards - 1}


def missing(tally: Tally, deal: Json, players: Sequence[Player]) -> Ruling | None:
    """Ask who says only a part of the deal for the tricks, none included, or for a pass; five say it of a whole one."""
    table = tally.at(State)
    passed = deal.get("passed")
    for player in players if len(players) == 1 else ():
        has_passed = isinstance(passed, list) and player in passed
        if player in table.active and deal.get("tricks") is None and not has_passed:
            sentence = say("Enter how many tricks {player} took (it can be 0), or that {player} passed.", player=player)
            return refuse("rams.tricks_unsaid", sentence, "rams.deal.five", player=player)
    return None


def own_points(tally: Tally, player: Player, part: Json) -> int | None:
    """Return the tricks, which count down, 0 after a pass; None of none: others decide whether that is a flight."""
    tricks, passed = part.get("tricks"), part.get("passed")
    if isinstance(passed, list) and player in passed:
        return 0
    if not isinstance(tricks, list) or not tricks or part.get("faults"):
        return None
    least = tally.scores[player].value if tally.at(State).options.floor_at_zero else len(tricks)
    return -min(len(tricks), least)


def scoreboard(tally: Tally) -> BoardContent:
    """Return the texts of the scoreboard."""
    table = tally.at(State)
    total = table.options.rams_count
    leg = min(table.leg, total)
    over = [n for n, scores in table.finished if min(scores.values()) <= 0]  # another was broken off
    sums = any(table.sums.values()) or table.finished
    return BoardContent(
        where=say("Play-off") if table.playoff_from else say("Rams {n} of {total}", n=leg, total=total),
        done=min(max(over, default=table.leg - 1), total),
        total=total,
        stake=_pot(tally) if table.options.money else None,
        beside={player: (say("sum {n}", n=table.sums[player]),) for player in table.players} if sums else {},
    )


def _pot(tally: Tally) -> Say:
    """Tell the money in the pot, and what everybody puts into it with the deal that is next."""
    table = tally.at(State)
    if not table.antes_due:
        return say("Pot {n}", n=tally.money(table.pot))
    return say("Pot {n} + {antes}", n=table.pot, antes=tally.money(table.options.stake * len(table.active)))


def triggered_choices(tally: Tally, body: Body) -> Mapping[str, tuple[Player, ...]]:
    """Offer buying down to who has flown to the top; nobody before the deal is whole, which says who has flown."""
    if not isinstance(body, Deal) or not tally.at(State).options.may_buy_down:
        return {}
    deal = replace(body, bought_down=())
    played = read(tally.at(State), deal, stands=False)
    return {} if isinstance(played, Ruling) else {"bought_down": may_buy(tally.at(State), deal, played)}


DEALS = 14  # of a long rams


def paper_columns(options: Options) -> PaperLayout:
    """Return the columns of a sheet for writing by hand, by the house rules."""
    signs = [Sign(N_("Pass"), "passed[]", sign="–")]
    if options.may_buy_down:
        signs.append(Sign(N_("Flew to the top and bought down"), "bought_down[]"))
    if options.revoke == "offender_flies":
        signs.append(Sign(N_("Played a wrong card"), "faults[]"))
    tables = tuple(say("Rams {n}", n=n + 1) for n in range(options.rams_count))
    tricks = PaperColumn(N_("Tricks"), field="tricks[@]", signs=tuple(signs))
    return PaperLayout(
        each=(tricks, PaperColumn(N_("Points"), "total"), *((BALANCE,) if options.money else ())),
        pot=options.money,
        tables=tables,
        rows=DEALS,
        account=(*tables, say("Sum"), say("Flights")),
    )


def _match(tally: Tally) -> Mapping[str, object]:
    return {"sums": dict(tally.at(State).sums)}


def _line(line: Line) -> Mapping[str, object]:
    return {"rams": line.leg, "flights": dict(own(line.after, State).flights)}


def _next(tally: Tally) -> Mapping[str, object]:
    table = tally.at(State)
    if table.winners:
        return {"must_knock": []}
    return {
        "must_knock": list(table.obliged),
        "rams": table.leg,
        "active": list(table.active),
        "interrupts": table.options.interrupts,
        "may_buy_down": table.options.may_buy_down,
    }


JSON_OUTPUT = JsonOutput(_match, _line, _next)
