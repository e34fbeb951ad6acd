"""A game as a value: its rules, its questions, and what it says of itself on the page, the form and the wire."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from companion.rules.byhand import ByHand
from companion.rules.cards import Card, Cards
from companion.rules.entries import COMMON, Body, Player
from companion.rules.fields import Dataclass, Facts
from companion.rules.history import AnyRecord
from companion.rules.jsons import Json
from companion.rules.options import Value
from companion.rules.rulings import Ruling
from companion.rules.tally import Line, Spot, Tally
from companion.rules.words import Say, say


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


def deal_number(tally: Tally, played: int) -> int:
    """The deal that is being played, or the last one of a match that is over.

    `played` are those that count; one that a correction has made illegal was dealt all the same.
    """
    illegal = len(tally.deal_numbers) - tally.result.deals
    return max(1, played + illegal + (tally.status != "finished"))


def deal_of(tally: Tally) -> Glance:
    """Where a match is of which nothing more is known: in its first, second, third deal."""
    return Glance(say("Deal {n}", n=deal_number(tally, tally.result.deals)))


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
    `named` is the title with the name of the player it is asked about.
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
    named: str = ""

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
    `worth`: what cards typed in a form come to by the house rules, as far as that can be said. `raised`: what a deal as
    typed so far gives some players the choice of, by the name of the field.
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
    raised: Callable[[Tally, Body], Mapping[str, tuple[Player, ...]]] = lambda tally, body: {}

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
