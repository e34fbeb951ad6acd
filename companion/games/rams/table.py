"""The state of Rams between two deals, and the transition from one rams to the next, to the end or a play-off."""

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
FLIGHT = 5  # points added by a flight
BOUGHT = 2  # points taken off by buying down


@dataclass(frozen=True)
class State:
    """The match between two deals.

    `dealer` is None if anybody may deal. `active` are the players of this rams, in a play-off not all. `leg` is the
    number of the rams.
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
    passed: frozenset[Player] = frozenset()  # players who passed in the last deal
    flew: frozenset[Player] = frozenset()  # players who flew with the last entry
    passed_on_two: frozenset[Player] = frozenset()
    won: Mapping[Player, int] = field(default_factory=dict)  # number of rams won
    earlier: Mapping[Player, int] = field(default_factory=dict)
    finished: tuple[tuple[int, Mapping[Player, int]], ...] = ()
    playoff_from: int | None = None
    winners: tuple[Player, ...] = ()
    deals: int = 0
    begun: bool = False  # a deal of this rams was played
    stopped: Stopped | None = None
    closing: "Closing | None" = None

    @property
    def bought_to(self) -> int:
        """Return the points of a player who has flown to the top and bought down."""
        return self.options.start_points - BOUGHT

    @property
    def over(self) -> bool:
        return bool(self.winners)

    @property
    def played(self) -> Mapping[str, int]:
        """Return the number of deals played, by the unit in which a length can be agreed."""
        return {"deals": self.deals}

    @property
    def obliged(self) -> tuple[Player, ...]:
        """Return the players who must knock in the next deal."""
        return tuple(player for player in self.active if duty(self, player))


@dataclass(frozen=True)
class Closing:
    """The state of a finished match before its last rams was added up, for later penalties.

    `best` are the winners of that rams; empty if the match was stopped during it.
    """

    table: State
    best: tuple[Player, ...]
    stopped: Stopped | None


def start(record: Record) -> State:
    """Return the state before the first deal of the sheet."""
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
    """Refuse an opening with impossible scores, a pot without money, or no rams left."""
    options = record.options
    opening = record.opening
    for player, score in opening.scores.items():
        if not 1 <= score <= options.start_points:
            sentence = say("{player} must have between 1 and {top} points.", player=player, top=options.start_points)
            return impossible("opening.scores", sentence, player=player)
    if set(opening.passed) == set(record.players) and not record.continues:  # the winner of the tricks may have left
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
    """Return the clause that forbids a pass, or None.

    A player on 1 may never pass (rams.pass.one), and a player on 2 not twice in a row (rams.pass.two).
    """
    if score == 1:
        return "rams.pass.one"
    return "rams.pass.two" if score == 2 and passed_on_two else None


def duty(table: State, player: Player) -> str | None:
    """Return the clause by which a player must knock in the next deal, or None."""
    return must_knock(table.scores[player], player in table.passed_on_two)


def next_active(table: State, dealer: Player) -> Player:
    """Return the dealer after `dealer`: the next player of this rams."""
    return turns(table, next_seat(table.players, dealer))[0]


def turns(table: State, first: Player | None) -> tuple[Player, ...]:
    """Return the players of this rams clockwise, from the seat of `first` or by default from the first seat.

    The seat of `first` counts even if its player sits out a play-off.
    """
    at = table.players.index(first) if first else 0
    return tuple(player for player in table.players[at:] + table.players[:at] if player in table.active)


def with_winners(table: State, best: tuple[Player, ...], stopped: Stopped | None = None) -> State:
    """Return the state after an entry: in the same rams, in the next rams, or after the end of the match.

    Args:
        table: the state with the changes by the entry.
        best: the winners of the current rams; empty while it goes on.
        stopped: the reason for which the match ends early.
    """
    after = _finish_rams(table, best) if best else table
    if stopped and not after.over:
        after = _stop(after, stopped)
    return replace(after, closing=Closing(table, best, stopped) if after.over else None)


def _finish_rams(table: State, best: tuple[Player, ...]) -> State:
    """Add a rams won by `best` to the sums, and start the next one or a play-off, or end the match."""
    won = {player: n + (player in best) for player, n in table.won.items()}
    table = replace(table, won=won, passed_on_two=frozenset())
    if table.playoff_from is not None:  # a play-off does not count in the sums
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
    """Add up the current rams without a winner, or drop a play-off (rams.end.agreed)."""
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
    """Return the winners among players tied in sums and flights (rams.end.tie)."""
    if table.options.final_tie != "most_rams_won":
        return level
    most = max(table.won[player] for player in level)
    return tuple(player for player in level if table.won[player] == most)


def _least(table: State, points: Mapping[Player, int], players: tuple[Player, ...]) -> tuple[Player, ...]:
    """Return the players with the fewest points, of those with the fewest flights (rams.end.match, .flights)."""
    best = min((points[player], table.flights[player]) for player in players)
    return tuple(player for player in players if (points[player], table.flights[player]) == best)


def _next_rams(table: State, active: tuple[Player, ...]) -> State:
    """Start the next rams. Flights, sums and money are kept, the duty to knock is not."""
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
    """Return the first dealer of a rams (rams.deal.next_rams), or None if the dealer is drawn."""
    rule = table.options.next_rams_dealer
    if rule == "redraw" or (rule == "continue" and table.dealer is None):
        return None
    seats = turns(table, table.dealer)
    return seats[0] if rule == "continue" else min(seats, key=lambda player: table.sums[player])


def final_places(table: State) -> dict[Player, int]:
    """Return the places: the winners first, then by sum and flights; empty before the end."""
    if not table.winners:
        return {}
    ranks = {p: (1, table.sums[p], table.flights[p]) for p in table.players}
    return places({**ranks, **dict.fromkeys(table.winners, (0, 0, 0))})
