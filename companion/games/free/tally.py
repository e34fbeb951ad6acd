"""Fold the record of any other game into its sheet: totals, who is out, and the money they come to."""

from collections.abc import Mapping
from dataclasses import replace

from companion.games.free.options import Record
from companion.games.free.table import Deal, State, is_out, read, settled, start
from companion.rules import totals
from companion.rules.ending import agreed, reached_already
from companion.rules.entries import Entry, Misdeal, Penalty, Player
from companion.rules.messages import N_, say, say_n
from companion.rules.people import wrong_dealer
from companion.rules.replay import Replay, Rules
from companion.rules.rulings import Ruling, refuse
from companion.rules.settlement import won
from companion.rules.tally import Figure, Figures, Kind, Line, Notice, Part, Tally, figures


def play(table: State, entry: Entry) -> tuple[State, Line] | Ruling:
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
    played = totals.next_deal(totals.counted(table, terms))
    after = settled(played, "length" if agreed(table.options.length, "deals") == played.deals else None)
    return totals.dealing(after), _line(table, after, entry.number, terms, "deal")


def _penalty(now: State, number: int, body: Penalty) -> tuple[State, Line] | Ruling:
    """Book agreed points; they may put somebody out or in again, change who has won, or open the match once more."""
    table = now.closing or now
    if table.options.zero_sum:
        sentence = say("There are no penalties when every deal adds up to zero. Include them in a deal.")
        return refuse("free.zero_sum", sentence, "free.deal.zero_sum", player=body.player)
    part = Part(body.points, say("Penalty"), "free.deal.penalty", body.reason)
    terms = {body.player: (part,)}
    booked = totals.counted(table, terms)
    after = settled(totals.relieved(booked, body.player, passed=is_out(booked, body.player)), now.stopped)
    line = _line(now, after, number, terms, "penalty")
    line = replace(line, events=(*line.events, *totals.in_again(now, after, "free.deal.penalty")))
    return totals.dealing(after), line


def _end(table: State, number: int) -> tuple[State, Line]:
    after = totals.stop(table, "agreement", low=table.options.low)
    return after, _line(table, after, number, {}, "end")


def tally(replay: Replay[Record, State]) -> Tally:
    table = replay.course.table
    places = totals.placed(table, low=table.options.low)
    return replace(
        totals.sheet(replay, places, _money(table)),
        minutes=agreed(table.options.length, "minutes"),
        now={player: _notices(table, player) for player in table.players},
        reckonings=(totals.reckoning(table, places, "free.end.winner"),) if places else (),
    )


RULES = Rules(start=start, play=play, end=_end, tally=tally, clause="free.end.agreed")


def _line(before: State, after: State, number: int, terms: Mapping[Player, tuple[Part, ...]], kind: Kind) -> Line:
    gone = {*after.out} - {*before.out}
    return Line(
        entry=number,
        dealer=before.dealer if kind in ("deal", "misdeal") else None,
        kind=kind,
        scores={p: Figure(n, terms.get(p, ()), totals.GONE if p in gone else None) for p, n in after.scores.items()},
        events=totals.put_out_by(before, after, N_("{player} is eliminated."), "free.end.limit"),
        after=after,
    )


def _money(table: State) -> Figures:
    """Return the totals in money: at any time where every deal adds up to zero, else once somebody has won."""
    options = table.options
    if options.zero_sum and options.stake:
        price = -options.stake if options.low else options.stake
        words = say("The total, at {stake} a point", stake=options.stake)
        if options.low:
            words = say("The total the other way round, at {stake} a point", stake=options.stake)
        money = {player: n * price for player, n in table.scores.items()}
        return figures(money, {player: (Part(n, words, "free.money.stake"),) for player, n in money.items()})
    clause = "free.money.settle"
    return won(table.scores, table.winners, clause, stake=options.stake, settle=options.settle, low=options.low)


def _notices(table: State, player: Player) -> tuple[Notice, ...]:
    if table.over:
        return (Notice(say("has won"), "free.end.winner"),) if player in table.winners else ()
    if player in table.out:
        return (Notice(say("is eliminated"), "free.end.limit"),)
    target, limit, score = table.options.target, table.options.limit, table.scores[player]
    found = []
    if target:
        words = say("needs {n}", n=target - score) if target > score else reached_already()
        found.append(Notice(words, "free.end.target"))
    if limit:
        left = limit + 1 - score
        found.append(Notice(say_n("{n} point left", "{n} points left", left), "free.end.limit"))
    return tuple(found)
