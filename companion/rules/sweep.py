"""Can a heap be laid as melds, one joker a meld: a sweep over the ranks, from the low ace to the high one.

What matters between two ranks is how many runs of each suit are open and how far they have got, so equal situations
meet and a remainder is searched once for each number of jokers spent. At each rank the sets are chosen first; what they
leave goes into the runs. An open run of three or more takes a card before a new run is begun: it can do all that the
new one could. Jokers that nothing needs are laid at the end where there is room; the rare heap with too many of those
is left to the exact cover (`unsure`).

The jokers that the last ranks need at least are found first, rank by rank from the end, as if any number of runs were
open before them: a bound that cuts off most of the search. `nodes` counts the ways
to lay a rank that are looked into, some 25,000 a second.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import NamedTuple

from companion.rules.cards import JOKER, SUITS, Card
from companion.rules.melds import HIGH, LADDER, LOW, SMALLEST, MeldRules

Counts = tuple[int, ...]  # one number for each suit
MANY = 16  # more open runs of a suit than cards of a rank


class Open(NamedTuple):
    """The open runs of a suit: of one card, of two, of two with a joker (a natural card must follow), of three and more
    without a joker, and with one."""

    one: int = 0
    two: int = 0
    joined: int = 0
    long: int = 0
    long_joker: int = 0


class Step(NamedTuple):
    """What a suit's cards of one rank do to its open runs; a pair counts natural cards and jokers."""

    one: tuple[int, int]
    two: tuple[int, int]
    joined: int
    long: tuple[int, int]
    long_joker: int
    new: tuple[int, int]  # begun with the natural card, begun with a joker before it

    @property
    def after(self) -> Open:
        joker = self.two[1] + self.joined + self.long[1] + self.long_joker
        return Open(self.new[0], self.one[0], self.one[1] + self.new[1], self.two[0] + self.long[0], joker)

    @property
    def jokers(self) -> int:
        return self.one[1] + self.two[1] + self.long[1] + self.new[1]


@cache
def steps(runs: Open, cards: int) -> tuple[Step, ...]:
    """Every way to go on with so many cards of a rank; short runs must go on, the others may."""
    return tuple(_steps(runs, cards))


def _steps(runs: Open, cards: int) -> Iterator[Step]:
    for one, two in product(range(runs.one + 1), range(runs.two + 1)):
        left = cards - one - two - runs.joined
        if left < 0:
            continue
        long = min(runs.long, left)
        left -= long
        for filled in range(runs.long - long + 1):
            for joker in range(min(runs.long_joker, left) + 1):
                for early in range(left - joker + 1):
                    yield Step(
                        (one, runs.one - one),
                        (two, runs.two - two),
                        runs.joined,
                        (long, filled),
                        joker,
                        (left - joker - early, early),
                    )


@dataclass(frozen=True)
class Groups:
    """Sets and identities of one rank: the cards they use of each suit, the jokers they need, the groups themselves."""

    used: Counts
    jokers: int
    groups: tuple[tuple[Card, ...], ...]


def groups(rank: str, have: Counts, rules: MeldRules) -> list[Groups]:
    """For every number of cards that groups of a rank can use, the way that needs fewest jokers."""
    kinds = list(_kinds(rank, rules))
    best = {(0,) * len(SUITS): Groups((0,) * len(SUITS), 0, ())}
    for used in product(*(range(n + 1) for n in have)):
        for group, cards, jokers in kinds:
            rest = tuple(a - b for a, b in zip(used, cards, strict=True))
            before = best.get(rest)
            if before and (used not in best or before.jokers + jokers < best[used].jokers):
                best[used] = Groups(used, before.jokers + jokers, (*before.groups, group))
    return sorted(best.values(), key=lambda one: (one.jokers, sum(one.used)))


def _kinds(rank: str, rules: MeldRules) -> Iterator[tuple[tuple[Card, ...], Counts, int]]:
    """The groups worth considering: with a joker only where two natural cards need it."""
    for bits in product((0, 1), repeat=len(SUITS)):
        cards = tuple(Card(rank + suit) for suit, bit in zip(SUITS, bits, strict=True) if bit)
        if len(cards) >= SMALLEST:
            yield cards, bits, 0
        elif len(cards) == 2 and rules.jokers:
            yield (*cards, JOKER), bits, 1
    for index, suit in enumerate(SUITS if rules.identities else ""):
        for copies in range(2, rules.largest_identity + 1):
            jokers = max(0, SMALLEST - copies)
            counts = tuple(copies if i == index else 0 for i in range(len(SUITS)))
            if jokers <= rules.identity_jokers:
                yield (Card(rank + suit),) * copies + (JOKER,) * jokers, counts, jokers


