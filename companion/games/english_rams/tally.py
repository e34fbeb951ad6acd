"""Fold the record of English Rams into its sheet: balances and the pot, deal by deal."""

from collections.abc import Mapping
from dataclasses import replace

from companion.games.english_rams.calls import unspoken
from companion.games.english_rams.deal import Deal, Played, read
from companion.games.english_rams.options import Record
from companion.games.english_rams.score import Booking, ante, book, share_of, split
from companion.games.english_rams.table import State, start
from companion.rules.ending import agreed, places
from companion.rules.entries import Entry, Misdeal, Penalty, Player
from companion.rules.messages import N_, say, say_n
from companion.rules.people import next_seat, wrong_dealer
from companion.rules.replay import Replay, Rules
from companion.rules.rulings import Ruling, refuse
from companion.rules.settlement import payments
from companion.rules.tally import Figure, Line, Mark, Notice, Reckoning, ReckoningRow, Tally, figures

FOLDED = Mark("○", N_("folded"))
WIDOW = Mark("⇄", N_("took the widow"))
GENERAL = Mark("★", N_("announced general rams"))
FAULT = Mark("!", N_("made a mistake"))
PAID = Mark("→", N_("paid the dealer instead of playing"))


def tally(replay: Replay[Record, State]) -> Tally:
    """Return the tally of a replayed record."""
    record, course = replay.record, replay.course
    table = course.table
    return Tally(
        record=record,
        history=replay.history,
        numbers=replay.numbers,
        table=table,
        lines=course.lines,
        refused=course.refused,
        dealer=None if table.over else table.dealer,
        turn=() if table.over else unspoken(table).order,
        ended=course.ended,
        minutes=agreed(table.options.session_end, "minutes"),
        places=_places(table),
        points=table.balances,
        balances=figures(table.balances),
        pot=table.pot,
        payments=payments(table.balances) if not table.pot else (),
        notices={player: _notices(table, player) for player in table.players},
        table_notices=_table_notices(table),
        legs=(say("The match"),),
        reckonings=_reckonings(table),
        penalty_factor=-table.options.unit,
    )


def play(table: State, entry: Entry) -> tuple[State, Line] | Ruling:
    """Return the state and the line after an entry."""
    body = entry.body
    if isinstance(body, Penalty):
        return _penalty(table, entry.number, body)
    if table.over:
        return refuse("english_rams.over", say("The match is over."), "english_rams.session.end")
    if isinstance(body, Misdeal):
        return _misdeal(table, entry.number, body)
    assert isinstance(body, Deal)
    played = read(table, body, stands=entry.stands)
    return played if isinstance(played, Ruling) else _deal(table, entry.number, played)


def _deal(table: State, number: int, played: Played) -> tuple[State, Line]:
    booking = book(table, played)
    elect = next_seat(table.players, table.dealer)
    if table.options.deals_to_play == table.deals + 1:
        split(booking, elect)
    after = replace(booking.applied(), dealer=elect, deals=table.deals + 1)
    return after, replace(_line(after, number, table.dealer, booking, _marks(played)), played=played)


def _marks(played: Played) -> Mapping[Player, Mark]:
    """Return at most one sign for each balance, the most important one."""
    spoken = played.spoken
    marks: dict[Player, Mark] = {}
    if not spoken.payer:
        marks |= {player: FOLDED for player in spoken.order if player not in spoken.joined}
    for player, mark in ((spoken.payer, PAID), (spoken.widow, WIDOW), (spoken.announcer, GENERAL)):
        marks |= {player: mark} if player else {}
    return marks | dict.fromkeys(played.faults, FAULT)


def _misdeal(table: State, number: int, body: Misdeal) -> tuple[State, Line] | Ruling:
    """Pass the deal on. The dealer's ante stays in the pot or is taken back."""
    if wrong := wrong_dealer(body.dealer, table.dealer, "english_rams.deal.order"):
        return wrong
    booking = Booking(table)
    ante(booking)
    if table.options.misdeal_stake == "returned":
        booking.into_pot(table.dealer, -table.five, say("The ante taken back"), "english_rams.deal.misdeal_stake")
    after = replace(booking.applied(), dealer=next_seat(table.players, table.dealer))
    return after, replace(_line(after, number, table.dealer, booking), kind="misdeal")


