"""The sheet as a value: everything the entries of a record add up to."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from companion.rules.entries import COMMON, Body, Player
from companion.rules.history import AnyRecord
from companion.rules.rulings import Ruling
from companion.rules.words import Say


@dataclass(frozen=True)
class Part:
    """One term of a number, in points or money, with the sentence and the clause that carry it."""

    points: int
    sentence: Say
    clause: str


@dataclass(frozen=True)
class Mark:
    """A sign beside a number, or instead of it, with its meaning for the legend."""

    sign: str
    meaning: str
    instead: bool = False


@dataclass(frozen=True)
class Figure:
    """A number of the sheet. It is what stood before plus the sum of its parts, always."""

    value: int
    parts: tuple[Part, ...] = ()
    mark: Mark | None = None

    @property
    def before(self) -> int:
        return self.value - sum(part.points for part in self.parts)


Figures = Mapping[Player, Figure]


@dataclass(frozen=True)
class Event:
    """Something that happened to a player in a deal; `name` is its word in `companion replay`."""

    player: Player
    name: str
    sentence: Say
    clause: str


@dataclass(frozen=True)
class Line:
    """One row of the sheet. `leg` numbers the table of the sheet it stands in (the third rams, the second game).

    `beside`: what the same entry is in further tables of the sheet (the columns of Hollywood gin), each with its leg.
    """

    entry: int
    dealer: Player | None
    kind: Literal["deal", "misdeal", "penalty", "end"] = "deal"
    leg: int = 1
    scores: Figures = field(default_factory=dict)
    balances: Figures = field(default_factory=dict)
    pot: Figure | None = None
    events: tuple[Event, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)  # this game's further facts, as formats.md names them
    beside: tuple["Line", ...] = ()


@dataclass(frozen=True)
class Notice:
    """What a player, or the whole table, must know now."""

    sentence: Say
    clause: str = ""
    urgent: bool = False


@dataclass(frozen=True)
class Payment:
    payer: Player
    payee: Player
    amount: int


@dataclass(frozen=True)
class Row:
    """A row of the reckoning under the sheet: a label and a number for each player."""

    label: Say
    figures: Figures


@dataclass(frozen=True)
class Reckoning:
    """A final account: of a rams, of a game of gin, of the match.

    `leg` is the table of the sheet that it closes and is printed under; None: it closes the whole match.
    """

    title: Say
    rows: tuple[Row, ...]
    leg: int | None = None


@dataclass(frozen=True)
class Tally:
    """The sheet. `refused` holds stored entries that a correction has made illegal: they count for nothing.

    `next` is what the next entry must respect (whose deal, who must knock); `extra` what `companion replay` prints
    for this game beside the common keys. `legs` names the tables of the sheet in order.
    """

    record: AnyRecord
    lines: tuple[Line, ...]
    refused: tuple[Ruling, ...] = ()
    status: Literal["running", "finished"] = "running"
    scores: Figures = field(default_factory=dict)
    balances: Figures = field(default_factory=dict)
    pot: int | None = None
    winners: tuple[Player, ...] = ()
    payments: tuple[Payment, ...] = ()
    next: Mapping[str, Any] = field(default_factory=dict)
    now: Mapping[Player, tuple[Notice, ...]] = field(default_factory=dict)
    table_now: tuple[Notice, ...] = ()
    legs: tuple[Say, ...] = ()
    reckonings: tuple[Reckoning, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    options: Any = None  # in force now, after changes
    result: Figures = field(default_factory=dict)  # what the match comes to, where that is not the running score


@dataclass(frozen=True, eq=False)
class Question:
    """A question to the referee: a title in plain words, the dataclass of its facts, and the rule that answers.

    `known` fills in what the running match already knows, `about` what it knows of the one player it is asked about.
    """

    title: str
    facts: type
    rule: Callable[[Any], Ruling]
    known: Callable[[Tally], Mapping[str, Any]] = lambda tally: {}
    about: Callable[[Tally, Player], Mapping[str, Any]] | None = None


@dataclass(frozen=True, eq=False)
class Game:
    """The rules of one game, as a value.

    `folder` is where its book and its templates lie, for those who read files. `form` gives the entry form what the
    rules say about an entry half typed, as the speaking in turn of a bid.
    """

    key: str
    folder: Path
    name: str
    seats: range
    options: type
    opening: type
    deals: tuple[type[Body], ...]  # the kinds of entry of its own
    tally: Callable[[AnyRecord], Tally]
    check_opening: Callable[[AnyRecord], Ruling | None]
    questions: Mapping[str, Question] = field(default_factory=dict)
    lower_wins: bool = False
    form: Callable[[Tally, Mapping[str, Any]], Mapping[str, Any]] = lambda tally, typed: {}
    tables: Callable[[Any], tuple[Say, ...]] = lambda options: ()  # of a sheet for writing by hand; none: one, unnamed
    closing: tuple[str, ...] = ()  # the lines under each of these tables

    @property
    def kinds(self) -> Mapping[str, type[Body]]:
        """All that may be written down in this game, by its name on the wire."""
        return {body.kind: body for body in (*COMMON, *self.deals)}


def figures(values: Mapping[Player, int], parts: Mapping[Player, Iterable[Part]] | None = None) -> dict[Player, Figure]:
    """Numbers for every player, with their derivations where there are any."""
    terms = parts or {}
    return {player: Figure(value, tuple(terms.get(player, ()))) for player, value in values.items()}
