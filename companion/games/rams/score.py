"""What a deal of Rams does to the sheet: tricks, flights, buying down, the pot and the end of a rams."""

from collections import Counter
from dataclasses import dataclass, field, replace

from companion.games.rams.deal import Played, first_home
from companion.games.rams.entries import Deal
from companion.games.rams.table import BOUGHT, FLIGHT, Table
from companion.rules.entries import Player
from companion.rules.rulings import Ruling, refuse
from companion.rules.tally import Event, Mark, Part
from companion.rules.words import N_, Say, say, say_n

FLEW = Mark("▲", N_("flew: joined and took no trick"))
PASSED = Mark("–", N_("passed"), instead=True)


@dataclass
class Booking:
    """What one entry writes, term by term; the table after it is the table before plus these."""

    table: Table
    points: dict[Player, list[Part]] = field(default_factory=dict)
    money: dict[Player, list[Part]] = field(default_factory=dict)
    pot: list[Part] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def score(self, player: Player) -> int:
        return self.table.scores[player] + sum(part.points for part in self.points.get(player, ()))

    def in_pot(self) -> int:
        return self.table.pot + sum(part.points for part in self.pot)

    def count(self, player: Player, points: int, sentence: Say, clause: str) -> None:
        self.points.setdefault(player, []).append(Part(points, sentence, clause))

    def pay(self, player: Player, amount: int, sentence: Say, clause: str) -> None:
        """Move money from a player into the pot; a negative amount out of it."""
        self.money.setdefault(player, []).append(Part(-amount, sentence, clause))
        self.pot.append(Part(amount, sentence, clause))

    def happened(self, player: Player, name: str, sentence: Say, clause: str) -> None:
        self.events.append(Event(player, name, sentence, clause))

    def flew(self) -> list[Player]:
        return [event.player for event in self.events if event.name == "flight"]

    def applied(self) -> Table:
        """The table with everything booked."""
        flights = Counter(self.flew())
        return replace(
            self.table,
            scores={p: self.score(p) for p in self.table.players},
            balances={
                p: n + sum(part.points for part in self.money.get(p, ())) for p, n in self.table.balances.items()
            },
            pot=self.in_pot(),
            flights={p: n + flights[p] for p, n in self.table.flights.items()},
        )


def book(table: Table, deal: Deal, played: Played) -> Booking | Ruling:
    """Score a deal that the rules allow; a Ruling where somebody may not buy down or the pot has no clear winner."""
    booking = Booking(table)
    _antes(booking)
    _tricks(booking, deal, played)
    _flights(booking, deal, played)
    over = any(booking.score(player) <= 0 for player in table.active)
    wrong = _buy_down(booking, deal, over)
    if wrong:
        return wrong
    if over and table.options.money:
        return _take_pot(booking, played)
    return booking


def antes_due(table: Table) -> int:
    """What each player still has to put into the pot of this rams."""
    return table.options.stake if table.antes_due else 0


def _antes(booking: Booking) -> None:
    ante = antes_due(booking.table)
    for player in booking.table.active if ante else ():
        booking.pay(player, ante, say("Ante of the rams"), "rams.money.ante")


def _tricks(booking: Booking, deal: Deal, played: Played) -> None:
    options = booking.table.options
    for player, n in played.tricks.items():
        if player in deal.faults or not n:
            continue
        if played.unplayed:
            clause = "rams.pass.dealer_wins" if player == played.dealer else "rams.pass.lone"
            booking.count(player, -n, say_n("{n} trick unplayed", "{n} tricks unplayed", n), clause)
            booking.happened(player, "unplayed", say("{player} takes the tricks unplayed.", player=player), clause)
        else:
            booking.count(player, -n, say_n("{n} trick", "{n} tricks", n), "rams.score.trick")
        below = booking.score(player)
        if below < 0 and options.floor_at_zero:
            booking.count(player, -below, say("Never below 0 at this table"), "rams.score.negative")


def _flights(booking: Booking, deal: Deal, played: Played) -> None:
    """Who joined and took nothing flies, unless play was stopped; an offender flies where the table says so."""
    for player in played.knocked:
        offender = player in deal.faults
        trickless = not played.tricks.get(player) and not played.stopped_by
        if not (offender or trickless) or played.unplayed:
            continue
        clause = "rams.play.revoke" if offender else "rams.score.flight"
        booking.count(player, FLIGHT, say("Flight"), clause)
        cap(booking, player)
        booking.happened(player, "flight", say("{player} flew.", player=player), clause)
        if booking.table.options.money:
            booking.pay(player, booking.table.options.stake, say("Stake for the flight"), "rams.money.flight")


def cap(booking: Booking, player: Player) -> None:
    """Nobody ever stands above the points that the rams starts on."""
    top = booking.table.options.start_points
    over = booking.score(player) - top
    if over > 0:
        booking.count(player, -over, say("Never more than {top}", top=top), "rams.score.cap")


def _buy_down(booking: Booking, deal: Deal, over: bool) -> Ruling | None:
    options = booking.table.options
    for player in deal.bought_down:
        wrong = buy_down_refused(
            money=options.money,
            allowed=options.buy_down,
            flew=player in booking.flew(),
            on_top=booking.score(player) == options.start_points,
        )
        if wrong is None and over:
            wrong = say("The rams is over: nobody buys down now.")
        if wrong:
            return refuse("rams.buy_down", wrong, "rams.money.buy_down", player=player)
        booking.count(player, -BOUGHT, say("Bought down"), "rams.money.buy_down")
        booking.pay(player, options.stake, say("Stake for buying down"), "rams.money.buy_down")
        booking.happened(player, "buy_down", say("{player} bought down.", player=player), "rams.money.buy_down")
    return None


def buy_down_refused(*, money: bool, allowed: bool, flew: bool, on_top: bool) -> Say | None:
    """Why a player may not buy down, or None: for money, and who has just flown up to 10 (rams.money.buy_down)."""
    if not money:
        return say("Buying down belongs to the game for money.")
    if not allowed:
        return say("At this table nobody buys down.")
    if not flew:
        return say("Only who has just flown may buy down.")
    if not on_top:
        return say("Only who has flown all the way up may buy down.")
    return None


def _take_pot(booking: Booking, played: Played) -> Booking | Ruling:
    winners = _pot_winners(booking, played)
    if isinstance(winners, Ruling):
        return winners
    share, clause = booking.in_pot() // len(winners), "rams.money.pot" if len(winners) == 1 else "rams.money.tie"
    for player in winners:
        booking.pay(player, -share, say("Takes the pot") if len(winners) == 1 else say("Share of the pot"), clause)
        booking.happened(player, "pot", say("{player} takes the pot.", player=player), clause)
    return booking


def _pot_winners(booking: Booking, played: Played) -> list[Player] | Ruling:
    """Who takes the pot of a rams that is over, by the tie rule where several are at 0 or below."""
    home = [player for player in booking.table.active if booking.score(player) <= 0]
    tie = booking.table.options.money_tie
    if len(home) == 1 or tie == "split_ties":
        return home
    if tie == "lowest_score":
        lowest = min(booking.score(player) for player in home)
        return [player for player in home if booking.score(player) == lowest]
    if played.order is None:
        sentence = say("{players} reached 0: give the tricks in order, so that the first can be told.", players=home)
        return refuse("rams.order_needed", sentence, "rams.money.tie")
    return [first_home(booking.table, played.order, home)]
