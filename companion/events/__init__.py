"""An event as a value: rounds of tables that people wrote down, from an evening to a tournament (tournament.event.one).

state.py folds its entries, judge.py says which of them are allowed, standings.py counts and ranks. What stands inside
an entry, a match or another event, is read and played elsewhere (parsing/event_file.py) and comes here as a Source.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import ClassVar, Literal

from companion.rules.entries import Aside, Body, Correction, Entry, Player, reason
from companion.rules.field_metadata import Dataclass, Json, entry_field
from companion.rules.game import Game, Question
from companion.rules.messages import N_, say
from companion.rules.rulings import Ruling, refuse

Points = Mapping[Player, Fraction]
Seating = Literal["lots", "meet", "rank", "swiss", "fold"]
Tie = Literal["places", "direct", "best", "strength", "card_points"]
Missed = int | Literal["mean", "worst"]  # points of a round that somebody did not play
ANY_SIZES = range(2, 9)  # of a table, where the event names no game


@dataclass(frozen=True)
class NoHouseRules:
    """An event has terms of its own, and none of the house rules of a game."""


@dataclass(frozen=True, eq=False)
class EventRules:
    """The subject of the rule book of events."""

    key: str = "tournament"
    folder: Path = Path(__file__).parent
    name: str = N_("Evenings, leagues and tournaments")
    questions: Mapping[str, Question] = field(default_factory=dict)
    options: type[Dataclass] = NoHouseRules


RULES = EventRules()


@dataclass(frozen=True)
class PlacePoints:
    """Points for places, the first one's first; or such a list for each number of players at a table."""

    places: tuple[int, ...] | Mapping[str, tuple[int, ...]] = (1,)

    def of_size(self, players: int) -> tuple[int, ...] | None:
        """Return the points at a table of so many players; None where there is no list for it."""
        return self.places.get(str(players)) if isinstance(self.places, Mapping) else self.places


@dataclass(frozen=True)
class Terms:
    """The terms of an event, fixed once it exists. `fewer`, `seats` and `absent` are filled in where a file is silent.

    Args:
        fewer: fewer card points are better; with `score` = points also in the standings.
        seats: table sizes, the wanted one first.
        rounds: planned rounds.
        best: only so many rounds of each player count.
        least: tables at which somebody must have sat to be ranked.
        lives: lost tables that put a player out of a knockout.
        draw: the seed of all lots.
    """

    score: Literal["points", "money"] | PlacePoints = PlacePoints()
    fewer: bool | None = None
    seats: tuple[int, ...] = ()
    seating: Seating = "meet"
    rounds: int | None = None
    best: int | None = None
    least: int = 1
    bye: Missed = "mean"
    absent: Missed | None = None
    lives: int | None = None
    ties: tuple[Tie, ...] = ("places", "direct")
    confirm: bool = False
    draw: int = 0
    rating: bool = False

    @property
    def low(self) -> bool:
        """Return whether fewer is better in the standings."""
        return self.score == "points" and bool(self.fewer)


@dataclass(frozen=True)
class Event:
    """An event as people wrote it: all that its standings are computed from.

    `players` in order of entry; None: whoever plays is in. `options`: the house rules of every match, with `game`.
    `fault`: the first entry of a file that cannot be read.
    """

    title: str = ""
    game: Game | None = None
    options: Dataclass | None = None
    players: tuple[Player, ...] | None = None
    terms: Terms = Terms()
    entries: tuple[Entry, ...] = ()
    fault: Ruling | None = None

    @property
    def sizes(self) -> range:
        """The sizes that a table may have."""
        return self.game.seats if self.game else ANY_SIZES


@dataclass(frozen=True)
class Source:
    """A finished match or event, or numbers typed from paper, in the names that stand there.

    `scores` are card points, `tables` the places of each table inside, in order. `fewer`: the direction that a match or
    an event wants. `left`: those of the players who left before the last part of a match. `names`: the names in the
    head of a match, by those that are shown. `is_running`: a match of the same database that counts once it is
    finished, or a part of one that counts in a later part. `fault`: why nothing of it can count.
    """

    kind: Literal["match", "event", "typed"]
    players: tuple[Player, ...] = ()
    places: Mapping[Player, int] = field(default_factory=dict)
    scores: Points = field(default_factory=dict)
    money: Mapping[Player, int] = field(default_factory=dict)
    tables: tuple[Mapping[Player, int], ...] = ()
    game: str = ""
    rules: tuple[Dataclass, ...] = ()  # in force at the start of a match and at its end
    fewer: bool | None = None
    left: tuple[Player, ...] = ()
    names: Mapping[Player, Player] = field(default_factory=dict)
    is_running: bool = False
    fault: Ruling | None = None


def typed(
    scores: Mapping[Player, int] | None,
    places: Mapping[Player, int] | None,
    money: Mapping[Player, int] | None,
    terms: Terms,
) -> Source:
    """Return numbers typed from paper as a source; with its fault where they do not agree."""
    given = [numbers for numbers in (scores, places, money) if numbers is not None]
    players = tuple(given[0])
    if wrong := next((_unequal(given[0], other) for other in given if set(given[0]) != set(other)), None):
        return Source("typed", fault=wrong)
    left = sum(money.values()) if money is not None else 0
    if left:
        sentence = say("The money must add up to zero, not {n}.", n=left)
        return Source("typed", fault=refuse("event.money", sentence, "tournament.result.money"))
    if places is not None and (wrong := _wrong_places(places, scores, bool(terms.fewer))):
        return Source("typed", fault=wrong)
    if scores is None and places is None and terms.score != "money":
        sentence = say("Enter scores or places: money alone does not say who won.")
        return Source("typed", fault=refuse("event.needs", sentence, "tournament.result.needs"))
    if places is None:
        places = placed(scores, low=bool(terms.fewer)) if scores is not None else placed(money or {}, low=False)
    points = {player: Fraction(n) for player, n in (scores or {}).items()}
    return Source("typed", players, places, points, money or {}, (places,))


