"""Compute the points of a deal of Rams: tricks, flights, buying down, the pot and the end of a rams."""

from collections import Counter
from dataclasses import dataclass, field, replace

from companion.games.rams.deal import Deal, Played, first_home
from companion.games.rams.options import Options
from companion.games.rams.table import BOUGHT, FLIGHT, State, turns
from companion.rules.ending import Event
from companion.rules.entries import Penalty, Player
from companion.rules.messages import N_, Say, say, say_n
from companion.rules.rulings import Ruling, refuse
from companion.rules.tally import Happening, Part, total

UNPLAYED_EVENT = Event("unplayed", N_("took tricks without play"))
FLIGHT_EVENT = Event("flight", N_("flight"), beside=N_("flew"))
BUY_DOWN_EVENT = Event("buy_down", N_("buy down"))
POT_EVENT = Event("pot", N_("pot"))


@dataclass
class Booking:
    """The changes by one entry, term by term. The state after it is the state before, plus these."""

    table: State
    points: dict[Player, list[Part]] = field(default_factory=dict)
    money: dict[Player, list[Part]] = field(default_factory=dict)
    pot: list[Part] = field(default_factory=list)
    events: list[Happening] = field(default_factory=list)
    flown: list[Player] = field(default_factory=list)
    winners: tuple[Player, ...] = ()  # the winners of the rams, once it is over

    def score(self, player: Player) -> int:
        """Return the points of a player after the changes so far."""
        return self.table.scores[player] + total(self.points.get(player, ()))

    def in_pot(self) -> int:
        """Return the money in the pot after the changes so far."""
        return self.table.pot + total(self.pot)

    def count(self, player: Player, points: int, sentence: Say, clause: str, penalty: str | None = None) -> None:
        self.points.setdefault(player, []).append(Part(points, sentence, clause, penalty))

    def pay(self, player: Player, amount: int, sentence: Say, clause: str) -> None:
        """Move money from a player into the pot, or out of it if the amount is negative."""
        self.money.setdefault(player, []).append(Part(-amount, sentence, clause))
        self.pot.append(Part(amount, sentence, clause))

    def happened(self, player: Player, event: Event, sentence: Say, clause: str) -> None:
        self.events.append(Happening(player, event, sentence, clause))

    def over(self) -> bool:
        """Return True if a player has reached 0 (rams.end.rams)."""
        return any(self.score(player) <= 0 for player in self.table.active)

    def applied(self) -> State:
        flights = Counter(self.flown)
        return replace(
            self.table,
            scores={p: self.score(p) for p in self.table.players},
            balances={p: n + total(self.money.get(p, ())) for p, n in self.table.balances.items()},
            pot=self.in_pot(),
            flights={p: n + flights[p] for p, n in self.table.flights.items()},
            flew=frozenset(self.flown),
        )


def book(table: State, deal: Deal, played: Played) -> Booking | Ruling:
    """Return the changes by a deal that the rules allow.

    Returns:
        The changes, or a Ruling if a player may not buy down or the pot has no clear winner.
    """
    booking = Booking(table)
    _antes(booking)
    _tricks(booking, deal, played)
    _flights(booking, deal, played)
    return _buy_down(booking, deal) or _end_rams(booking, played.order) or booking


def book_penalty(table: State, penalty: Penalty) -> Booking | Ruling:
    """Return the changes by agreed points, within the bounds of the sheet. A player who reaches 0 ends the rams.

    Returns:
        The changes, or a Ruling if the pot then has no clear winner.
    """
    booking = late_penalty(table, penalty)
    if booking.over():
        _antes(booking)
    return _end_rams(booking, None) or booking


def late_penalty(table: State, penalty: Penalty) -> Booking:
    """Return the changes by agreed points after the end of the last rams."""
    booking = Booking(table)
    booking.count(penalty.player, penalty.points, say("Penalty"), "rams.penalty.agreed", penalty.reason)
    _keep_on_sheet(booking, penalty.player)
    return booking


def _antes(booking: Booking) -> None:
    if booking.table.antes_due:
        for player in booking.table.active:
            booking.pay(player, booking.table.options.stake, say("Ante of the rams"), "rams.money.ante")


def _tricks(booking: Booking, deal: Deal, played: Played) -> None:
    for player, n in played.tricks.items():
        if player in deal.faults:
            continue
        if played.unplayed:
            clause = "rams.pass.dealer_wins" if player == played.dealer else "rams.pass.lone"
            booking.count(player, -n, say_n("{n} trick without play", "{n} tricks without play", n), clause)
            booking.happened(
                player, UNPLAYED_EVENT, say("{player} takes the tricks without play.", player=player), clause
            )
        else:
            booking.count(player, -n, say_n("{n} trick", "{n} tricks", n), "rams.score.trick")
        _keep_on_sheet(booking, player)


def _flights(booking: Booking, deal: Deal, played: Played) -> None:
    """Add flights of players who took no trick, unless play was stopped, and players at fault by the house rules."""
    for player in () if played.unplayed else played.knocked:
        offender = player in deal.faults
        if not offender and (played.stopped or played.tricks.get(player)):
            continue
        clause = "rams.play.revoke" if offender else "rams.score.flight"
        booking.count(player, FLIGHT, say("Flight"), clause)
        _keep_on_sheet(booking, player)
        booking.flown.append(player)
        booking.happened(player, FLIGHT_EVENT, say("{player} flew.", player=player), clause)
        if booking.table.options.money:
            booking.pay(player, booking.table.options.stake, say("Stake for the flight"), "rams.money.flight")


