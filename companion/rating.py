"""Rate people by the places of the tables at which they played, with openskill, an optional library."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations

from companion.rules.entries import Player

LIBRARY = "openskill"


@dataclass
class Rating:
    """An estimate: `mu`, give or take twice `sigma`, after so many tables."""

    mu: float
    sigma: float
    tables: int = 0


@dataclass
class Rated:
    """All ratings; of the pairs that differed in rating and in place, in how many the better rated was ahead."""

    people: dict[Player, Rating] = field(default_factory=dict)
    right: int = 0
    of: int = 0


def is_installed() -> bool:
    return find_spec(LIBRARY) is not None


def rate(tables: Iterable[Mapping[Player, int]]) -> Rated | None:
    """Return the ratings by Plackett-Luce after all tables, one after the other; None without the library."""
    if not is_installed():
        return None
    model, rated = import_module(f"{LIBRARY}.models").PlackettLuce(), Rated()
    usual = model.rating()
    for places in tables:
        people = [rated.people.setdefault(name, Rating(usual.mu, usual.sigma)) for name in places]
        _foretell(rated, list(zip(people, places.values(), strict=True)))
        teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in people]
        for one, (after,) in zip(people, model.rate(teams, ranks=list(places.values())), strict=True):
            one.mu, one.sigma, one.tables = after.mu, after.sigma, one.tables + 1
    return rated


def _foretell(rated: Rated, table: list[tuple[Rating, int]]) -> None:
    """Count for how many pairs of a table the ratings from before it told who would be ahead."""
    for (one, place), (other, place_of_other) in combinations(table, 2):
        if place != place_of_other and one.mu != other.mu:
            rated.of += 1
            rated.right += (one.mu > other.mu) == (place < place_of_other)
