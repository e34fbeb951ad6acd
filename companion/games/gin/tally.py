"""The sheet of gin rummy: running scores to the target, then boxes, the game bonus and what the loser pays."""

from collections.abc import Mapping
from dataclasses import replace

from companion.games.gin.account import notices, reckonings, table_notices
from companion.games.gin.deal import read
from companion.games.gin.entries import Deal
from companion.games.gin.options import Options
from companion.games.gin.score import Outcome, factor, points, settle
from companion.games.gin.table import Column, Finished, Table, fresh_columns, start
from companion.rules.entries import Entry, Misdeal, Penalty, Player, Record
from companion.rules.record import fold, next_seat, wrong_dealer
from companion.rules.rulings import Ruling
from companion.rules.settlement import payments
from companion.rules.tally import Event, Figure, Line, Mark, Part, Tally, figures
from companion.rules.words import N_, Say, say

VOID = Mark("–", N_("void: nobody scored"), instead=True)
MARKS = {
    "gin": Mark("G", N_("gin")),
    "big_gin": Mark("GG", N_("big gin")),
    "undercut": Mark("U", N_("undercut")),
    "tie": Mark("U=", N_("undercut on equal deadwood")),
}


def tally(record: Record) -> Tally:
    """The whole sheet from the whole record."""
    course = fold(record, start(record), play)
    table = course.table
    return Tally(
        record=record,
        lines=course.lines,
        refused=course.refused,
        scores=figures(table.columns[0].scores),
        payments=payments(table.nets),
        next=_next(table),
        now={player: notices(table, player) for player in table.players},
        table_now=table_notices(table),
        legs=tuple(say("Game {n}", n=n) for n in range(1, table.leg + 1)),
        reckonings=reckonings(table),
        extra={
            "boxes": dict(table.columns[0].boxes),
            "games": [_game(game) for game in table.games],
            "nets": dict(table.nets),
            **_columns(table.columns),
        },
        options=table.options,
    )


def play(table: Table, entry: Entry) -> tuple[Table, Line] | Ruling:
    """The table and the line after one entry."""
    body = entry.body
    if isinstance(body, Misdeal):
        wrong = wrong_dealer(body.dealer, table.dealer, "gin.deal.turns")
        return wrong or _no_score(table, entry.number, misdeal=True)
    if isinstance(body, Penalty):
        return _penalty(table, entry.number, body)
    assert isinstance(body, Deal)
    outcome = read(table, body)
    if isinstance(outcome, Ruling):
        return outcome
    return _scored(table, entry.number, outcome) if outcome else _no_score(table, entry.number)


def _no_score(table: Table, number: int, *, misdeal: bool = False) -> tuple[Table, Line]:
    """A void deal or a misdeal: the same player deals again (gin.stock.void, gin.deal.misdeal)."""
    line = _line(table, table, number, {}, dict.fromkeys(table.players, VOID))
    return table, replace(line, dealer=table.dealer, kind="misdeal" if misdeal else "deal")


def _penalty(table: Table, number: int, body: Penalty) -> tuple[Table, Line]:
    """Points as the table agreed, in every column that is open."""
    part = Part(body.points, say("Penalty: {reason}", reason=body.reason or "–"), "gin.penalty.agreed")
    columns = tuple(column if column.closed else _add(column, body.player, body.points) for column in table.columns)
    parts = {} if table.columns[0].closed else {body.player: (part,)}
    after, line = _close(table, replace(table, columns=columns), number, parts, {}, body.player)
    return after, replace(line, kind="penalty")


def _scored(table: Table, number: int, outcome: Outcome) -> tuple[Table, Line]:
    winner, terms = outcome.winner, points(table.options, outcome)
    total = sum(part.points for part in terms)
    won = {**table.won, winner: table.won[winner] + 1}
    entered = _entered(table, won[winner])
    boxes = factor(table.options, outcome.upcard)
    columns = tuple(
        _add(column, winner, total, boxes) if n in entered else column for n, column in enumerate(table.columns)
    )
    marks = {winner: MARKS[outcome.result]} if outcome.result in MARKS else {}
    parts = {winner: terms} if 0 in entered else {}
    after = replace(table, columns=columns, won=won)
    after, line = _close(table, after, number, parts, marks, winner)
    after = replace(after, dealer=_next_dealer(table, winner))
    event = Event(winner, outcome.result, _happened(outcome), CLAUSES[outcome.result])
    scored = {player: total if player == winner else 0 for player in table.players}
    extra = {**line.extra, "points": scored}
    return after, replace(line, dealer=table.dealer, events=(event, *line.events), extra=extra)


