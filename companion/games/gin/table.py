"""The state of gin between two deals: the columns of the current game and the finished games."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from companion.games.gin.options import COLUMNS, Opening, Options, PaperColumn, Record
from companion.games.gin.score import Settlement
from companion.rules.ending import Stopped, wrong_count
from companion.rules.entries import OptionChange, Player
from companion.rules.messages import say
from companion.rules.rulings import Ruling, impossible, refuse

LAST = COLUMNS - 1


@dataclass(frozen=True)
class Column:
    """A running score with the deals won in it; it is `closed` once a player has reached the target."""

    scores: Mapping[Player, int]
    boxes: Mapping[Player, int]
    closed: bool = False

    @property
    def under_way(self) -> bool:
        """Return True if the column is open and not empty."""
        return not self.closed and (any(self.scores.values()) or any(self.boxes.values()))


@dataclass(frozen=True)
class Finished:
    """A settled game: its number in the match and, in Hollywood, its column."""

    leg: int
    column: int
    settlement: Settlement


@dataclass(frozen=True)
class State:
    """The match between two deals. `columns` is one, or three in Hollywood, and `leg` the number of the game.

    `won`: deals won in the current game. `entered`: the column of each player's first won deal.
    """

    options: Options
    players: tuple[Player, ...]
    dealer: Player
    columns: tuple[Column, ...]
    won: Mapping[Player, int]
    entered: Mapping[Player, int]
    nets: Mapping[Player, int]
    games: tuple[Finished, ...] = ()
    leg: int = 1
    deals: int = 0  # without void deals
    stopped: Stopped | None = None
    last: tuple[Column, ...] = ()  # the columns of the last game
    closing: "State | None" = None  # the state before the end of the match, for later penalties

    @property
    def over(self) -> bool:
        return self.stopped is not None

    @property
    def played(self) -> Mapping[str, int]:
        """Return the number of deals and games played, by the units in which a length can be agreed."""
        return {"deals": self.deals, "games": self.leg - 1}

    @property
    def active(self) -> tuple[Player, ...]:
        """Return the players of the next deal. With three players the dealer sits out (gin.players.three)."""
        return self.players if len(self.players) == 2 else tuple(p for p in self.players if p != self.dealer)

    def opponent(self, player: Player) -> Player:
        """Return the other player of the next deal."""
        (other,) = (one for one in self.active if one != player)
        return other


def start(record: Record) -> State:
    """Return the state before the first deal of the sheet."""
    opening = record.opening
    zeros = dict.fromkeys(record.players, 0)
    columns = fresh_columns(record.options, record.players)
    if opening.columns:
        columns = tuple(Column({**zeros, **c.scores}, {**zeros, **c.boxes}, c.closed) for c in opening.columns)
    else:
        columns = (Column({**zeros, **opening.scores}, {**zeros, **opening.boxes}), *columns[1:])
    boxed = {player: [n for n, column in enumerate(columns) if column.boxes[player]] for player in record.players}
    entered = {player: places[0] for player, places in boxed.items() if places}
    return State(
        options=record.options,
        players=record.players,
        dealer=opening.dealer or record.players[-1],
        columns=columns,
        won={p: opening.wins.get(p, columns[entered[p]].boxes[p] if p in entered else 0) for p in record.players},
        entered=entered,
        nets=_nets(record),
        leg=opening.games_played + 1,
        deals=opening.deals_played,
    )


def fresh_columns(options: Options, players: tuple[Player, ...]) -> tuple[Column, ...]:
    """Return the empty columns of a game: one, or three in Hollywood."""
    zeros = dict.fromkeys(players, 0)
    return (Column(zeros, zeros),) * (COLUMNS if options.hollywood else 1)


def _nets(record: Record) -> dict[Player, int]:
    """Return the nets of earlier games. If one player's net is missing, it is the negative sum of the others."""
    given = record.opening.nets
    silent = [player for player in record.players if player not in given]
    rest = {silent[0]: -sum(given.values())} if len(silent) == 1 else {}
    return {player: given.get(player, rest.get(player, 0)) for player in record.players}


