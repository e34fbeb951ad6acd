"""Propose the tables of the next round: who sits out, who sits with whom, and how few repeats there must be.

All is worked out from what was written, with no chance but the draw: the same event has the same answer. The plan for
the whole event is not stored either; the one from which the first rounds were proposed is worked out again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from itertools import chain, combinations
from math import lcm
from random import Random
from typing import Literal

from companion.events import movements
from companion.events.movements import Meetings

Names = tuple[str, ...]
Tables = tuple[Names, ...]
Cost = Sequence[Sequence[int]]

LOOKS = 400_000  # swaps that a search for the nearest neighbours may look at
KICKS = 3  # swaps by chance to get out of a corner
AHEAD = 8  # rounds planned where nobody said how many there will be and no movement is known


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """Hold a round as it was written, open or closed."""

    tables: Tables
    bye: Names = ()
    absent: frozenset[str] = frozenset()  # who did not come to their table

    @property
    def present(self) -> frozenset[str]:
        return frozenset(chain(self.bye, *self.tables))

    @property
    def sat(self) -> Tables:
        """Return the tables of two or more with those who came."""
        came = (tuple(name for name in table if name not in self.absent) for table in self.tables)
        return tuple(table for table in came if len(table) > 1)


@dataclass(frozen=True, slots=True)
class Place:
    """Hold a player's place in the standings; no rank for the unranked."""

    player: str
    rank: int | None
    total: int | Fraction


@dataclass(frozen=True, slots=True)
class Situation:
    """Hold what the next round is proposed from."""

    players: Names  # everybody who was ever in, in order of entry
    here: frozenset[str]  # who is in and has come
    standings: tuple[Place, ...]  # in order
    rounds: tuple[PlayedRound, ...]
    seats: tuple[int, ...]  # the sizes of tables, the wanted one first
    seating: Literal["lots", "meet", "rank", "swiss", "fold"]
    planned: int | None = None  # rounds of the whole event
    draw: int = 0


@dataclass(frozen=True, slots=True)
class WholePlan:
    """Tell of all rounds together, played and to come: how many, their repeats, and a number they cannot go below."""

    rounds: int
    repeats: int
    bound: int


@dataclass(frozen=True, slots=True)
class Proposal:
    """Hold the next round: its tables in order of their sizes, the names in order of the seats."""

    round: int
    tables: Tables
    bye: Names
    repeats: int
    bound: int
    met: tuple[tuple[str, str, int], ...]
    plan: WholePlan | None = None

    @property
    def optimal(self) -> bool:
        return self.repeats == self.bound


def propose(event: Situation) -> Proposal | None:
    """Return the next round, or nothing where no table can be filled."""
    sizes = table_sizes(len(event.here), event.seats)
    if not sizes:
        return None
    whole = None
    if event.seating == "meet":
        tables, bye, whole = _meet(event)
    else:
        order = _order(event)
        bye = _sit_out(event, order, sum(sizes))
        tables = WAYS[event.seating](event, [name for name in order if name not in bye], sizes)
    numbers = {name: number for number, name in enumerate(event.players)}
    meetings, earlier = _history(event.rounds, numbers)
    seated = [tuple(numbers[name] for name in table) for table in tables]
    met = tuple(
        (event.players[a], event.players[b], meetings.times[a, b])
        for a, b in sorted((min(pair), max(pair)) for pair in movements.pairs(seated))
        if meetings.times.get((a, b))
    )
    bound = _bound(meetings, earlier, list(chain(*seated)), sizes) if met else 0
    return Proposal(len(event.rounds) + 1, tables, bye, len(met), bound, met, whole)


def table_sizes(players: int, seats: Sequence[int]) -> tuple[int, ...]:
    """Return the sizes of the tables at which the fewest sit out, then with the most of the first size, and so on."""

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


def lot(names: Iterable[str], draw: int, number: int) -> list[str]:
    """Return the names in the order of the lots drawn for a round."""
    rng = Random(draw * 1000 + number)  # noqa: S311 (no secret)
    return sorted(names, key=lambda _: rng.random())


def _order(event: Situation) -> list[str]:
    """Return who is here in order of the standings, or of the lots; the unranked as they entered."""
    here = [name for name in event.players if name in event.here]
    if event.seating == "lots":
        return lot(here, event.draw, len(event.rounds))
    ranked = [place.player for place in event.standings if place.rank is not None and place.player in event.here]
    return [*ranked, *(name for name in here if name not in ranked)]