def _entered(table: Table, deals_won: int) -> list[int]:
    """The columns a deal counts in: the first with a player's first deal won, two with the second, then all."""
    return [n for n, column in enumerate(table.columns[:deals_won]) if not column.closed]


def _add(column: Column, player: Player, total: int, boxes: int = 0) -> Column:
    return Column(
        {**column.scores, player: column.scores[player] + total},
        {**column.boxes, player: column.boxes[player] + boxes},
    )


def _next_dealer(table: Table, winner: Player) -> Player:
    if table.options.next_dealer == "loser":
        return table.opponent(winner)
    if table.options.next_dealer == "winner":
        return winner
    return next_seat(table.players, table.dealer)


CLAUSES = {
    "knock": "gin.score.difference",
    "gin": "gin.score.gin",
    "big_gin": "gin.score.big_gin",
    "undercut": "gin.score.undercut",
    "tie": "gin.score.tie",
}


def _happened(outcome: Outcome) -> Say:
    player = outcome.winner
    return {
        "knock": say("{player} knocked and won.", player=player),
        "gin": say("{player} went gin.", player=player),
        "big_gin": say("{player} laid a big gin.", player=player),
        "undercut": say("{player} undercut the knock.", player=player),
        "tie": say("{player} undercut the knock with equal deadwood.", player=player),
    }[outcome.result]


def _close(
    before: Table,
    after: Table,
    number: int,
    parts: Mapping[Player, tuple[Part, ...]],
    marks: Mapping[Player, Mark],
    scorer: Player,
) -> tuple[Table, Line]:
    """Settle each column that has reached the target; with the last of them the game is over and a new one begins."""
    games, columns = list(after.games), list(after.columns)
    for n, column in enumerate(columns):
        winner = _reached(after.options, column, scorer)
        if winner and not column.closed:
            settlement = settle(after.options, column.scores, column.boxes, winner)
            columns[n] = replace(column, closed=settlement)
            games.append(Finished(after.leg, n, settlement))
    ended = games[len(after.games) :]
    nets = {player: n + sum(game.settlement.nets[player] for game in ended) for player, n in after.nets.items()}
    after = replace(after, columns=tuple(columns), games=tuple(games), nets=nets)
    line = replace(_line(before, after, number, parts, marks), events=tuple(_won(game) for game in ended))
    return _new_game(after) if all(column.closed for column in columns) else after, line


def _reached(options: Options, column: Column, scorer: Player) -> Player | None:
    """Who has reached the target; both can have, where the table has lowered it: then the higher, or who scored."""
    there = [player for player, score in column.scores.items() if score >= options.target]
    return max(there, key=lambda player: (column.scores[player], player == scorer), default=None)


def _won(game: Finished) -> Event:
    winner = game.settlement.winner
    return Event(winner, "game", say("{player} wins the game.", player=winner), "gin.game.target")


def _new_game(table: Table) -> Table:
    return replace(
        table,
        columns=fresh_columns(table.options, table.players),
        won=dict.fromkeys(table.players, 0),
        leg=table.leg + 1,
    )


def _line(
    before: Table, after: Table, number: int, parts: Mapping[Player, tuple[Part, ...]], marks: Mapping[Player, Mark]
) -> Line:
    first = after.columns[0]
    return Line(
        entry=number,
        dealer=None,
        leg=before.leg,
        scores={p: Figure(first.scores[p], parts.get(p, ()), marks.get(p)) for p in before.players},
        extra={
            "points": dict.fromkeys(before.players, 0),
            "boxes": dict(first.boxes),
            **_columns(after.columns),
        },
    )


def _columns(columns: tuple[Column, ...]) -> dict[str, object]:
    """The three columns of Hollywood; nothing where there is one."""
    if len(columns) == 1:
        return {}
    return {
        "columns": [dict(column.scores) for column in columns],
        "column_boxes": [dict(column.boxes) for column in columns],
    }


def _game(game: Finished) -> dict[str, object]:
    paid = game.settlement.payment
    return {
        "totals": dict(game.settlement.totals),
        "payment": {"from": paid.payer, "to": paid.payee, "amount": paid.amount},
    }


def _next(table: Table) -> dict[str, object]:
    return {
        "dealer": table.dealer,
        "game": table.leg,
        "knock_limit": None if table.options.oklahoma else table.options.knock_limit,
        "oklahoma": table.options.oklahoma,
    }
