"""A game as a value: its rules, its questions, and its texts for page, form and JSON."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, Literal, Protocol, TypeAlias, get_type_hints

from companion.rules.cards import Card, Cards
from companion.rules.entries import COMMON, Body, Player, Transfer
from companion.rules.field_metadata import Dataclass, Facts, Json
from companion.rules.history import O_co, P_co, Record
from companion.rules.messages import N_, Say, say
from companion.rules.options import Value
from companion.rules.paper_columns import PaperLayout
from companion.rules.people import Change
from companion.rules.replay import Replay, Rules, replay
from companion.rules.rulings import Ruling
from companion.rules.tally import Line, Spot, Tally, own, values

TABLE_SIZES = (4, 3)  # usual at an event, the wanted one first
Typed = Mapping[Spot, tuple[Cards, ...]]  # the cards typed in a form, by what they stand for


@dataclass(frozen=True)
class ScoreColumn:
    """One of several scores kept side by side, with what stands `under` each number in a word or two.

    `ruled_off` once it is closed; `won`: deals won in it.
    """

    scores: Mapping[Player, int]
    won: Mapping[Player, int] = field(default_factory=dict)
    ruled_off: bool = False
    under: Mapping[Player, Say] = field(default_factory=dict)


@dataclass(frozen=True)
class BoardContent:
    """Short facts of the scoreboard beside names and numbers.

    `where` the match is (`done` of `total` rams or deals), what is at `stake`, and `beside` each number what else
    counts there. `strokes` are deals won, counted as on paper. `columns`: instead of one number several. `played`: how
    much of the match is over, by what it is made of, once a rams or a game of it is.
    """

    where: Say
    done: int = 0
    total: int | None = None
    played: Say | None = None
    stake: Say | None = None
    beside: Mapping[Player, tuple[Say, ...]] = field(default_factory=dict)
    strokes: Mapping[Player, int] = field(default_factory=dict)
    columns: tuple[ScoreColumn, ...] = ()


@dataclass(frozen=True)
class NewPart:
    """Start of a match that goes on with other people: where all stand, by which house rules, and who has paid whom."""

    options: Dataclass
    opening: Dataclass
    payments: tuple[Transfer, ...] = ()


def of_players(deal: Json, field: str) -> Mapping[str, object]:
    """Return the values of each player in a field of a deal; nothing where it holds nothing of the kind."""
    values = deal.get(field)
    return values if isinstance(values, Mapping) else {}


def deal_number(tally: Tally) -> int:
    """Return the number of the deal being played, or of the last one of a match that is over."""
    if tally.status == "finished":
        return max((tally.deal(line) or 1 for line in tally.lines), default=1)
    return tally.numbers.next


def deal_of(tally: Tally) -> BoardContent:
    """Return the scoreboard of a match of which only the number of the deal is known."""
    return BoardContent(say("Deal {n}", n=deal_number(tally)))


def of_so_many(tally: Tally, played: int, of: int) -> BoardContent:
    """Return the scoreboard of a match of so many deals.

    A deal that counts for nothing has its number, but is none of them; nor is one played because some are level.
    """
    number, done, is_running = deal_number(tally), min(played, of), tally.status != "finished"
    if played + is_running > of:
        return BoardContent(say("Deal {n}", n=number), done=done, total=of)
    if number == done + is_running:
        return BoardContent(say("Deal {n} of {of}", n=number, of=of), done=done, total=of)
    return BoardContent(say("Deal {n}, {done} of {of} played", n=number, done=done, of=of), done=done, total=of)


@dataclass(frozen=True)
class Upcard:
    """A card that lies open while a deal is played: the field of the deal for it, the card if known, what it means."""

    field: str
    title: Say
    ask: str
    card: Card | None
    means: tuple[Say, ...] = ()


@dataclass(frozen=True)
class Offer:
    """Entry of a game's own kind that may be written now, by one tap in the row of each of these players, in words."""

    body: type[Body]
    players: Mapping[Player, Say]


