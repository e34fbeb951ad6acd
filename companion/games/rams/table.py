"""Keep a match of Rams between two deals and lead from one rams to the next, to the end and the play-off."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.games.rams.options import Options, Record
from companion.rules.ending import Stopped, places, wrong_count
from companion.rules.entries import Player
from companion.rules.messages import say
from companion.rules.people import next_seat
from companion.rules.rulings import Ruling, impossible
from companion.rules.settlement import wrong_money

SEATS = range(2, 6)
TRICKS = 5
FLIGHT = 5  # points that a flight costs
BOUGHT = 2  # points that buying down takes off


@dataclass(frozen=True)
class State:
    """The match between two deals.

    `dealer` None: any may deal. `active`: who plays this rams, all but in a play-off. `leg`: which rams it is.
    """

    options: Options
    players: tuple[Player, ...]
    dealer: Player | None
    scores: Mapping[Player, int]
    flights: Mapping[Player, int]
    balances: Mapping[Player, int]
    pot: int
    sums: Mapping[Player, int]
    active: tuple[Player, ...]
    antes_due: bool
    leg: int = 1
    passed: frozenset[Player] = frozenset()  # in the last deal
    flew: frozenset[Player] = frozenset()  # with the last entry
    passed_on_two: frozenset[Player] = frozenset()
    won: Mapping[Player, int] = field(default_factory=dict)  # rams
    earlier: Mapping[Player, int] = field(default_factory=dict)
    finished: tuple[tuple[int, Mapping[Player, int]], ...] = ()
    playoff_from: int | None = None
    winners: tuple[Player, ...] = ()
    deals: int = 0
    begun: bool = False  # this rams: somebody has played a deal of it
    stopped: Stopped | None = None
    closing: "Closing | None" = None

    @property
    def bought_to(self) -> int:
        """Return the points of who has flown to the top once bought down."""
        return self.options.start_points - BOUGHT

    @property
    def over(self) -> bool:
        return bool(self.winners)

    @property
    def played(self) -> Mapping[str, int]:
        """Return how much has been played, by the unit in which a length is agreed."""
        return {"deals": self.deals}

    @property
    def obliged(self) -> tuple[Player, ...]:
        """Return who must knock in the next deal."""
        return tuple(player for player in self.active if duty(self, player))


@dataclass(frozen=True)
class Closing:
    """A match that is over, before its last rams was added up: a penalty agreed on afterwards still counts in it.

    `best` are the winners of that rams; nobody, where the match was stopped in the midst of it.
    """

    table: State
    best: tuple[Player, ...]
    stopped: Stopped | None


def start(record: Record) -> State:
    """Return the table before the first deal of the sheet."""
    options = record.options
    opening = record.opening
    zeros = dict.fromkeys(record.players, 0)
    scores = {**dict.fromkeys(record.players, options.start_points), **opening.scores}
    return State(
        options=options,
        players=record.players,
        dealer=opening.dealer or record.players[-1],
        scores=scores,
        flights={**zeros, **opening.flights},
        balances={**zeros, **opening.balances},
        pot=opening.pot or 0,
        sums={**zeros, **opening.sums},
        earlier={**zeros, **opening.sums},
        active=record.players,
        antes_due=options.money and opening.pot is None,
        leg=opening.rams_finished + 1,
        passed=frozenset(opening.passed),
        passed_on_two=frozenset(player for player in opening.passed if scores[player] == 2),
        won={**zeros, **opening.rams_won},
        deals=opening.deals_played,
        begun=bool(opening.scores or opening.passed or opening.pot),
    )


def check_opening(record: Record) -> Ruling | None:
    """Refuse a position to go on from with scores outside the sheet, a pot without money, or no rams left."""
    options = record.options
    opening = record.opening
    for player, score in opening.scores.items():
        if not 1 <= score <= options.start_points:
            sentence = say("{player} must have between 1 and {top} points.", player=player, top=options.start_points)
            return impossible("opening.scores", sentence, player=player)
    if set(opening.passed) == set(record.players) and not record.continues:  # else who took the tricks may have left
        return impossible("opening.passed", say("Not everybody can have passed: somebody took the five tricks."))
    if min((opening.rams_finished, opening.pot or 0, *opening.flights.values(), *opening.rams_won.values())) < 0:
        return impossible("opening.negative", say("Flights, finished rams and the pot cannot be negative."))
    if opening.rams_finished >= options.rams_count:
        return impossible("opening.rams_finished", say("All {n} rams are already played.", n=options.rams_count))
    if not options.money and (opening.pot or any(opening.balances.values())):
        return impossible("opening.money", say("A pot or balances need the house rule “Play for money”."))
    wrong = wrong_count(opening.deals_played, options.length)
    return wrong or wrong_money(opening.balances, opening.pot or 0)


def must_knock(score: int, passed_on_two: bool) -> str | None:
    """Return the clause that forbids a pass, or None: on 1 always (rams.pass.one), on 2 after a pass there
    (rams.pass.two).
    """
    if score == 1:
        return "rams.pass.one"
    return "rams.pass.two" if score == 2 and passed_on_two else None


def duty(table: State, player: Player) -> str | None:
    """Return the clause by which a player must knock in the next deal, or None."""
    return must_knock(table.scores[player], player in table.passed_on_two)


def next_active(table: State, dealer: Player) -> Player:
    """Return whose deal it is after `dealer`: the next who plays this rams."""
    return turns(table, next_seat(table.players, dealer))[0]


def turns(table: State, first: Player | None) -> tuple[Player, ...]:
    """Return who plays this rams, clockwise from a seat whether or not its owner plays; by default from the first.

    A play-off leaves seats out, never the order.
    """
    at = table.players.index(first) if first else 0
    return tuple(player for player in table.players[at:] + table.players[:at] if player in table.active)


def settled(table: State, best: tuple[Player, ...], stopped: Stopped | None = None) -> State:
    """Return the table once an entry is fully counted: the next rams, or the end of the match.

    Args:
        best: The winners of the rams under way; empty while it goes on.
        stopped: The reason for which the match ends here, by its length or by agreement.
    """
    after = _finish_rams(table, best) if best else table
    if stopped and not after.over:
        after = _stop(after, stopped)
    return replace(after, closing=Closing(table, best, stopped) if after.over else None)


def _finish_rams(table: State, best: tuple[Player, ...]) -> State:
    """Add a rams that `best` have won to the sums and lay out the next one, a play-off, or the end."""
    won = {player: n + (player in best) for player, n in table.won.items()}
    table = replace(table, won=won, passed_on_two=frozenset())
    if table.playoff_from is not None:  # it decides, and does not count in the sums
        level = _least(table, table.scores, table.active)
        return replace(table, winners=level) if len(level) == 1 else _next_rams(table, level)
    table = _added_up(table)
    if table.leg < table.options.rams_count:
        return _next_rams(table, table.active)
    level = _least(table, table.sums, table.players)
    if len(level) > 1 and table.options.final_tie == "playoff_rams":
        return _next_rams(replace(table, playoff_from=table.leg + 1), level)
    return replace(table, winners=_best(table, level))


def _stop(table: State, stopped: Stopped) -> State:
    """Add up the rams under way as it stands, won by nobody; drop a play-off (rams.end.agreed)."""
    table = replace(table, stopped=stopped)
    if table.playoff_from is not None:
        return replace(table, winners=table.active)
    if table.begun:
        table = _added_up(table)
    elif table.finished:
        leg, scores = table.finished[-1]
        table = replace(table, leg=leg, scores=scores)
    return replace(table, winners=_best(table, _least(table, table.sums, table.players)))


def _added_up(table: State) -> State:
    sums = {player: table.sums[player] + table.scores[player] for player in table.players}
    return replace(table, sums=sums, finished=(*table.finished, (table.leg, table.scores)))


def _best(table: State, level: tuple[Player, ...]) -> tuple[Player, ...]:
    """Return who wins among those who are level on points and flights (rams.end.tie)."""
    if table.options.final_tie != "most_rams_won":
        return level
    most = max(table.won[player] for player in level)
    return tuple(player for player in level if table.won[player] == most)


def _least(table: State, points: Mapping[Player, int], players: tuple[Player, ...]) -> tuple[Player, ...]:
    """Return who has the fewest points, and among those the fewest flights (rams.end.match, rams.end.flights)."""
    best = min((points[player], table.flights[player]) for player in players)
    return tuple(player for player in players if (points[player], table.flights[player]) == best)


def _next_rams(table: State, active: tuple[Player, ...]) -> State:
    """Start anew everybody who plays on; flights, sums and money are carried over, a duty to knock is not."""
    fresh = replace(
        table,
        active=active,
        leg=table.leg + 1,
        scores={**table.scores, **dict.fromkeys(active, table.options.start_points)},
        antes_due=table.options.money,
        begun=False,
    )
    return replace(fresh, dealer=_dealer(fresh))


def _dealer(table: State) -> Player | None:
    """Return who deals first in a rams (rams.deal.next_rams); None where the table draws."""
    rule = table.options.next_rams_dealer
    if rule == "redraw" or (rule == "continue" and table.dealer is None):
        return None
    seats = turns(table, table.dealer)
    return seats[0] if rule == "continue" else min(seats, key=lambda player: table.sums[player])


def final_places(table: State) -> dict[Player, int]:
    """Return places: winners first, together, then by sum and flights; none before the end."""
    if not table.winners:
        return {}
    ranks = {p: (1, table.sums[p], table.flights[p]) for p in table.players}
    return places({**ranks, **dict.fromkeys(table.winners, (0, 0, 0))})
