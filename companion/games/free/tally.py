"""Fold the record of any other game into its sheet: totals, who is out, and the money they come to."""

from collections.abc import Mapping
from dataclasses import replace

from companion.games.free.deal import Deal, read
from companion.games.free.options import Record
from companion.games.free.table import Table, relieved, settled, start, stop
from companion.rules.ending import Event, Stopped, agreed, places, reached_already
from companion.rules.entries import Entry, Misdeal, Penalty, Player
from companion.rules.messages import N_, say, say_n
from companion.rules.replay import Replay, Rules
from companion.rules.rulings import Ruling, refuse
from companion.rules.seats import dealing, in_again, in_turn, next_seat, wrong_dealer
from companion.rules.settlement import payments, won
from companion.rules.tally import (
    Figure,
    Figures,
    Happening,
    Kind,
    Line,
    Mark,
    Notice,
    Part,
    Reckoning,
    ReckoningRow,
    Tally,
    figures,
    values,
)

OUT = Event("eliminated", N_("eliminated"))
GONE = Mark("✕", N_("eliminated"))


def tally(replay: Replay[Record, Table]) -> Tally:
    """Return the whole sheet of a record that was played."""
    record, course = replay.record, replay.course
    table, placed, money = course.table, _places(course.table), _money(course.table)
    return Tally(
        record=record,
        history=replay.history,
        numbers=replay.numbers,
        table=table,
        lines=course.lines,
        refused=course.refused,
        dealer=None if table.over else table.dealer,
        turn=in_turn(table),
        out=table.out,
        ended=course.ended,
        minutes=agreed(table.options.length, "minutes"),
        places=placed,
        scores=figures(table.scores),
        balances=money,
        payments=payments(values(money)),
        now={player: _notices(table, player) for player in table.players},
        reckonings=(_reckoning(table, placed),) if placed else (),
    )


def play(table: Table, entry: Entry) -> tuple[Table, Line] | Ruling:
    """Return the table and the line after one entry."""
    body = entry.body
    if isinstance(body, Penalty):
        return _penalty(table, entry.number, body)
    if table.over:
        return refuse("free.over", say("The match is over."), "free.end.target")
    if isinstance(body, Misdeal):
        wrong = wrong_dealer(body.dealer, table.dealer, "free.deal.order")
        return wrong or (table, _line(table, table, entry.number, {}, "misdeal"))
    assert isinstance(body, Deal)
    terms = read(table, body)
    if isinstance(terms, Ruling):
        return terms
    deals = table.deals + 1
    stopped: Stopped | None = "length" if agreed(table.options.length, "deals") == deals else None
    seat = next_seat(table.players, table.dealer)
    after = settled(replace(_booked(table, terms), dealer=seat, seat=seat, deals=deals, leaving=()), stopped)
    line = _line(table, after, entry.number, terms, "deal")
    return (after if after.over else dealing(after, seat)), line


def _penalty(now: Table, number: int, body: Penalty) -> tuple[Table, Line] | Ruling:
    """Book agreed points; they may put somebody out or in again, change who has won, or open the match once more."""
    table = now.closing or now
    if table.options.zero_sum:
        sentence = say("Where every deal adds up to zero there are no penalties: write them into a deal.")
        return refuse("free.zero_sum", sentence, "free.deal.zero_sum", player=body.player)
    part = Part(body.points, say("Penalty: {reason}", reason=body.reason or "–"), "free.deal.penalty")
    terms = {body.player: (part,)}
    after = settled(relieved(_booked(table, terms), body.player), now.stopped)
    line = _line(now, after, number, terms, "penalty")
    line = replace(line, events=(*line.events, *in_again(now, after, "free.deal.penalty")))
    return (after if after.over else dealing(after, after.seat or after.dealer)), line


def _end(table: Table, number: int) -> tuple[Table, Line]:
    after = stop(table, "agreement")
    return after, _line(table, after, number, {}, "end")


RULES = Rules(start=start, play=play, end=_end, tally=tally, clause="free.end.agreed")


def _booked(table: Table, terms: Mapping[Player, tuple[Part, ...]]) -> Table:
    added = {player: sum(part.points for part in parts) for player, parts in terms.items()}
    return replace(table, scores={player: n + added.get(player, 0) for player, n in table.scores.items()})


def _line(before: Table, after: Table, number: int, terms: Mapping[Player, tuple[Part, ...]], kind: Kind) -> Line:
    gone = [player for player in after.out if player not in before.out]
    return Line(
        entry=number,
        dealer=before.dealer if kind in ("deal", "misdeal") else None,
        kind=kind,
        scores={p: Figure(n, terms.get(p, ()), GONE if p in gone else None) for p, n in after.scores.items()},
        events=tuple(Happening(p, OUT, say("{player} is out.", player=p), "free.end.limit") for p in gone),
        after=after,
    )


def _money(table: Table) -> Figures:
    """Return the totals in money: at any time where every deal adds up to zero, else once somebody has won."""
    options = table.options
    if options.zero_sum and options.stake:
        price = -options.stake if options.low else options.stake
        words = (
            say("The total the other way round, at {stake} a point", stake=options.stake)
            if options.low
            else say("The total, at {stake} a point", stake=options.stake)
        )
        parts = {p: (Part(n * price, words, "free.money.stake"),) for p, n in table.scores.items()}
        return {p: Figure(n * price, parts[p]) for p, n in table.scores.items()}
    clause = "free.money.settle"
    return won(table.scores, table.winners, clause, stake=options.stake, settle=options.settle, low=options.low)


def _places(table: Table) -> dict[Player, int]:
    """Return places: winners, then who stayed in longest, then by total; none before the end."""
    sign = 1 if table.options.low else -1
    stayed = {player: table.out_before.get(player, len(table.out)) for player in table.players}
    ranks = {p: (p not in table.winners, -stayed[p], sign * table.scores[p]) for p in table.players}
    return places(ranks) if table.winners else {}


def _notices(table: Table, player: Player) -> tuple[Notice, ...]:
    if table.over:
        return (Notice(say("has won"), "free.end.winner"),) if player in table.winners else ()
    if player in table.out:
        return (Notice(say("is out"), "free.end.limit"),)
    target, limit, score = table.options.target, table.options.limit, table.scores[player]
    found = []
    if target:
        words = say("needs {n}", n=target - score) if target > score else reached_already()
        found.append(Notice(words, "free.end.target"))
    if limit:
        left = limit + 1 - score
        found.append(Notice(say_n("{n} point left", "{n} points left", left), "free.end.limit"))
    return tuple(found)


def _reckoning(table: Table, placed: Mapping[Player, int]) -> Reckoning:
    rows = (
        ReckoningRow(say("Total"), figures(table.scores)),
        ReckoningRow(say("Place"), figures(placed), "free.end.winner"),
    )
    return Reckoning(say("Match"), rows)
