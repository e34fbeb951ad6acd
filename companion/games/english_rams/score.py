"""Compute the payments of a deal of English Rams: changes of the balances and of the pot, term by term."""

from dataclasses import dataclass, field, replace

from companion.games.english_rams.deal import Played
from companion.games.english_rams.table import TRICKS, State
from companion.rules.ending import Event
from companion.rules.entries import Player
from companion.rules.messages import N_, Say, say, say_n
from companion.rules.tally import Happening, Part, total

PAY_EVENT = Event("pay", N_("paid the dealer"))
LONE_EVENT = Event("lone", N_("alone"))
NO_TRICK_EVENT = Event("no_trick", N_("no trick"))
GENERAL_WON_EVENT = Event("general_won", N_("general won"))
GENERAL_LOST_EVENT = Event("general_lost", N_("general lost"))
FAULT_EVENT = Event("fault", N_("mistake"))


@dataclass
class Booking:
    """The changes by one entry. The state after it is the state before, plus these."""

    table: State
    balances: dict[Player, list[Part]] = field(default_factory=dict)
    pot: list[Part] = field(default_factory=list)
    events: list[Happening] = field(default_factory=list)

    def in_pot(self) -> int:
        """Return the money in the pot after the changes so far."""
        return self.table.pot + total(self.pot)

    def balance(self, player: Player) -> int:
        """Return the balance of a player after the changes so far."""
        return self.table.balances[player] + total(self.balances.get(player, ()))

    def into_pot(self, player: Player, amount: int, sentence: Say, clause: str, penalty: str | None = None) -> None:
        """Move money from a player into the pot, or out of it if the amount is negative."""
        if amount:
            self.balances.setdefault(player, []).append(Part(-amount, sentence, clause, penalty))
            self.pot.append(Part(amount, say("{player}: {what}", player=player, what=sentence), clause))

    def to_player(self, payer: Player, payee: Player, amount: int, sentence: Say, clause: str) -> None:
        for player, points, other in ((payer, -amount, payee), (payee, amount, payer)):
            named = say("{what} ({player})", what=sentence, player=other)
            self.balances.setdefault(player, []).append(Part(points, named, clause))

    def happened(self, player: Player, event: Event, sentence: Say, clause: str) -> None:
        self.events.append(Happening(player, event, sentence, clause))

    def applied(self) -> State:
        """Return the state with all changes. The sum of all balances and the pot must stay the same."""
        after = replace(self.table, balances={p: self.balance(p) for p in self.table.players}, pot=self.in_pot())
        assert after.money == self.table.money
        assert after.pot >= 0
        return after


def book(table: State, played: Played) -> Booking:
    """Return the changes by a deal: the ante, then a payment to the dealer, general rams, or shares of the pot."""
    booking = Booking(table)
    ante(booking)
    spoken = played.spoken
    if spoken.payer:
        sentence = say("Pays the dealer instead of playing")
        booking.to_player(spoken.payer, played.dealer, table.five, sentence, "english_rams.bid.right_pays")
        sentence = say("{player} paid the dealer.", player=spoken.payer)
        booking.happened(spoken.payer, PAY_EVENT, sentence, "english_rams.bid.right_pays")
    elif spoken.announcer:
        _general(booking, played, spoken.announcer)
    elif len(spoken.joined) == 1:
        (player,) = spoken.joined
        clause, sentence = "english_rams.players.six_roles", say("{player} plays alone.", player=player)
        booking.into_pot(player, -booking.in_pot(), say("Nobody else plays: takes the pot"), clause)
        booking.happened(player, LONE_EVENT, sentence, clause)
    else:
        _shares(booking, played)
        _trickless(booking, played)
    _faults(booking, played)
    return booking


def ante(booking: Booking) -> None:
    table = booking.table
    booking.into_pot(table.dealer, table.five, say("The dealer’s ante"), "english_rams.deal.ante")


def share_of(table: State, pot: int) -> int:
    """Return the money for each trick: a fifth of the pot, rounded down. The remainder stays in the pot."""
    whole = table.options.unit if table.options.fault_rest == "leave_in_pot" else 1
    return pot // (TRICKS * whole) * whole


def _shares(booking: Booking, played: Played) -> None:
    pot = booking.in_pot()
    share = share_of(booking.table, pot)
    even = "english_rams.pay.share" if pot == TRICKS * share else "english_rams.pay.remainder"
    keeps = booking.table.options.fault_rest == "winner_keeps"
    for player in played.spoken.joined:
        n = played.tricks.get(player, 0)
        if n and (player not in played.faults or keeps):
            clause = "english_rams.faults.rest" if player in played.faults else even
            sentence = say_n("{n} trick at {share}", "{n} tricks at {share}", n, share=share)
            booking.into_pot(player, -n * share, sentence, clause)
    for offender, heirs in played.heirs.items():
        for heir in heirs:
            if heir:
                sentence = say("Gets one of {player}’s tricks", player=offender)
                booking.into_pot(heir, -share, sentence, "english_rams.faults.rest")


def _trickless(booking: Booking, played: Played) -> None:
    table = booking.table
    for player in played.spoken.joined:
        if played.tricks.get(player) or (player in played.faults and not table.options.fault_stacks):
            continue
        sentence, clause = say("{player} took no trick.", player=player), "english_rams.pay.no_trick"
        booking.into_pot(player, table.five, say("No trick"), clause)
        booking.happened(player, NO_TRICK_EVENT, sentence, clause)


def _general(booking: Booking, played: Played, announcer: Player) -> None:
    five = booking.table.five
    others = [player for player in played.spoken.order if player != announcer]
    if played.won:
        booking.into_pot(announcer, -booking.in_pot(), say("Takes the pot"), "english_rams.pay.general_won")
        for player in others:
            booking.to_player(player, announcer, five, say("General rams won"), "english_rams.pay.general_won")
        sentence = say("{player} won general rams.", player=announcer)
        booking.happened(announcer, GENERAL_WON_EVENT, sentence, "english_rams.pay.general_won")
        return
    booking.into_pot(announcer, booking.in_pot(), say("Doubles the pot"), "english_rams.pay.general_lost")
    for player in others:
        booking.to_player(announcer, player, five, say("General rams lost"), "english_rams.pay.general_lost")
    sentence = say("{player} lost general rams.", player=announcer)
    clause = "english_rams.faults.general" if announcer in played.faults else "english_rams.pay.general_lost"
    booking.happened(announcer, GENERAL_LOST_EVENT, sentence, clause)


def _faults(booking: Booking, played: Played) -> None:
    """Charge each offender for the next pot. An announcer at fault pays only for the lost announcement."""
    table, announcer = booking.table, played.spoken.announcer
    for player, n in played.faults.items():
        clause = "english_rams.faults.general" if announcer else "english_rams.faults.play"
        booking.happened(player, FAULT_EVENT, say("{player} made a mistake.", player=player), clause)
        if player != announcer:
            clause = "english_rams.faults.once" if n > 1 else clause
            booking.into_pot(player, n * table.five, say_n("Mistake", "{n} mistakes", n), clause)


def split(booking: Booking, elect: Player) -> None:
    """Divide the pot equally. The remainder goes to the player whose deal it would be (`elect`)."""
    players = booking.table.players
    share, odd = divmod(booking.in_pot(), len(players))
    for player in players:
        booking.into_pot(player, -share, say("Share of the pot at the end"), "english_rams.session.end")
    booking.into_pot(elect, -odd, say("The remainder of the pot"), "english_rams.session.end")
