"""Decide whether columns of whole numbers, each taken some times, add up to given totals; exact, with proof.

The linear programme behind that question lets a column be taken one and a half times; `Sums.settle` solves it by the
dual simplex method. Its answer is a corner of all answers, most of it whole; `whole` goes on from there and takes or
bars one column after the other, where need be. Which corner it is hangs on what the columns cost: less for long ones,
which settles most heaps soonest, and each something else, so that the method does not turn in a circle.

The floating point is not believed. A no comes with a weight for every row such that no column weighs more than nothing
and the totals do; the weights are made whole and checked (`_proves`). A yes is added up again. Where either
check failed the question would be given up rather than answered wrongly.

A heap of 106 cards is some 50 rows and 500 columns, 1300 with two jokers a meld; about 100 pivots of 0.3 ms each.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import count

Column = tuple[int, ...]  # the rows that it adds one to; a row twice where it adds two
GiveUp = Callable[[], bool]  # asked before every pivot, some thousand times a second

ALMOST = 1e-7  # less is nothing
WHOLE = 2**32  # weights of a proof are rounded down to parts of this size, less a few for what rounding may add
SLACK = 8
PIVOTS, LONGER = 300, 1.5  # of the first attempt, and how many times more of the next
DEAR = 10  # times the price: a column that adds twice to a row is seldom needed and leads astray
NONE = -1  # in a basis: no column, or one that is barred; its value must become nothing


def never() -> bool:
    return False


Tick = Callable[[], None]  # called before every pivot; raises `Undecided` or `Stuck`


class Stuck(Exception):
    """An attempt took too many pivots."""


class Undecided(Exception):
    """The caller gave up, or the floating point was not good enough to be sure."""


@dataclass(frozen=True)
class Sums:
    """Totals left to add up, and how far the simplex method has got with it; never changed, so a branch costs little.

    `basis` has a column for every row, `values` how often each is taken; `inverse` is the inverse of these columns,
    `prices` is what a column costs beyond what the basis makes of it.
    """

    columns: Sequence[Column]
    totals: list[int]
    basis: list[int]
    values: list[float]
    inverse: list[list[float]]
    prices: list[float]
    barred: frozenset[int] = frozenset()

    @staticmethod
    def of(columns: Sequence[Column], totals: Sequence[int], attempt: int) -> "Sums":
        """Return the sums before the first pivot; prices differ at every attempt."""
        size = len(totals)
        unit = [[float(i == j) for j in range(size)] for i in range(size)]
        prices = [
            (1 + (7919 + attempt) * n % 1009 / 1009) / len(column) * (1 if len(set(column)) == len(column) else DEAR)
            for n, column in enumerate(columns)
        ]
        return Sums(columns, list(totals), [NONE] * size, [float(total) for total in totals], unit, prices)

    def take(self, column: int) -> "Sums":
        """Return the sums still due after taking a column once."""
        totals = list(self.totals)
        for row in self.columns[column]:
            totals[row] -= 1
        values = [value - part for value, part in zip(self.values, self._parts(column), strict=True)]
        return replace(self, totals=totals, values=values)

    def bar(self, column: int) -> "Sums":
        """Return the same sums without that column."""
        basis = [NONE if one == column else one for one in self.basis]
        return replace(self, basis=basis, barred=self.barred | {column})

    def settle(self, tick: Tick) -> "Sums | None":
        """Return the sums with a solution of the linear programme as values; None if it has none."""
        sums = self
        while (row := sums._worst()) is not None:
            tick()
            missing = sums.values[row] > 0
            weights = sums.inverse[row] if missing else [-weight for weight in sums.inverse[row]]
            gains = [sum([weights[one] for one in column]) for column in sums.columns]
            entering = sums._cheapest(gains)
            if entering is None:
                if not sums._proves(weights):
                    raise Undecided
                return None
            sums = sums._pivot(row, entering, gains)
        return sums

    def _worst(self) -> int | None:
        """Return the row whose value is furthest from its bounds: not negative, and zero without a column.

        Measured by the row's length in `inverse`, which saves a quarter of the pivots.
        """
        worst, furthest = None, 0.0
        for row, (value, column) in enumerate(zip(self.values, self.basis, strict=True)):
            if value < -ALMOST or (column == NONE and value > ALMOST):
                distance = value * value / sum([weight * weight for weight in self.inverse[row]])
                if distance > furthest:
                    worst, furthest = row, distance
        return worst

    def _cheapest(self, gains: Sequence[float]) -> int | None:
        out = self.barred.union(self.basis)
        fitting = [n for n, gain in enumerate(gains) if gain > ALMOST and n not in out]
        return min(fitting, key=lambda n: self.prices[n] / gains[n], default=None)

    def _parts(self, column: int) -> list[float]:
        """Express a column as a sum of those in the basis."""
        rows = self.columns[column]
        return [sum([weights[row] for row in rows]) for weights in self.inverse]

    def _pivot(self, row: int, entering: int, gains: Sequence[float]) -> "Sums":
        parts = self._parts(entering)
        pivot = [weight / parts[row] for weight in self.inverse[row]]
        value = self.values[row] / parts[row]
        inverse, values = [], []
        for one, part in enumerate(parts):
            old = self.inverse[one]
            inverse.append([a - part * b for a, b in zip(old, pivot, strict=True)] if abs(part) > ALMOST**2 else old)
            values.append(self.values[one] - part * value)
        inverse[row], values[row] = pivot, value
        price = self.prices[entering] / gains[entering]
        prices = [a - price * gain for a, gain in zip(self.prices, gains, strict=True)]
        basis = list(self.basis)
        basis[row] = entering
        return replace(self, basis=basis, values=values, inverse=inverse, prices=prices)

    def _proves(self, weights: Sequence[float]) -> bool:
        """Return whether no column weighs more than nothing and the totals do; exact."""
        whole = [int(weight * WHOLE) - SLACK for weight in weights]
        columns = (column for n, column in enumerate(self.columns) if n not in self.barred)
        heaviest = max((sum([whole[row] for row in column]) for column in columns), default=0)
        return heaviest <= 0 < sum(weight * total for weight, total in zip(whole, self.totals, strict=True))


def whole(columns: Sequence[Column], totals: Sequence[int], give_up: GiveUp) -> Counter[int] | None:
    """Return how often each column is taken, in whole times; None if they cannot add up so. Raises `Undecided`.

    One corner leads to an answer in a few steps and another astray for thousands: so attempts are short at first.
    """
    for attempt in count():
        try:
            taken = _whole(Sums.of(columns, totals, attempt), _clock(int(PIVOTS * LONGER**attempt), give_up))
        except Stuck:
            continue
        if taken is not None and not _adds_up(taken, columns, totals):
            raise Undecided
        return taken
    raise AssertionError


def _clock(pivots: int, give_up: GiveUp) -> Tick:
    left = iter(range(pivots))

    def tick() -> None:
        if give_up():
            raise Undecided
        if next(left, None) is None:
            raise Stuck

    return tick


def _adds_up(taken: Counter[int], columns: Sequence[Column], totals: Sequence[int]) -> bool:
    sums = Counter(row for column, times in taken.items() for row in columns[column] * times)
    return min(taken.values(), default=0) >= 0 and all(sums[row] == total for row, total in enumerate(totals))


def _whole(sums: Sums, tick: Tick) -> Counter[int] | None:
    """Take a column once more that is furthest from whole; if nothing comes of it, do without it altogether."""
    left: Sums | None = sums
    while left is not None and (left := left.settle(tick)) is not None:
        taken = {n: value for n, value in zip(left.basis, left.values, strict=True) if n != NONE}
        open_ones = {n: abs(value % 1 - 0.5) for n, value in taken.items() if ALMOST < value % 1 < 1 - ALMOST}
        if not open_ones:
            return Counter({n: round(value) for n, value in taken.items()})
        column = min(open_ones, key=open_ones.__getitem__)
        counts = _whole(left.take(column), tick)
        if counts is not None:
            counts[column] += 1
            return counts
        left = left.bar(column)
    return None
