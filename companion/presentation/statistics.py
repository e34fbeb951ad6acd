"""Add up the results of many matches by player and pair; computed, never stored."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations

from companion.languages import alphabetical
from companion.rules.ending import Event, Result
from companion.rules.entries import Handover, Player
from companion.rules.game import Game
from companion.rules.tally import Tally


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


def result_of(game: Game, tally: Tally) -> Result:
    """Return the result of a match, with which way its points count."""
    return replace(tally.result, low=game.lower_wins(tally.options))


def statistics(results: Iterable[Result]) -> Statistics:
    """Add up matches of one game; names are compared as written."""
    played = [one for one in _whole_matches(results) if one.deals]
    people: dict[Player, Person] = {}
    pairs: dict[tuple[Player, Player], Pair] = {}
    for one in played:
        for player in one.players:
            _add(people.setdefault(player, Person(player)), one)
        if one.places:
            for two in combinations(sorted(one.places, key=alphabetical), 2):
                _meet(pairs.setdefault(two, Pair(two)), one.places)
    return Statistics(
        len(played),
        tuple(sorted(people.values(), key=lambda person: (-person.matches, -person.wins, alphabetical(person.player)))),
        tuple(sorted(pairs.values(), key=lambda pair: (-pair.matches, *map(alphabetical, pair.players)))),
        tuple(sorted({event for person in people.values() for event in person.events}, key=lambda event: event.name)),
        tuple(sorted({unit for person in people.values() for unit, n in person.balances.items() if n})),
        tuple(sorted({low for person in people.values() for low in person.whole})) or (False,),
    )


def _whole_matches(results: Iterable[Result]) -> list[Result]:
    """Return the parts of a match in which people came and went as one, with the places of the last of them."""
    parts = list(results)
    earlier = {one.went_on: one for one in parts if one.went_on}
    begun = {one.continues for one in parts}
    matches = []
    for one in parts:
        if one.went_on and one.went_on in begun:
            continue
        match, link = one, one.continues
        while link and link in earlier:
            match = _with_earlier(match, earlier[link], link)
            link = earlier[link].continues
        matches.append(match)
    return matches


def _with_earlier(match: Result, part: Result, link: Handover) -> Result:
    """Return a match with the part before it: all deals, and what was paid when people left."""
    balances = Counter(match.balances)
    for one in link.payments if match.balances or part.balances else ():
        balances[Player(one.payer)] -= one.amount
        balances[Player(one.payee)] += one.amount
    return replace(
        match,
        players=tuple(dict.fromkeys((*part.players, *match.players))),
        balances=balances,
        deals=match.deals + part.deals,
        events=Counter(match.events) + Counter(part.events),
    )


def _add(person: Person, one: Result) -> None:
    player = person.player
    person.matches += 1
    person.deals += one.deals
    person.balances[one.unit] += one.balances.get(player, 0)
    person.events.update({event: n for (who, event), n in one.events.items() if who == player})
    if one.places:
        person.finished += 1
        person.wins += one.places.get(player) == 1
    if player in one.places and one.whole:
        person.whole[one.low] += 1
        person.points[one.low] += one.points[player]


def _meet(pair: Pair, places: Mapping[Player, int]) -> None:
    first, second = (places[player] for player in pair.players)
    pair.matches += 1
    pair.wins = (pair.wins[0] + (first == 1), pair.wins[1] + (second == 1))
    pair.ahead = (pair.ahead[0] + (first < second), pair.ahead[1] + (second < first))
