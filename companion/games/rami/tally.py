"""Fold the record of Rami into its sheet: penalty points, deal by deal; the lowest total wins."""

from collections.abc import Mapping
from dataclasses import replace

from companion.games.rami.deal import Deal, Played, read
from companion.games.rami.melds import loser_parts
from companion.games.rami.options import FLAT, Options, Record
from companion.games.rami.table import LAST_STANDING, State, start, with_winners
from companion.rules import totals
from companion.rules.ending import Event, agreed, reached_already
from companion.rules.entries import Entry, Misdeal, Penalty, Player
from companion.rules.messages import N_, Say, say, say_n
from companion.rules.people import wrong_dealer
from companion.rules.replay import Replay, Rules
from companion.rules.rulings import Ruling, refuse
from companion.rules.settlement import won
from companion.rules.tally import Figure, Happening, Line, Mark, Notice, Part, ReckoningRow, Tally, figures

PUT_OUT = N_("{player} is eliminated."), "rami.end.last"

SEC = Mark("★", N_("rami sec"))
LATE_SEC = Mark("☆", N_("all cards at once, after others had laid down melds"))
WENT_OUT = Mark("●", N_("went out"))
LATE = Event("late_sec", N_("all at once, not first"))
FINISHES = {  # the event, the sign beside the number, the sentence, and the clause
    "out": (Event("out", N_("out")), WENT_OUT, N_("{player} went out."), "rami.turn.last"),
    "rami_sec": (Event("rami_sec", N_("rami sec")), SEC, N_("{player} made a rami sec."), "rami.sec.what"),
    "late_sec": (LATE, LATE_SEC, N_("{player} laid down all cards at once, after others."), "rami.sec.late"),
}
NOT_LAID = Mark("○", N_("no melds"))
NOT_LAID_AND_OUT = Mark("○✕", N_("no melds, eliminated"))


def play(table: State, entry: Entry) -> tuple[State, Line] | Ruling:
    body = entry.body
    if isinstance(body, Penalty):
        return _penalty(table, entry.number, body)
    if table.over:
        return refuse("rami.over", say("The match is over."), "rami.end.match")
    if isinstance(body, Misdeal):
        wrong = wrong_dealer(body.dealer, table.dealer, "rami.deal.misdeal")
        scores = figures(table.scores)
        return wrong or (table, Line(entry.number, table.dealer, "misdeal", scores=scores, after=table))
    assert isinstance(body, Deal)
    played = read(table, body)
    if isinstance(played, Ruling):
        return played
    booked, scores = _booked(table, _parts(table, played), _marks(table, played))
    won = {p: n + (p == played.out) for p, n in table.won.items()}
    secs = {p: n + (p == played.out and played.finish == "rami_sec") for p, n in table.secs.items()}
    after = totals.dealing(with_winners(replace(totals.next_deal(booked), won=won, secs=secs)))
    event, _, words, clause = FINISHES[played.finish]
    finish = Happening(played.out, event, Say(words, {"player": played.out}), clause)
    gone = totals.put_out_by(table, after, *PUT_OUT)
    for player in (one.player for one in gone):
        mark = NOT_LAID_AND_OUT if scores[player].mark == NOT_LAID else totals.GONE
        scores[player] = replace(scores[player], mark=mark)
    return after, Line(entry.number, played.dealer, scores=scores, events=(finish, *gone), after=after)


def _penalty(now: State, number: int, body: Penalty) -> tuple[State, Line]:
    """Add agreed points. They may eliminate a player or bring one back, change the winner, or reopen the match."""
    table = now.closing or now
    part = Part(body.points, say("Penalty"), "rami.score.penalty", body.reason)
    booked, scores = _booked(table, {body.player: (part,)}, {})
    passed = booked.scores[body.player] >= table.options.end_at.n
    after = totals.dealing(with_winners(totals.relieved(booked, body.player, passed=passed), now.stopped))
    events = (*totals.put_out_by(now, after, *PUT_OUT), *totals.in_again(now, after, "rami.score.penalty"))
    return after, Line(number, None, "penalty", scores=scores, events=events, after=after)


def _end(table: State, number: int) -> tuple[State, Line]:
    """End the match by agreement: the lowest total wins, and tied players share first place."""
    after = totals.stop(table, "agreement", low=True)
    return after, Line(number, None, "end", scores=figures(table.scores), after=table)


