"""Functions of Rams for the shared layers: forms and gaps of a deal, buying down, scoreboard, paper, JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.games.rams.deal import Deal, read
from companion.games.rams.options import Opening, Options
from companion.games.rams.score import may_buy
from companion.games.rams.table import FLIGHT, SEATS, TRICKS, State
from companion.rules.cards import in_order
from companion.rules.entries import Body, Player
from companion.rules.field_metadata import Json
from companion.rules.game import BoardContent, JsonOutput, NewPart, UsualPenalties
from companion.rules.messages import N_, Say, number_word, say, say_n
from companion.rules.paper_columns import BALANCE, PaperColumn, PaperLayout, Sign
from companion.rules.people import Change, settled, transfers
from companion.rules.rulings import Ruling, refuse
from companion.rules.tally import Line, Tally, own

ON_TWO = 2  # points on which a player may not pass twice


def form(tally: Tally, typed: Json) -> Mapping[str, object]:
    """Return the winners of the tricks in order, with five places, and the players who may buy down after a flight."""
    return {
        "order": in_order(typed.get("tricks"), TRICKS),
        "buyers": _buyers(tally.at(State), typed.get("bought_down")),
    }


def _buyers(table: State, bought: object) -> tuple[Player, ...]:
    """Return the players whom a flight would take to the top, and those marked as having bought down."""
    near = table.options.start_points - FLIGHT
    said = bought if isinstance(bought, list) else []
    return tuple(
        player
        for player in table.active
        if player in said or (table.options.may_buy_down and table.scores[player] >= near)
    )


REASONS = {
    N_("Wrong card"): "rams.play.revoke",
    N_("Out of turn"): "rams.irregular.turn",
    N_("Wrong dealer"): "rams.irregular.dealer",
}


def usual_penalties(options: Options) -> UsualPenalties:
    return UsualPenalties((1, 2, 3, 5), REASONS)


def ask_form(options: Options, facts: Json, players: Sequence[Player]) -> Mapping[str, object]:
    """Return the most cards of a complete trick, and before a player's own card."""
    cards = len(players) or SEATS[-1]
    return {"trick": cards, "before": cards - 1}


def missing(tally: Tally, deal: Json, players: Sequence[Player]) -> Ruling | None:
    """Ask for tricks or a pass in a player's own part of the deal. In a whole deal, five tricks must be entered."""
    table = tally.at(State)
    passed = deal.get("passed")
    for player in players if len(players) == 1 else ():
        has_passed = isinstance(passed, list) and player in passed
        if player in table.active and deal.get("tricks") is None and not has_passed:
            sentence = say("Enter how many tricks {player} took (it can be 0), or that {player} passed.", player=player)
            return refuse("rams.tricks_unsaid", sentence, "rams.deal.five", player=player)
    return None


def own_points(tally: Tally, player: Player, part: Json) -> int | None:
    """Return the change by the player's tricks, or 0 after a pass; None without tricks, which may be a flight."""
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
    over = [n for n, scores in table.finished if min(scores.values()) <= 0]  # without rams that were broken off
    sums = any(table.sums.values()) or table.finished
    done = min(max(over, default=table.leg - 1), total)
    return BoardContent(
        where=say("Play-off") if table.playoff_from else say("Rams {n} of {total}", n=leg, total=total),
        done=done,
        total=total,
        played=_played(tally, done, total),
        stake=_pot(tally) if table.options.money else None,
        beside={player: (say("sum {n}", n=table.sums[player]),) for player in table.players} if sums else {},
    )


def _played(tally: Tally, done: int, total: int) -> Say | None:
    """Return the number of finished rams in words, or None if there is none."""
    if not done:
        return None
    if tally.ended and tally.ended.by == "rules":
        return say_n("one rams", "{n} rams", total, n=number_word(total))
    table = tally.at(State)
    if table.playoff_from is not None and table.leg > table.playoff_from:
        return say("after a play-off")
    return say("after {n} of {total} rams", n=done, total=total)


def closed(tally: Tally, line: Line) -> Say | None:
    """Return a sentence on who has reached 0 with this line, by which trick, and the pot."""
    winners = [one.player for one in line.events if one.event.wins]
    if not winners:
        return None
    out = _out(tally, line, winners)
    taken = -sum(part.points for part in line.pot.parts if part.points < 0) if line.pot else 0
    if not taken:
        return say("{event}.", event=out)
    facts = {"event": out, "amount": tally.money(taken)}
    if len(winners) > 1:
        return say("{event} and share the pot of {amount}.", **facts)
    return say("{event} and takes the pot of {amount}.", **facts)