def placed(numbers: Mapping[Player, int], *, low: bool) -> dict[Player, int]:
    """Return places 1, 2, 2, 4 by the numbers of a table."""
    return {
        player: 1 + sum(other < n if low else other > n for other in numbers.values()) for player, n in numbers.items()
    }


def _unequal(one: Mapping[Player, int], other: Mapping[Player, int]) -> Ruling:
    player = next(name for name in (*one, *other) if (name in one) != (name in other))
    sentence = say("{player} must stand in each list of this result.", player=player)
    return refuse("event.result", sentence, "tournament.result.players", player=player)


def _wrong_places(places: Mapping[Player, int], scores: Mapping[Player, int] | None, low: bool) -> Ruling | None:
    """Refuse places that are not 1, 2, 2, 4 or the like, or that contradict the scores."""
    clause = "tournament.result.places"
    due = placed(places, low=True)
    if wrong := next((player for player in places if places[player] != due[player]), None):
        sentence = say("{player} cannot be {n}: places are 1, 2, 2, 4 or the like.", player=wrong, n=places[wrong])
        return refuse("event.places", sentence, clause, player=wrong)
    by_score = placed(scores, low=low) if scores is not None else {}
    level = {player: sum(n == by_score[player] for n in by_score.values()) for player in by_score}
    for player, n in by_score.items():
        if not n <= places[player] < n + level[player]:
            sentence = say("The place of {player} contradicts the scores. Places may only break ties.", player=player)
            return refuse("event.places", sentence, clause, player=player)
    return None


# --- the entries, each a kind on the wire


@dataclass(frozen=True)
class Played(Body):
    """A round of one table, seated, played and closed at once."""

    kind: ClassVar[str] = "played"
    source: Source
    name: str = entry_field(key="title", default="")


@dataclass(frozen=True)
class Opened(Body):
    """The next round: its tables, in seat order, and who sits out."""

    kind: ClassVar[str] = "round"
    tables: tuple[tuple[Player, ...], ...]
    bye: tuple[Player, ...] = ()


@dataclass(frozen=True)
class Reported(Body):
    """The result of a table of the open round; `absent`: who did not come to it."""

    kind: ClassVar[str] = "result"
    round: int
    table: int
    source: Source | None = None
    absent: tuple[Player, ...] = ()


@dataclass(frozen=True)
class Confirmed(Aside):
    """A table agrees to its result."""

    kind: ClassVar[str] = "confirm"
    round: int
    table: int


@dataclass(frozen=True)
class Closed(Body):
    kind: ClassVar[str] = "close"
    round: int


@dataclass(frozen=True)
class Join(Body):
    kind: ClassVar[str] = "join"
    player: Player


@dataclass(frozen=True)
class Withdraw(Body):
    kind: ClassVar[str] = "withdraw"
    player: Player
    unranked: bool = False
    reason: str = reason()


@dataclass(frozen=True)
class Replace(Body):
    """From now on `stand_in` sits in the seat of `player`; naming the player ends it."""

    kind: ClassVar[str] = "replace"
    player: Player
    stand_in: Player


@dataclass(frozen=True)
class Punish(Body):
    """Points added to a player's total as the club has agreed."""

    kind: ClassVar[str] = "penalty"
    player: Player
    points: int
    round: int | None = None
    clause: str = ""
    reason: str = reason()


@dataclass(frozen=True)
class Cut(Body):
    """Whoever is in and not kept is out."""

    kind: ClassVar[str] = "cut"
    keep: tuple[Player, ...]


@dataclass(frozen=True)
class Decide(Body):
    """The order of those whom the chain leaves level, by a lot or a deciding deal."""

    kind: ClassVar[str] = "decide"
    order: tuple[Player, ...]
    how: str = ""


@dataclass(frozen=True)
class Paid(Body):
    """Money that changed hands."""

    kind: ClassVar[str] = "paid"
    payer: Player = entry_field(key="from")
    payee: Player = entry_field(key="to")
    amount: int = entry_field()


@dataclass(frozen=True)
class Finish(Body):
    """The event is closed here."""

    kind: ClassVar[str] = "end"
    reason: str = reason()


@dataclass(frozen=True)
class Remark(Aside):
    """Words beside the scores; `call`: a table calls for the director."""

    kind: ClassVar[str] = "note"
    text: str
    entry: int | None = None
    round: int | None = None
    table: int | None = None
    player: Player | None = None
    call: bool = False


@dataclass(frozen=True)
class Ruled(Aside):
    """A ruling put on the record."""

    kind: ClassVar[str] = "ruling"
    question: str
    verdict: str
    facts: Json = field(default_factory=dict)
    clauses: tuple[str, ...] = ()
    text: str = ""
    entry: int | None = None
    round: int | None = None
    table: int | None = None
    player: Player | None = None


KINDS: Mapping[str, type[Body]] = {
    body.kind: body
    for body in (
        *(Played, Opened, Reported, Confirmed, Closed, Join, Withdraw, Replace),
        *(Punish, Cut, Decide, Paid, Correction, Remark, Ruled, Finish),
    )
}
