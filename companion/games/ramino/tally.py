"""Fold the record of Ramino into its sheet: points to a target, or hands up to a limit."""

from collections.abc import Mapping
from dataclasses import replace

from companion.games.ramino.deal import Deal, Reentry
from companion.games.ramino.options import Record
from companion.games.ramino.played import read
from companion.games.ramino.score import Booking, book, marks
from companion.games.ramino.table import State, come_back, is_over_limit, start, with_winners
from companion.rules import totals
from companion.rules.ending import agreed, reached_already
from companion.rules.entries import Entry, Misdeal, Penalty, Player
from companion.rules.messages import N_, say, say_n
from companion.rules.people import wrong_dealer
from companion.rules.replay import Replay, Rules
from companion.rules.rulings import Ruling, refuse
from companion.rules.settlement import won
from companion.rules.tally import Figure, Happening, Kind, Line, Mark, Notice, Tally

PUT_OUT = N_("{player} is eliminated."), "ramino.elim.exceed"

BLOCKED = Notice(say("Blocked: nobody went out."), "ramino.score.blocked")
NEAR = 100  # points before the target or the limit from which a notice is urgent


def play(table: State, entry: Entry) -> tuple[State, Line] | Ruling:
    body = entry.body
    if isinstance(body, Penalty):
        return _penalty(table, entry.number, body)
    if table.over:
        return refuse("ramino.over", say("The match is over."), _end_clause(table))
    if isinstance(body, Misdeal):
        wrong = wrong_dealer(body.dealer, table.dealer, "ramino.deal.dealer")
        return wrong or (table, _line(table, entry.number, Booking(table), {}, "misdeal"))
    if isinstance(body, Reentry):
        return _reentry(table, entry.number, body)
    assert isinstance(body, Deal)
    played = read(table, body)
    if isinstance(played, Ruling):
        return played
    booking = book(table, played)
    counted = totals.next_deal(booking.applied())
    after = with_winners(counted, "length" if agreed(table.options.length, "deals") == counted.deals else None)
    booking.events += totals.put_out_by(table, after, *PUT_OUT)
    line = _line(after, entry.number, booking, marks(played, after, table), "deal")
    line = line if played.out else replace(line, notice=BLOCKED)
    return totals.dealing(after), line


def _end(table: State, number: int) -> tuple[State, Line]:
    after = totals.stop(table, "agreement", low=table.options.eliminates)
    return after, _line(after, number, Booking(table), {}, "end")


def tally(replay: Replay[Record, State]) -> Tally:
    table = replay.course.table
    options, low = table.options, table.options.eliminates
    puts = {player: 1 + table.returned.get(player, 0) for player in table.players}
    clause = "ramino.money.settle"
    money = won(table.scores, table.winners, clause, stake=options.stake, settle=options.settle, low=low, puts=puts)
    places = totals.placed(table, low=low)
    return replace(
        totals.sheet(replay, places, money),
        minutes=agreed(options.length, "minutes"),
        notices={player: _notices(table, player) for player in table.players},
        table_notices=_table_notices(table),
        reckonings=(totals.reckoning(table, places, _end_clause(table)),) if places else (),
    )


RULES = Rules(start=start, play=play, end=_end, tally=tally, clause="ramino.end.agreed")


def _penalty(now: State, number: int, body: Penalty) -> tuple[State, Line]:
    """Add agreed points. They may eliminate a player or bring one back, change the winner, or reopen the match."""
    table = now.closing or now
    booking = Booking(table)
    booking.count(body.player, body.points, say("Penalty"), "ramino.penalty.agreed", body.reason)
    booked = booking.applied()
    passed = is_over_limit(booked.scores[body.player], table.options)
    after = totals.dealing(with_winners(totals.relieved(booked, body.player, passed=passed), now.stopped))
    booking.events += (*totals.put_out_by(now, after, *PUT_OUT), *totals.in_again(now, after, "ramino.penalty.agreed"))
    return after, _line(after, number, booking, {}, "penalty")


def _reentry(table: State, number: int, body: Reentry) -> tuple[State, Line] | Ruling:
    """Bring a player back in, with the score of the worst player still in (ramino.elim.reentry)."""
    back = come_back(table, body.player)
    if isinstance(back, Ruling):
        return back
    after, worst = back
    booking = Booking(table)
    pays = table.options.stake and table.options.settle == "pot"
    again = say("{player} comes back and puts in the stake again", player=body.player)
    sentence = again if pays else say("{player} comes back", player=body.player)
    booking.count(body.player, worst - table.scores[body.player], sentence, "ramino.elim.reentry")
    booking.happened(body.player, totals.RETURNED, sentence, "ramino.elim.reentry")
    after = replace(after, scores=booking.applied().scores)
    return after, _line(after, number, booking, {}, "offer")


def _line(after: State, number: int, booking: Booking, signs: Mapping[Player, Mark], kind: Kind) -> Line:
    table = booking.table
    scores = {p: Figure(after.scores[p], tuple(booking.points.get(p, ())), signs.get(p)) for p in table.players}
    events: tuple[Happening, ...] = tuple(booking.events)
    dealer = table.dealer if kind in ("deal", "misdeal") else None
    return Line(number, dealer, kind, scores=scores, events=events, after=after)


def _end_clause(table: State) -> str:
    return "ramino.elim.last" if table.options.eliminates else "ramino.end.target"


def _notices(table: State, player: Player) -> tuple[Notice, ...]:
    if player in table.winners:
        return (Notice(say("has won"), _end_clause(table)),)
    if player in table.out:
        return (Notice(say("is eliminated"), "ramino.elim.exceed"),)
    if table.winners:
        return ()
    score, options = table.scores[player], table.options
    if options.eliminates:
        left = options.limit - score + (options.limit_rule == "exceed")
        sentence = say_n("{n} point left", "{n} points left", left) if left > 0 else reached_already()
        return (Notice(sentence, "ramino.elim.limit", urgent=left <= NEAR),)
    needs = options.target - score
    if needs <= 0 and len(table.best(low=False)) > 1:
        return (Notice(say("tied for first: one more deal"), "ramino.end.tie", urgent=True),)
    if needs <= 0:
        return (Notice(reached_already(), "ramino.end.target", urgent=True),)
    return (Notice(say("needs {n}", n=needs), "ramino.end.target", urgent=needs <= NEAR),)


def _table_notices(table: State) -> tuple[Notice, ...]:
    if table.winners:
        return ()
    packs = say("Play with {n} packs and {jokers} jokers", n=table.packs, jokers=table.jokers)
    least = say("The first meld needs {n} points", n=table.options.first_meld)
    known = table.deals > 0
    return (Notice(packs, "ramino.packs", quiet=known), Notice(least, "ramino.first.points", quiet=known))
