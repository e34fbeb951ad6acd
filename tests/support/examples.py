"""Examples of each game for the tests of all games: EXAMPLE in tests/games/<key>/example.py.

A shared test gets them by the game and names no game. Tests skip games without an example.
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
ALL = (*GAMES, toy.GAME)  # including the toy, which needs only a folder and a line


@dataclass(frozen=True)
class Parts:
    """The parts of a deal that the players enter, the one who ended it first, and the complete deal."""

    said: Mapping[str, Json]
    deal: Json


@dataclass(frozen=True)
class Listed:
    """A question that some tables do not have, and form fields with which it arises or does not."""

    question: str
    where: Json
    arises: bool = True


@dataclass(frozen=True)
class Typed:
    """Form fields of an unfinished deal, and a fact of a question that follows from them."""

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
    """Facts as a form sends them, the button below the verdict, and the entry that it writes."""

    question: str
    facts: Json
    button: str
    body: Json


@dataclass(frozen=True)
class Begun:
    """Facts as a form sends them, and a value in the deal form that the verdict opens for Bo."""

    question: str
    facts: Json
    shown: str


@dataclass(frozen=True)
class Lasting:
    """A deal that can be repeated for ever: it ends no match of these players."""

    players: tuple[str, ...]
    deal: Json


def as_it_is(before: Tally, deal: Body, data: dict[str, Any]) -> Json:
    """Change nothing: the deal is the same on paper."""
    return {}


@dataclass(frozen=True)
class Example:
    """The examples of a game. `written` has bodies by kind, for players named 1, @none and "Bo ?"."""

    usual: int = 3  # players at a table
    penalty: int = -1  # the sign on the sheet of a penalty that costs
    written: Mapping[str, tuple[Json, ...]] = field(default_factory=dict)
    asked_under: Mapping[str, Json] = field(default_factory=dict)  # by question: facts with house rules
    parts: Parts | None = None
    arises: tuple[Listed, ...] = ()
    typed: tuple[Typed, ...] = ()
    remedies: tuple[Remedy, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    begun: tuple[Begun, ...] = ()
    thought: str = ""  # the address of a question whose answer needs a search
    hardest: str = ""  # and of one whose search takes the longest time allowed
    lasting: Lasting | None = None
    paper_values: Callable[[Tally, Body, dict[str, Any]], Json] = as_it_is  # removes from a deal's JSON the values of
    # cells on a paper sheet, and returns the short entries as form fields
    drawn_later: tuple[str, ...] = ()  # parts of names of fields that are drawn later or never


def example(game: Game) -> Example:
    found: Example = import_module(f"games.{game.key}.example").EXAMPLE
    return found


def rows(name: str) -> list[tuple[Any, ...]]:
    """Return the rows of this table of all games that have it, each with the key of its game."""
    return [(game.key, *row) for game in GAMES for row in getattr(import_module(f"games.{game.key}.tables"), name, ())]
