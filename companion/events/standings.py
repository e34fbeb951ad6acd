"""Compute the standings of an event: points, totals, ranks with their tie-breaks, money accounts and ratings."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations, groupby
from math import inf
from typing import Any, Literal

from companion.events import Event, Missed, PaymentMade, PlacePoints, Points
from companion.events.state import Result, Round, State
from companion.rules.entries import Player
from companion.rules.settlement import payments
from companion.rules.tally import Payment

Compared = Mapping[str, Mapping[Player, Any]]  # for each criterion, its value for each player
Tied = tuple[tuple[Player, ...], Compared]  # tied players, and the values of each criterion that was applied to them
Attendance = Literal["played", "bye", "absent"]
ZERO = Fraction(0)


@dataclass(frozen=True)
class RoundRow:
    """A round of a player. `table`, `place`, `card_points` are set if it was played; `counts`: it is in the total.

    A player who left a match has no place, and the worst card points of the table.
    """

    round: int
    how: Attendance
    points: Fraction
    table: int | None = None
    place: int | None = None
    card_points: Fraction | None = None
    counts: bool = True


@dataclass(frozen=True)
class Behind:
    """The last row with a better rank, and the criterion that separates the two rows: its value there, then here."""

    player: Player
    by: str
    values: tuple[object, object] | None


@dataclass(frozen=True)
class Row:
    """A row of the standings. `total` includes the penalties; `rank` is None for a player who is not ranked."""

    player: Player
    total: Fraction
    penalties: int
    rounds: tuple[RoundRow, ...]
    rank: int | None = None
    behind: Behind | None = None

    @property
    def earned(self) -> Fraction:
        """Return the total without penalties."""
        return self.total - self.penalties

    @property
    def played(self) -> tuple[RoundRow, ...]:
        """Return the rounds in which the player sat at a table of two or more."""
        return tuple(one for one in self.rounds if one.how == "played")

    @property
    def came(self) -> int:
        """Return in how many rounds the player was present, also without a table (tournament.score.least)."""
        return sum(one.how != "absent" for one in self.rounds)


def standings(state: State) -> tuple[Row, ...]:
    """Return the rows in order of rank, then those without a rank by their totals."""
    ranking = _Ranking(state)
    rows: list[Row] = []
    for group, values in ranking.groups(("decide",)):
        above = rows[-1] if rows else None
        rank = len(rows) + 1
        behind = [ranking.behind(above, values, one) for one in group]
        rows += [replace(ranking.rows[one], rank=rank, behind=why) for one, why in zip(group, behind, strict=True)]
    sign = 1 if state.event.terms.low else -1
    others = [row for row in ranking.rows.values() if row.player not in ranking.ranked]
    return (*rows, *sorted(others, key=lambda row: sign * row.total))


def level_groups(state: State) -> list[tuple[Player, ...]]:
    """Return the groups of players who are tied after all tie-breaks, ignoring decisions."""
    return [group for group, _ in _Ranking(state).groups(()) if len(group) > 1]


# --- points


def _table_points(event: Event, result: Result) -> Points:
    """Return the points that a table of two or more gives (tournament.score.points, .money, .places)."""
    score = event.terms.score
    if score == "points":
        return result.scores
    if score == "money":
        return {player: Fraction(n) for player, n in _by_row(result).items()}
    assert isinstance(score, PlacePoints)
    points = score.of_size(len(result.present)) or ()
    ranked = result.ranked
    return {player: _shared(points, ranked[player], ranked) if player in ranked else ZERO for player in result.places}


def _by_row(result: Result) -> Mapping[Player, int]:
    """Return the money of a table by rows; `people` stands in the order of `present`."""
    return dict(zip(result.present, (result.money[name] for name in result.people), strict=True))


def _shared(points: Sequence[int], place: int, places: Mapping[Player, int]) -> Fraction:
    """Return the points of a place; tied players share the points of all places they occupy."""
    sharers = sum(one == place for one in places.values())
    return Fraction(sum(points[place - 1 : place - 1 + sharers]), sharers)


def _round_rows(state: State) -> dict[Player, tuple[RoundRow, ...]]:
    """Return for every player the rounds that count for that player, before the best are chosen."""
    terms = state.event.terms
    by_player: dict[Player, list[RoundRow]] = {player: [] for player in state.people}
    worst: dict[int, Fraction] = {}
    for round_ in state.counted:
        played = _played(state.event, round_)
        points = [row.points for row in played.values()]
        worst[round_.number] = (max if terms.low else min)(points, default=ZERO)
        byes = {*round_.bye, *(p for table in round_.tables if len(table.present) == 1 for p in table.present)}
        for player, person in state.people.items():
            if person.out_after is None or round_.number <= person.out_after:
                missed = RoundRow(round_.number, "bye" if player in byes else "absent", ZERO)
                by_player[player].append(played.get(player, missed))
    return {player: _filled(rows, terms.bye, terms.absent, worst, terms.low) for player, rows in by_player.items()}


def _played(event: Event, round_: Round) -> dict[Player, RoundRow]:
    rows = {}
    for number, table in enumerate(round_.tables, start=1):
        result = table.result
        if result and result.is_played:
            points = _table_points(event, result)
            for player in result.present:
                place, cards = result.ranked.get(player), result.scores.get(player)
                rows[player] = RoundRow(round_.number, "played", points[player], number, place, cards)
    return rows


def _filled(
    rows: Sequence[RoundRow], bye: Missed, absent: Missed | None, worst: Mapping[int, Fraction], low: bool
) -> tuple[RoundRow, ...]:
    """Return the rows with points filled in for rounds that were not played (tournament.score.bye, .absent)."""
    played = [row.points for row in rows if row.how == "played"]
    mean = sum(played, ZERO) / len(played) if played else None

    def filled(row: RoundRow) -> RoundRow:
        if row.how == "played":
            return row
        term = bye if row.how == "bye" else absent
        if term == "worst" or (term == "mean" and mean is None and low):
            return replace(row, points=worst[row.round])
        if term == "mean" or term is None:
            return replace(row, points=mean or ZERO)
        return replace(row, points=Fraction(term))

    return tuple(map(filled, rows))


def _best(rows: tuple[RoundRow, ...], best: int | None, low: bool) -> tuple[RoundRow, ...]:
    """Return the rows with only the best marked as counting; of equal ones the earlier rounds."""
    if best is None:
        return rows
    sign = 1 if low else -1
    kept = {row.round for row in sorted(rows, key=lambda row: (sign * row.points, row.round))[:best]}
    return tuple(replace(row, counts=row.round in kept) for row in rows)


# --- ranks


@dataclass
class _Ranking:
    """The data by which the rows of an event are compared."""

    state: State
    rows: dict[Player, Row] = field(init=False)
    ranked: tuple[Player, ...] = field(init=False)

    def __post_init__(self) -> None:
        terms, low = self.state.event.terms, self.state.event.terms.low
        penalties = dict.fromkeys(self.state.people, 0)
        for one in self.state.penalties:
            penalties[one.player] = penalties.get(one.player, 0) + one.points
        self.rows = {}
        for player, rounds in _round_rows(self.state).items():
            chosen = _best(rounds, terms.best, low)
            earned = sum((row.points for row in chosen if row.counts), ZERO)
            self.rows[player] = Row(player, earned + penalties[player], penalties[player], chosen)
        people = self.state.people
        self.ranked = tuple(p for p, row in self.rows.items() if row.came >= terms.least and not people[p].is_unranked)

    def groups(self, last: tuple[str, ...]) -> list[Tied]:
        """Return the groups of tied players, best first."""
        groups: list[Tied] = [(self.ranked, {})] if self.ranked else []
        for word in dict.fromkeys(("out", "total", *self.state.event.terms.ties, *last)):
            groups = [part for group, values in groups for part in self._split(word, group, values)]
        return groups

    def _split(self, word: str, group: tuple[Player, ...], values: Compared) -> list[Tied]:
        if len(group) == 1:
            return [(group, values)]
        compared = CRITERIA[word](self, group)
        keys = {player: self._key(word, value) for player, value in compared.items()}
        ordered = sorted(group, key=keys.__getitem__)
        now = {**values, word: compared}
        return [(tuple(part), now) for _, part in groupby(ordered, keys.__getitem__)]

    def _key(self, word: str, value: Any) -> Any:
        """Return a sort key of a value; the better value comes first."""
        low = self.state.event.terms.low
        if word == "out":
            return -inf if value is None else -value
        if word in ("places", "best"):
            return (*((n if low and word == "best" else -n) for n in value), inf)
        if word == "decide":
            return value
        fewer = self.state.event.terms.fewer if word == "card_points" else low and word != "direct"
        return value if fewer else -value

    def behind(self, above: Row | None, values: Compared, player: Player) -> Behind | None:
        """Return the first criterion in which a player differs from the row above, with both values."""
        if above is None:
            return None
        for word, compared in values.items():
            better, own = compared.get(above.player), compared[player]
            if above.player in compared and self._key(word, better) != self._key(word, own):
                return Behind(above.player, word, None if word == "decide" else (better, own))
        return None

    def _tables_of(self, player: Player) -> Iterator[Result]:
        """Yield the results of the tables at which a player played."""
        for row in self.rows[player].played:
            table = self.state.table(row.round, row.table or 0)
            if table and table.result:
                yield table.result

    # the criteria, each computed for players who are still tied

    def out(self, group: Sequence[Player]) -> dict[Player, int | None]:
        return {player: self.state.people[player].out_after for player in group}

    def total(self, group: Sequence[Player]) -> dict[Player, Fraction]:
        return {player: self.rows[player].total for player in group}

    def places(self, group: Sequence[Player]) -> dict[Player, tuple[int, ...]]:
        return {player: _counts([row.place or 0 for row in self.rows[player].played]) for player in group}

    def direct(self, group: Sequence[Player]) -> dict[Player, int]:
        net = dict.fromkeys(group, 0)
        for player in group:
            for result in self._tables_of(player):
                ranked = result.ranked
                mine, met = ranked.get(player, inf), [ranked[one] for one in ranked if one in net]
                net[player] += sum((mine < place) - (mine > place) for place in met) if player in ranked else 0
        return net

    def best(self, group: Sequence[Player]) -> dict[Player, tuple[Fraction, ...]]:
        is_high = not self.state.event.terms.low
        return {p: tuple(sorted((row.points for row in self.rows[p].played), reverse=is_high)) for p in group}

    def strength(self, group: Sequence[Player]) -> dict[Player, Fraction]:
        met = {p: [one for result in self._tables_of(p) for one in result.present if one != p] for p in group}
        return {player: sum((self.rows[one].earned for one in others), ZERO) for player, others in met.items()}

    def card_points(self, group: Sequence[Player]) -> dict[Player, Fraction]:
        return {p: sum((row.card_points or ZERO for row in self.rows[p].played), ZERO) for p in group}

    def decide(self, group: Sequence[Player]) -> dict[Player, int]:
        orders = [one.order for one in self.state.decisions if set(group) <= set(one.order)]
        order = orders[-1] if orders else ()
        return {player: order.index(player) if order else 0 for player in group}


CRITERIA: Mapping[str, Callable[[_Ranking, Sequence[Player]], Mapping[Player, Any]]] = {
    "out": _Ranking.out,
    "total": _Ranking.total,
    "places": _Ranking.places,
    "direct": _Ranking.direct,
    "best": _Ranking.best,
    "strength": _Ranking.strength,
    "card_points": _Ranking.card_points,
    "decide": _Ranking.decide,
}


def _counts(places: Sequence[int]) -> tuple[int, ...]:
    """Return the numbers of first places, second places and so on."""
    return tuple(places.count(n) for n in range(1, max(places, default=0) + 1))


# --- money


@dataclass(frozen=True)
class Term:
    """An amount from a table, or a payment to or from `other`: in entry `entry`, or at a table that somebody left."""

    amount: int
    round: int | None = None
    table: int | None = None
    entry: int | None = None
    other: Player | None = None


@dataclass(frozen=True)
class Money:
    """The accounts of players and stand-ins, their sums, and the fewest payments that bring all to zero."""

    sums: Mapping[Player, int]
    accounts: Mapping[Player, tuple[Term, ...]]
    payments: tuple[Payment, ...]


def money(state: State) -> Money:
    """Return everybody's account. It is empty if no table had money and nothing was paid."""
    results = [
        (round_.number, number, table.result)
        for round_ in state.counted
        for number, table in enumerate(round_.tables, start=1)
        if table.result and table.result.money
    ]
    if not results and not state.paid:
        return Money({}, {}, ())
    people = [*state.people, *(name for person in state.people.values() for name in person.stand_ins)]
    accounts: dict[Player, list[Term]] = {name: [] for name in people}
    for number, table_number, result in results:
        for name, amount in result.money.items():
            if amount:
                accounts.setdefault(name, []).append(Term(amount, number, table_number))
        for one in result.paid:
            _pay(accounts, one, Term(one.amount, number, table_number))
    for entry, paid in state.paid:
        _pay(accounts, paid, Term(paid.amount, entry=entry))
    sums = {name: sum(term.amount for term in terms) for name, terms in accounts.items()}
    return Money(sums, {name: tuple(terms) for name, terms in accounts.items() if terms}, payments(sums))


