"""Compare the meld solver's verdicts on hostile hands with those of CP-SAT, a different solver, if it is installed.

It is no dependency, not even of the checks: `pip install ortools` installs it. Melds are enumerated here independently,
from the rules and not from the app's own list.
"""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from companion.rules.cards import JOKER, RANKS, SUITS, Card
from companion.rules.meld_solver import partition
from companion.rules.melds import LADDER, MeldRules
from tests.support.card_collections import KINDS, Heap, hostile

ROUNDS = 3  # hands of each kind and number of jokers
SECONDS = 20
LONGEST = {1: 8, 2: 10}  # a longer run can be split into melds with any number of jokers


def second_opinion() -> str:
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        return "second opinion: CP-SAT is not installed"
    same = differ = unknown = 0
    for jokers in LONGEST:
        for seed in range(ROUNDS):
            for kind in KINDS:
                heap = hostile(random.Random(seed), kind)
                theirs = _solved(heap, jokers, cp_model)
                ours = partition(heap, MeldRules(jokers=jokers)).possible
                unknown += theirs is None
                same += theirs is not None and ours is theirs
                differ += theirs is not None and ours is not theirs
    return f"second opinion: CP-SAT says the same of {same} hostile heaps, else of {differ}, has none on {unknown}"


def _solved(heap: Heap, jokers: int, cp_model: Any) -> bool | None:
    have = Counter(heap)
    model, solver = cp_model.CpModel(), cp_model.CpSolver()
    terms: dict[Card, list[Any]] = {card: [] for card in have}
    for meld in set(_melds(have, jokers)):
        times = model.new_int_var(0, len(heap), "")
        for card, copies in Counter(meld).items():
            terms[card].append(copies * times)
    for card, copies in have.items():
        model.add(sum(terms[card]) == copies)
    solver.parameters.max_time_in_seconds = SECONDS
    solver.parameters.num_workers = 1
    return {cp_model.OPTIMAL: True, cp_model.FEASIBLE: True, cp_model.INFEASIBLE: False}.get(solver.solve(model))


def _melds(have: Counter[Card], jokers: int) -> Iterator[tuple[Card, ...]]:
    for cards in (*_runs(jokers), *_sets()):
        for free in range(min(jokers, have[JOKER], len(cards) - 2) + 1):
            for naturals in combinations(cards, len(cards) - free):
                if all(have[card] for card in naturals):
                    yield (*naturals, *[JOKER] * free)


def _runs(jokers: int) -> Iterator[tuple[Card, ...]]:
    for suit in SUITS:
        for first, last in combinations(range(len(LADDER)), 2):
            if 2 <= last - first < LONGEST[jokers]:
                yield tuple(Card(rank + suit) for rank in LADDER[first : last + 1])


def _sets() -> Iterator[tuple[Card, ...]]:
    for rank in RANKS:
        for suits in (*combinations(SUITS, 3), SUITS):
            yield tuple(Card(rank + suit) for suit in suits)
