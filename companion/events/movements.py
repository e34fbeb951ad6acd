"""Plan rounds in which few people meet twice: by known movements, or by a search.

Players are numbers from 0; a player at no table of a round sits out. Chance comes from seeds, and a search is bounded
by its steps, so that the same call has the same result on every machine. No library serves: networkx has nothing for
tables of more than two, and a constraint solver would be a large package for a search of less than a second. Sets of
players are integers with a bit for each, because each of 600,000 swaps intersects several of them.
"""

from collections.abc import Iterable, Sequence
from copy import deepcopy
from itertools import combinations
from random import Random

Table = tuple[int, ...]
Round = tuple[Table, ...]
Drafts = Sequence[Sequence[Sequence[int]]]  # rounds that may have gaps

STEPS = 600_000  # swaps that one plan may try: less than a second
STEPS_PER_SEAT = 5_000  # swaps that it may try for each seat of its rounds
FEWEST_STEPS = 5_000  # the fewest swaps with which an attempt is worth it
FILLING = 100_000  # places that may be compared while the first rounds are filled; then players are placed as they come
MOST_SEATINGS = 100_000  # seatings that an exhaustive search may begin before it gives up
WORSE = (0.02, 0.05, 0.1)  # chance to keep a swap that adds a repeat; each attempt takes the next one
WITHOUT_REPEATS = 0.05  # chance to move a player who meets nobody twice
POLYNOMIALS = {4: 0b111, 8: 0b1011, 16: 0b10011}  # the reduction polynomials of the fields of these orders
KIRKMAN = ((0, 1, 3), (2, 7, 9), (4, 12, 13), (5, 8, 11), (6, 10, 14))  # 15 schoolgirls: two rings of seven rotate


def pairs(tables: Iterable[Sequence[int]]) -> Iterable[tuple[int, int]]:
    """Yield all pairs of players who sit at the same table."""
    for table in tables:
        yield from combinations(table, 2)


