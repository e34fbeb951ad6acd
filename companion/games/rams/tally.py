"""Fold the record of Rams into its sheet: several rams from ten points down to zero."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.games.rams.deal import Deal, Played, not_active, read
from companion.games.rams.options import Record
from companion.games.rams.score import FLIGHT_EVENT, Booking, book, book_penalty, late_penalty, lowest, share_pot
from companion.games.rams.table import State, duty, final_places, next_active, start, with_winners
from companion.rules.ending import Event, Stopped, agreed
from companion.rules.entries import Entry, Misdeal, Penalty, Player
from companion.rules.messages import N_, Say, say, say_n
from companion.rules.people import in_turn, wrong_dealer
from companion.rules.replay import Replay, Rules
from companion.rules.rulings import Ruling, refuse
from companion.rules.settlement import payments
from companion.rules.tally import (
    Figure,
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
)

RAMS_EVENT = Event("rams", N_("rams"), wins=True)
FLEW = Mark("▲", N_("flew: joined and took no trick"))
PASSED = Mark("–", N_("passed"), instead=True)
SITS_OUT = Mark("·", N_("sits out the play-off"), instead=True, hides=True)


def tally(replay: Replay[Record, State]) -> Tally:
    """Return the tally of a replayed record."""
    record, course = replay.record, replay.course
    table, money = course.table, course.table.options.money
    placed = final_places(table)
    return Tally(
        record=record,
        history=replay.history,
        numbers=replay.numbers,
        table=table,
        lines=course.lines,
        refused=course.refused,
        dealer=None if table.over else table.dealer,
        turn=in_turn(table),
        out=tuple(player for player in table.players if player not in table.active),
        ended=course.ended,
        minutes=agreed(table.options.length, "minutes"),
        places=placed,
        decided=_decided(table),
        points=table.sums,
        scores={p: Figure(n, mark=_benched(table, p)) for p, n in table.scores.items()},
        balances=figures(table.balances) if money else {},
        pot=table.pot if money else None,
        payments=payments(table.balances) if not table.pot else (),
        notices={player: _notices(table, player) for player in table.players},
        table_notices=_table_notices(table),
        first_leg=record.opening.rams_finished + 1,
        legs=tuple(_leg(table, n) for n in sorted({line.leg for line in course.lines} | {table.leg})),
        reckonings=_reckonings(table, placed, _flown(replay)),
    )


def play(table: State, entry: Entry) -> tuple[State, Line] | Ruling:
    """Return the state and the line after an entry."""
    body = entry.body
    if isinstance(body, Penalty):
        return _penalty(table, entry.number, body)
    if table.over:
        return refuse("rams.over", say("The match is over."), "rams.end.match")
    if isinstance(body, Misdeal):
        return _misdeal(table, entry.number, body)
    assert isinstance(body, Deal)
    return _deal(table, entry, body)


def _deal(table: State, entry: Entry, body: Deal) -> tuple[State, Line] | Ruling:
    if isinstance(played := read(table, body, stands=entry.stands), Ruling):
        return played
    if isinstance(booking := book(table, body, played), Ruling):
        return booking
    after, then = _dealt(booking, played, None)
    if agreed(table.options.length, "deals") == after.deals and not then.over:
        share_pot(booking, then)
        after, then = _dealt(booking, played, "length")
    marks = dict.fromkeys(played.passed, PASSED) | dict.fromkeys(booking.flown, FLEW)
    return then, _line(after, entry.number, booking, dealer=played.dealer, marks=marks)


def _dealt(booking: Booking, played: Played, stopped: Stopped | None) -> tuple[State, State]:
    """Return the state at the end of a deal, and the state before the next one."""
    before = booking.table
    after = replace(
        booking.applied(),
        dealer=next_active(before, played.dealer),
        antes_due=False,
        passed=frozenset(played.passed),
        passed_on_two=frozenset(player for player in played.passed if before.scores[player] == 2),
        deals=before.deals + 1,
        begun=True,
    )
    return after, with_winners(after, booking.winners, stopped)


def _end(table: State, number: int) -> tuple[State, Line]:
    """End the match by agreement: the pot is divided, and the current rams counts as it is."""
    booking = Booking(table)
    share_pot(booking, table)
    after = with_winners(booking.applied(), (), "agreement")
    return after, _line(after, number, booking, kind="end")


def _misdeal(table: State, number: int, body: Misdeal) -> tuple[State, Line] | Ruling:
    """Void the deal. The duty to knock remains (rams.pass.flag), and antes are due with a deal that counts."""
    if wrong := wrong_dealer(body.dealer, table.dealer, "rams.deal.order"):
        return wrong
    dealer = body.dealer or table.dealer
    if dealer and dealer not in table.active:
        return not_active(dealer)
    due = next_active(table, dealer) if dealer and table.options.misdeal == "pass_deal" else dealer
    after = replace(table, dealer=due, flew=frozenset())
    return after, _line(table, number, Booking(table), kind="misdeal", dealer=dealer)


def _penalty(table: State, number: int, body: Penalty) -> tuple[State, Line] | Ruling:
    """Add agreed points. After the end they change the last rams and its sum, but not a pot that was taken."""
    closing = table.closing
    before = closing.table if closing else table
    if body.player not in before.active:
        return not_active(body.player)
    booking = late_penalty(before, body) if closing else book_penalty(before, body)
    if isinstance(booking, Ruling):
        return booking
    best, after = booking.winners, booking.applied()
    if closing:
        best = closing.best if before.options.money or not closing.best else lowest(booking, before.active)
    return with_winners(after, best, closing.stopped if closing else None), _line(
        after, number, booking, kind="penalty"
    )


def _decided(table: State) -> Say | None:
    """Return what has decided between players with equal sums (rams.end.tie), or None."""
    if len(table.winners) != 1:
        return None
    (winner,) = table.winners
    level = [p for p in table.players if p != winner and table.sums[p] <= table.sums[winner]]
    facts = {"n": table.sums[winner], "players": level}
    if not level:
        return None
    if table.playoff_from is not None:
        return say("wins with {n} in the play-off against {players}.", **facts)
    if any(table.flights[player] > table.flights[winner] for player in level):
        return say("wins with {n}, by fewer flights than {players}.", **facts)
    return say("wins with {n}, by more rams won than {players}.", **facts)


RULES = Rules(start=start, play=play, end=_end, tally=tally, clause="rams.end.agreed")


def _line(
    after: State,
    number: int,
    booking: Booking,
    *,
    kind: Kind = "deal",
    dealer: Player | None = None,
    marks: Mapping[Player, Mark] | None = None,
) -> Line:
    signs, parts, money = marks or {}, booking.points, booking.table.options.money
    won = (Happening(p, RAMS_EVENT, say("{player} wins the rams.", player=p), "rams.end.rams") for p in booking.winners)
    scores = after.scores.items()
    return Line(
        entry=number,
        dealer=dealer,
        kind=kind,
        leg=after.leg,
        scores={p: Figure(n, tuple(parts.get(p, ())), signs.get(p) or _benched(after, p)) for p, n in scores},
        balances=figures(after.balances, booking.money) if money else {},
        pot=Figure(after.pot, tuple(booking.pot)) if money else None,
        events=(*booking.events, *won),
        after=after,
    )


def _benched(table: State, player: Player) -> Mark | None:
    """Return the sign of a player who sits out a play-off, whose score of the last rams would be misleading."""
    return None if player in table.active else SITS_OUT


def _leg(table: State, leg: int) -> Say:
    playoff = table.playoff_from is not None and leg >= table.playoff_from
    return say("Play-off") if playoff else say("Rams {n}", n=leg)


def _notices(table: State, player: Player) -> tuple[Notice, ...]:
    if table.winners:
        return (Notice(say("has won"), "rams.end.match"),) if player in table.winners else ()
    if player not in table.active:
        return (Notice(say("sits out the play-off"), "rams.end.tie"),)
    notices = []
    clause = duty(table, player)
    if clause:
        notices.append(Notice(say("must knock"), clause, urgent=True))
    if player in table.flew:
        notices.append(Notice(say("flew"), "rams.score.flight"))
    if table.scores[player] <= 5:
        n = table.scores[player]
        notices.append(Notice(say_n("needs {n} trick to finish", "needs {n} tricks to finish", n), "rams.score.trick"))
    return tuple(notices)


def _table_notices(table: State) -> tuple[Notice, ...]:
    if table.winners:
        return ()
    notices = []
    on_one = [player for player in table.active if table.scores[player] == 1]
    if len(on_one) > 1 and table.options.forced_lead_exempt == "none":
        sentence = say("{players} are on 1: everyone must lead trumps", players=on_one)
        notices.append(Notice(sentence, "rams.play.forced_lead"))
    elif on_one:
        sentence = say_n(
            "{players} is on 1: the others must lead trumps",
            "{players} are on 1: the others must lead trumps",
            len(on_one),
            players=on_one,
        )
        notices.append(Notice(sentence, "rams.play.forced_lead"))
    if table.antes_due:
        sentence = say("A new rams: everyone puts {stake} into the pot", stake=table.options.stake)
        notices.append(Notice(sentence, "rams.money.ante"))
    return tuple(notices)


def _flown(replay: Replay[Record, State]) -> dict[Player, list[Part]]:
    """Return for each player the deals with a flight, after those of an earlier sheet."""
    parts = {
        p: [Part(n, say("Brought forward"), "rams.end.flights")] for p, n in replay.record.opening.flights.items() if n
    }
    for line in replay.course.lines:
        for one in line.events:
            if one.event == FLIGHT_EVENT:
                part = Part(1, say("deal {n}", n=line.deal_number(replay.numbers)), one.clause)
                parts.setdefault(one.player, []).append(part)
    return parts


def _reckonings(
    table: State, placed: Mapping[Player, int], flown: Mapping[Player, Sequence[Part]]
) -> tuple[Reckoning, ...]:
    """Return the reckoning of the match: each rams, the sums, flights and, at the end, places."""
    legs = [(say("Rams {n}", n=leg), scores) for leg, scores in table.finished]
    if any(table.earlier.values()):
        legs.insert(0, (say("Brought forward"), table.earlier))
    parts = {p: [Part(scores[p], label, "rams.end.match") for label, scores in legs] for p in table.players}
    rows = [
        *(ReckoningRow(label, figures(scores)) for label, scores in legs),
        ReckoningRow(say("Sum"), figures(table.sums, parts)),
        ReckoningRow(say("Flights"), figures(table.flights, flown)),
    ]
    if placed:
        rows.append(ReckoningRow(say("Place"), figures(placed), "rams.end.match"))
    return (Reckoning(say("Match"), tuple(rows)),)
