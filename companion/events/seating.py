"""Propose the tables of the next round: who sits out, who sits with whom, and the lower bound of repeats.

The proposal follows from the entries and the seed of the draw alone: the same event has the same answer. The plan of
the whole event is not stored; it is computed again from the rounds that were played.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import accumulate, chain, combinations
from math import lcm
from random import Random

from companion.events import Seating, movements
from companion.events.movements import Meetings
from companion.events.results import unknown
from companion.events.standings import Row, standings
from companion.events.state import Round, State, Table
from companion.rules.entries import Player
from companion.rules.messages import say
from companion.rules.rulings import Ruling, refuse

Names = tuple[Player, ...]
Tables = tuple[Names, ...]
Cost = Sequence[Sequence[int]]

MOST_SWAPS = 400_000  # swaps that a search for the nearest neighbours may try
MOST_RESTARTS = 1_000  # times that it may start again
RANDOM_SWAPS = 3  # random swaps with which it starts again
ROUNDS_AHEAD = 8  # rounds planned if the event has no number of rounds and no movement is known


@dataclass(frozen=True)
class Situation:
    """The facts from which the next round is proposed."""

    players: Names  # everybody who was ever in the event, in order of entry
    here: frozenset[Player]  # players who are in and present
    standings: tuple[Row, ...]
    rounds: tuple[Round, ...]
    seats: tuple[int, ...]  # the sizes of tables, the preferred one first
    seating: Seating
    planned: int | None = None  # number of rounds of the whole event
    draw: int = 0


@dataclass(frozen=True)
class WholePlan:
    """The number of all rounds, played and to come, their repeats, and the lower bound of repeats."""

    rounds: int
    repeats: int
    bound: int


@dataclass(frozen=True)
class Proposal:
    """The next round: its tables in order of their sizes, the names in order of the seats."""

    tables: Tables
    bye: Names
    repeats: int
    bound: int
    met: tuple[tuple[Player, Player, int], ...]
    plan: WholePlan | None = None

    @property
    def optimal(self) -> bool:
        return self.repeats == self.bound


def propose_round(state: State, away: Collection[Player] = ()) -> Proposal | Ruling:
    """Return a proposal for the next round of an event, or a refusal.

    Args:
        state: the event after all its entries.
        away: players who are not there today, by their own names or those of their stand-ins.
    """
    if state.open:
        sentence = say("Round {n} is open. Close it first.", n=state.open.number)
        return refuse("event.round", sentence, "tournament.round.one")
    if state.is_finished:
        return refuse("event.over", say("The event is over: no round follows."), "tournament.end.over")
    names = [state.row_of(name) for name in away]
    if stranger := next((name for name in names if name not in state.rows), None):
        return unknown(stranger)
    terms = state.event.terms
    here = frozenset(state.active).difference(state.rows[name] for name in names)
    written = tuple(one for one in state.rounds if not one.is_struck)
    situation = Situation(
        tuple(state.people), here, standings(state), written, terms.seats, terms.seating, terms.rounds, terms.draw
    )
    sentence = say("Too few players are here: the smallest table has {n}.", n=min(terms.seats))
    return propose(situation) or refuse("event.size", sentence, "tournament.seat.size")


def propose(event: Situation) -> Proposal | None:
    """Return the next round, or None if no table can be filled."""
    sizes = table_sizes(len(event.here), event.seats)
    if not sizes:
        return None
    whole = None
    if event.seating == "meet":
        tables, bye, whole = _meet(event)
    else:
        order = _order(event)
        bye = _sit_out(event, order, sum(sizes))
        tables = SEATINGS[event.seating](event, [name for name in order if name not in bye], sizes)
    numbers = _numbers(event.players)
    meetings, earlier = _history(event.rounds, numbers)
    seated = [tuple(numbers[name] for name in table) for table in tables]
    met = tuple(
        (event.players[a], event.players[b], meetings.times[a, b])
        for a, b in sorted((min(pair), max(pair)) for pair in movements.pairs(seated))
        if meetings.times.get((a, b))
    )
    bound = _bound(meetings, list(chain(*earlier)), list(chain(*seated)), sizes, len(met)) if met else 0
    return Proposal(tables, bye, len(met), bound, met, whole)


def table_sizes(players: int, seats: Sequence[int]) -> tuple[int, ...]:
    """Return table sizes that leave out the fewest players; of these, with the most tables of the first size."""

    @cache
    def exactly(rest: int, at: int) -> tuple[int, ...] | None:
        if at == len(seats):
            return None if rest else ()
        for count in range(rest // seats[at], -1, -1):
            others = exactly(rest - count * seats[at], at + 1)
            if others is not None:
                return (seats[at],) * count + others
        return None

    return next(sizes for seated in range(players, -1, -1) if (sizes := exactly(seated, 0)) is not None)


def lot(names: Iterable[Player], draw: int, number: int) -> list[Player]:
    """Return the names in the order of the lots drawn for a round."""
    rng = Random(draw * 1000 + number)  # noqa: S311 (no secret)
    return sorted(names, key=lambda _: rng.random())


def _order(event: Situation) -> list[Player]:
    """Return the players who are here in order of the standings or lots; then the unranked, in order of entry."""
    here = [name for name in event.players if name in event.here]
    if event.seating == "lots":
        return lot(here, event.draw, len(event.rounds))
    ranked = [row.player for row in event.standings if row.rank is not None and row.player in event.here]
    return [*ranked, *(name for name in here if name not in ranked)]


def _sat_out(rounds: Sequence[Round], names: Iterable[Player]) -> dict[Player, int]:
    """Return how many rounds each player has sat out or missed."""
    sat = [set(chain(*one.met)) for one in rounds]
    return {name: sum(name not in one for one in sat) for name in names}


def _sit_out(event: Situation, order: Sequence[Player], seats: int) -> Names:
    """Return who sits out: the last of those who did so least, for "fold" the first (tournament.seat.bye)."""
    counts = _sat_out(event.rounds, order)
    first = order if event.seating == "fold" else order[::-1]
    return tuple(sorted(first, key=lambda name: counts[name])[: len(order) - seats])


def _numbers(names: Iterable[Player]) -> dict[Player, int]:
    return {name: number for number, name in enumerate(names)}


def _history(rounds: Sequence[Round], numbers: dict[Player, int]) -> tuple[Meetings, list[list[movements.Table]]]:
    """Return who has met whom, and the tables of each round, both without players who have no number."""
    earlier = [[tuple(numbers[name] for name in table if name in numbers) for table in one.met] for one in rounds]
    meetings = Meetings(len(numbers))
    for tables in earlier:
        meetings.add(tables)
    return meetings, earlier


def _bound(
    meetings: Meetings, earlier: Sequence[movements.Table], seated: Sequence[int], sizes: Sequence[int], known: int
) -> int:
    if set(sizes) == {2}:
        cost = [[meetings.met[a] >> b & 1 for b in seated] for a in seated]
        return sum(cost[a][b] for a, b in _couples(cost))
    bound = movements.round_bound(meetings, earlier, seated, sizes)
    return bound if bound == known else movements.fewest_repeats(meetings, seated, sizes, bound, known)


def _in_turn(_: Situation, names: Sequence[Player], sizes: Sequence[int]) -> Tables:
    """Return tables filled one after the other (tournament.seat.lots, .rank)."""
    return tuple(tuple(names[end - size : end]) for size, end in zip(sizes, accumulate(sizes), strict=True))


def _fold(event: Situation, names: Sequence[Player], sizes: Sequence[int]) -> Tables:
    """Return tables dealt out in turn, back and forth, each seated in order of entry (tournament.seat.fold)."""
    tables: list[list[Player]] = [[] for _ in sizes]
    rest = list(names)
    there = True
    while rest:
        for place in range(len(sizes)) if there else reversed(range(len(sizes))):
            if len(tables[place]) < sizes[place]:
                tables[place].append(rest.pop(0))
        there = not there
    return tuple(tuple(sorted(table, key=event.players.index)) for table in tables)


def _swiss(event: Situation, names: Sequence[Player], sizes: Sequence[int]) -> Tables:
    """Return tables with the fewest repeats, then with the smallest differences of totals (tournament.seat.swiss)."""
    totals: dict[Player, Fraction] = {row.player: row.total for row in event.standings}
    unit = lcm(*(total.denominator for total in totals.values()))
    points = [int(totals.get(name, Fraction(0)) * unit) for name in names]
    repeat = 1 + (max(points) - min(points)) * len(names) * max(sizes)
    met = _history(event.rounds, _numbers(names))[0].met
    everybody = range(len(names))
    cost = [[(met[a] >> b & 1) * repeat + abs(points[a] - points[b]) for b in everybody] for a in everybody]
    tables = _couples(cost) if set(sizes) == {2} else _nearest(cost, sizes)
    nearest = movements.in_order(sorted(map(sorted, tables)), sizes)
    return tuple(tuple(names[number] for number in table) for table in nearest)


Seated = Callable[[Situation, Sequence[Player], Sequence[int]], Tables]
SEATINGS: dict[str, Seated] = {"lots": _in_turn, "rank": _in_turn, "fold": _fold, "swiss": _swiss}


def _couples(cost: Cost) -> list[tuple[int, int]]:
    """Return all players in pairs so that the sum of costs is the least."""
    from networkx import Graph, min_weight_matching  # noqa: PLC0415 (loading takes a tenth of a second)

    graph = Graph()
    graph.add_weighted_edges_from((a, b, cost[a][b]) for a, b in combinations(range(len(cost)), 2))
    return sorted((min(couple), max(couple)) for couple in min_weight_matching(graph))


def _nearest(cost: Cost, sizes: Sequence[int]) -> list[list[int]]:
    """Return tables of low total cost, by a local search that starts again after random swaps."""
    n = len(cost)
    at = [place for place, size in enumerate(sizes) for _ in range(size)]
    rng = Random(n)  # noqa: S311 (no secret)
    best, least = list(at), -1
    for _ in range(min(MOST_RESTARTS, 1 + MOST_SWAPS // (n * n))):
        price = _improved(cost, at, len(sizes))
        if least < 0 or price < least:
            best, least = list(at), price
        at = list(best)
        for _ in range(RANDOM_SWAPS):
            a, b = int(rng.random() * n), int(rng.random() * n)
            at[a], at[b] = at[b], at[a]
    return [[player for player in range(n) if best[player] == place] for place in range(len(sizes))]


def _improved(cost: Cost, at: list[int], tables: int) -> int:
    """Swap the tables of players in `at` as long as that lowers the total cost, and return the cost."""
    n = len(at)
    sums = [[sum(row[b] for b in range(n) if at[b] == place) for place in range(tables)] for row in cost]
    swapped = True
    while swapped:
        swapped = False
        for a, b in combinations(range(n), 2):
            here, there = at[a], at[b]
            if here == there:
                continue
            if sums[a][there] + sums[b][here] - 2 * cost[a][b] < sums[a][here] + sums[b][there]:
                for row, of in zip(sums, cost, strict=True):
                    row[here] += of[b] - of[a]
                    row[there] -= of[b] - of[a]
                at[a], at[b] = there, here
                swapped = True
    return sum(sums[player][at[player]] for player in range(n)) // 2


@dataclass(frozen=True)
class _Plan:
    """The rounds planned from round `start` on; valid while the same people are here and play as planned."""

    start: int
    present: frozenset[Player]
    rounds: tuple[Round, ...]


def _meet(event: Situation) -> tuple[Tables, Names, WholePlan | None]:
    """Return the next round of the plan in force, and the figures of the whole plan (tournament.seat.meet).

    A plan holds until somebody comes or goes, or a round is written that differs from the proposed one. Then the
    remaining rounds are planned again, beginning with what is left of the old plan.
    """
    played, plans = len(event.rounds), 0
    plan, kept = _Plan(0, frozenset(), ()), False
    for number, written in enumerate((*event.rounds, None)):
        present = written.named if written else event.here
        if not (kept and _goes_on(plan, event, number, present)):
            plans += 1
            plan = _planned(event, number, present, plan, movements.STEPS // plans**2)
        kept = written is not None and _is_same(plan.rounds[number - plan.start], written)
    chosen = plan.rounds[played - plan.start]
    order = lot(chain(*chosen.met), event.draw, played)
    tables = tuple(tuple(sorted(table, key=order.index)) for table in chosen.met)
    return tables, chosen.bye, _whole(event, plan) if event.planned else None


def _goes_on(plan: _Plan, event: Situation, number: int, present: frozenset[Player]) -> bool:
    """Return True if a plan has this round for these people and lets the right players sit out."""
    if present != plan.present or number - plan.start >= len(plan.rounds):
        return False
    bye = plan.rounds[number - plan.start].bye
    counts = _sat_out(event.rounds[:number], present)
    return not bye or max(map(counts.__getitem__, bye)) <= min(map(counts.__getitem__, present.difference(bye)))


def _is_same(planned: Round, written: Round) -> bool:
    tables = [{frozenset(table.seats) for table in one.tables} for one in (planned, written)]
    return tables[0] == tables[1] and set(planned.bye) == set(written.bye)


def _whole(event: Situation, plan: _Plan) -> WholePlan:
    """Return the figures of all rounds together, played and to come."""
    played, coming = len(event.rounds), plan.rounds[len(event.rounds) - plan.start :]
    so_far, _ = _history(event.rounds, _numbers(event.players))
    repeats = sum(so_far.times.values()) - len(so_far.times)
    here = _numbers(sorted(plan.present))
    meetings, earlier = _history(event.rounds, here)
    sizes = [len(table.seats) for table in coming[0].tables]
    bound = repeats + movements.plan_bound(meetings, earlier, range(len(here)), sizes, len(coming))
    more, _ = _history((*event.rounds, *coming), _numbers(event.players))
    return WholePlan(played + len(coming), sum(more.times.values()) - len(more.times), bound)


def _planned(event: Situation, number: int, present: frozenset[Player], before: _Plan, steps: int) -> _Plan:
    """Return a plan from round `number` on that begins with the earlier plan and tries at most `steps` swaps."""
    names = lot((name for name in event.players if name in present), event.draw, number)
    sizes = table_sizes(len(names), event.seats)
    if not sizes:
        return _Plan(number, present, (Round(number),))
    numbers = _numbers(names)
    meetings, earlier = _history(event.rounds[:number], numbers)
    known = movements.movement(len(names), sizes)
    if event.planned is None and not meetings.unmet(range(len(names))):
        meetings, earlier = Meetings(len(names)), []  # everybody has met everybody: count from the beginning
    ahead = len(known) or ROUNDS_AHEAD
    coming = max(1, event.planned - number if event.planned else ahead - number % ahead)
    counts = list(_sat_out(event.rounds[:number], names).values())
    ready = _continued(known, meetings, earlier, coming)
    if not ready or _seated(ready, counts, sizes, coming) != [sorted(chain(*one)) for one in ready]:
        coming = coming if event.planned or ready else min(coming, ROUNDS_AHEAD)
        left = before.rounds[max(0, number - before.start) :]
        draft = [[[numbers[name] for name in table if name in numbers] for table in one.met] for one in left]
        seated = _seated(ready or draft, counts, sizes, coming)
        least = movements.plan_bound(meetings, earlier, range(len(names)), sizes, coming)
        ready = movements.plan(meetings, sizes, seated, ready or draft, least=least, steps=steps)
        ready = movements.soonest(meetings, ready) if len(names) == sum(sizes) else ready
    return _Plan(number, present, tuple(_named(one, names) for one in ready))


def _named(one: movements.Round, names: Sequence[Player]) -> Round:
    tables = tuple(Table(tuple(names[player] for player in table)) for table in one)
    return Round(0, tables, tuple(name for n, name in enumerate(names) if n not in set(chain(*one))))


def _continued(
    known: list[movements.Round], meetings: Meetings, earlier: Sequence[Sequence[movements.Table]], coming: int
) -> list[movements.Round]:
    """Return the coming rounds of a known movement, if it can begin now or began with the last round."""
    if not known or not any(meetings.met):
        return _repeated(known, meetings.n, coming)
    only = Meetings(meetings.n)
    only.add(earlier[-1])
    sizes = [len(table) for table in known[0]]
    if only.times != meetings.times or sorted(map(len, earlier[-1])) != sorted(sizes):
        return []
    seats = list(dict.fromkeys([*chain(*known[0]), *range(meetings.n)]))
    players = list(dict.fromkeys([*chain(*movements.in_order(earlier[-1], sizes)), *range(meetings.n)]))
    at = dict(zip(seats, players, strict=True))
    moved = [tuple(tuple(at[player] for player in table) for table in one) for one in known]
    return _repeated(moved, meetings.n, coming + 1)[1:]


def _repeated(known: list[movements.Round], n: int, coming: int) -> list[movements.Round]:
    """Return the first `coming` rounds of a movement; it starts again only if all players meet in it."""
    met = len(list(movements.pairs(chain(*known))))
    return (known * (coming if 2 * met == n * (n - 1) else 1))[:coming]


def _seated(draft: movements.Drafts, counts: Sequence[int], sizes: Sequence[int], coming: int) -> list[list[int]]:
    """Return who plays in each coming round: the players who have sat out least sit out.

    Among these, full tables of the draft stay together; otherwise the order is that of the lots.
    """
    so_far = list(counts)
    players = range(len(counts))
    rounds = []
    for number in range(coming):
        full = [table for table in draft[number] if len(table) >= min(sizes)] if number < len(draft) else []
        firm = set(chain(*full))
        by_right = sorted(players, key=lambda player: (so_far[player], player in firm))
        out = by_right[: len(players) - sum(sizes)]
        for player in out:
            so_far[player] += 1
        rounds.append([player for player in players if player not in out])
    return rounds
