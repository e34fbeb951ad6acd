"""Add up the results of many matches by player and pair; computed, never stored.

Of each match a few numbers are worked out once (`Played`) and kept for as long as its record stays what it is: adding
up ten thousand of them is then a matter of a tenth of a second, whatever period is asked for.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property  # noqa: TID251 - of one match: over in a moment
from itertools import combinations

from companion.clock import moment
from companion.languages import alphabetical
from companion.rules.ending import Event, Result
from companion.rules.entries import Handover, Player
from companion.rules.game import Game
from companion.rules.tally import Tally

Names = Mapping[str, str]  # of people who are known by more than one: the name that counts, by each other one


@dataclass
class Person:
    """One player in one game. Averages are over the `whole` matches: those that were not ended before their end.

    Where fewer points win, and where more do, they are apart: both together would be an average of nothing.
    """

    player: Player
    matches: int = 0
    finished: int = 0
    whole: Counter[bool] = field(default_factory=Counter)  # whether fewer points were better
    wins: int = 0
    deals: int = 0
    points: Counter[bool] = field(default_factory=Counter)
    balances: Counter[str] = field(default_factory=Counter)  # money by its unit: lire and öre do not add up
    events: Counter[Event] = field(default_factory=Counter)

    def average(self, low: bool) -> float | None:
        """Return the average points at the end of whole matches; None where there are none.

        Args:
            low: the matches in which fewer points win, else those in which more do.
        """
        return self.points[low] / self.whole[low] if self.whole[low] else None


@dataclass
class Pair:
    """Two players who have met: finished matches, and how often each of them won alone or shared."""

    players: tuple[Player, Player]
    matches: int = 0
    wins: tuple[int, int] = (0, 0)
    ahead: tuple[int, int] = (0, 0)  # matches in which the one ended before the other, whoever won


@dataclass(frozen=True)
class Statistics:
    """One game: its players, most matches first, those who met, the events that occurred, and what money is called.

    `averages`: of which whole matches there are any, those in which fewer points are better or those in which more are.
    """

    matches: int
    people: tuple[Person, ...]
    pairs: tuple[Pair, ...]
    events: tuple[Event, ...]
    units: tuple[str, ...]
    averages: tuple[bool, ...]


@dataclass(frozen=True)
class Seat:
    """The numbers of one player in one match; `place` and `points` are None where it gives none."""

    player: Player
    place: int | None
    points: int | None
    balance: int
    events: tuple[tuple[Event, int], ...]


@dataclass(frozen=True)
class Played:
    """A match as statistics add it up: the key of its game, its first entry's moment, its result, and its seats.

    Of a `typed` one nothing but the result is known.
    """

    game: str
    began: str
    result: Result
    typed: bool = False

    @property
    def counts(self) -> bool:
        """Tell whether anything was played."""
        return self.typed or bool(self.result.deals)

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        one = self.result
        events: dict[Player, list[tuple[Event, int]]] = {}
        for (player, event), n in one.events.items():
            events.setdefault(player, []).append((event, n))
        return tuple(
            Seat(
                player,
                one.places.get(player),
                one.points[player] if player in one.places and one.whole else None,
                one.balances.get(player, 0),
                tuple(events.get(player, ())),
            )
            for player in one.players
        )

    @cached_property
    def met(self) -> tuple[tuple[Player, Player, int, int], ...]:
        """Return each pair who met here to the end, in the order of the alphabet, and their places."""
        places = self.result.places
        return tuple((a, b, places[a], places[b]) for a, b in combinations(sorted(places, key=alphabetical), 2))

    @cached_property
    def shares(self) -> tuple[tuple[Player, int, int], ...]:
        """Return everybody's place at the end, and how many share it."""
        places = self.result.places
        sharing = Counter(places.values())
        return tuple((player, place, sharing[place]) for player, place in places.items())


def played(game: Game, tally: Tally, *, began: str = "") -> Played:
    """Return a match as statistics add it up.

    Args:
        game: its game.
        tally: what its record comes to.
        began: when it was made, where no entry says when it was written.
    """
    times = (moment(entry.at) for entry in tally.record.entries[:1])
    result = replace(tally.result, low=game.lower_wins(tally.options))
    return Played(game.key, next(filter(None, times), began), result)


def whole_matches(parts: Iterable[Played]) -> list[Played]:
    """Return the parts of a match in which people came and went as one, with the places of the last of them."""
    parts = list(parts)
    earlier = {one.result.went_on: one for one in parts if one.result.went_on}
    if not earlier:
        return parts
    begun = {one.result.continues for one in parts}
    matches = []
    for one in parts:
        if one.result.went_on and one.result.went_on in begun:
            continue
        match, link = one, one.result.continues
        while link and link in earlier:
            match = _with_earlier(match, earlier[link], link)
            link = earlier[link].result.continues
        matches.append(match)
    return matches


