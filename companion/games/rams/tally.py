"""The sheet of Rams: ten down to nothing, six times over."""

from collections.abc import Mapping
from dataclasses import replace

from companion.games.rams.deal import read
from companion.games.rams.entries import Deal
from companion.games.rams.score import FLEW, PASSED, Booking, book, cap
from companion.games.rams.table import Table, duty, next_active, start
from companion.rules.entries import Entry, Misdeal, Penalty, Player, Record
from companion.rules.record import fold, wrong_dealer
from companion.rules.rulings import Ruling, refuse
from companion.rules.settlement import payments
from companion.rules.tally import Event, Figure, Line, Mark, Notice, Reckoning, Row, Tally, figures
from companion.rules.words import say, say_n


def tally(record: Record) -> Tally:
    """The whole sheet from the whole record."""
    course = fold(record, start(record), play)
    table, money = course.table, course.table.options.money
    return Tally(
        record=record,
        lines=course.lines,
        refused=course.refused,
        status="finished" if table.winners else "running",
        scores=figures(table.scores),
        balances=figures(table.balances) if money else {},
        pot=table.pot if money else None,
        winners=table.winners,
        payments=payments(table.balances) if not table.pot else (),
        next=_next(table),
        now={player: _notices(table, player, course.lines) for player in table.players},
        table_now=_table_notices(table),
        legs=tuple(say("Rams {n}", n=n) for n in sorted({line.leg for line in course.lines} | {table.leg})),
        reckonings=_reckonings(table),
        extra={"sums": dict(table.sums)},
        options=table.options,
    )


def play(table: Table, entry: Entry) -> tuple[Table, Line] | Ruling:
    """The table and the line after one entry."""
    body = entry.body
    if table.winners:
        return refuse("rams.over", say("The match is over."), "rams.end.match")
    if isinstance(body, Misdeal):
        return _misdeal(table, entry.number, body)
    if isinstance(body, Penalty):
        return _penalty(table, entry.number, body)
    assert isinstance(body, Deal)
    played = read(table, body)
    if isinstance(played, Ruling):
        return played
    booking = book(table, body, played)
    if isinstance(booking, Ruling):
        return booking
    after = replace(booking.applied(), dealer=next_active(table, played.dealer), antes_due=False)
    after = replace(after, passed_on_two=frozenset(p for p in played.passed if table.scores[p] == 2))
    marks = dict.fromkeys(played.passed, PASSED) | dict.fromkeys(booking.flew(), FLEW)
    return _close(after, entry.number, played.dealer, booking, marks)


def _misdeal(table: Table, number: int, body: Misdeal) -> tuple[Table, Line] | Ruling:
    wrong = wrong_dealer(body.dealer, table.dealer, "rams.deal.order")
    if wrong:
        return wrong
    dealer = body.dealer or table.dealer
    moves_on = dealer is not None and table.options.misdeal == "pass_deal"
    after = replace(table, dealer=next_active(table, dealer)) if moves_on and dealer else table
    return after, replace(_line(after, number, dealer, Booking(table), {}), kind="misdeal")


def _penalty(table: Table, number: int, body: Penalty) -> tuple[Table, Line] | Ruling:
    if body.player not in table.active:
        sentence = say("{player} does not play in this rams.", player=body.player)
        return refuse("rams.not_active", sentence, "rams.end.tie", player=body.player)
    booking = Booking(table)
    booking.count(body.player, body.points, say("Penalty: {reason}", reason=body.reason or "–"), "rams.play.revoke")
    cap(booking, body.player)
    after, line = _close(booking.applied(), number, None, booking, {})
    return after, replace(line, kind="penalty")


def _close(
    after: Table, number: int, dealer: Player | None, booking: Booking, marks: Mapping[Player, Mark]
) -> tuple[Table, Line]:
    """Write the line; where somebody stands on 0 or lower the rams is over, and perhaps the match."""
    table = booking.table
    line = _line(after, number, dealer, booking, marks)
    if all(after.scores[player] > 0 for player in table.active):
        return after, line
    ended = _finish_rams(after, dealer or after.dealer)
    best = [p for p in table.active if after.scores[p] == min(after.scores[q] for q in table.active)]
    over = tuple(Event(p, "rams", say("{player} is lowest in this rams.", player=p), "rams.end.rams") for p in best)
    return ended, replace(line, events=line.events + over)


def _line(after: Table, number: int, dealer: Player | None, booking: Booking, marks: Mapping[Player, Mark]) -> Line:
    table = booking.table
    money = table.options.money
    scores = {p: Figure(after.scores[p], tuple(booking.points.get(p, ())), marks.get(p)) for p in table.players}
    return Line(
        entry=number,
        dealer=dealer,
        leg=table.leg,
        scores=scores,
        balances=figures(after.balances, booking.money) if money else {},
        pot=Figure(after.pot, tuple(booking.pot)) if money else None,
        events=tuple(booking.events),
        extra={"rams": table.leg, "flights": dict(after.flights)},
    )


