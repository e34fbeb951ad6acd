"""The sheet as a value: everything the entries of a record add up to."""

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


@dataclass(frozen=True, slots=True)  # with figures and sentences most of what a long match needs in memory
class Part:
    """One term of a number, in points or money, with the sentence and the clause that carry it.

    `penalty`: the reason of a term that is a penalty: as people gave it, which `sentence` does not repeat, or by the
    rules; empty where none was given.
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
    hides: bool = False  # also where the number would stand by itself: it counts for nothing here


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of the sheet. It is what stood before plus the sum of its parts, always."""

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
Spot = tuple[str, Player]  # a field of a deal, and whose


@dataclass(frozen=True)
class Happening:
    """An event of a deal: whom it happened to, in a sentence, and the clause that makes it one."""

    player: Player
    event: Event
    sentence: Say
    clause: str


Kind = Literal["deal", "misdeal", "penalty", "offer", "end"]  # an offer: of a kind that the game has beside its deals
Own = TypeVar("Own")


@runtime_checkable
class ForMoney(Protocol):
    """House rules of a game that may be played for money, with the name that the table has for it."""

    @property
    def unit_name(self) -> str: ...


class State(Protocol):
    """A game's own: where the match stands, by the house rules in force."""

    @property
    def options(self) -> Dataclass: ...


@dataclass(frozen=True)
class Notice:
    """News for a player, or the whole table. `quiet`: true, but no news; the board does not say it again."""

    sentence: Say
    clause: str = ""
    urgent: bool = False
    quiet: bool = False


@dataclass(frozen=True)
class Line:
    """One row of the sheet. `leg` numbers the table of the sheet it stands in (the third rams, the second game).

    `beside`: what the same entry is in further tables of the sheet (the columns of Hollywood gin), each with its leg.
    `notice`: what no number of it shows. `let_stand`: the duty that was broken, which the table lets be. `played` and
    `after` are the game's own, and it takes them up by their type: what it made of the entry, and its table then,
    before a new leg begins.
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
        """Return the number of the deal that this line is; None for a line that is no deal."""
        return numbers.now.get(self.entry) if self.kind == "deal" else None

    def figure(self, player: Player) -> Figure:
        """Return the number that counts: the money in a game that is played for nothing else."""
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

    `clause`: the rule by which the numbers are as they are, where they are no sums.
    """

    label: Say
    figures: Figures
    clause: str = ""


@dataclass(frozen=True)
class Reckoning:
    """A final account: of a rams, of a game of gin, of the match.

    `leg` is the table of the sheet that it closes and is printed under; None: it closes the whole match.
    """

    title: Say
    rows: tuple[ReckoningRow, ...]
    leg: int | None = None


@dataclass(frozen=True)
class Tally:
    """The sheet. `refused` holds stored entries that a correction has made illegal: they count for nothing.

    `table` is the game's own, after the last entry, and the game takes it up by its type (`at`): a sheet typed by its
    game would carry that through every page that only hands it on. `turn`: who takes part in the next deal, in
    order of speaking; nobody once the match is over. `out`: who takes no part any more. `ended` says what ended it and
    `places` who came where: none while it runs. `decided`: how it was won where the points do not say it. `points`:
    what the match comes to, where that is not the running score. `legs` names the tables of the sheet in order.
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
    minutes: int | None = None  # for which the table has agreed to play; they end nothing here
    now: Mapping[Player, tuple[Notice, ...]] = field(default_factory=dict)
    table_now: tuple[Notice, ...] = ()
    legs: tuple[Say, ...] = ()
    first_leg: int = 1
    reckonings: tuple[Reckoning, ...] = ()
    fine: int = 1  # what a point of a penalty does to the player's number; less than 0 where money is paid in

    def deal(self, line: Line) -> int | None:
        """Return the number of the deal that is a line of the sheet; None for a line that is no deal."""
        return line.deal_number(self.numbers)

    def leg(self, number: int) -> Say | None:
        """Return the name of a table of the sheet; None if it has none."""
        at = number - self.first_leg
        return self.legs[at] if 0 <= at < len(self.legs) else None

    def at(self, kind: type[Own]) -> Own:
        """Return the table, typed for the game whose it is."""
        return own(self.table, kind)

    @property
    def options(self) -> Dataclass:
        """The house rules in force now, after changes."""
        return self.table.options

    def amount(self, payment: Payment) -> str:
        """Return what is paid, with the name that the table has for its money."""
        return self.money(payment.amount)

    def money(self, n: object) -> str:
        return f"{n} {self.unit}".strip()

    @property
    def unit(self) -> str:
        """The name that the table has for its money, if any."""
        return self.options.unit_name if isinstance(self.options, ForMoney) else ""

    @property
    def status(self) -> Literal["running", "finished"]:
        return "finished" if self.places or self.ended else "running"

    @property
    def winners(self) -> tuple[Player, ...]:
        return tuple(player for player in self.record.players if self.places.get(player) == 1)

    @property
    def last_dealt(self) -> Line | None:
        """The deal dealt last, void ones included; None if nobody is known to have dealt."""
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
        """The link to the part of the match in which others go on with it; None where it ended otherwise, or runs."""
        end = self.history[self.ended.entry - 1].body if self.ended and self.ended.by == "people" else None
        return end.continued if isinstance(end, End) else None


def own(given: object, kind: type[Own]) -> Own:
    """Return a game's own value, checked to be of its type."""
    assert isinstance(given, kind), given
    return given


def figures(
    numbers: Mapping[Player, int], parts: Mapping[Player, Iterable[Part]] | None = None
) -> dict[Player, Figure]:
    """Return figures for every player, with their derivations if there are any."""
    terms = parts or {}
    return {player: Figure(number, tuple(terms.get(player, ()))) for player, number in numbers.items()}


def values(shown: Figures) -> dict[Player, int]:
    return {player: figure.value for player, figure in shown.items()}