@dataclass(frozen=True)
class UsualPenalties:
    """Penalties that tables usually agree on: how much, at most four amounts, and what for, with the clause of each."""

    amounts: tuple[int, ...] = ()
    reasons: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class JsonOutput:
    """Additions of one game to the JSON of `companion replay`: for the match, a line, the next deal.

    The keys are those of formats.md. Nothing in the house reads them back.
    """

    match: Callable[[Tally], Json] = lambda tally: {}
    line: Callable[[Line], Json] = lambda line: {}
    next: Callable[[Tally], Json] = lambda tally: {}


Moment = Literal[
    "mishap", "deal", "bid", "exchange", "play", "draw", "meld", "knock", "close", "count", "end"
]  # of play, in the order in which people come to it; what goes wrong comes first
MOMENTS: Mapping[Moment, str] = {
    "mishap": N_("Something went wrong"),
    "deal": N_("Dealing"),
    "bid": N_("Calling and passing"),
    "exchange": N_("Exchanging cards"),
    "play": N_("Playing"),
    "draw": N_("Drawing and discarding"),
    "meld": N_("Melding"),
    "knock": N_("Knocking and gin"),
    "close": N_("Going out"),
    "count": N_("Counting"),
    "end": N_("The end, money and people"),
}


def known_options(tally: Tally) -> Mapping[str, object]:
    """Return the facts that a running match knows for every question: its house rules."""
    return {"options": tally.options}


@dataclass(frozen=True, eq=False)
class Question:
    """A question to the referee: a title in plain words, the dataclass of its facts, and the rule that answers.

    `known_facts` fills in what the running match already knows, at the least its house rules; `about`, what it knows of
    the one player it is asked about. A rule that `searches` may take long and takes a second argument, asked all the
    time whether to give up: what is called with it ends soon after it says so, with an answer that says that nothing
    was decided. `draft_facts` is what the deal says that is being typed or asked about, as JSON that nobody has judged,
    and `draft_about` what it says of the one player. `clause` is the one that most of its answers rest on: whoever
    looks for that clause is shown the question too. `named` is the title with the name of the player it is asked about.
    `short` is the title in a list, where that is long. `moment`: when it comes up. `likely`: the usual answers to what
    it is about; a list offers each by itself. `only`: the house rules under which it arises, `unless` those under which
    it does not. `decides`: the keys of its answer that make another outcome; `rules`: the house rules that may turn it.
    `instead`: facts that decide without the needed ones, the question that answers then, and its facts.
    """

    title: str
    facts: type[Facts]
    rule: Callable[..., Ruling]
    known_facts: Callable[[Tally], Mapping[str, object]] = known_options
    about: Callable[[Tally, Player], Mapping[str, object]] | None = None
    draft_facts: Callable[[Tally, Json], Json] = lambda tally, deal: {}
    draft_about: Callable[[Tally, Json, Player], Json] = lambda tally, deal, player: {}
    searches: bool = False
    clause: str = ""
    decides: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    named: str = ""
    short: str = ""
    moment: Moment = "play"
    likely: tuple[str, ...] = ()
    only: Mapping[str, Value] = field(default_factory=dict)
    unless: Mapping[str, Value] = field(default_factory=dict)
    instead: tuple[Json, str, Json] | None = None

    def __call__(self, *facts: Any) -> Ruling:
        """Answer as the rule does, so that a rule declared by `question` is called like any function."""
        return self.rule(*facts)

    def arises(self, options: Dataclass) -> bool:
        is_so = all(getattr(options, rule) == value for rule, value in self.only.items())
        return is_so and not any(getattr(options, rule) == value for rule, value in self.unless.items())

    def answer(self, facts: Facts, give_up: Callable[[], bool]) -> Ruling:
        return self.rule(facts, give_up) if self.searches else self.rule(facts)


def question(title: str, clause: str, **declared: Any) -> Callable[[Callable[..., Ruling]], Question]:
    """Declare the rule below as the answer to this question; its facts are of the class that its argument names.

    Args:
        declared: Any other fields of Question.
    """
    return lambda rule: Question(title, get_type_hints(rule)["facts"], rule, clause=clause, **declared)


class Subject(Protocol):
    """A game, or the events that are made of matches: the subject of a rule book, as pages and search need it."""

    def __hash__(self) -> int: ...
    @property
    def key(self) -> str: ...
    @property
    def folder(self) -> Path: ...
    @property
    def name(self) -> str: ...
    @property
    def questions(self) -> Mapping[str, Question]: ...
    @property
    def options(self) -> type[Dataclass]: ...