def _out(tally: Tally, line: Line, winners: Sequence[Player]) -> Say:
    body, n = tally.history[line.entry - 1].body, tally.deal(line)
    if len(winners) > 1:
        return (
            say("{players} are down to 0 in deal {n}", players=winners, n=n)
            if n
            else say("{players} are down to 0", players=winners)
        )
    (winner,) = winners
    if not isinstance(body, Deal):
        return say("{player} is down to 0 by a penalty", player=winner)
    order = body.tricks if isinstance(body.tricks, tuple) else ()
    own_tricks = [trick for trick, player in enumerate(order, start=1) if player == winner]
    needs = line.scores[winner].before
    if len(own_tricks) < needs:
        return say("{player} is down to 0 in deal {n}", player=winner, n=n)
    return say("{player} is down to 0 after trick {trick} of deal {n}", player=winner, trick=own_tricks[needs - 1], n=n)


def _pot(tally: Tally) -> Say:
    """Return the money in the pot, and the antes that are due with the next deal."""
    table = tally.at(State)
    if not table.antes_due:
        return say("Pot {n}", n=tally.money(table.pot))
    return say("Pot {n} + {antes}", n=table.pot, antes=tally.money(table.options.stake * len(table.active)))


def held_up(tally: Tally) -> Say | None:
    """Return that a play-off is running, in which nobody may leave or join; else None."""
    return say("A play-off is under way.") if tally.at(State).playoff_from is not None else None


def check_change(tally: Tally, change: Change) -> Ruling | None:
    """Ask for the first dealer if the deal of this rams is drawn."""
    if change.first is not None or not change.stays:
        return None
    return refuse("deal.dealer_needed", say("Choose who deals: the dealer is drawn again."), "rams.deal.next_rams")


def new_part(tally: Tally, change: Change) -> NewPart:
    """Continue this rams. A newcomer starts with the worst score of those who stay, and pays into a current pot."""
    table = tally.at(State)
    stake = table.options.stake if table.options.money else 0
    worst, top = change.best(table.scores, low=False), table.options.start_points
    is_under_way = table.begun or bool(stake and not table.antes_due)
    counts = is_under_way or any(table.scores[player] != top for player in change.stays)
    opening = Opening(
        dealer=change.first,
        scores=change.carried(table.scores, worst) if counts else {},
        flights=change.carried(table.flights, change.best(table.flights, low=False)),
        passed=tuple(player for player in change.stays if is_under_way and _bound(table, player)),
        sums=change.carried(table.sums, change.best(table.sums, low=False)),
        rams_finished=table.leg - 1,
        rams_won=change.carried(table.won, 0),
        deals_played=table.deals,
    )
    if not stake:
        return NewPart(table.options, opening)
    balances, paid = settled(change, table.balances)
    balances = change.carried(balances, 0)
    with_first_deal = table.antes_due and not table.pot  # a remainder of a shared pot stays, and antes are added to it
    putting_in = () if with_first_deal else change.players if table.antes_due else change.joined
    pot = None if with_first_deal else table.pot + stake * len(putting_in)
    balances = {player: n - stake * (player in putting_in) for player, n in balances.items()}
    opening = replace(opening, balances=balances, pot=pot)
    return NewPart(table.options, opening, transfers(paid))


def _bound(table: State, player: Player) -> bool:
    """Return True if a player passed in the last deal and must knock on 2; not one who reached 2 later by a penalty."""
    return player in table.passed and (table.scores[player] != ON_TWO or player in table.passed_on_two)


def triggered_choices(tally: Tally, body: Body) -> Mapping[str, tuple[Player, ...]]:
    """Return who may buy down after a flight to the top; nobody before the deal is complete."""
    if not isinstance(body, Deal) or not tally.at(State).options.may_buy_down:
        return {}
    deal = replace(body, bought_down=())
    played = read(tally.at(State), deal, stands=False)
    return {} if isinstance(played, Ruling) else {"bought_down": may_buy(tally.at(State), deal, played)}


DEALS = 14  # deals of a long rams


def paper_columns(options: Options) -> PaperLayout:
    """Return the columns of a paper sheet under these house rules."""
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
    if tally.status == "finished":
        return {"must_knock": []}
    return {
        "must_knock": list(table.obliged),
        "rams": table.leg,
        "active": list(table.active),
        "interrupts": table.options.interrupts,
        "may_buy_down": table.options.may_buy_down,
    }


JSON_OUTPUT = JsonOutput(_match, _line, _next)