class Meetings:
    """Counts of who has sat with whom, with bit sets to count quickly whom of a table a player has met before."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.times: dict[tuple[int, int], int] = {}
        self.met = [0] * n  # for each player, the set of those met
        self.again = [0] * n  # for each player, the set of those met more than once

    def add(self, tables: Iterable[Sequence[int]]) -> int:
        """Add the meetings of all at these tables, and return how many pairs had met before."""
        repeats = 0
        for a, b in pairs(tables):
            repeats += self.met[a] >> b & 1
            self.meet(a, b)
        return repeats

    def meet(self, a: int, b: int) -> None:
        key = (a, b) if a < b else (b, a)
        times = self.times.get(key, 0)
        self.times[key] = times + 1
        if times < 2:
            bits = self.again if times else self.met
            bits[a] |= 1 << b
            bits[b] |= 1 << a

    def part(self, a: int, b: int) -> None:
        """Take back one meeting."""
        key = (a, b) if a < b else (b, a)
        times = self.times[key] = self.times[key] - 1
        if times < 2:
            bits = self.again if times else self.met
            bits[a] ^= 1 << b
            bits[b] ^= 1 << a

    def unmet(self, players: Sequence[int]) -> int:
        """Return how many pairs of these players have not met."""
        everybody = _bits(players)
        met = sum((self.met[player] & everybody).bit_count() for player in players)
        return (len(players) * (len(players) - 1) - met) // 2


def movement(n: int, sizes: Sequence[int]) -> list[Round]:
    """Return the rounds of a known movement of n players without repeats, or none if none is known.

    At tables of two, one player may sit out; at larger tables nobody.
    """
    if set(sizes) == {2} and n - sum(sizes) < 2:
        return _circle(n)
    if n != sum(sizes):
        return []
    if n == 15 and set(sizes) == {3}:
        turned = [[p if p == 14 else p // 7 * 7 + (p + by) % 7 for p in range(n)] for by in range(7)]
        return [tuple(tuple(places[p] for p in table) for table in KIRKMAN) for places in turned]
    return _lattice(sizes)


def _circle(n: int) -> list[Round]:
    """Return the circle movement: one player stays, the others move one place; for odd n the fixed place is empty."""
    ring = n - 1 + n % 2
    places = (ring + 1) // 2
    facing = [[((turn + i) % ring, (turn - i) % ring) for i in range(1, places)] for turn in range(ring)]
    return [(*([] if n % 2 else [(turn, ring)]), *tables) for turn, tables in enumerate(facing)]


def _lattice(sizes: Sequence[int]) -> list[Round]:
    """Return the lines of a plane over a field with as many elements as there are tables, one direction for each round.

    The plane has a column for each seat of the largest table; if it is a square, the columns themselves are one more
    round. The last column may have gaps: these tables have one player fewer.
    """
    order, seats = len(sizes), max(sizes, default=0)
    is_field = order in POLYNOMIALS or all(order % i for i in range(2, order))
    if seats > order or not set(sizes) <= {seats, seats - 1} or not is_field:
        return []
    n = sum(sizes)
    rounds = []
    for slope in range(order):
        lines = [[column * order + _line(order, row, slope, column) for column in range(seats)] for row in range(order)]
        rounds.append(in_order([[point for point in line if point < n] for line in lines], sizes))
    if seats == order and n == order * order:
        rounds.append(tuple(tuple(range(column * order, (column + 1) * order)) for column in range(order)))
    return rounds


def _line(order: int, row: int, slope: int, column: int) -> int:
    """Return row + slope * column in the field of this order; in orders of two to the power of k by polynomials."""
    if order not in POLYNOMIALS:
        return (row + slope * column) % order
    while column:
        row ^= slope * (column & 1)
        slope, column = slope << 1, column >> 1
        slope ^= POLYNOMIALS[order] * (slope >= order)
    return row


def in_order(tables: Sequence[Sequence[int]], sizes: Sequence[int]) -> Round:
    """Return the tables in the order of `sizes`."""
    by_size = {size: iter([tuple(table) for table in tables if len(table) == size]) for size in sizes}
    return tuple(next(by_size[size]) for size in sizes)


def fill(
    draft: Sequence[Sequence[int]], sizes: Sequence[int], pool: Iterable[int], meetings: Meetings, *, care: bool = True
) -> Round:
    """Return tables of these sizes: those of the draft, cut to size, and filled up from the pool.

    The fullest tables get the largest sizes. With `care`, each new player goes where the fewest have met them.
    """
    tables: list[list[int]] = [[] for _ in sizes]
    waiting = list(pool)
    largest = sorted(range(len(sizes)), key=lambda place: -sizes[place])
    fullest = sorted(draft, key=len, reverse=True)
    for place, table in zip(largest, fullest, strict=False):
        tables[place] = list(table[: sizes[place]])
        waiting += table[sizes[place] :]
    waiting += [player for table in fullest[len(sizes) :] for player in table]
    for player in waiting:
        free = [table for table, size in zip(tables, sizes, strict=True) if len(table) < size]
        best = min(free, key=lambda table: _known(meetings, player, table)) if care else free[0]
        best.append(player)
    return tuple(map(tuple, tables))


def _known(meetings: Meetings, player: int, table: Sequence[int]) -> tuple[int, int]:
    times = [meetings.times.get((min(player, other), max(player, other)), 0) for other in table]
    return sum(map(bool, times)), sum(times)


def plan(
    meetings: Meetings, sizes: Sequence[int], seated: Sequence[Sequence[int]], draft: Drafts, *, least: int, steps: int
) -> list[Round]:
    """Search rounds with few repeats in all.

    Args:
        meetings: those before the first of these rounds.
        sizes: the sizes of the tables, the same in every round.
        seated: for each round, the players at its tables.
        draft: rounds to begin with, or none: their players are moved to match `seated`.
        least: a lower bound of the repeats: the search ends when it is reached.
        steps: how many swaps may be tried.
    """
    best, fewest = list[Round](), -1
    steps = min(steps, STEPS_PER_SEAT * sum(map(len, seated)))
    attempts = max(1, min(2 * len(WORSE), steps // FEWEST_STEPS))
    for attempt in range(attempts):
        rng = Random(attempt)  # noqa: S311 (no secret)
        rounds = _first(meetings, sizes, seated, draft if attempt == 0 else (), rng)
        search = _Search(meetings, rounds, rng)
        search.run(least, steps // attempts, WORSE[attempt % len(WORSE)])
        if fewest < 0 or search.fewest < fewest:
            best, fewest = [in_order(one, sizes) for one in search.best], search.fewest
        if fewest <= least:
            break
    return best


def _first(
    meetings: Meetings, sizes: Sequence[int], seated: Sequence[Sequence[int]], draft: Drafts, rng: Random
) -> list[Round]:
    """Return first rounds for the search, filled one after the other with few repeats."""
    so_far, spent = deepcopy(meetings), 0
    rounds: list[Round] = []
    for number, players in enumerate(seated):
        begun = draft[number] if number < len(draft) else ()
        kept = [[player for player in table if player in players] for table in begun]
        pool = sorted((p for p in players if not any(p in table for table in kept)), key=lambda _: rng.random())
        spent += len(pool) * len(sizes)
        rounds.append(fill(kept, sizes, pool, so_far, care=spent < FILLING))
        so_far.add(rounds[-1])
    return rounds


class _Search:
    """A local search: swap players between tables of a round; sometimes keep a worse swap, to leave a local minimum."""

    def __init__(self, meetings: Meetings, rounds: Sequence[Round], rng: Random) -> None:
        self.meetings = deepcopy(meetings)
        self.repeats = sum(self.meetings.add(one) for one in rounds)
        self.random = rng.random
        self.seated = [[player for table in one for player in table] for one in rounds]
        self.table = [{player: number for number, table in enumerate(one) for player in table} for one in rounds]
        self.sets = [[_bits(table) for table in one] for one in rounds]
        self.fewest, self.best = self.repeats, list(rounds)

    def run(self, least: int, steps: int, worse: float) -> None:
        chance = [1.0, worse, worse * worse, worse * worse * worse]
        rnd = self.random
        met, again = self.meetings.met, self.meetings.again
        for _ in range(steps):
            if self.repeats <= least:
                break
            number = int(rnd() * len(self.seated))
            seated, sets, table = self.seated[number], self.sets[number], self.table[number]
            a, b = seated[int(rnd() * len(seated))], seated[int(rnd() * len(seated))]
            at_a, at_b = table[a], table[b]
            with_a = sets[at_a] ^ 1 << a
            repeated = again[a] & with_a
            if at_a == at_b or (not repeated and rnd() > WITHOUT_REPEATS):
                continue
            with_b = sets[at_b] ^ 1 << b
            change = (met[b] & with_a).bit_count() + (met[a] & with_b).bit_count()
            change -= repeated.bit_count() + (again[b] & with_b).bit_count()
            if change <= 0 or (change < 4 and rnd() < chance[change]):
                if change > 0:
                    self._keep()
                self._swap(number, a, b)
                self.repeats += change
        self._keep()

    def _keep(self) -> None:
        """Save the rounds if they are the best so far, before they get worse."""
        if self.repeats < self.fewest:
            self.fewest = self.repeats
            self.best = [tuple(tuple(_members(table)) for table in sets) for sets in self.sets]

    def _swap(self, number: int, a: int, b: int) -> None:
        table, sets = self.table[number], self.sets[number]
        at_a, at_b = table[a], table[b]
        for leaving, coming, at in ((a, b, at_a), (b, a, at_b)):
            sets[at] ^= 1 << leaving
            for other in _members(sets[at]):
                self.meetings.part(leaving, other)
                self.meetings.meet(coming, other)
            sets[at] |= 1 << coming
        table[a], table[b] = at_b, at_a


def _members(bits: int) -> Iterable[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def soonest(meetings: Meetings, rounds: Sequence[Round]) -> list[Round]:
    """Return the rounds reordered so that the repeats come late."""
    so_far, left, ordered = deepcopy(meetings), list(rounds), []
    while left:
        best = min(left, key=lambda one: sum(so_far.met[a] >> b & 1 for a, b in pairs(one)))
        left.remove(best)
        so_far.add(best)
        ordered.append(best)
    return ordered


def split(together: int, sizes: Sequence[int]) -> int:
    """Return how many pairs of `together` players must meet at tables of these sizes, however they are spread."""
    places = [0] * len(sizes)
    for _ in range(min(together, sum(sizes))):
        free = [place for place, size in enumerate(sizes) if places[place] < size]
        places[min(free, key=places.__getitem__)] += 1
    return sum(k * (k - 1) // 2 for k in places)


def round_bound(meetings: Meetings, earlier: Sequence[Table], seated: Sequence[int], sizes: Sequence[int]) -> int:
    """Return a lower bound of the repeats of any round of all these players at tables of these sizes.

    It counts pairs of earlier tables that cannot be separated, and players who have met nearly everybody.
    """
    pairs_seated = sum(size * (size - 1) // 2 for size in sizes)
    everybody = _bits(seated)
    groups = {_bits(table) & everybody for table in earlier}
    grown = {_grown(meetings, group, everybody) for group in groups if group}
    return max(
        pairs_seated - meetings.unmet(seated),
        _lacking(meetings, seated, min(sizes) - 1),
        _inseparable(groups, sizes),
        _inseparable(grown, sizes),
    )


def fewest_repeats(meetings: Meetings, seated: Sequence[int], sizes: Sequence[int], enough: int, known: int) -> int:
    """Return the fewest repeats of any round by an exhaustive search, or `enough` if it takes too long.

    Args:
        meetings, seated, sizes: as for round_bound.
        enough: a lower bound of the repeats.
        known: the repeats of a known round.
    """
    met = meetings.met
    order = sorted(seated, key=lambda player: -(met[player] & _bits(seated)).bit_count())
    tables = [0] * len(sizes)
    best, left = known, MOST_SEATINGS

    def place(count: int, repeats: int) -> None:
        """Seat one more player at each table that can lead to fewer repeats."""
        nonlocal best, left
        if repeats >= best or best == enough or not left:
            return
        left -= 1
        if count == len(order):
            best = repeats
            return
        player = order[count]
        free = {(tables[at], size): at for at, size in enumerate(sizes) if tables[at].bit_count() < size}
        for (table, _), at in sorted(free.items(), key=lambda one: (met[player] & one[0][0]).bit_count()):
            tables[at] = table | 1 << player
            place(count + 1, repeats + (met[player] & table).bit_count())
            tables[at] = table

    place(0, 0)
    return best if left else enough


def plan_bound(
    meetings: Meetings, earlier: Sequence[Sequence[Table]], players: Sequence[int], sizes: Sequence[int], rounds: int
) -> int:
    """Return a lower bound of the repeats of the coming rounds, whichever of these players sit out.

    Args:
        meetings, sizes: as for plan.
        earlier: the tables of each earlier round, without players who have left.
        players: the players who are here.
        rounds: how many rounds are still to come.
    """
    if not rounds:
        return 0
    out = len(players) - sum(sizes)
    all_pairs = rounds * sum(size * (size - 1) // 2 for size in sizes)
    first = max((_parted([len(table) for table in tables], sizes, out) for tables in earlier), default=0)
    lacking = 0
    if not out:
        first = max(first, round_bound(meetings, [table for tables in earlier for table in tables], players, sizes))
        lacking = _lacking(meetings, players, rounds * (min(sizes) - 1))
    later = max(first, _parted(sizes, sizes, out))
    return max(all_pairs - meetings.unmet(players), lacking, first + (rounds - 1) * later)


def _lacking(meetings: Meetings, players: Sequence[int], seats: int) -> int:
    """Return the repeats that are forced because players sit with more others than they have not met yet."""
    everybody = _bits(players)
    left = (len(players) - 1 - (meetings.met[player] & everybody).bit_count() for player in players)
    return (sum(max(0, seats - unmet) for unmet in left) + 1) // 2


def _parted(groups: Sequence[int], sizes: Sequence[int], out: int) -> int:
    """Return the repeats that groups who have met cannot avoid, if `out` of them sit out in the best way."""
    left = list(groups)
    for _ in range(min(out, sum(left))):
        worst = max(
            range(len(left)), key=lambda i: split(left[i], sizes) - split(left[i] - 1, sizes) if left[i] else -1
        )
        left[worst] -= 1
    return sum(split(group, sizes) for group in left)


def _inseparable(groups: Iterable[int], sizes: Sequence[int]) -> int:
    """Return the repeats of groups in which all have met; of groups that share a pair, one counts."""
    taken: list[int] = []
    for group in sorted(groups, key=lambda group: (-group.bit_count(), group)):
        if all((group & other).bit_count() < 2 for other in taken):
            taken.append(group)
    return sum(split(group.bit_count(), sizes) for group in taken)


def _grown(meetings: Meetings, group: int, everybody: int) -> int:
    """Return a group of people who have all met, enlarged by others who have met all of them."""
    for player in _members(everybody & ~group):
        if meetings.met[player] & group == group:
            group |= 1 << player
    return group


def _bits(players: Iterable[int]) -> int:
    return sum(1 << player for player in players)
