"""Add up the results of many matches by player and by pair. They are computed and never stored.

The numbers of each match are computed once (`Played`) and cached as long as its record does not change. Adding up ten
thousand of them for any period takes a tenth of a second.
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

Names = Mapping[str, str]  # the main name of people with several names, by each other name


@dataclass
class Person:
    """A player in one game. Averages are over the `whole` matches, which were not ended early.

    Matches in which fewer points win are averaged apart from those in which more points win.
    """

    player: Player
    matches: int = 0
    finished: int = 0
    whole: Counter[bool] = field(default_factory=Counter)  # by whether fewer points were better
    wins: int = 0
    deals: int = 0
    points: Counter[bool] = field(default_factory=Counter)
    balances: Counter[str] = field(default_factory=Counter)  # money by its unit, since units cannot be added
    events: Counter[Event] = field(default_factory=Counter)

    def average(self, low: bool) -> float | None:
        """Return the average points at the end of whole matches, or None if there are none.

        Args:
            low: matches in which fewer points win; else those in which more points win.
        """
        return self.points[low] / self.whole[low] if self.whole[low] else None


@dataclass
class Pair:
    """Two players who have met: their finished matches, and how often each has won alone or shared."""

    players: tuple[Player, Player]
    matches: int = 0
    wins: tuple[int, int] = (0, 0)
    ahead: tuple[int, int] = (0, 0)  # matches in which each of them had the better place


@dataclass(frozen=True)
class Statistics:
    """The statistics of a game: players with the most matches first, pairs, events that occurred, and units of money.

    `averages` has the kinds of whole matches that exist: True if fewer points win.
    """

    matches: int
    people: tuple[Person, ...]
    pairs: tuple[Pair, ...]
    events: tuple[Event, ...]
    units: tuple[str, ...]
    averages: tuple[bool, ...]


@dataclass(frozen=True)
class Seat:
    """The numbers of a player in a match; `place` and `points` are None if it gives none."""

    player: Player
    place: int | None
    points: int | None
    balance: int
    events: tuple[tuple[Event, int], ...]


@dataclass(frozen=True)
class Played:
    """A match as statistics need it: the key of its game, the time of its first entry, and its result.

    Of a `typed` match only the result is known.
    """

    game: str
    began: str
    result: Result
    typed: bool = False

    @property
    def counts(self) -> bool:
        """Return True if anything was played."""
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
        """Return each pair of players who played to the end, in alphabetical order, with their places."""
        places = self.result.places
        return tuple((a, b, places[a], places[b]) for a, b in combinations(sorted(places, key=alphabetical), 2))

    @cached_property
    def shares(self) -> tuple[tuple[Player, int, int], ...]:
        """Return every player's final place, and how many players share it."""
        places = self.result.places
        sharing = Counter(places.values())
        return tuple((player, place, sharing[place]) for player, place in places.items())


def played(game: Game, tally: Tally, *, began: str = "") -> Played:
    """Return a match as statistics need it.

    Args:
        game: its game.
        tally: its tally.
        began: when the match was created; used if no entry has a time.
    """
    times = (moment(entry.at) for entry in tally.record.entries[:1])
    result = replace(tally.result, low=game.lower_wins(tally.options))
    return Played(game.key, next(filter(None, times), began), result)


def whole_matches(parts: Iterable[Played]) -> list[Played]:
    """Join the parts of a match into one, with the places of the last part."""
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
    """Return a match together with the part before it: all deals, and the payments when people left."""
    last, before = match.result, part.result
    missed = Counter(last.missed)
    missed.update(dict.fromkeys({*before.players} - {*last.players}, last.deals))
    missed.update(dict.fromkeys({*last.players} - {*before.players}, before.deals))
    balances = Counter(last.balances)
    for one in link.payments if last.balances or before.balances else ():
        balances[Player(one.payer)] -= one.amount
        balances[Player(one.payee)] += one.amount
    result = replace(
        last,
        players=tuple(dict.fromkeys((*before.players, *last.players))),
        balances=balances,
        deals=last.deals + before.deals,
        missed=missed,
        events=Counter(last.events) + Counter(before.events),
    )
    return Played(match.game, part.began, result)


def statistics(matches: Iterable[Played], names: Names | None = None) -> Statistics:
    """Add up whole matches of one game.

    Args:
        matches: the matches; those in which nothing was played do not count.
        names: people with several names; without it, names are compared as written.
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
    person.deals += result.deals - result.missed.get(seat.player, 0)
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
    if (second, first) in pairs:  # main names may be in the other order
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
    """Return the pair in alphabetical order of the main names."""
    n, *rest = counts
    ordered = two == tuple(sorted(two, key=alphabetical))
    (a, b), (won, lost, ahead, behind) = (two, rest) if ordered else (two[::-1], (rest[1], rest[0], rest[3], rest[2]))
    return Pair((Player(a), Player(b)), n, (won, lost), (ahead, behind))


@dataclass(frozen=True)
class PointsRow:
    """A row of the table of points: rank, finished matches, matches won, and the points for all places."""

    rank: int
    player: Player
    matches: int
    wins: int
    points: Fraction


def table_of_points(
    matches: Iterable[Played], scale: Sequence[int], names: Names | None = None
) -> tuple[PointsRow, ...]:
    """Rank everybody by points for their places in finished matches of any game.

    Args:
        matches: whole matches.
        scale: the points for the first place, the second and so on; 0 for the rest. Tied players share them.
        names: people with several names.
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
        PointsRow(
            ranks[totals[name]],
            Player(name),
            counts[name].total(),
            sum(n for (place, _), n in counts[name].items() if place == 1),
            totals[name],
        )
        for name in order
    )


def fraction_text(points: Fraction) -> str:
    """Return points as text: 7, 3 1/2."""
    whole, rest = divmod(points.numerator, points.denominator)
    if not rest:
        return str(whole)
    return f"{whole} {rest}/{points.denominator}" if whole else f"{rest}/{points.denominator}"