Aces = Counts | None  # kept for the end; None: as many as one likes of those there are
State = tuple[int, tuple[Open, ...], Aces]  # the rank to come, the open runs of each suit, the aces
ANY = (Open(long=MANY),) * len(SUITS)  # before any rank: more open runs than there can be cards


class Choice(NamedTuple):
    """What the cards of a suit may do at a rank, the jokers that takes, and those it needs later at least."""

    step: Step
    after: Open
    jokers: int
    hope: int


class Move(NamedTuple):
    """One rank laid: the groups, what each suit's runs did, the jokers spent, and where that leads."""

    groups: tuple[tuple[Card, ...], ...]
    steps: tuple[Step, ...]
    jokers: int
    state: State
    hope: int  # jokers that are still needed at least


class Sweep:
    """One search over the ranks of a heap. `unsure`: melds were found, with too little room for the jokers left."""

    def __init__(self, heap: Sequence[Card], rules: MeldRules, nodes: int):
        have = Counter(heap)
        self.rules = rules
        self.nodes = nodes
        self.unsure = False
        self.jokers = have[JOKER]
        self.have = [tuple(have[Card(rank + suit)] for suit in SUITS) for rank in LADDER]
        self.groups = [groups(rank, counts, rules) for rank, counts in zip(LADDER, self.have, strict=True)]
        self.dead: dict[State, int] = {}
        self.choices: dict[tuple[int, int, Open, int, int | None], list[Choice]] = {}
        self.least = [0] * (HIGH + 2)  # jokers that the ranks from here on need at least

    def melds(self) -> list[tuple[Card, ...]] | None:
        """Melds that hold all natural cards, with room for the jokers they do not hold; None if none was found."""
        for step in range(HIGH, LOW, -1):
            self.least[step] = self.least[step + 1]
            while self.nodes > 0 and self._solve((step, ANY, None), self.least[step], []) is None:
                self.least[step] += 1
                if self.least[step] > self.jokers:
                    return None
        nothing = (Open(),) * len(SUITS)
        moves = self._solve((LOW, nothing, self.have[LOW]), self.jokers, [])
        return None if moves is None else laid(moves)

    def _solve(self, state: State, jokers: int, moves: list[Move]) -> list[Move] | None:
        if state[0] > HIGH:
            if state[2] is None or room(laid(moves), self.rules) >= jokers:
                return moves
            self.unsure = True
            return None
        if self.dead.get(state, -1) >= jokers or self.nodes <= 0:
            return None
        moves_on = sorted(self._moves(state, jokers), key=lambda move: (move.jokers + move.hope, _duties(move)))
        self.nodes -= 1 + len(moves_on)
        for move in moves_on:
            found_later = self._solve(move.state, jokers - move.jokers, [*moves, move])
            if found_later is not None:
                return found_later
        self.dead[state] = jokers
        return None

    def _moves(self, state: State, jokers: int) -> Iterator[Move]:
        """Every way to lay the cards of a rank that may still come out."""
        step, _, aces = state
        if step == LOW:
            for low in product(*(range(n + 1) for n in self.have[LOW])):
                kept = tuple(a - b for a, b in zip(self.have[LOW], low, strict=True))
                yield from self._run_moves((step, state[1], kept), Groups(low, 0, ()), low, jokers)
            return
        have = self.have[step] if step < HIGH or aces is None else aces
        for one in self.groups[step]:
            left = tuple(a - b for a, b in zip(have, one.used, strict=True))
            if one.jokers <= jokers and min(left) >= 0:
                fewer = (range(n + 1) if step == HIGH and aces is None else (n,) for n in left)
                for cards in product(*fewer):
                    yield from self._run_moves(state, one, cards, jokers)

    def _run_moves(self, state: State, groups: Groups, cards: Counts, jokers: int) -> Iterator[Move]:
        """Every way to put the cards that the groups leave into the runs."""
        step, runs, aces = state
        most = jokers - groups.jokers
        choices = []
        for suit, n in enumerate(cards):
            fitting = [one for one in self._choices(step, suit, runs[suit], n, aces) if one.jokers + one.hope <= most]
            if not fitting:
                return
            choices.append(fitting)
        least = self.least[step + 1]
        for chosen in product(*choices):
            cost = sum(one.jokers for one in chosen)
            hope = max(sum(one.hope for one in chosen), least)
            if cost + hope <= most:
                after: State = (step + 1, tuple(one.after for one in chosen), aces)
                yield Move(groups.groups, tuple(one.step for one in chosen), groups.jokers + cost, after, hope)

    def _choices(self, step: int, suit: int, runs: Open, cards: int, aces: Aces) -> list[Choice]:
        """What so many cards can do to the runs of a suit without leaving any that cannot be saved."""
        key = (step, suit, runs, cards, None if aces is None else aces[suit])
        if key not in self.choices:
            ahead = self._ahead(step + 1, suit, aces), self._ahead(step + 2, suit, aces)
            found = ((one, _needed(step, one, *ahead)) for one in steps(runs, cards))
            self.choices[key] = [Choice(one, one.after, one.jokers, hope) for one, hope in found if hope is not None]
        return self.choices[key]

    def _ahead(self, step: int, suit: int, aces: Aces) -> int:
        """How many cards of a rank to come there are for a suit."""
        if step > HIGH:
            return 0
        return self.have[step][suit] if step < HIGH or aces is None else aces[suit]