def _penalty(table: State, number: int, body: Penalty) -> tuple[State, Line] | Ruling:
    """Put an agreed penalty into the pot, in units of the payment for a trick.

    After the end of the session it is divided at once.
    """
    amount = body.points * table.options.unit
    if table.pot + amount < 0:
        sentence = say("The pot has only {pot}.", pot=table.pot)
        return refuse("english_rams.pot_short", sentence, "english_rams.faults.agreed", player=body.player)
    booking = Booking(table)
    booking.into_pot(body.player, amount, say("Penalty"), "english_rams.faults.agreed", body.reason)
    if table.over:
        split(booking, table.dealer)
    after = booking.applied()
    return after, replace(_line(after, number, None, booking), kind="penalty")


def _end(table: State, number: int) -> tuple[State, Line]:
    booking = Booking(table)
    split(booking, table.dealer)
    after = replace(booking.applied(), stopped="agreement")
    return after, replace(_line(after, number, None, booking), kind="end")


RULES = Rules(start=start, play=play, end=_end, tally=tally, clause="english_rams.session.end")


def _line(
    after: State, number: int, dealer: Player | None, booking: Booking, marks: Mapping[Player, Mark] | None = None
) -> Line:
    marks_of = marks or {}
    terms = booking.balances
    return Line(
        entry=number,
        dealer=dealer,
        balances={p: Figure(after.balances[p], tuple(terms.get(p, ())), marks_of.get(p)) for p in after.players},
        pot=Figure(after.pot, tuple(booking.pot)),
        events=tuple(booking.events),
    )


def _places(table: State) -> dict[Player, int]:
    """Return the places by balance, highest first, once the session is over."""
    return places({player: -balance for player, balance in table.balances.items()}) if table.over else {}


def _notices(table: State, player: Player) -> tuple[Notice, ...]:
    if table.over:
        return (Notice(say("has won most"), "english_rams.session.end"),) if _places(table)[player] == 1 else ()
    now = unspoken(table)
    notices = []
    if player == table.dealer:
        notices.append(Notice(say("puts {five} into the pot", five=table.five), "english_rams.deal.ante"))
        if now.dealer_out:
            notices.append(Notice(say("deals and sits out"), "english_rams.players.six"))
    if player == now.order[0]:
        notices.append(Notice(say("calls first"), "english_rams.bid.order"))
    if table.double and player == now.right_hand:
        sentence = say("joins or pays {five} if all fold", five=table.five)
        notices.append(Notice(sentence, now.role("english_rams.bid.right_hand")))
    if table.double and player == now.last:
        notices.append(Notice(say("must join if only one has"), now.role("english_rams.bid.dealer_forced")))
    return tuple(notices)


def _table_notices(table: State) -> tuple[Notice, ...]:
    if table.over:
        return ()
    share = share_of(table, table.pot + table.five)
    sentence, clause = say("Double pot: {share} for each trick; join or fold", share=share), "english_rams.bid.double"
    if not table.double:
        sentence = say("Simple pot: {share} for each trick, and everybody plays", share=share)
        clause = "english_rams.bid.simple"
    notes = [Notice(sentence, clause, quiet=True)]
    limit = table.options.deals_to_play
    if limit is not None:
        notes.append(Notice(say_n("{n} deal left", "{n} deals left", limit - table.deals), "english_rams.session.end"))
    elif table.deals and not table.pot:
        notes.append(Notice(say("The pot is empty: a good moment to stop"), "english_rams.session.end"))
    return tuple(notes)


def _reckonings(table: State) -> tuple[Reckoning, ...]:
    """Return the reckoning of the session: all balances, and the places once it is over."""
    rows = [ReckoningRow(say("Balance"), figures(table.balances))]
    if table.over:
        rows.append(ReckoningRow(say("Place"), figures(_places(table)), "english_rams.session.end"))
    return (Reckoning(say("The match"), tuple(rows)),)
