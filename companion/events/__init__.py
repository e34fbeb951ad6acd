"""Values of an event: its terms, its entries and the sources of its results (tournament.event.one).

An event is a series of rounds of tables: an evening, a league or a tournament. state.py folds its entries, judge.py
decides which of them are allowed, standings.py counts and ranks. The match or event inside an entry is read and
replayed by parsing/event_file.py, which passes it on as a Source.
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
from companion.rules.tally import Payment

Points = Mapping[Player, Fraction]
Seating = Literal["lots", "meet", "rank", "swiss", "fold"]
Tie = Literal["places", "direct", "best", "strength", "card_points"]
Missed = int | Literal["mean", "worst"]  # points of a round that somebody did not play
ANY_SIZES = range(2, 9)  # possible table sizes of an event without a game


@dataclass(frozen=True)
class NoHouseRules:
    """The house rules of an event: none, because an event has terms instead."""


@dataclass(frozen=True, eq=False)
class EventRules:
    """The subject of the rule book about events."""

    key: str = "tournament"
    folder: Path = Path(__file__).parent
    name: str = N_("Evenings, leagues and tournaments")
    questions: Mapping[str, Question] = field(default_factory=dict)
    options: type[Dataclass] = NoHouseRules


RULES = EventRules()


@dataclass(frozen=True)
class PlacePoints:
    """Points for each place, first place first: one list, or a list for each number of players at a table."""

    places: tuple[int, ...] | Mapping[str, tuple[int, ...]] = (1,)

    def of_size(self, players: int) -> tuple[int, ...] | None:
        """Return the points at a table of so many players, or None if there is no list for this size."""
        return self.places.get(str(players)) if isinstance(self.places, Mapping) else self.places


@dataclass(frozen=True)
class Terms:
    """The terms of an event, fixed when it is created. A file that lacks `fewer`, `seats` or `absent` gets defaults.

    Args:
        fewer: True if fewer card points are better; with `score` "points" this holds for the standings too.
        seats: allowed table sizes, the preferred one first.
        rounds: planned number of rounds.
        best: number of rounds of each player that count; None counts all.
        least: number of tables at which a player must have played to be ranked.
        lives: number of lost tables that put a player out of a knockout.
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
        """Return True if fewer points are better in the standings."""
        return self.score == "points" and bool(self.fewer)


@dataclass(frozen=True)
class Event:
    """An event as people wrote it. The standings are computed from this value alone.

    `players` stand in order of entry; None means that everybody who plays takes part. `options` are the house rules of
    every match, given together with `game`. `fault` refuses the first entry of a file that cannot be read.
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
        """Return the allowed numbers of players at a table."""
        return self.game.seats if self.game else ANY_SIZES


@dataclass(frozen=True)
class Source:
    """A finished match or event, or numbers typed from paper, with the names that are written there.

    `scores` are card points; `tables` are the places of each table inside, in order. `fewer` is True if fewer points
    win that match or event. `left` are the players who left before the last part of a match, and `paid` the payments
    made then, which are part of `money` too. `names` maps each shown name to the name in the head of the match.
    `is_running`: a match of this database that is not finished yet, or a
    part of a match that is counted in a later part. `fault`: the reason why it cannot count.
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
    paid: tuple[Payment, ...] = ()
    names: Mapping[Player, Player] = field(default_factory=dict)
    is_running: bool = False
    fault: Ruling | None = None


def typed(
    scores: Mapping[Player, int] | None,
    places: Mapping[Player, int] | None,
    money: Mapping[Player, int] | None,
    terms: Terms,
) -> Source:
    """Return numbers typed from paper as a source. If they contradict each other, it has a `fault`.

    Args:
        scores: card points.
        places: places from 1.
        money: money won; it must add up to zero.
        terms: the terms of the event.
    """
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
    """Return the place of each player by these numbers; equal numbers share a place: 1, 2, 2, 4."""
    return {
        player: 1 + sum(other < n if low else other > n for other in numbers.values()) for player, n in numbers.items()
    }