def _needed(step: int, done: Step, after_next: int, after_that: int) -> int | None:
    """Jokers that the short runs still need at least after a rank; None where they cannot be saved.

    The last two are the cards of the suit in the next rank and in the one after.
    """
    runs = done.after
    if (step == LOW and done.new[1]) or (step + 2 > HIGH and runs.one):
        return None
    if step == HIGH:
        return None if runs.two or runs.joined or done.long[1] else 0
    at_once = max(0, runs.one + runs.two + runs.joined - after_next)
    later = max(0, runs.one - after_that)
    if max(runs.joined, done.long[1]) > after_next or at_once + later > runs.one + runs.two:
        return None
    return at_once + later


def _duties(move: Move) -> int:
    return sum(3 * runs.one + 2 * runs.two + 2 * runs.joined for runs in move.state[1])


def laid(moves: Sequence[Move]) -> list[tuple[Card, ...]]:
    """The melds that the moves lay, long runs cut into short ones, each with room for a joker."""
    found = [group for move in moves for group in move.groups]
    for suit, letter in enumerate(SUITS):
        runs: dict[str, list[list[Card]]] = {name: [] for name in Open._fields}
        for step, move in enumerate(moves):
            runs, closed = _advance(runs, move.steps[suit], Card(LADDER[step] + letter))
            found += [piece for run in closed for piece in _cut(run)]
        found += [piece for kind in ("long", "long_joker") for run in runs[kind] for piece in _cut(run)]
    return found


Runs = dict[str, list[list[Card]]]


def _advance(runs: Runs, step: Step, card: Card) -> tuple[Runs, list[list[Card]]]:
    """The open runs of a suit after a rank, and those that end before it."""
    one, two, long, joker = (list(runs[name]) for name in ("one", "two", "long", "long_joker"))
    after: Runs = {name: [] for name in Open._fields}
    after["two"] = [[*one.pop(), card] for _ in range(step.one[0])]
    after["joined"] = [[*run, JOKER] for run in one] + [[JOKER, card] for _ in range(step.new[1])]
    after["long"] = [[*two.pop(), card] for _ in range(step.two[0])] + [
        [*long.pop(), card] for _ in range(step.long[0])
    ]
    after["long_joker"] = [[*run, JOKER] for run in two] + [[*long.pop(), JOKER] for _ in range(step.long[1])]
    after["long_joker"] += [[*run, card] for run in runs["joined"]] + [
        [*joker.pop(), card] for _ in range(step.long_joker)
    ]
    after["one"] = [[card] for _ in range(step.new[0])]
    return after, long + joker


def _cut(run: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """A long run in pieces of three, the last of three to five."""
    run = tuple(run)
    while len(run) >= 2 * SMALLEST:
        yield run[:SMALLEST]
        run = run[SMALLEST:]
    yield run


def room(melds: Sequence[tuple[Card, ...]], rules: MeldRules) -> int:
    """How many melds can take a joker more: those without one, but for full sets and identities."""
    return sum(JOKER not in meld and (meld[0].rank != meld[1].rank or len(meld) < len(SUITS)) for meld in melds)
