"""The sheet as a value: everything the entries of a record add up to."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from companion.rules.byhand import ByHand
from companion.rules.cards import Card, Cards
from companion.rules.ending import Ended
from companion.rules.entries import COMMON, Body, Player
from companion.rules.fields import Dataclass, Facts
from companion.rules.history import AnyRecord
from companion.rules.jsons import Json
from companion.rules.options import Value
from companion.rules.result import Event, Result
from companion.rules.rulings import Ruling
from companion.rules.words import Say, say


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
    hides: bool = False  # also where the number would stand by itself: it counts for nothing here


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
Spot = tuple[str, Player]  # a field of a deal, and whose


@dataclass(frozen=True)
class Happening:
    """An event of a deal: whom it happened to, in a sentence, and the clause that makes it one."""

    player: Player
    event: Event
    sentence: Say
    clause: str


Kind = Literal["deal", "misdeal", "penalty", "reentry", "end"]


@dataclass(frozen=True)
class Line:
    """One row of the sheet. `leg` numbers the table of the sheet it stands in (the third rams, the second game).

    `beside`: what the same entry is in further tables of the sheet (the columns of Hollywood gin), each with its leg.
    `let_stand`: a duty was broken, and the table lets that be. `played` and `after` are the game's own: what it made of
    the entry, and its table then, before a new leg begins.
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
    let_stand: bool = False
    played: Any = None
    after: Any = None


@dataclass(frozen=True)
class Notice:
    """What a player, or the whole table, must know now. `quiet`: true, but no news; the board does not say it again."""

    sentence: Say
    clause: str = ""
    urgent: bool = False
    quiet: bool = False


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

    `table` is the game's own, after the last entry. `turn`: who takes part in the next deal, in order of speaking;
    nobody once the match is over. `ended` says what ended it and `places` who came where: none while it runs.
    `points`: what the match comes to, where that is not the running score. `legs` names the tables of the sheet in
    order.
    """

    record: AnyRecord
    table: Any
    lines: tuple[Line, ...]
    refused: tuple[Ruling, ...] = ()
    dealer: Player | None = None
    turn: tuple[Player, ...] = ()
    ended: Ended | None = None
    places: Mapping[Player, int] = field(default_factory=dict)
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

    def leg(self, number: int) -> Say | None:
        """What a table of the sheet is called, where it has a name."""
        at = number - self.first_leg
        return self.legs[at] if 0 <= at < len(self.legs) else None

    @property
    def options(self) -> Any:
        """The house rules in force now, after changes."""
        return self.table.options

    def amount(self, payment: Payment) -> str:
        """What is paid, with the name that the table has for its money."""
        return self.money(payment.amount)

    def money(self, n: object) -> str:
        """A number that is money, with the name that the table has for it."""
        return f"{n} {getattr(self.options, 'unit_name', '')}".strip()

    @property
    def status(self) -> Literal["running", "finished"]:
        return "finished" if self.places else "running"

    @property
    def winners(self) -> tuple[Player, ...]:
        return self.result.winners

    @property
    def last_dealt(self) -> Line | None:
        """The deal dealt last, void ones included; none where nobody is known to have dealt."""
        dealt = (line for line in reversed(self.lines) if line.kind in ("deal", "misdeal") and line.dealer)
        return next(dealt, None)

    @cached_property
    def deal_numbers(self) -> Mapping[int, int]:
        """The number by which people know each deal, by its entry: those that count, from the first on."""
        deals = (line.entry for line in self.lines if line.kind == "deal")
        return {entry: n for n, entry in enumerate(deals, start=1)}

    @cached_property
    def result(self) -> Result:
        return Result(
            self.record.players,
            self.places,
            self.points or values(self.scores),
            values(self.balances),
            sum(line.kind == "deal" for line in self.lines),
            Counter((one.player, one.event) for line in self.lines for one in line.events),
            self.ended is None or self.ended.by == "rules",
        )


@dataclass(frozen=True)
class Column:
    """One of several scores kept side by side, with what stands `under` each number in a word or two.

    `ruled_off` once it is closed; `won`: deals won in it.
    """

    scores: Mapping[Player, int]
    won: Mapping[Player, int] = field(default_factory=dict)
    ruled_off: bool = False
    under: Mapping[Player, Say] = field(default_factory=dict)


@dataclass(frozen=True)
class Glance:
    """What the scoreboard says beside names and numbers, in a few words each.

    `where` the match is (`done` of `total` rams or deals), what is at `stake`, and `beside` each number what else
    counts there. `strokes` are deals won, counted as on paper. `columns`: instead of one number several.
    """

    where: Say
    done: int = 0
    total: int | None = None
    stake: Say | None = None
    beside: Mapping[Player, tuple[Say, ...]] = field(default_factory=dict)
    strokes: Mapping[Player, int] = field(default_factory=dict)
    columns: tuple[Column, ...] = ()


def deal_of(tally: Tally) -> Glance:
    """Where a match is of which nothing more is known: in its first, second, third deal."""
    return Glance(say("Deal {n}", n=tally.result.deals + 1))


@dataclass(frozen=True)
class Turned:
    """A card that lies open while a deal is played: the field of the deal for it, the card if known, what it means."""

    field: str
    title: Say
    ask: str
    card: Card | None
    means: tuple[Say, ...] = ()


@dataclass(frozen=True)
class Offer:
    """What may be written now beside the deals: a kind of a game's own, asked of one of these players."""

    body: type[Body]
    asks: str
    players: tuple[Player, ...]


