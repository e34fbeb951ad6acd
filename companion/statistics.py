"""What the records of many matches say about the people who played them; computed, never stored."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations

from companion.rules.entries import Player
from companion.rules.tally import Game, Tally


@dataclass(frozen=True)
class Played:
    """What one match adds to the statistics. `finals` are what it came to, `balances` money or chips won."""

    game: str
    players: tuple[Player, ...]
    finished: bool
    winners: tuple[Player, ...]
    deals: int
    finals: dict[Player, int]
    balances: dict[Player, int]
    events: Counter[tuple[Player, str]]


@dataclass
class Person:
    """One player in one game. Averages are over finished matches."""

    player: Player
    matches: int = 0
    finished: int = 0
    wins: int = 0
    deals: int = 0
    points: int = 0
    balance: int = 0
    events: Counter[str] = field(default_factory=Counter)

    @property
    def average(self) -> float | None:
        """Points at the end of a finished match, on average."""
        return self.points / self.finished if self.finished else None


@dataclass
class Pair:
    """Two players who have met: finished matches, and how often each of them won alone or shared."""

    players: tuple[Player, Player]
    matches: int = 0
    wins: tuple[int, int] = (0, 0)
    ahead: tuple[int, int] = (0, 0)  # matches in which the one ended before the other, whoever won


@dataclass(frozen=True)
class Statistics:
    """One game: its players, most matches first, those who met, and the words of the events that occurred."""

    game: str
    matches: int
    people: tuple[Person, ...]
    pairs: tuple[Pair, ...]
    events: tuple[str, ...]
    money: bool


def played(game: Game, tally: Tally) -> Played:
    players = tally.record.players
    return Played(
        game.key,
        players,
        tally.status == "finished",
        tally.winners,
        sum(line.kind == "deal" for line in tally.lines),
        {player: figure.value for player, figure in (tally.result or tally.scores).items()},
        {player: figure.value for player, figure in tally.balances.items()},
        Counter((event.player, event.name) for line in tally.lines for event in line.events),
    )


def statistics(matches: Iterable[Played], game: Game) -> Statistics:
    """The matches of one game added up; names are compared as written."""
    found = [one for one in matches if one.game == game.key and one.deals]
    people: dict[Player, Person] = {}
    pairs: dict[tuple[Player, Player], Pair] = {}
    for one in found:
        for player in one.players:
            _add(people.setdefault(player, Person(player)), one)
        if one.finished:
            for two in combinations(sorted(one.players), 2):
                _meet(pairs.setdefault(two, Pair(two)), one, lower_wins=game.lower_wins)
    return Statistics(
        game.key,
        len(found),
        tuple(sorted(people.values(), key=lambda person: (-person.matches, -person.wins, person.player))),
        tuple(sorted(pairs.values(), key=lambda pair: (-pair.matches, pair.players))),
        tuple(sorted({name for person in people.values() for name in person.events})),
        any(person.balance for person in people.values()),
    )


def _add(person: Person, one: Played) -> None:
    player = person.player
    person.matches += 1
    person.deals += one.deals
    person.balance += one.balances.get(player, 0)
    person.events.update({name: n for (who, name), n in one.events.items() if who == player})
    if one.finished:
        person.finished += 1
        person.wins += player in one.winners
        person.points += one.finals.get(player, 0)


def _meet(pair: Pair, one: Played, *, lower_wins: bool) -> None:
    first, second = pair.players
    pair.matches += 1
    pair.wins = (pair.wins[0] + (first in one.winners), pair.wins[1] + (second in one.winners))
    numbers = one.finals or one.balances
    difference = numbers.get(first, 0) - numbers.get(second, 0)
    if one.finals and lower_wins:
        difference = -difference
    pair.ahead = (pair.ahead[0] + (difference > 0), pair.ahead[1] + (difference < 0))