def _sat_out(rounds: Sequence[PlayedRound], names: Iterable[str]) -> dict[str, int]:
    """Return how many rounds each has sat out or missed."""
    sat = [set(chain(*one.sat)) for one in rounds]
    return {name: sum(name not in one for one in sat) for name in names}


def _sit_out(event: Situation, order: Sequence[str], seats: int) -> Names:
    """Return who sits out: of those who did so least the last in this order, with fold the first."""
    counts = _sat_out(event.rounds, order)
    first = order if event.seating == "fold" else order[::-1]
    return tuple(sorted(first, key=lambda name: counts[name])[: len(order) - seats])


def _history(rounds: Sequence[PlayedRound], numbers: dict[str, int]) -> tuple[Meetings, list[list[movements.Table]]]:
    """Return who has met whom, and the tables of each round, with those alone who have a number."""
    earlier = [[tuple(numbers[name] for name in table if name in numbers) for table in one.sat] for one in rounds]
    meetings = Meetings(len(numbers))
    for tables in earlier:
        meetings.add(tables)
    return meetings, earlier


def _bound(
    meetings: Meetings, earlier: Sequence[Sequence[movements.Table]], seated: Sequence[int], sizes: Sequence[int]
) -> int:
    if set(sizes) == {2}:
        cost = [[meetings.met[a] >> b & 1 for b in seated] for a in seated]
        return sum(cost[a][b] for a, b in _couples(cost))
    return movements.round_bound(meetings, list(chain(*earlier)), seated, sizes)


# The ways that look at one round alone


def _dealt(names: Sequence[str], sizes: Sequence[int]) -> Tables:
    """Return tables filled one after the other."""
    rest = iter(names)
    return tuple(tuple(next(rest) for _ in range(size)) for size in sizes)


def _in_turn(event: Situation, names: Sequence[str], sizes: Sequence[int]) -> Tables:
    return _dealt(names, sizes)


def _fold(event: Situation, names: Sequence[str], sizes: Sequence[int]) -> Tables:
    """Return the first with the last: dealt out to the tables in turn, there and back, and seated as they entered."""
    tables: list[list[str]] = [[] for _ in sizes]
    rest = list(names)
    there = True
    while rest:
        for place in range(len(sizes)) if there else reversed(range(len(sizes))):
            if len(tables[place]) < sizes[place]:
                tables[place].append(rest.pop(0))
        there = not there
    return tuple(tuple(sorted(table, key=event.players.index)) for table in tables)


def _swiss(event: Situation, names: Sequence[str], sizes: Sequence[int]) -> Tables:
    """Return tables with the fewest repeats, then the least differences in total."""
    numbers = {name: number for number, name in enumerate(names)}
    totals = {place.player: Fraction(place.total) for place in event.standings}
    unit = lcm(*(total.denominator for total in totals.values()))
    points = [int(totals.get(name, Fraction(0)) * unit) for name in names]
    repeat = 1 + (max(points) - min(points)) * len(names) * max(sizes)
    met = _history(event.rounds, numbers)[0].met
    everybody = range(len(names))
    cost = [[(met[a] >> b & 1) * repeat + abs(points[a] - points[b]) for b in everybody] for a in everybody]
    tables = _couples(cost) if set(sizes) == {2} else _nearest(cost, sizes)
    nearest = movements.in_order(sorted(map(sorted, tables)), sizes)
    return tuple(tuple(names[number] for number in table) for table in nearest)


WAYS: dict[str, Callable[[Situation, Sequence[str], Sequence[int]], Tables]] = {
    "lots": _in_turn,
    "rank": _in_turn,
    "fold": _fold,
    "swiss": _swiss,
}


def _couples(cost: Cost) -> list[tuple[int, int]]:
    """Return everybody in couples of the least cost in all."""
    from networkx import Graph, min_weight_matching  # noqa: PLC0415 (a tenth of a second that other commands save)

    graph = Graph()
    graph.add_weighted_edges_from((a, b, cost[a][b]) for a, b in combinations(range(len(cost)), 2))
    return sorted((min(couple), max(couple)) for couple in min_weight_matching(graph))


