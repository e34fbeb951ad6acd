"""The examples that each game supplies for the tests of every game: EXAMPLE in tests/games/<key>/example.py.

A shared test asks for it by the game, and names none. What a game has no example of is not asked of it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import toy

from companion.games import GAMES
from companion.rules.entries import Body
from companion.rules.game import Game
from companion.rules.tally import Tally

Json = Mapping[str, Any]
ALL = (*GAMES, toy.GAME)  # those of the house, and the one that costs no more than a folder and a line


@dataclass(frozen=True)
class Parts:
    """The parts that the players say of a deal, whoever ended it first, and the deal that they make."""

    said: Mapping[str, Json]
    deal: Json


@dataclass(frozen=True)
class Listed:
    """A question that does not arise at every table, and the fields of the form with which it does, or does not."""

    question: str
    where: Json
    arises: bool = True


@dataclass(frozen=True)
class Typed:
    """A deal half typed, as a form sends it, and what a question says that it knows by it."""

    question: str
    deal: Json
    says: str


@dataclass(frozen=True)
class Remedy:
    """Facts of a question, and the entry that its ruling attaches, if any."""

    question: str
    facts: Json
    remedy: Json | None


@dataclass(frozen=True)
class Verdict:
    """Facts as a form sends them, the button under the verdict, and what it writes."""

    question: str
    facts: Json
    button: str
    body: Json


@dataclass(frozen=True)
class Begun:
    """Facts as a form sends them, and what stands in the form of the deal that the verdict begins for Bo."""

    question: str
    facts: Json
    shown: str


@dataclass(frozen=True)
class Lasting:
    """A deal that may be written again and again: no match of these players ends by it."""

    players: tuple[str, ...]
    deal: Json


def as_it_is(before: Tally, deal: Body, data: dict[str, Any]) -> Json:
    """Nothing of a deal is said otherwise on paper."""
    return {}


@dataclass(frozen=True)
class Example:
    """Written by people who are named 1, @none and Bo ? are the `written` bodies by their kinds."""

    usual: int = 3  # players of a table
    penalty: int = -1  # the sign of one that costs, on the sheet
    written: Mapping[str, tuple[Json, ...]] = field(default_factory=dict)
    asked_under: Mapping[str, Json] = field(default_factory=dict)  # by the question: facts with house rules
    parts: Parts | None = None
    arises: tuple[Listed, ...] = ()
    typed: tuple[Typed, ...] = ()
    remedies: tuple[Remedy, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    begun: tuple[Begun, ...] = ()
    thought: str = ""  # the address of a question whose answer has to be looked for
    hardest: str = ""  # and of one for which that takes as long as it may
    lasting: Lasting | None = None
    pencilled: Callable[[Tally, Body, dict[str, Any]], Json] = as_it_is  # makes of the JSON of a deal what a sheet
    # asks, and returns what it says in short, as fields of a form
    drawn_later: tuple[str, ...] = ()  # in the name of a field: it is drawn once something else is said, or never


def example(game: Game) -> Example:
    found: Example = import_module(f"games.{game.key}.example").EXAMPLE
    return found


def rows(name: str) -> list[tuple[Any, ...]]:
    """The table of this name of every game that has one, each row after the key of its game."""
    return [(game.key, *row) for game in GAMES for row in getattr(import_module(f"games.{game.key}.tables"), name, ())]