def tally(replay: Replay[Record, State]) -> Tally:
    table = replay.course.table
    options, places = table.options, totals.placed(table, low=True)
    clause = "rami.money.settle"
    money = won(table.scores, table.winners, clause, stake=options.stake, settle=options.settle, low=True)
    more = ReckoningRow(say("Deals won"), figures(table.won)), ReckoningRow(say("Rami secs"), figures(table.secs))
    return replace(
        totals.sheet(replay, places, money),
        minutes=agreed(options.end_at, "minutes"),
        notices={player: _notices(table, player) for player in table.players},
        table_notices=_table_notices(table, replay.numbers.next),
        legs=(say("The deals"),),
        reckonings=(totals.reckoning(table, places, "rami.end.match", *more),),
    )


RULES = Rules(start=start, play=play, end=_end, tally=tally, clause="rami.end.agreed")


def _booked(
    table: State, parts: Mapping[Player, tuple[Part, ...]], marks: Mapping[Player, Mark]
) -> tuple[State, dict[Player, Figure]]:
    after = totals.counted(table, parts)
    return after, {p: Figure(after.scores[p], parts.get(p, ()), marks.get(p)) for p in table.players}


def _parts(table: State, played: Played) -> dict[Player, tuple[Part, ...]]:
    losers = (player for player in table.active if player != played.out)
    parts = {p: loser_parts(table.options, p in played.laid, played.left.get(p)) for p in losers}
    return {**parts, played.out: (finish_part(table.options, played.finish),)}


def finish_part(options: Options, finish: str) -> Part:
    """Return the score of the player who goes out. `finish` is `out`, `rami_sec` or `late_sec`."""
    if finish == "rami_sec":
        return Part(options.rami_sec_score, say("Rami sec"), "rami.score.sec")
    if finish == "late_sec":
        return Part(
            options.late_sec_score, say("All cards at once, after others had laid down melds"), "rami.score.late"
        )
    return Part(options.finish_score, say("Went out"), "rami.score.out")


def _marks(table: State, played: Played) -> dict[Player, Mark]:
    marks = {player: NOT_LAID for player in table.active if player not in played.laid}
    if table.options.all_at_once:
        marks = {}  # losers never have melds there
    return {**marks, played.out: FINISHES[played.finish][1]}


def _notices(table: State, player: Player) -> tuple[Notice, ...]:
    if player in table.winners:
        return (Notice(say("has won"), "rami.end.lowest"),)
    if player in table.out:
        return (Notice(say("is eliminated"), "rami.end.last"),)
    if table.winners:
        return ()
    notices = []
    end, score, lowest = table.options.end_at, table.scores[player], table.best(low=True)
    if table.deals and player in lowest:
        level = len(lowest) > 1
        notices.append(Notice(say("tied for lowest") if level else say("lowest"), "rami.end.lowest"))
    if end.key == "points" and end.n <= score + FLAT and not table.plays_on:
        n = end.n - score
        near = say_n("{n} point from the end", "{n} points from the end", n) if n > 0 else reached_already()
        notices.append(Notice(near, "rami.end.match", urgent=True))
    if end.key == LAST_STANDING:
        n = end.n - score
        left = say_n("{n} point left", "{n} points left", n) if n > 0 else reached_already()
        notices.append(Notice(left, "rami.end.last", urgent=n <= FLAT))
    return tuple(notices)


def _table_notices(table: State, number: int) -> tuple[Notice, ...]:
    end = table.options.end_at
    if table.winners:
        return ()
    if table.plays_on:
        sentence = say("{players} are tied: one more deal", players=table.best(low=True))
        return (Notice(sentence, "rami.end.tie", urgent=True),)
    if end.key == "points":
        sentence = say("Deal {n}; the match ends at {limit}", n=number, limit=end.n)
        return (Notice(sentence, "rami.end.match", quiet=True),)
    if end.key == LAST_STANDING:
        sentence = say("Deal {n}; eliminated at {limit}", n=number, limit=end.n)
        return (Notice(sentence, "rami.end.last", quiet=True),)
    if end.key == "minutes":
        return (Notice(say("Deal {n}", n=number), "rami.end.match", quiet=True),)
    if table.deals + 1 == end.n:
        return (Notice(say("The last deal"), "rami.end.match", urgent=True),)
    where = say("Deal {n} of {of}", n=number, of=end.n)
    if number != table.deals + 1:
        where = say("Deal {n}, {done} of {of} played", n=number, done=table.deals, of=end.n)
    return (Notice(where, "rami.end.match", quiet=True),)
