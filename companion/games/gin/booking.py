"""Book a result on the sheet: points in its columns, columns that close, and the next game."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.games.gin.options import Options
from companion.games.gin.score import Settlement, broken_off, settle
from companion.games.gin.table import LAST, Column, Finished, State, fresh_columns
from companion.rules.ending import Event, Stopped, agreed
from companion.rules.entries import Player
from companion.rules.messages import N_, say
from companion.rules.tally import Figure, Happening, Kind, Line, Mark, Part, total

GAME_EVENT = Event("game", N_("game"), wins=True)


@dataclass(frozen=True)
class Booking:
    """The changes by an entry: `player` scores the `terms` and wins `boxes` deals in these `columns`."""

    number: int
    kind: Kind
    dealer: Player | None
    player: Player | None = None
    terms: tuple[Part, ...] = ()
    boxes: int = 0
    columns: tuple[int, ...] = ()
    marks: Mapping[Player, Mark] = field(default_factory=dict)
    events: tuple[Happening, ...] = ()
    stopped: Stopped | None = None  # the match ends here, by agreement or by its length

    @property
    def points(self) -> int:
        return total(self.terms)


def open_columns(table: State) -> tuple[int, ...]:
    """Return the columns that are not closed."""
    return tuple(n for n, column in enumerate(table.columns) if not column.closed)


def count_win(table: State, player: Player) -> tuple[State, tuple[int, ...]]:
    """Count a deal won, and return the columns in which it counts.

    They begin with the column of the player's first deal in this game, which was the first open one then
    (gin.hollywood.late).
    """
    first = table.entered.get(player, open_columns(table)[0])
    won = table.won[player] + 1
    after = replace(table, won={**table.won, player: won}, entered={**table.entered, player: first})
    return after, tuple(n for n in open_columns(table) if first <= n < first + won)


def book(table: State, booking: Booking) -> tuple[State, Line]:
    """Return the state after the changes, and the line: the first column with the other changed columns beside it."""
    columns = tuple(_add(one, booking) if n in booking.columns else one for n, one in enumerate(table.columns))
    after = replace(table, columns=columns)
    after = _settled(after, booking.player) if booking.player else after  # entries without points close no column
    then = _next_game(after) if all(column.closed for column in after.columns) else after
    stopped = booking.stopped or _length_reached(then)
    if stopped:
        after = then = replace(_broken_off(then), stopped=stopped, closing=then)
    ended = [game for game in after.games[len(table.games) :] if not game.settlement.broken_off]
    line, *others = (_line(table, after, booking, n) for n in booking.columns or _beside(table, after))
    events = (*booking.events, *(_won(game) for game in ended))
    line = replace(line, events=events, beside=tuple(others), played=booking, after=after)
    return then, line


def _beside(table: State, after: State) -> tuple[int, ...]:
    """Return the column for an entry without points: the first open one, or the one that closed the last game."""
    return (after.games[-1].column,) if after.leg < table.leg else open_columns(table)[:1]


def _add(column: Column, booking: Booking) -> Column:
    assert booking.player
    player = booking.player
    return Column(
        {**column.scores, player: column.scores[player] + booking.points},
        {**column.boxes, player: column.boxes[player] + booking.boxes},
    )


def _settled(table: State, scorer: Player) -> State:
    """Settle each column in which a player has reached the target (gin.hollywood.close)."""
    ends = {
        n: settle(table.options, column.scores, column.boxes, winner, last=n == LAST)
        for n, column in enumerate(table.columns)
        if not column.closed and (winner := _reached(table.options, column, scorer))
    }
    return _closed(table, ends)


def _closed(table: State, ends: Mapping[int, Settlement]) -> State:
    """Close the settled columns and add their nets."""
    columns = tuple(replace(one, closed=True) if n in ends else one for n, one in enumerate(table.columns))
    games = (*table.games, *(Finished(table.leg, n, end) for n, end in ends.items()))
    nets = {player: net + sum(end.nets[player] for end in ends.values()) for player, net in table.nets.items()}
    return replace(table, columns=columns, games=games, nets=nets)


def _length_reached(table: State) -> Stopped | None:
    length = table.options.length
    return "length" if agreed(length, "deals") == table.deals or agreed(length, "games") == table.leg - 1 else None


def _broken_off(table: State) -> State:
    """End the match: settle or void the current game. If no game has begun, the last one stays on the sheet."""
    if table.last and not any(column.closed or column.under_way for column in table.columns):
        return replace(table, columns=table.last, leg=table.leg - 1)
    if table.options.end_game == "void":
        return table
    ends = {
        n: broken_off(table.options, column.scores, column.boxes, last=n == LAST)
        for n, column in enumerate(table.columns)
        if column.under_way
    }
    return _closed(table, ends)


def _reached(options: Options, column: Column, scorer: Player) -> Player | None:
    """Return the player who has reached the target; if both have, as it was lowered, the higher one or the scorer."""
    there = [player for player, score in column.scores.items() if score >= options.target]
    return max(there, key=lambda player: (column.scores[player], player == scorer), default=None)


def _won(game: Finished) -> Happening:
    winner = game.settlement.winner
    return Happening(winner, GAME_EVENT, say("{player} wins the game.", player=winner), "gin.game.target")


def _next_game(table: State) -> State:
    return replace(
        table,
        columns=fresh_columns(table.options, table.players),
        won=dict.fromkeys(table.players, 0),
        entered={},
        leg=table.leg + 1,
        last=table.columns,
    )


def _line(before: State, after: State, booking: Booking, n: int) -> Line:
    terms = {booking.player: booking.terms} if n in booking.columns else {}
    scores = after.columns[n].scores
    return Line(
        entry=booking.number,
        dealer=booking.dealer,
        kind=booking.kind,
        leg=table_of(after, after.leg, n),
        scores={p: Figure(scores[p], terms.get(p, ()), booking.marks.get(p)) for p in before.players},
    )


def table_of(table: State, game: int, column: int) -> int:
    """Return the number of the table on the sheet, from 1: one for each game, or three in Hollywood.

    Args:
        game: the number of the game, from 1.
        column: the index of the column, from 0.
    """
    return (game - 1) * len(table.columns) + column + 1
