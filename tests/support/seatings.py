"""Events for the tests of seating, and independent counts of repeats."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import TypeVar

from companion.events.seating import Proposal, Situation, propose
from companion.events.standings import Row
from companion.events.state import Result, Round, Table
from companion.rules.entries import Player

T = TypeVar("T")
NAMES = tuple(f"P{number:03}" for number in range(200))
WAYS = ("lots", "meet", "rank", "swiss", "fold")


def row(name: str, rank: int | None, total: int | Fraction = 0) -> Row:
    return Row(name, Fraction(total), 0, (), rank)  # type: ignore[arg-type]


def event(n: int, seats: Sequence[int] = (4, 3), seating: str = "meet", **more: object) -> Situation:
    """Return an event of this many present players without results."""
    players = NAMES[:n]
    standings = tuple(row(name, None) for name in players)
    given = Situation(players, frozenset(players), standings, (), tuple(seats), seating)  # type: ignore[arg-type]
    return replace(given, **more)  # type: ignore[arg-type]


def played_round(
    tables: Sequence[Sequence[str]], bye: Sequence[str] = (), absent: frozenset[str] = frozenset()
) -> Round:
    """Return a round in which everybody has played except the absent."""
    came = [tuple(Player(name) for name in table if name not in absent) for table in tables]
    seated = [Table(tuple(map(Player, table)), Result(here)) for table, here in zip(tables, came, strict=True)]
    return Round(1, tuple(seated), tuple(map(Player, bye)))


def ranked(given: Situation, **totals: int | Fraction | None) -> Situation:
    """Return the event with these standings in order; unranked players have None as total."""
    places = tuple(
        row(name, None if total is None else rank, total or 0) for rank, (name, total) in enumerate(totals.items(), 1)
    )
    return replace(given, standings=places)


def written(given: Situation, proposal: Proposal) -> Situation:
    return replace(given, rounds=(*given.rounds, played_round(proposal.tables, proposal.bye)))


def proposals(given: Situation, rounds: int) -> Iterator[Proposal]:
    """Yield the proposed rounds, each written as proposed."""
    for _ in range(rounds):
        proposal = propose(given)
        assert proposal
        yield proposal
        given = written(given, proposal)


def repeats(rounds: Sequence[Round | Proposal]) -> int:
    """Count repeats by an independent method."""
    tables = [table for one in rounds for table in (one.met if isinstance(one, Round) else one.tables)]
    met = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    return sum(times - 1 for times in met.values())


def seatings(names: Sequence[T], sizes: Sequence[int]) -> Iterator[list[tuple[T, ...]]]:
    """Yield every seating of few players."""
    if not sizes:
        yield []
        return
    for table in combinations(names, sizes[0]):
        rest = [name for name in names if name not in table]
        yield from ([table, *others] for others in seatings(rest, sizes[1:]))