def _unequal(one: Mapping[Player, int], other: Mapping[Player, int]) -> Ruling:
    player = next(name for name in (*one, *other) if (name in one) != (name in other))
    sentence = say("{player} must stand in each list of this result.", player=player)
    return refuse("event.result", sentence, "tournament.result.players", player=player)


def _wrong_places(places: Mapping[Player, int], scores: Mapping[Player, int] | None, low: bool) -> Ruling | None:
    """Refuse places that are no ranking such as 1, 2, 2, 4, or that contradict the scores."""
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


# --- the entries; `kind` is the name of each in JSON


@dataclass(frozen=True)
class RoundPlayed(Body):
    """A round of one table, opened and closed by this one entry."""

    kind: ClassVar[str] = "played"
    source: Source
    name: str = entry_field(key="title", default="")


@dataclass(frozen=True)
class RoundOpened(Body):
    """The start of a round: its tables, names in seat order, and the players who sit out."""

    kind: ClassVar[str] = "round"
    tables: tuple[tuple[Player, ...], ...]
    bye: tuple[Player, ...] = ()


@dataclass(frozen=True)
class ResultReported(Body):
    """The result of a table of the open round. `absent` are its players who did not come."""

    kind: ClassVar[str] = "result"
    round: int
    table: int
    source: Source | None = None
    absent: tuple[Player, ...] = ()


@dataclass(frozen=True)
class ResultConfirmed(Aside):
    """The confirmation of a table that its result is right."""

    kind: ClassVar[str] = "confirm"
    round: int
    table: int


@dataclass(frozen=True)
class RoundClosed(Body):
    kind: ClassVar[str] = "close"
    round: int


@dataclass(frozen=True)
class PlayerJoined(Body):
    kind: ClassVar[str] = "join"
    player: Player


@dataclass(frozen=True)
class PlayerWithdrawn(Body):
    kind: ClassVar[str] = "withdraw"
    player: Player
    unranked: bool = False
    reason: str = reason()


@dataclass(frozen=True)
class PlayerReplaced(Body):
    """A change of stand-in: from now on `stand_in` sits in the seat of `player`. The player's own name ends it."""

    kind: ClassVar[str] = "replace"
    player: Player
    stand_in: Player


@dataclass(frozen=True)
class PenaltyGiven(Body):
    """Penalty points that are added to a player's total."""

    kind: ClassVar[str] = "penalty"
    player: Player
    points: int
    round: int | None = None
    clause: str = ""
    reason: str = reason()


@dataclass(frozen=True)
class PlayersCut(Body):
    """A cut: only the players in `keep` stay in the event."""

    kind: ClassVar[str] = "cut"
    keep: tuple[Player, ...]


@dataclass(frozen=True)
class TieDecided(Body):
    """The order of players who are still tied after all tie-breaks, decided by a lot or a deciding deal."""

    kind: ClassVar[str] = "decide"
    order: tuple[Player, ...]
    how: str = ""


@dataclass(frozen=True)
class PaymentMade(Body):
    """A payment from one person to another."""

    kind: ClassVar[str] = "paid"
    payer: Player = entry_field(key="from")
    payee: Player = entry_field(key="to")
    amount: int = entry_field()


@dataclass(frozen=True)
class EventEnded(Body):
    """The end of the event."""

    kind: ClassVar[str] = "end"
    reason: str = reason()


@dataclass(frozen=True)
class NoteWritten(Aside):
    """A note; with `call` set, a table calls the director."""

    kind: ClassVar[str] = "note"
    text: str
    entry: int | None = None
    round: int | None = None
    table: int | None = None
    player: Player | None = None
    call: bool = False


@dataclass(frozen=True)
class RulingSaved(Aside):
    """A ruling of the referee that was saved with the event."""

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
        RoundPlayed,
        RoundOpened,
        ResultReported,
        ResultConfirmed,
        RoundClosed,
        PlayerJoined,
        PlayerWithdrawn,
        PlayerReplaced,
        PenaltyGiven,
        PlayersCut,
        TieDecided,
        PaymentMade,
        Correction,
        NoteWritten,
        RulingSaved,
        EventEnded,
    )
}