def _with_earlier(match: Played, part: Played, link: Handover) -> Played:
    """Return a match with the part before it: all deals, and what was paid when people left."""
    last, before = match.result, part.result
    balances = Counter(last.balances)
    for one in link.payments if last.balances or before.balances else ():
        balances[Player(one.payer)] -= one.amount
        balances[Player(one.payee)] += one.amount
    result = replace(
        last,
        players=tuple(dict.fromkeys((*before.players, *last.players))),
        balances=balances,
        deals=last.deals + before.deals,
        events=Counter(last.events) + Counter(before.events),
    )
    return Played(match.game, part.began, result)


def statistics(matches: Iterable[Played], names: Names | None = None) -> Statistics:
    """Add up whole matches of one game.

    Args:
        matches: of one game; those in which nothing was played do not count.
        names: of people who are known by several names; else names are compared as written.
    """
    counted = [one for one in matches if one.counts]
    known, people, pairs = names or {}, dict[str, Person](), dict[tuple[str, str], list[int]]()
    for one in counted:
        for seat in one.seats:
            name = known.get(seat.player, seat.player)
            person = people.get(name) or people.setdefault(name, Person(Player(name)))
            _add(person, seat, one.result)
        for first, second, place, other in one.met:
            _meet(pairs, known.get(first, first), known.get(second, second), place, other)
    met = [_pair(two, counts) for two, counts in pairs.items()]
    return Statistics(
        len(counted),
        tuple(sorted(people.values(), key=lambda person: (-person.matches, -person.wins, alphabetical(person.player)))),
        tuple(sorted(met, key=lambda pair: (-pair.matches, *map(alphabetical, pair.players)))),
        tuple(sorted({event for person in people.values() for event in person.events}, key=lambda event: event.name)),
        tuple(sorted({unit for person in people.values() for unit, n in person.balances.items() if n})),
        tuple(sorted({low for person in people.values() for low in person.whole})) or (False,),
    )


def _add(person: Person, seat: Seat, result: Result) -> None:
    person.matches += 1
    person.deals += result.deals
    if seat.balance:
        person.balances[result.unit] += seat.balance
    for event, n in seat.events:
        person.events[event] += n
    if result.places:
        person.finished += 1
        person.wins += seat.place == 1
    if seat.points is not None:
        person.whole[result.low] += 1
        person.points[result.low] += seat.points


def _meet(pairs: dict[tuple[str, str], list[int]], first: str, second: str, place: int, other: int) -> None:
    if (second, first) in pairs:  # joined names may stand the other way round
        first, second, place, other = second, first, other, place
    if first == second:
        return
    pair = pairs.get((first, second)) or pairs.setdefault((first, second), [0] * 5)
    pair[0] += 1
    pair[1] += place == 1
    pair[2] += other == 1
    pair[3] += place < other
    pair[4] += other < place


def _pair(two: tuple[str, str], counts: Sequence[int]) -> Pair:
    """Return two people in the order of the alphabet, which that of their joined names need not be."""
    n, *rest = counts
    ordered = two == tuple(sorted(two, key=alphabetical))
    (a, b), (won, lost, ahead, behind) = (two, rest) if ordered else (two[::-1], (rest[1], rest[0], rest[3], rest[2]))
    return Pair((Player(a), Player(b)), n, (won, lost), (ahead, behind))


@dataclass(frozen=True)
class Standing:
    """A row of a table of points: rank, finished matches, those won, and the points for all places."""

    rank: int
    player: Player
    matches: int
    wins: int
    points: Fraction


def table_of_points(
    matches: Iterable[Played], scale: Sequence[int], names: Names | None = None
) -> tuple[Standing, ...]:
    """Rank everybody by the points for their places in finished matches, of whatever game.

    Args:
        matches: whole matches.
        scale: the points of the first place, the second and so on; of the rest 0. Sharers of places divide theirs.
        names: of people who are known by several names.
    """
    known, sums = names or {}, dict[str, list[Fraction]]()
    worth: dict[tuple[int, int], Fraction] = {}
    counts: dict[str, Counter[tuple[int, int]]] = {}
    for one in matches:
        for player, place, sharing in one.shares if one.counts else ():
            name = known.get(player, player)
            counts.setdefault(name, Counter())[place, sharing] += 1
    for name, held in counts.items():
        for place, sharing in held:
            if (place, sharing) not in worth:
                worth[place, sharing] = Fraction(sum(scale[place - 1 : place - 1 + sharing]), sharing)
        sums[name] = [worth[one] * n for one, n in held.items()]
    totals = {name: sum(given, Fraction(0)) for name, given in sums.items()}
    order = sorted(totals, key=lambda name: (-totals[name], alphabetical(name)))
    ranks = {total: n for n, total in reversed(list(enumerate((totals[name] for name in order), start=1)))}
    return tuple(
        Standing(
            ranks[totals[name]],
            Player(name),
            counts[name].total(),
            sum(n for (place, _), n in counts[name].items() if place == 1),
            totals[name],
        )
        for name in order
    )


def fraction_text(points: Fraction) -> str:
    """Return points as people write them: 7, 3 1/2."""
    whole, rest = divmod(points.numerator, points.denominator)
    if not rest:
        return str(whole)
    return f"{whole} {rest}/{points.denominator}" if whole else f"{rest}/{points.denominator}"