@dataclass(frozen=True)
class Preset:
    """House rules that people know under one name; those it does not name are the table's own affair.

    `asks`: the house rule, a number, that is asked for beside it. `terms`: what is played, in a few words; one that has
    them is offered among the kinds of the game.
    """

    name: str
    rules: Mapping[str, Value]
    asks: str = ""
    terms: str = ""


@dataclass(frozen=True)
class KindName:
    """Name of what a table plays: `name`, as Scala 40, and its `terms`, as eliminated at 201.

    `tells`: the house rules that need not be said beside them. `link`: what stands between name and terms.
    """

    name: Say
    terms: tuple[Say, ...] = ()
    tells: frozenset[str] = frozenset()
    link: str = ", "

    @property
    def terms_text(self) -> Say | None:
        """Return all terms as one text."""
        return say("{value}", value=self.terms) if self.terms else None

    @property
    def whole(self) -> Say:
        return (
            Say(f"{{name}}{self.link}{{terms}}", {"name": self.name, "terms": self.terms}) if self.terms else self.name
        )


def more_wins(options: Dataclass) -> bool:
    return False


def always_adds_up(options: Dataclass) -> bool:
    return True


def nothing_asked(options: Dataclass, facts: Json, players: Sequence[Player]) -> Mapping[str, object]:
    return {}


def plain_sheet(options: Dataclass) -> PaperLayout:
    return PaperLayout()


def only_agreed(options: Dataclass) -> UsualPenalties:
    return UsualPenalties()


def no_card_points(options: Dataclass, typed: Json, cards: Typed) -> Mapping[Spot, int]:
    return {}