@dataclass(frozen=True)
class Wire:
    """What `companion replay` prints for one game beside what it prints for all: for the match, a line, the next deal.

    The keys are those of formats.md. Nothing in the house reads them back.
    """

    match: Callable[[Tally], Json] = lambda tally: {}
    line: Callable[[Line], Json] = lambda line: {}
    next: Callable[[Tally], Json] = lambda tally: {}


def known_options(tally: Tally) -> Mapping[str, object]:
    """What a running match knows of every question: its house rules."""
    return {"options": tally.options}


@dataclass(frozen=True, eq=False)
class Question:
    """A question to the referee: a title in plain words, the dataclass of its facts, and the rule that answers.

    `known` fills in what the running match already knows, at the least its house rules; `about`, what it knows of the
    one player it is asked about.
    A rule that `searches` may take long and takes a second argument, asked all the time whether to give up: what is
    called with it ends soon after it says so, with an answer that says that nothing was decided.
    `typed` is what the deal says that is being typed, as JSON that nobody has judged.
    `clause` is the one that most of its answers rest on: whoever looks for that clause is shown the question too.
    `decides`: the keys of its answer that make another outcome; `rules`: the house rules that may turn it.
    """

    title: str
    facts: type[Facts]
    rule: Callable[..., Ruling]
    known: Callable[[Tally], Mapping[str, object]] = known_options
    about: Callable[[Tally, Player], Mapping[str, object]] | None = None
    typed: Callable[[Tally, Json], Json] = lambda tally, deal: {}
    searches: bool = False
    clause: str = ""
    decides: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()

    def answer(self, facts: Facts, give_up: Callable[[], bool]) -> Ruling:
        return self.rule(facts, give_up) if self.searches else self.rule(facts)


@dataclass(frozen=True)
class Preset:
    """House rules that people know under one name; those it does not name are the table's own affair.

    `asks`: the house rule, a number, that is asked for beside it.
    """

    name: str
    rules: Mapping[str, Value]
    asks: str = ""


@dataclass(frozen=True, eq=False)
class Game:
    """The rules of one game, as a value.

    `check_rules` refuses house rules that so many players cannot have, by what was written rather than by what holds.
    `folder` is where its book and its templates lie, for those who read files. `form` gives the entry form what the
    rules say about an entry half typed, as the speaking in turn of a bid; `filled` works out from a form what people
    need not say, and asks for what they must. `turned` is asked for before a deal is played, by what is known of it.
    `worth`: what cards typed in a form come to by the house rules, as far as that can be said.
    """

    key: str
    folder: Path
    name: str
    seats: range
    options: type[Dataclass]
    opening: type[Dataclass]
    deals: tuple[type[Body], ...]  # the kinds of entry of its own
    tally: Callable[[AnyRecord], Tally]
    check_opening: Callable[[AnyRecord], Ruling | None]
    check_rules: Callable[[tuple[Player, ...], Json], Ruling | None] = lambda players, written: None
    wire: Wire = Wire()
    questions: Mapping[str, Question] = field(default_factory=dict)
    lower_wins: Callable[[Any], bool] = lambda options: False  # where fewer points are better, by the house rules
    fine: Callable[[Any], int] = lambda options: 1  # what a point of a penalty is on the sheet
    presets: tuple[Preset, ...] = ()
    form: Callable[[Tally, Json], Mapping[str, object]] = lambda tally, typed: {}
    filled: Callable[[Tally, Json], dict[str, object] | Ruling] = lambda tally, typed: dict(typed)
    glance: Callable[[Tally], Glance] = deal_of
    offers: Callable[[Tally], tuple[Offer, ...]] = lambda tally: ()
    turned: Callable[[Tally, Json], Turned | None] = lambda tally, known: None
    by_hand: Callable[[Any], ByHand] = lambda options: ByHand()  # by the house rules
    shows: Callable[[Body], tuple[Say, ...]] = lambda body: ()  # what its cards made, where it was written by cards
    worth: Callable[[Any, Mapping[str, Any], Mapping[Spot, tuple[Cards, ...]]], Mapping[Spot, int]] = (
        lambda options, typed, cards: {}
    )

    def cost(self, tally: Tally) -> Literal[1, -1]:
        """The sign that a penalty has where it costs: money is paid in, points are more or fewer, as is worse."""
        return 1 if not tally.scores or self.lower_wins(tally.options) else -1

    @property
    def deal_kinds(self) -> frozenset[str]:
        return frozenset(body.kind for body in self.deals)

    @property
    def kinds(self) -> Mapping[str, type[Body]]:
        """All that may be written down in this game, by its name on the wire."""
        return {body.kind: body for body in (*COMMON, *self.deals)}


def figures(
    numbers: Mapping[Player, int], parts: Mapping[Player, Iterable[Part]] | None = None
) -> dict[Player, Figure]:
    """Numbers for every player, with their derivations where there are any."""
    terms = parts or {}
    return {player: Figure(number, tuple(terms.get(player, ()))) for player, number in numbers.items()}


def values(found: Figures) -> dict[Player, int]:
    """The numbers without their derivations."""
    return {player: figure.value for player, figure in found.items()}
