"""Time the solvers of the referee on ordinary and on hard input, beside a bare loop."""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from companion.rules.cards import FULL_PACK, JOKER
from companion.rules.meld_solver import best_layout, partition
from companion.rules.melds import MeldPosition, MeldRules
from tests.bench.second_opinion import second_opinion
from tests.bench.supplied import benches, long_match
from tests.support.card_collections import KINDS, hostile, made_of_melds

SEED = 20261121
HEAPS = 30  # hands of each hostile kind
LOOP = 10_000  # iterations of the bare loop that is the baseline


@dataclass(frozen=True)
class Measured:
    """Processor seconds per call: the median and the maximum."""

    name: str
    median: float
    slowest: float


def bare() -> None:
    total = 0
    for n in range(LOOP):
        total += n & 7


def measured(name: str, calls: Sequence[Callable[[], object]]) -> Measured:
    times = []
    for call in calls:
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    times.sort()
    return Measured(name, times[len(times) // 2], times[-1])


def five(_: MeldPosition) -> int:
    """Return five points for every card, so that only the search is measured."""
    return 5


def measure() -> Iterator[Measured]:
    dice = random.Random(SEED)
    yield measured("bare loop", [bare] * 50)
    for _, bench in benches():
        for name, calls in bench.searches(dice):
            yield measured(name, calls)
    packs = [*FULL_PACK * 2, *[JOKER] * 4]
    rules = MeldRules()
    fourteen = [dice.sample(packs, 14) for _ in range(200)]
    yield measured("best opening, 14 cards", [partial(best_layout, hand, rules, five) for hand in fourteen])
    for size in (30, 60, 106):
        heaps = [made_of_melds(dice, 4, size, 8) for _ in range(10)]
        yield measured(f"table of {size} cards", [partial(partition, heap, rules) for heap in heaps])
    for jokers in (1, 2):
        for kind in KINDS:
            heaps = [hostile(dice, kind) for _ in range(HEAPS)]
            calls = [partial(partition, heap, MeldRules(jokers=jokers)) for heap in heaps]
            yield measured(f"hostile table, jokers {jokers}, {kind}", calls)
    match = long_match()
    yield measured(f"sheet of {len(match.record.entries)} deals", [partial(match.game.tally, match.record)] * 10)


def report() -> None:
    """Print a line per measurement: milliseconds, and the ratio to the bare loop."""
    loop = 0.0
    print(f"{'':38}{'median ms':>12}{'slowest ms':>12}{'x bare loop':>13}")
    for one in measure():
        loop = loop or one.median
        print(f"{one.name:38}{one.median * 1000:12.2f}{one.slowest * 1000:12.2f}{one.median / loop:13.1f}")
    print(second_opinion())


if __name__ == "__main__":
    report()