def _finish_rams(table: Table, last_dealer: Player | None) -> Table:
    """Add the rams to the sums and lay out the next one, a play-off, or the end."""
    options = table.options
    lowest = min(table.scores[player] for player in table.active)
    best = tuple(player for player in table.active if table.scores[player] == lowest)
    won = {player: n + (player in best) for player, n in table.won.items()}
    table = replace(table, won=won, passed_on_two=frozenset())
    if table.leg > options.rams_count:  # a play-off: it decides, and does not count in the sums
        return replace(table, winners=best) if len(best) == 1 else _next_rams(table, best, last_dealer)
    sums = {player: table.sums[player] + table.scores[player] for player in table.players}
    table = replace(table, sums=sums)
    if table.leg < options.rams_count:
        return _next_rams(table, table.active, last_dealer)
    tied = _leaders(table)
    if len(tied) > 1 and options.final_tie == "playoff_rams":
        return _next_rams(table, tied, last_dealer)
    if options.final_tie == "most_rams_won":
        tied = tuple(p for p in tied if won[p] == max(won[q] for q in tied))
    return replace(table, winners=tied)


def _leaders(table: Table) -> tuple[Player, ...]:
    """Lowest sum, then fewest flights (rams.end.match, rams.end.flights)."""
    best = min((table.sums[player], table.flights[player]) for player in table.players)
    return tuple(player for player in table.players if (table.sums[player], table.flights[player]) == best)


def _next_rams(table: Table, active: tuple[Player, ...], last_dealer: Player | None) -> Table:
    options = table.options
    fresh = replace(
        table,
        active=active,
        leg=table.leg + 1,
        scores={p: options.start_points if p in active else table.scores[p] for p in table.players},
        antes_due=options.money,
    )
    after = next_active(fresh, last_dealer or fresh.players[-1])
    if options.next_rams_dealer == "redraw":
        return replace(fresh, dealer=None)
    if options.next_rams_dealer == "lowest_total":
        lowest = min(table.sums[player] for player in active)
        while table.sums[after] != lowest:  # of several, the first in turn
            after = next_active(fresh, after)
    return replace(fresh, dealer=after)


def _next(table: Table) -> dict[str, object]:
    if table.winners:
        return {"dealer": None, "must_knock": []}
    return {
        "dealer": table.dealer,
        "must_knock": [player for player in table.active if duty(table, player)],
        "rams": table.leg,
        "active": list(table.active),
        "interrupts": table.options.interrupts,
        "may_buy_down": table.options.money and table.options.buy_down,
    }


def _notices(table: Table, player: Player, lines: tuple[Line, ...]) -> tuple[Notice, ...]:
    if table.winners:
        return (Notice(say("has won"), "rams.end.match"),) if player in table.winners else ()
    if player not in table.active:
        return (Notice(say("sits out the play-off"), "rams.end.tie"),)
    found = []
    clause = duty(table, player)
    if clause:
        found.append(Notice(say("must knock"), clause, urgent=True))
    if lines and any(event.player == player and event.name == "flight" for event in lines[-1].events):
        found.append(Notice(say("flew"), "rams.score.flight"))
    if table.scores[player] <= 5:
        n = table.scores[player]
        found.append(Notice(say_n("out with {n} trick", "out with {n} tricks", n), "rams.score.trick"))
    return tuple(found)


def _table_notices(table: Table) -> tuple[Notice, ...]:
    if table.winners:
        return ()
    found = []
    on_one = [player for player in table.active if table.scores[player] == 1]
    if len(on_one) > 1 and table.options.forced_lead_exempt == "none":
        found.append(
            Notice(say("{players} stand on 1: everyone must lead trumps", players=on_one), "rams.play.forced_lead")
        )
    elif on_one:
        sentence = say_n(
            "{players} stands on 1: the others must lead trumps",
            "{players} stand on 1: the others must lead trumps",
            len(on_one),
            players=on_one,
        )
        found.append(Notice(sentence, "rams.play.forced_lead"))
    if table.antes_due:
        found.append(
            Notice(say("A new rams: everyone puts {stake} into the pot", stake=table.options.stake), "rams.money.ante")
        )
    return tuple(found)


def _reckonings(table: Table) -> tuple[Reckoning, ...]:
    """The account of the match: sums, flights and places."""
    rows = [
        Row(say("Sum of the rams played"), figures(table.sums)),
        Row(say("Flights"), figures(table.flights)),
    ]
    if table.winners:
        rows.append(Row(say("Place"), figures(places(table))))
    return (Reckoning(say("Match"), tuple(rows)),)


def places(table: Table) -> dict[Player, int]:
    """Everybody's place at the end: winners first, then by sum and flights; who is level shares a place."""
    rank = {p: (p not in table.winners, table.sums[p], table.flights[p]) for p in table.players}
    return {p: 1 + sum(other < rank[p] for other in rank.values()) for p in table.players}