@dataclass(frozen=True, eq=False)
class GameOf(Generic[O_co, P_co]):
    """The rules of one game, as a value, typed by its house rules and by what it starts from.

    To the rest of the house it is a `Game`: house rules are only ever asked of the game whose they are.
    `new_part`: how a match goes on when somebody leaves or comes. `held_up`: why nobody can now; `check_change` refuses
    a change by which it would be another match. `seats_clause`: how many can play.
    `check_rules` refuses house rules that so many players cannot have, by what was written rather than by what
    holds. `folder` is where its book and its templates lie, for those who read files. `form` gives the entry form
    what the rules say about an entry half typed, as the speaking in turn of a bid. `filled` works out what people need
    not say of a deal that they enter, and `missing` asks for what they must: of these players, be it all in turn or
    only the one who says a part of it, whatever a match file may leave out. `unclear`: what a form says twice, and only
    one can be meant; a paper sheet is read all the same. `ask_form` does as `form` for the questions: by the house
    rules, the facts said so far, and who sits at the table if there is one. `upcard` is asked for before a deal is
    played, by what is known of it. `card_points`: what cards typed in a form come to by the
    house rules, as far as that can be said. `triggered_choices`: what a deal as typed so far gives some players the
    choice of, by the name of the field. `own_points`: what a player's own part of a deal alone adds to the number, None
    where the others' parts decide. `usual_penalties`: what the form of a penalty offers, by the house rules; `reasons`:
    all that it may offer, and those of the penalties that its verdicts write. `in_parts`: whether a deal can be put
    together from what each player says alone, not knowing what the others have said. `swaps`: the fields
    in which two players' numbers may stand the wrong way round, if only so they break a rule. `closed`: how a
    table of the sheet was won with this line. `variants`: the
    kinds of the game of which a table plays one, the book's own first; `presets` go with any of them. `named`: what
    people call the game by these house rules. `is_titled`: what is played is the title of the match. `asked_first`:
    house rules without which nobody can begin; `ends`: those that say when a match is over. `dispute`: what somebody at
    the table might tell the referee, an example in the field for it. In an event: `table_sizes` are the usual ones,
    `adds_up` tells whether the points of several matches can be added up, `money` is what everybody has won in a match.
    """

    key: str
    folder: Path
    name: str
    seats: range
    options: type[O_co]
    opening: type[P_co]
    deals: tuple[type[Body], ...]  # the kinds of entry of its own
    rules: Rules[Record[O_co, P_co], Any]
    check_opening: Callable[[Record[O_co, P_co]], Ruling | None]
    new_part: Callable[[Tally, Change], NewPart]
    seats_clause: str
    check_rules: Callable[[tuple[Player, ...], Json], Ruling | None] = lambda players, written: None
    held_up: Callable[[Tally], Say | None] = lambda tally: None
    check_change: Callable[[Tally, Change], Ruling | None] = lambda tally, change: None
    json_output: JsonOutput = JsonOutput()
    questions: Mapping[str, Question] = field(default_factory=dict)
    lower_wins: Callable[[O_co], bool] = more_wins  # where fewer points are better, by the house rules
    variants: tuple[Preset, ...] = ()
    presets: tuple[Preset, ...] = ()
    named: Callable[[O_co], KindName] | None = None
    is_titled: bool = False
    asked_first: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    form: Callable[[Tally, Json], Mapping[str, object]] = lambda tally, typed: {}
    ask_form: Callable[[O_co, Json, Sequence[Player]], Mapping[str, object]] = nothing_asked
    filled: Callable[[Tally, Json], dict[str, object]] = lambda tally, typed: dict(typed)
    missing: Callable[[Tally, Json, Sequence[Player]], Ruling | None] = lambda tally, deal, players: None
    unclear: Callable[[Tally, Json], Ruling | None] = lambda tally, typed: None
    scoreboard: Callable[[Tally], BoardContent] = deal_of
    offers: Callable[[Tally], tuple[Offer, ...]] = lambda tally: ()
    upcard: Callable[[Tally, Json], Upcard | None] = lambda tally, known: None
    paper_columns: Callable[[O_co], PaperLayout] = plain_sheet  # by the house rules
    deal_text: Callable[[Body], tuple[Say, ...]] = lambda body: ()  # what its cards made, where it was written by cards
    card_points: Callable[[O_co, Json, Typed], Mapping[Spot, int]] = no_card_points
    triggered_choices: Callable[[Tally, Body], Mapping[str, tuple[Player, ...]]] = lambda tally, body: {}
    usual_penalties: Callable[[O_co], UsualPenalties] = only_agreed
    own_points: Callable[[Tally, Player, Json], int | None] = lambda tally, player, part: None
    closed: Callable[[Tally, Line], Say | None] = lambda tally, line: None
    reasons: tuple[str, ...] = ()
    in_parts: bool = True
    swaps: tuple[str, ...] = ()
    dispute: str = ""
    table_sizes: tuple[int, ...] = TABLE_SIZES
    adds_up: Callable[[O_co], bool] = always_adds_up
    money: Callable[[Tally], Mapping[Player, int]] = lambda tally: values(tally.balances)

    def replay(
        self, record: Record[O_co, P_co], before: Replay[Record[O_co, P_co], Any] | None = None
    ) -> Replay[Record[O_co, P_co], Any]:
        """Fold a record by the rules of this game, playing only what differs from `before`, if that is of the match."""
        return replay(record, self.rules, before)

    def tally(self, record: Record[O_co, P_co]) -> Tally:
        """Return the sheet of a record of which nothing else is needed."""
        return self.replay(record).tally

    def cost(self, tally: Tally) -> Literal[1, -1]:
        """Return the sign of a penalty that costs: money is paid in; points are more or fewer, whichever is worse."""
        return 1 if not tally.scores or self.lower_wins(own(tally.options, self.options)) else -1

    def kind_name(self, options: O_co) -> KindName:  # type: ignore[misc]  # asked of the game whose options they are
        """Return what people call the game as a table plays it by these house rules."""
        return self.named(options) if self.named else KindName(Say(self.name))

    @property
    def by_name(self) -> tuple[Preset, ...]:
        """Return all house rules that people know under one name."""
        return (*self.variants, *self.presets)

    @property
    def deal_kinds(self) -> frozenset[str]:
        return frozenset(body.kind for body in self.deals)

    @property
    def kinds(self) -> Mapping[str, type[Body]]:
        """All kinds of entries of this game, by their names on the wire."""
        return {body.kind: body for body in (*COMMON, *self.deals)}


Game: TypeAlias = GameOf[Dataclass, Dataclass]  # whichever