def _nearest(cost: Cost, sizes: Sequence[int]) -> list[list[int]]:
    """Return tables of little cost in all: swaps as long as one is cheaper, then some by chance, and again."""
    n = len(cost)
    at = [place for place, size in enumerate(sizes) for _ in range(size)]
    rng = Random(n)  # noqa: S311 (no secret)
    best, least = list(at), -1
    for _ in range(max(1, LOOKS // (n * n))):
        price = _settle(cost, at, len(sizes))
        if least < 0 or price < least:
            best, least = list(at), price
        at = list(best)
        for _ in range(KICKS):
            a, b = int(rng.random() * n), int(rng.random() * n)
            at[a], at[b] = at[b], at[a]
    return [[player for player in range(n) if best[player] == place] for place in range(len(sizes))]


def _settle(cost: Cost, at: list[int], tables: int) -> int:
    """Swap players as long as that lowers the cost, and return it.

    Args:
        cost: of each two at one table.
        at: the table of each player, changed in place.
        tables: how many there are.
    """
    n = len(at)
    sums = [[0] * tables for _ in range(n)]  # what each player would cost at each table
    for a in range(n):
        for b in range(n):
            sums[a][at[b]] += cost[a][b]
    swapped = True
    while swapped:
        swapped = False
        for a, b in combinations(range(n), 2):
            here, there = at[a], at[b]
            if here != there and (sums[a][there] + sums[b][here] - 2 * cost[a][b] < sums[a][here] + sums[b][there]):
                for row, of in zip(sums, cost, strict=True):
                    change = of[b] - of[a]
                    row[here] += change
                    row[there] -= change
                at[a], at[b] = there, here
                swapped = True
    return sum(sums[player][at[player]] for player in range(n)) // 2


# meet: a plan for all rounds


@dataclass(frozen=True, slots=True)
class _Plan:
    """Hold the rounds planned from one on, as long as the same people are here and play them."""

    start: int
    present: frozenset[str]
    rounds: tuple[PlayedRound, ...] = ()
    bound: int = 0
    kept: bool = field(default=True)  # all rounds written since were those of the plan

    def at(self, number: int) -> PlayedRound | None:
        place = number - self.start
        return self.rounds[place] if 0 <= place < len(self.rounds) else None

    def holds(self, event: Situation, number: int, present: frozenset[str]) -> bool:
        planned = self.at(number)
        return (
            self.kept
            and planned is not None
            and present == self.present
            and _is_fair(_sat_out(event.rounds[:number], present), planned.bye)
        )


def _is_fair(counts: dict[str, int], bye: Iterable[str]) -> bool:
    """Return whether nobody who sits out has done so more often than one who plays."""
    out = set(bye)
    playing = (count for name, count in counts.items() if name not in out)
    return max((counts[name] for name in out), default=0) <= min(playing, default=0)


def _meet(event: Situation) -> tuple[Tables, Names, WholePlan | None]:
    """Return the next round of the plan in force, and what it comes to as a whole.

    A plan holds until somebody comes or goes, or until another round is written than the one proposed; then the
    rest is planned anew from what is left of it.
    """
    played = len(event.rounds)
    plan = _Plan(0, frozenset())
    plans = 0
    for number in range(played + 1):
        present = event.here if number == played else event.rounds[number].present
        if not plan.holds(event, number, present):
            plans += 1
            plan = _planned(event, number, present, plan, movements.STEPS // plans**2)
        if number < played and not _is_same(plan.at(number), event.rounds[number]):
            plan = replace(plan, kept=False)
    chosen = plan.at(played)
    assert chosen
    order = lot(chain(chosen.bye, *chosen.tables), event.draw, played)
    tables = tuple(tuple(sorted(table, key=order.index)) for table in chosen.tables)
    return tables, chosen.bye, _whole(event, plan) if event.planned else None


def _is_same(planned: PlayedRound | None, written: PlayedRound) -> bool:
    return (
        planned is not None
        and set(planned.bye) == set(written.bye)
        and set(map(frozenset, planned.tables)) == set(map(frozenset, written.tables))
    )


def _whole(event: Situation, plan: _Plan) -> WholePlan:
    numbers = {name: number for number, name in enumerate(event.players)}
    so_far = Meetings(len(numbers))
    repeats = [so_far.add([numbers[name] for name in table] for table in one.sat) for one in event.rounds]
    played, rest = len(repeats), plan.rounds[len(repeats) - plan.start :]
    here = {name: number for number, name in enumerate(sorted(plan.present, key=event.players.index))}
    meetings, earlier = _history(event.rounds, here)
    sizes = [len(table) for table in rest[0].tables]
    bound = sum(repeats) + movements.plan_bound(meetings, earlier, list(here.values()), sizes, len(rest))
    coming = sum(so_far.add([numbers[name] for name in table] for table in one.tables) for one in rest)
    return WholePlan(played + len(rest), sum(repeats) + coming, bound)


def _planned(event: Situation, number: int, present: frozenset[str], before: _Plan, steps: int) -> _Plan:
    """Return a plan from a round on.

    Args:
        event: all that was written; what comes after that round is not looked at.
        number: the round, from 0.
        present: who is here.
        before: the plan in force until now, from which it begins.
        steps: how many swaps may be looked at.
    """
    names = lot((name for name in event.players if name in present), event.draw, number)
    sizes = table_sizes(len(names), event.seats)
    if not sizes:
        return _Plan(number, present)
    numbers = {name: place for place, name in enumerate(names)}
    rounds = event.rounds[:number]
    meetings, earlier = _history(rounds, numbers)
    known = movements.movement(len(names), sizes)
    if event.planned is None and not meetings.unmet(range(len(names))):
        meetings, earlier = Meetings(len(names)), []  # everybody has met everybody: from the beginning
    coming = max(1, event.planned - number if event.planned else (len(known) or AHEAD) - number % (len(known) or AHEAD))
    counts = _sat_out(rounds, names)
    ready = _known(known, meetings, earlier, coming)
    if not _are_fair(ready, [counts[name] for name in names]):
        ready = []
    draft = ready or [
        tuple(tuple(numbers[name] for name in table if name in numbers) for table in one.tables)
        for one in before.rounds[max(0, number - before.start) :]
    ]
    if len(ready) < coming:
        seated = _seated(draft, [counts[name] for name in names], sizes, coming)
        least = movements.plan_bound(meetings, earlier, range(len(names)), sizes, coming)
        ready = movements.plan(meetings, sizes, seated, draft, least=least, steps=steps)
        ready = movements.soonest(meetings, ready) if len(names) == sum(sizes) else ready
    return _Plan(number, present, tuple(_named(one, names) for one in ready[:coming]))


def _named(one: movements.Round, names: Sequence[str]) -> PlayedRound:
    tables = tuple(tuple(names[player] for player in table) for table in one)
    seated = set(chain(*tables))
    return PlayedRound(tables, tuple(name for name in names if name not in seated))


def _known(
    known: Sequence[movements.Round], meetings: Meetings, earlier: Sequence[Sequence[movements.Table]], coming: int
) -> list[movements.Round]:
    """Return the rounds of a known movement that are to come, where it can begin now or began with the last round."""
    if not known:
        return []
    everybody = range(meetings.n)
    turns = -(-(coming + 1) // len(known)) if max(map(len, known[0])) == 2 else 1
    if not any(meetings.met):
        return (list(known) * turns)[:coming]
    last = earlier[-1]
    only = Meetings(meetings.n)
    only.add(last)
    sizes = [len(table) for table in known[0]]
    if only.times != meetings.times or sorted(map(len, last)) != sorted(sizes):
        return []
    first = list(chain(*known[0]))
    played = list(chain(*movements.in_order(last, sizes)))
    at = dict(
        zip(
            [*first, *(player for player in everybody if player not in first)],
            [*played, *(player for player in everybody if player not in played)],
            strict=True,
        )
    )
    moved = [tuple(tuple(at[player] for player in table) for table in one) for one in known]
    return (moved * turns)[1 : coming + 1]


def _are_fair(rounds: Sequence[movements.Round], counts: Sequence[int]) -> bool:
    """Return whether in each of these rounds those sit out who have done so least."""
    so_far = list(counts)
    for one in rounds:
        seated = set(chain(*one))
        out = [player for player in range(len(so_far)) if player not in seated]
        if not _is_fair(dict(enumerate(so_far)), out):  # type: ignore[arg-type]
            return False
        for player in out:
            so_far[player] += 1
    return True


def _seated(
    draft: Sequence[movements.Round], counts: Sequence[int], sizes: Sequence[int], coming: int
) -> list[list[int]]:
    """Return who sits at the tables of each round to come: those sit out who have done so least.

    Among these a draft keeps its full tables; otherwise the order is that of the lots.
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