def _keep_on_sheet(booking: Booking, player: Player) -> None:
    """Limit the points to the start value of the rams, and to 0 from below if the house rules say so."""
    top, score = booking.table.options.start_points, booking.score(player)
    if score > top:
        booking.count(player, top - score, say("Never more than {top}", top=top), "rams.score.cap")
    elif score < 0 and booking.table.options.floor_at_zero:
        booking.count(player, -score, say("Never below 0 at this table"), "rams.score.negative")


def _buy_down(booking: Booking, deal: Deal) -> Ruling | None:
    options = booking.table.options
    for player in deal.bought_down:
        wrong = buy_down_refused(options, options.money, player in booking.flown, booking.score(player))
        clause = "rams.money.buy_down"
        if wrong is None and booking.over():
            wrong, clause = say("The rams is over: nobody can buy down now."), "rams.money.last_deal"
        if wrong:
            return refuse("rams.buy_down", wrong, clause, player=player)
        booking.count(player, -BOUGHT, say("Bought down"), clause)
        booking.pay(player, options.stake, say("Stake for buying down"), clause)
        booking.happened(player, BUY_DOWN_EVENT, say("{player} bought down.", player=player), clause)
    return None


def may_buy(table: State, deal: Deal, played: Played) -> tuple[Player, ...]:
    """Return the players who have flown to the top in this deal and may buy down now (rams.money.buy_down)."""
    booking, options = Booking(table), table.options
    _tricks(booking, deal, played)
    _flights(booking, deal, played)
    if booking.over():
        return ()
    scores = {player: booking.score(player) for player in booking.flown}
    return tuple(p for p, n in scores.items() if not buy_down_refused(options, options.money, True, n))


def buy_down_refused(options: Options, money: bool, flew: bool, score: int) -> Say | None:
    """Return why a player may not buy down, or None (rams.money.buy_down).

    Only a player who has just flown to the top may, in a game for money.
    """
    if not money:
        return say("Buying down is possible only when you play for money.")
    if not options.buy_down:
        return say("At this table, nobody can buy down.")
    if not flew:
        return say("Only a player who has just flown may buy down.")
    if score != options.start_points:
        return say("Only a player who has flown up to {top} may buy down.", top=options.start_points)
    return None


def _end_rams(booking: Booking, order: tuple[Player, ...] | None) -> Ruling | None:
    """Set the winners of the rams if a player has reached 0, and give them the pot."""
    if not booking.over():
        return None
    active = booking.table.active
    if not booking.table.options.money:
        booking.winners = lowest(booking, active)
        return None
    winners = _pot_winners(booking, tuple(player for player in active if booking.score(player) <= 0), order)
    if isinstance(winners, Ruling):
        return winners
    booking.winners = winners
    alone = len(winners) == 1
    share = booking.in_pot() // len(winners)  # a remainder stays for the next pot
    for player in winners:
        if alone:
            booking.pay(player, -share, say("Takes the pot"), "rams.money.pot")
            booking.happened(player, POT_EVENT, say("{player} takes the pot.", player=player), "rams.money.pot")
        else:
            booking.pay(player, -share, say("Share of the pot"), "rams.money.tie")
            booking.happened(player, POT_EVENT, say("{player} shares the pot.", player=player), "rams.money.tie")
    return None


def _pot_winners(
    booking: Booking, home: tuple[Player, ...], order: tuple[Player, ...] | None
) -> tuple[Player, ...] | Ruling:
    """Return who gets the pot of a finished rams; by the house rule for ties if several players are at 0 or below."""
    tie = booking.table.options.money_tie
    if len(home) == 1 or tie == "split_ties":
        return home
    if tie == "lowest_score":
        return lowest(booking, home)
    if order is None:
        sentence = say("{players} reached 0: enter the tricks in order, to see who was first.", players=home)
        return refuse("rams.order_needed", sentence, "rams.money.tie")
    return (first_home(booking.table, order, home),)


def lowest(booking: Booking, players: tuple[Player, ...]) -> tuple[Player, ...]:
    """Return the players with the fewest points in this rams."""
    lowest = min(booking.score(player) for player in players)
    return tuple(player for player in players if booking.score(player) == lowest)


def share_pot(booking: Booking, table: State) -> None:
    """Divide the pot when the match stops: between the players of the rams, or the lowest of them (rams.end.pot).

    A remainder goes to the player whose deal it would be, or to the next who gets a share.
    """
    if not booking.in_pot():
        return
    best = min(table.scores[player] for player in table.active)
    shares = [p for p in turns(table, table.dealer) if table.options.end_pot == "shared" or table.scores[p] == best]
    share, odd = divmod(booking.in_pot(), len(shares))
    for player in shares:
        amount = share + (odd if player == shares[0] else 0)
        if amount:
            booking.pay(player, -amount, say("Share of the pot at the end"), "rams.end.pot")
