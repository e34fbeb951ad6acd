"""The tally: scores, lines and results that the entries of a record add up to."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeVar, runtime_checkable

from companion.rules.ending import Ended, Event, Result
from companion.rules.entries import End, Handover, Player
from companion.rules.field_metadata import Dataclass
from companion.rules.history import AnyRecord, Numbers, Standing
from companion.rules.messages import Say
from companion.rules.rulings import Ruling


@dataclass(frozen=True, slots=True)  # slots, because parts, figures and sentences take most of a long match's memory
class Part:
    """One term of a number, in points or money, with the sentence and the clause that explain it.

    `penalty`: the reason of a penalty, as people typed it (`sentence` does not repeat it) or from the rules; empty if
    none was given, None if the term is no penalty.
    """

    points: int
    sentence: Say
    clause: str
    penalty: str | Say | None = None


def total(parts: Iterable[Part]) -> int:
    return sum(part.points for part in parts)


@dataclass(frozen=True)
class Mark:
    """A sign beside a number, or instead of it, with its meaning for the legend."""

    sign: str
    meaning: str
    instead: bool = False
    hides: bool = False  # the number is never shown, because it counts for nothing here


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of the sheet: always the number before it plus the sum of its parts."""

    value: int
    parts: tuple[Part, ...] = ()
    mark: Mark | None = None

    @property
    def before(self) -> int:
        return self.value - self.change

    @property
    def change(self) -> int:
        return total(self.parts)

    @property
    def penalties(self) -> tuple[Part, ...]:
        return tuple(part for part in self.parts if part.penalty is not None)


Figures = Mapping[Player, Figure]
Spot = tuple[str, Player]  # a field of a deal, and its player


@dataclass(frozen=True)
class Happening:
    """An event of a deal: the player it happened to, a sentence about it, and its clause."""

    player: Player
    event: Event
    sentence: Say
    clause: str


Kind = Literal["deal", "misdeal", "penalty", "offer", "end"]  # an offer: an entry of the game's own that is no deal
Own = TypeVar("Own")


@runtime_checkable
class ForMoney(Protocol):
    """House rules of a game that may be played for money, with the name of the money."""

    @property
    def unit_name(self) -> str: ...


class State(Protocol):
    """The state of a match, in a class of its game, with the house rules in force."""

    @property
    def options(self) -> Dataclass: ...


@dataclass(frozen=True)
class Notice:
    """News for a player, or for everybody. `quiet`: true, but not new; the scoreboard does not show it."""

    sentence: Say
    clause: str = ""
    urgent: bool = False
    quiet: bool = False


@dataclass(frozen=True)
class Line:
    """One row of the sheet.

    Attributes:
        leg: The number of its table on the sheet (the third rams, the second game).
        beside: The same entry in further tables of the sheet (the columns of Hollywood gin), each with its leg.
        notice: A fact that its numbers do not show.
        let_stand: The duty that was broken, if the players let the entry stand.
        played: A value of the game's own: the entry as its rules read it.
        after: The game's state after the entry, before a new leg begins.
    """

    entry: int
    dealer: Player | None
    kind: Kind = "deal"
    leg: int = 1
    scores: Figures = field(default_factory=dict)
    balances: Figures = field(default_factory=dict)
    pot: Figure | None = None
    events: tuple[Happening, ...] = ()
    beside: tuple["Line", ...] = ()
    notice: Notice | None = None
    let_stand: Ruling | None = None
    played: object = None
    after: State | None = None

    def deal_number(self, numbers: Numbers) -> int | None:
        """Return the number of the deal of this line; None if it is no deal."""
        return numbers.now.get(self.entry) if self.kind == "deal" else None

    def figure(self, player: Player) -> Figure:
        """Return the score, or the balance in a game that is played for money only."""
        return self.scores.get(player) or self.balances[player]

    @property
    def has_both(self) -> bool:
        return bool(self.scores and self.balances)


@dataclass(frozen=True)
class Payment:
    payer: Player
    payee: Player
    amount: int


@dataclass(frozen=True)
class ReckoningRow:
    """A row of the reckoning under the sheet: a label and a number for each player.

    `clause`: the rule behind the numbers, if they are not sums.
    """

    label: Say
    figures: Figures
    clause: str = ""


@dataclass(frozen=True)
class Reckoning:
    """A final account of a rams, of a game of gin, or of the match.

    `leg`: the table of the sheet that it closes and is printed under; None if it closes the whole match.
    """

    title: Say
    rows: tuple[ReckoningRow, ...]
    leg: int | None = None


