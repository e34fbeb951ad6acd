"""Fold the record of Ramino into its sheet: points to a target, or hands up to a limit."""

from collections.abc import Mapping
from dataclasses import replace

from companion.games.ramino.deal import Deal, Reentry
from companion.games.ramino.options import Record
from companion.games.ramino.played import read
from companion.games.ramino.score import Booking, book, marks
from companion.games.ramino.table import Table, come_back, relieved, settled, start, stop
from companion.rules.ending import Event, Stopped, agreed, places, reached_already
from companion.rules.entries import Entry, Misdeal, Penalty, Player
from companion.rules.messages import N_, say, say_n
from companion.rules.replay import Replay, Rules
from companion.rules.rulings import Ruling, refuse
from companion.rules.seats import RETURNED, dealing, in_again, in_turn, next_seat, wrong_dealer
from companion.rules.settlement import payments, won
from companion.rules.tally import (
    Figure,
    Happening,
    Kind,
    Line,
    Mark,
    Notice,
    Reckoning,
    ReckoningRow,
    Tally,
    figures,
    values,
)

ELIMINATED_EVENT = Event("eliminated", N_("eliminated"))

BLOCKED = Notice(say("Blocked: nobody went out."), "ramino.score.blocked")
NEAR = 100  # points from the target or the limit that people must know of


def tally(replay: Replay[Record, Table]) -> Tally:
    """Return the whole sheet of a record that was played."""
    record, course = replay.record, replay.course
    table = course.table
    options, clause = table.options, "ramino.money.settle"
    puts = {player: 1 + table.returned.get(player, 0) for player in table.players}
    money = won(
        table.scores,
        table.winners,
        clause,
        stake=options.stake,
        settle=options.settle,
        low=options.eliminates,
        puts=puts,
    )
    placed = final_places(table)
    return Tally(
        record=record,
        history=replay.history,
        numbers=replay.numbers,
        table=table,
        lines=course.lines,
        refused=course.refused,
        dealer=None if table.winners else table.dealer,
        turn=in_turn(table),
        out=table.out,
        ended=course.ended,
        minutes=agreed(table.options.length, "minutes"),
        places=placed,
        scores=figures(table.scores),
        balances=money,
        payments=payments(values(money)),
        now={player: _notices(table, player) for player in table.players},
        table_now=_table_notices(table),
        reckonings=_reckonings(table, placed),
    )


def play(table: Table, entry: Entry) -> tuple[Table, Line] | Ruling:
    """Return the table and the line after one entry."""
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
    deals = table.deals + 1
    stopped: Stopped | None = "length" if agreed(table.options.length, "deals") == deals else None
    seat = next_seat(table.players, table.dealer)
    after = settled(replace(booking.applied(), dealer=seat, seat=seat, deals=deals, leaving=()), stopped)
    _note_eliminated(booking, table, after)
    line = _line(after, entry.number, booking, marks(played, after, table), "deal")
    line = line if played.out else replace(line, said=BLOCKED)
    return (after if after.over else dealing(after, seat)), line


def _end(table: Table, number: int) -> tuple[Table, Line]:
    after = stop(table, "agreement")
    return after, _line(after, number, Booking(table), {}, "end")


RULES = Rules(start=start, play=play, end=_end, tally=tally, clause="ramino.end.agreed")


def _penalty(now: Table, number: int, body: Penalty) -> tuple[Table, Line]:
    """Book agreed points; they may put somebody out or in again, change who has won, or open the match once more."""
    table = now.closing or now
    booking = Booking(table)
    reason = say("Penalty: {reason}", reason=body.reason or "–")
    booking.count(body.player, body.points, reason, "ramino.penalty.agreed")
    after = settled(relieved(booking.applied(), body.player), now.stopped)
    _note_eliminated(booking, now, after)
    booking.events.extend(in_again(now, after, "ramino.penalty.agreed"))
    after = after if after.over else dealing(after, after.seat or after.dealer)
    return after, _line(after, number, booking, {}, "penalty")


def _reentry(table: Table, number: int, body: Reentry) -> tuple[Table, Line] | Ruling:
    """Bring a player back in, on the score of the worst one still in (ramino.elim.reentry)."""
    back = come_back(table, body.player)
    if isinstance(back, Ruling):
        return back
    after, worst = back
    booking = Booking(table)
    pays = table.options.stake and table.options.settle == "pot"
    again = say("{player} comes back and puts the stake in once more", player=body.player)
    sentence = again if pays else say("{player} comes back", player=body.player)
    booking.count(body.player, worst - table.scores[body.player], sentence, "ramino.elim.reentry")
    booking.happened(body.player, RETURNED, sentence, "ramino.elim.reentry")
    after = replace(after, scores=booking.applied().scores)
    return after, _line(after, number, booking, {}, "offer")


def _note_eliminated(booking: Booking, before: Table, after: Table) -> None:
    for player in after.out:
        if player not in before.out:
            sentence = say("{player} is eliminated.", player=player)
            booking.happened(player, ELIMINATED_EVENT, sentence, "ramino.elim.exceed")


def _line(after: Table, number: int, booking: Booking, signs: Mapping[Player, Mark], kind: Kind) -> Line:
    table = booking.table
    scores = {p: Figure(after.scores[p], tuple(booking.points.get(p, ())), signs.get(p)) for p in table.players}
    events: tuple[Happening, ...] = tuple(booking.events)
    dealer = table.dealer if kind in ("deal", "misdeal") else None
    return Line(number, dealer, kind, scores=scores, events=events, after=after)


def _end_clause(table: Table) -> str:
    return "ramino.elim.last" if table.options.eliminates else "ramino.end.target"


def _notices(table: Table, player: Player) -> tuple[Notice, ...]:
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
    if needs <= 0 and len(_highest(table)) > 1:
        return (Notice(say("level at the top: one more deal"), "ramino.end.tie", urgent=True),)
    if needs <= 0:
        return (Notice(reached_already(), "ramino.end.target", urgent=True),)
    return (Notice(say("needs {n}", n=needs), "ramino.end.target", urgent=needs <= NEAR),)


def _highest(table: Table) -> list[Player]:
    most = max(table.scores.values())
    return [player for player in table.players if table.scores[player] == most]


def _table_notices(table: Table) -> tuple[Notice, ...]:
    if table.winners:
        return ()
    packs = say("Play with {n} packs and {jokers} jokers", n=table.packs, jokers=table.jokers)
    least = say("The first laying needs {n} points", n=table.options.first_meld)
    known = table.deals > 0
    return (Notice(packs, "ramino.packs", quiet=known), Notice(least, "ramino.first.points", quiet=known))


def _reckonings(table: Table, placed: Mapping[Player, int]) -> tuple[Reckoning, ...]:
    """Return the account of the match: totals and places, once it is over."""
    if not placed:
        return ()
    rows = (
        ReckoningRow(say("Total"), figures(table.scores)),
        ReckoningRow(say("Place"), figures(placed), _end_clause(table)),
    )
    return (Reckoning(say("Match"), rows),)


def final_places(table: Table) -> dict[Player, int]:
    """Return places: winners, then who stayed in longest, then by points; none before the end."""
    if not table.winners:
        return {}
    sign = 1 if table.options.eliminates else -1

    def rank(player: Player) -> tuple[bool, int, int]:
        stayed = table.out_before.get(player, len(table.out))
        return player not in table.winners, -stayed, sign * table.scores[player] * (player not in table.winners)

    return places({player: rank(player) for player in table.players})