def check_opening(record: Record) -> Ruling | None:
    """Refuse an impossible opening, or house rules that this number of players cannot have."""
    if len(record.players) > 2 and record.options.hollywood:
        return impossible("gin.three", say("Hollywood is for two players."))
    if wrong := _wrong_columns(record) or _wrong_position(record):
        return wrong
    if record.opening.games_played < 0:
        return impossible("opening.games_played", say("The number of games played cannot be negative."))
    length = record.options.length
    if wrong := wrong_count(record.opening.deals_played, length):
        return wrong
    if wrong := wrong_count(record.opening.games_played, length, "games"):
        return wrong
    sentence = say("Winnings and losses must add up to zero.")
    return impossible("opening.nets", sentence) if sum(_nets(record).values()) else None


def check_rules(players: Collection[Player], written: Mapping[str, object]) -> Ruling | None:
    """Refuse house rules, as given, that three players cannot have: their dealer is fixed (gin.players.three)."""
    if len(players) == 2 or written.get("next_dealer", "loser") == "loser":
        return None
    return impossible("gin.three", say("With three at the table the loser of a deal deals the next."))


def check_rule(table: State, change: OptionChange) -> Ruling | None:
    """Refuse the same as a change of a house rule during the match."""
    wrong = check_rules(table.players, {change.option: change.value})
    return wrong and refuse("option.value", wrong.sentence, "gin.players.three")


def _wrong_position(record: Record) -> Ruling | None:
    """Refuse a game that is over already, and negative numbers of deals won."""
    opening = record.opening
    places: tuple[Opening | PaperColumn, ...] = (opening, *opening.columns)
    for player, score in ((p, n) for place in places for p, n in place.scores.items() if not _is_closed(place)):
        if score >= record.options.target:
            about = {"player": player, "target": record.options.target}
            sentence = say("{player} already has {target} points or more: that game is over.", **about)
            return impossible("opening.scores", sentence, player=player)
    for player, n in ((p, n) for boxes in (*(place.boxes for place in places), opening.wins) for p, n in boxes.items()):
        if n < 0:
            sentence = say("{player} cannot have won {n} deals.", player=player, n=n)
            return impossible("opening.boxes", sentence, player=player)
    return None


def _is_closed(place: Opening | PaperColumn) -> bool:
    return isinstance(place, PaperColumn) and place.closed


def _wrong_columns(record: Record) -> Ruling | None:
    """Require three columns instead of scores and boxes in Hollywood, and none otherwise."""
    opening = record.opening
    if not record.options.hollywood:
        if opening.columns or opening.wins:
            return impossible("opening.columns", say("Only Hollywood has columns."))
        return None
    if any((*opening.scores.values(), *opening.boxes.values())):
        return impossible("opening.hollywood", say("A Hollywood sheet goes on from its three columns."))
    if opening.columns and len(opening.columns) != COLUMNS:
        return impossible("opening.columns", say("Hollywood has three columns, not {n}.", n=len(opening.columns)))
    if opening.columns and all(column.closed for column in opening.columns):
        return impossible("opening.columns", say("All three columns are closed: that game is over."))
    return _wrong_closed(record) or _wrong_wins(record)


def _wrong_closed(record: Record) -> Ruling | None:
    """Refuse a closed column in which nobody has reached the target, unless it has no scores at all."""
    target = record.options.target
    for at, column in enumerate(record.opening.columns, start=1):
        if column.closed and column.scores and max(column.scores.values()) < target:
            sentence = say("Column {column} is closed, but nobody there has {target}.", column=at, target=target)
            return impossible("opening.columns", sentence)
    return None


def _wrong_wins(record: Record) -> Ruling | None:
    """Refuse deals won without a box, or more of them than boxes in the first column that counts them all."""
    for player, n in record.opening.wins.items():
        stood = [column for column in record.opening.columns if column.boxes.get(player)]
        too_many = stood and not stood[0].closed and stood[0].boxes[player] < n
        if too_many or (n > 0) != bool(stood):
            sentence = say("{player}: deals won and boxes do not agree.", player=player)
            return impossible("opening.wins", sentence, player=player)
    return None