def _pay(accounts: dict[Player, list[Term]], paid: PaymentMade | Payment, term: Term) -> None:
    accounts.setdefault(paid.payer, []).append(replace(term, other=paid.payee))
    accounts.setdefault(paid.payee, []).append(replace(term, amount=-paid.amount, other=paid.payer))


LIBRARY = "openskill"


@dataclass
class Rating:
    """An estimate of skill `mu` with standard deviation `sigma`, after so many tables."""

    mu: float
    sigma: float
    tables: int = 0


@dataclass
class Rated:
    """All ratings, and a test of them: of `of` pairs with different ratings and places, `right` were predicted."""

    people: dict[Player, Rating] = field(default_factory=dict)
    right: int = 0
    of: int = 0


def can_rate() -> bool:
    return find_spec(LIBRARY) is not None


def rate(tables: Iterable[Mapping[Player, int]]) -> Rated | None:
    """Return the Plackett-Luce ratings after all tables in order, or None if the library is not installed."""
    if not can_rate():
        return None
    model, rated = import_module(f"{LIBRARY}.models").PlackettLuce(), Rated()
    usual = model.rating()
    for places in tables:
        people = [rated.people.setdefault(name, Rating(usual.mu, usual.sigma)) for name in places]
        _count_predicted(rated, list(zip(people, places.values(), strict=True)))
        teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in people]
        for one, (after,) in zip(people, model.rate(teams, ranks=list(places.values())), strict=True):
            one.mu, one.sigma, one.tables = after.mu, after.sigma, one.tables + 1
    return rated


def _count_predicted(rated: Rated, table: list[tuple[Rating, int]]) -> None:
    """Count the pairs of a table whose order the earlier ratings predicted."""
    for (one, place), (other, place_of_other) in combinations(table, 2):
        if place != place_of_other and one.mu != other.mu:
            rated.of += 1
            rated.right += (one.mu > other.mu) == (place < place_of_other)
