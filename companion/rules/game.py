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

TABLE_SIZES = (4, 3)  # usual at an event, the preferred one first
Typed = Mapping[Spot, tuple[Cards, ...]]  # the cards typed in a form, by what they stand for


@dataclass(frozen=True)
class ScoreColumn:
    """One of several scores kept side by side, with a few words `under` each number.

    `ruled_off`: it is complete. `won`: deals won in it.
    """

    scores: Mapping[Player, int]
    won: Mapping[Player, int] = field(default_factory=dict)
    ruled_off: bool = False
    under: Mapping[Player, Say] = field(default_factory=dict)


@dataclass(frozen=True)
class BoardContent:
    """Short facts of the scoreboard beside names and numbers.

    `where`: the state of the match, with `done` of `total` rams or deals. `beside`: further counts beside each number.
    `strokes`: deals won, drawn as tally marks. `columns`: several scores in place of one. `played`: the rams or games
    of the match that are over, in words, once there is one.
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
    """Start of a part that goes on with other people: its house rules, scores and payments."""

    options: Dataclass
    opening: Dataclass
    payments: tuple[Transfer, ...] = ()


def of_players(deal: Json, field: str) -> Mapping[str, object]:
    """Return the value of each player in a field of a deal; empty if the field holds something else."""
    values = deal.get(field)
    return values if isinstance(values, Mapping) else {}


def deal_number(tally: Tally) -> int:
    """Return the number of the deal being played, or of the last one of a match that is over."""
    if tally.status == "finished":
        return max((tally.deal(line) or 1 for line in tally.lines), default=1)
    return tally.numbers.next


def deal_of(tally: Tally) -> BoardContent:
    """Return the scoreboard of a game that shows only the number of the deal."""
    return BoardContent(say("Deal {n}", n=deal_number(tally)))


def of_so_many(tally: Tally, played: int, of: int) -> BoardContent:
    """Return the scoreboard of a match of a fixed number of deals.

    A deal that counts for nothing has a number but is not one of these; neither is an extra deal to break a tie.
    """
    number, done, is_running = deal_number(tally), min(played, of), tally.status != "finished"
    if played + is_running > of:
        return BoardContent(say("Deal {n}", n=number), done=done, total=of)
    if number == done + is_running:
        return BoardContent(say("Deal {n} of {of}", n=number, of=of), done=done, total=of)
    return BoardContent(say("Deal {n}, {done} of {of} played", n=number, done=done, of=of), done=done, total=of)


@dataclass(frozen=True)
class Upcard:
    """The card turned up for a deal: the field of the deal for it, the card if known, and its meaning."""

    field: str
    title: Say
    ask: str
    card: Card | None
    means: tuple[Say, ...] = ()


@dataclass(frozen=True)
class Offer:
    """An entry of the game's own kind that can be written now with one tap, with the text of each player's button."""

    body: type[Body]
    players: Mapping[Player, Say]


@dataclass(frozen=True)
class UsualPenalties:
    """Penalties that tables usually agree on: at most four amounts, and reasons with their clauses."""

    amounts: tuple[int, ...] = ()
    reasons: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class JsonOutput:
    """Additions of one game to the JSON of `companion replay`: for the match, a line, the next deal.

    They are for other programs; this one never reads them.
    """

    match: Callable[[Tally], Json] = lambda tally: {}
    line: Callable[[Line], Json] = lambda line: {}
    next: Callable[[Tally], Json] = lambda tally: {}


# the moments of play in this order, after mishaps
Moment = Literal["mishap", "deal", "bid", "exchange", "play", "draw", "meld", "knock", "close", "count", "end"]
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
    """Return the facts that a running match supplies for every question: its house rules."""
    return {"options": tally.options}


@dataclass(frozen=True, eq=False)
class Question:
    """A question to the referee: a title in plain words, the dataclass of its facts, and the rule that answers.

    Attributes:
        known_facts: Facts that the match supplies. `about`: those about a player. `follows`: from the facts typed.
        draft_facts: Facts that a deal being typed supplies, unchecked JSON. `draft_about`: those about one player.
        searches: The rule may take long. It gets `give_up`, and stops without a decision once that returns true.
        clause: The clause that most answers rest on, which offers the question to its readers.
        decides: Keys of the answer that make a different outcome. `rules`: house rules that may change the outcome.
        named: The title with the name of the player. `short`: the title in a list. `moment`: when it comes up.
        likely: Usual values of its main fact, offered one by one. `instead`: facts that decide alone, and what answers.
        only: House rules, with their values, under which the question arises. `unless`: those under which it does not.
    """

    title: str
    facts: type[Facts]
    rule: Callable[..., Ruling]
    known_facts: Callable[[Tally], Mapping[str, object]] = known_options
    about: Callable[[Tally, Player], Mapping[str, object]] | None = None
    follows: Callable[[Tally, Json], Json] = lambda tally, said: {}
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
        """Call the rule, so that a rule declared by `question` can be called like any function."""
        return self.rule(*facts)

    def arises(self, options: Dataclass) -> bool:
        is_so = all(getattr(options, rule) == value for rule, value in self.only.items())
        return is_so and not any(getattr(options, rule) == value for rule, value in self.unless.items())

    def answer(self, facts: Facts, give_up: Callable[[], bool]) -> Ruling:
        return self.rule(facts, give_up) if self.searches else self.rule(facts)


def question(title: str, clause: str, **declared: Any) -> Callable[[Callable[..., Ruling]], Question]:
    """Decorate the rule that answers a question; the type of its argument `facts` is the class of the facts.

    Args:
        declared: Any other fields of Question.
    """
    return lambda rule: Question(title, get_type_hints(rule)["facts"], rule, clause=clause, **declared)


class Subject(Protocol):
    """The subject of a rule book, as pages and search need it: a game, or events made of matches."""

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
    """House rules that people know under one name; all others stay as the table chooses.

    `asks`: a house rule with a number that the form asks for too. `terms`: what is played, in a few words; a preset
    with terms is offered among the kinds of the game.
    """

    name: str
    rules: Mapping[str, Value]
    asks: str = ""
    terms: str = ""


@dataclass(frozen=True)
class KindName:
    """Name of what a table plays: its `name`, such as Scala 40, and its `terms`, such as eliminated at 201.

    `tells`: house rules that name and terms already express. `link`: the text between name and terms.
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
    """The rules of one game, as a value. Layers that serve all games know it as a `Game`.

    Attributes:
        folder: Its rule books and templates.
        deals: The kinds of entries that only this game has.
        new_part: Start a further part after people left or came; `held_up` says why that is not possible now.
        check_change: Refuse such a change if the result would be a different match.
        check_rules: Refuse written house rules that this number of players cannot have.
        lower_wins: Whether fewer points are better under these house rules.
        variants: Kinds of the game, of which a table plays one; that of the rule book first. `presets` go with each.
        named: Name the game as played by these house rules. `is_titled`: the title of a match names what is played.
        asked_first: House rules without which nobody can begin. `ends`: those that decide when a match is over.
        form: What the entry form needs to know of a half-typed entry. `ask_form`: the same for a form of the referee.
        filled: Add to a typed deal what follows from the rest. `missing`: refuse it if these players left a gap.
        unclear: Refuse a form, but no paper, that states something twice, differently. `upcard`: the card to ask for.
        deal_text: What the cards made, if a deal was entered by cards. `card_points`: the points of cards in a form.
        triggered_choices: Players who get a choice from the deal as typed so far, by the field for it.
        own_points: The points of a player's own part of a deal; None if they depend on the parts of others.
        usual_penalties: What the penalty form offers. `reasons`: all reasons of penalties that forms or rulings give.
        closed: Say how a part of the match was won with this line.
        in_parts: Whether each player can enter a part of a deal without knowing the parts of the others.
        swaps: Fields in which the numbers of two players may have been swapped, if only then they break a rule.
        dispute: An example of what somebody might tell the referee.
        table_sizes: Usual numbers of players per table at an event, the preferred one first.
        adds_up: Whether the points of several matches can be added up. `money`: what each player has won in a match.
    """

    key: str
    folder: Path
    name: str
    seats: range
    options: type[O_co]
    opening: type[P_co]
    deals: tuple[type[Body], ...]
    rules: Rules[Record[O_co, P_co], Any]
    check_opening: Callable[[Record[O_co, P_co]], Ruling | None]
    new_part: Callable[[Tally, Change], NewPart]
    seats_clause: str
    check_rules: Callable[[tuple[Player, ...], Json], Ruling | None] = lambda players, written: None
    held_up: Callable[[Tally], Say | None] = lambda tally: None
    check_change: Callable[[Tally, Change], Ruling | None] = lambda tally, change: None
    json_output: JsonOutput = JsonOutput()
    questions: Mapping[str, Question] = field(default_factory=dict)
    lower_wins: Callable[[O_co], bool] = more_wins
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
    paper_columns: Callable[[O_co], PaperLayout] = plain_sheet
    deal_text: Callable[[Body], tuple[Say, ...]] = lambda body: ()
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
        """Compute a record by the rules of this game, starting from what it has in common with `before`."""
        return replay(record, self.rules, before)

    def tally(self, record: Record[O_co, P_co]) -> Tally:
        """Return the tally of a record."""
        return self.replay(record).tally

    def cost(self, tally: Tally) -> Literal[1, -1]:
        """Return the sign of a penalty: 1 if it is paid in money or more points are worse, else -1."""
        return 1 if not tally.scores or self.lower_wins(own(tally.options, self.options)) else -1

    def kind_name(self, options: O_co) -> KindName:  # type: ignore[misc]  # asked of the game whose options they are
        """Return the name of the game as played by these house rules."""
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
        """Return all kinds of entries of this game by their names in JSON."""
        return {body.kind: body for body in (*COMMON, *self.deals)}


Game: TypeAlias = GameOf[Dataclass, Dataclass]  # any game