@dataclass(frozen=True)
class Tally:
    """The scores, lines and results of a record.

    Attributes:
        refused: Stored entries that a correction has made illegal. They count for nothing.
        table: The game's state after the last entry. The game reads it by `at`, which checks its type; so the pages,
            which only pass tallies on, need no type parameter.
        turn: The players of the next deal, in order of speaking; none once the match is over.
        out: Players who are eliminated.
        ended: What ended the match. `places`: everybody's place. Both are empty while it runs.
        decided: How it was won, if the points do not show that.
        points: The final points, if they are not the running score.
        legs: The names of the tables of the sheet, in order.
    """

    record: AnyRecord
    history: tuple[Standing, ...]
    numbers: Numbers
    table: State
    lines: tuple[Line, ...]
    refused: tuple[Ruling, ...] = ()
    dealer: Player | None = None
    turn: tuple[Player, ...] = ()
    out: tuple[Player, ...] = ()
    ended: Ended | None = None
    places: Mapping[Player, int] = field(default_factory=dict)
    decided: Say | None = None
    points: Mapping[Player, int] = field(default_factory=dict)
    scores: Figures = field(default_factory=dict)
    balances: Figures = field(default_factory=dict)
    pot: int | None = None
    payments: tuple[Payment, ...] = ()
    minutes: int | None = None  # agreed length of play; only pages show it, it ends nothing here
    notices: Mapping[Player, tuple[Notice, ...]] = field(default_factory=dict)
    table_notices: tuple[Notice, ...] = ()
    legs: tuple[Say, ...] = ()
    first_leg: int = 1
    reckonings: tuple[Reckoning, ...] = ()
    penalty_factor: int = (
        1  # change of the player's number by a point of a penalty; negative if penalties are paid in money
    )

    def deal(self, line: Line) -> int | None:
        """Return the number of the deal of a line; None if the line is no deal."""
        return line.deal_number(self.numbers)

    def leg(self, number: int) -> Say | None:
        """Return the name of a table of the sheet; None if it has none."""
        at = number - self.first_leg
        return self.legs[at] if 0 <= at < len(self.legs) else None

    def at(self, kind: type[Own]) -> Own:
        """Return the game's state, checked to be of the given type."""
        return own(self.table, kind)

    @property
    def options(self) -> Dataclass:
        """Return the house rules in force now, after changes."""
        return self.table.options

    def amount(self, payment: Payment) -> str:
        """Return an amount with the name of the money."""
        return self.money(payment.amount)

    def money(self, n: object) -> str:
        return f"{n} {self.unit}".strip()

    @property
    def unit(self) -> str:
        """Return the name of the money, if any."""
        return self.options.unit_name if isinstance(self.options, ForMoney) else ""

    @property
    def status(self) -> Literal["running", "finished"]:
        return "finished" if self.places or self.ended else "running"

    @property
    def winners(self) -> tuple[Player, ...]:
        return tuple(player for player in self.record.players if self.places.get(player) == 1)

    @property
    def last_dealt(self) -> Line | None:
        """Return the last deal, void ones included; None if no dealer is known."""
        dealt = (line for line in reversed(self.lines) if line.kind in ("deal", "misdeal") and line.dealer)
        return next(dealt, None)

    @property
    def result(self) -> Result:
        return Result(
            self.record.players,
            self.places,
            self.points or values(self.scores),
            values(self.balances),
            sum(line.kind == "deal" for line in self.lines),
            Counter((one.player, one.event) for line in self.lines for one in line.events),
            self.ended is None or self.ended.by == "rules",
            self.unit,
            continues=self.record.continues,
            went_on=self.went_on,
        )

    @property
    def went_on(self) -> Handover | None:
        """Return the link to the part in which others continue the match; None if it ended otherwise or still runs."""
        end = self.history[self.ended.entry - 1].body if self.ended and self.ended.by == "people" else None
        return end.continued if isinstance(end, End) else None


def own(given: object, kind: type[Own]) -> Own:
    """Return a value that belongs to a game, checked to be of its type."""
    assert isinstance(given, kind), given
    return given


def figures(
    numbers: Mapping[Player, int], parts: Mapping[Player, Iterable[Part]] | None = None
) -> dict[Player, Figure]:
    """Return figures for every player, with their parts if there are any."""
    terms = parts or {}
    return {player: Figure(number, tuple(terms.get(player, ()))) for player, number in numbers.items()}


def values(shown: Figures) -> dict[Player, int]:
    return {player: figure.value for player, figure in shown.items()}
