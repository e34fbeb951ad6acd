"""Fold the record of gin rummy into its sheet: scores to the target, then boxes, bonus and payments, with notices."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from companion.games.gin.booking import Booking, book, count_win, open_columns, table_of
from companion.games.gin.deal import Deal, read, sat_out
from companion.games.gin.options import Record
from companion.games.gin.score import Account, Outcome, Settlement, boxes, is_void, points
from companion.games.gin.table import Column, Finished, State, check_rule, start
from companion.rules.ending import Event, Stopped, agreed, places, reached_already
from companion.rules.entries import Entry, Misdeal, Penalty, Player
from companion.rules.messages import N_, Say, say
from companion.rules.people import in_turn, next_seat, wrong_dealer
from companion.rules.replay import Replay, Rules
from companion.rules.rulings import Ruling, refuse
from companion.rules.settlement import payments
from companion.rules.tally import (
    Figure,
    Figures,
    Happening,
    Line,
    Mark,
    Notice,
    Part,
    Reckoning,
    ReckoningRow,
    Tally,
    figures,
    total,
    values,
)

BOXES = "gin.game.boxes"
OF_TWO = 2
LEAST_UNDERCUT = 1  # the least difference of an undercut without a tie


def notices(table: State, player: Player) -> tuple[Notice, ...]:
    """Return how many points a player needs and what would be enough; at the end, who has won."""
    if table.over:
        best = table.nets[player] == max(table.nets.values())
        clause = "gin.end.length" if table.stopped == "length" else "gin.end.agreed"
        return (Notice(say("has won"), clause),) if best else ()
    sits_out = [] if player in table.active else [Notice(say("deals and sits out"), "gin.players.three")]
    needs = [
        Notice(_needs(table, n, column, player), "gin.game.target")
        for n, column in enumerate(table.columns)
        if not column.closed
    ]
    enough = _enough(table, player)
    return (*sits_out, *needs, *([enough] if enough else []))


def _needs(table: State, n: int, column: Column, player: Player) -> Say:
    missing = table.options.target - column.scores[player]
    if missing <= 0:
        return reached_already()
    if len(table.columns) > 1:
        return say("column {column}: needs {n}", column=n + 1, n=missing)
    return say("needs {n}", n=missing)


def _enough(table: State, player: Player) -> Notice | None:
    """Return the smallest result that would end an open column, whatever the cards."""
    open_columns = (one for one in table.columns if not one.closed)
    return _feat(table, max(open_columns, key=lambda column: column.scores[player]), player)


def _feat(table: State, column: Column, player: Player) -> Notice | None:
    options = table.options
    missing = options.target - column.scores[player]
    if missing <= 0:
        return None
    if missing <= options.undercut + LEAST_UNDERCUT:
        return Notice(say("an undercut wins it for {player}", player=player), "gin.score.undercut", urgent=True)
    if missing <= options.gin_bonus:
        return Notice(say("gin wins it for {player}", player=player), "gin.score.gin", urgent=True)
    return None


def table_notices(table: State) -> tuple[Notice, ...]:
    """Return which players without a won deal risk a blitz; not quiet once a single deal could close the column."""
    threats: list[tuple[Notice, ...]] = []
    for column in table.columns:
        behind = [player for player in table.players if not column.boxes[player]]
        far = not any(_feat(table, column, player) for player in table.players)
        if 0 < len(behind) < len(table.players) and not column.closed and not table.over and table.options.blitz:
            sentences = (_blitz(table, column, player) for player in behind)
            threats.append(tuple(Notice(sentence, "gin.game.blitz", quiet=far) for sentence in sentences))
    return threats[0] if threats else ()


def _blitz(table: State, column: Column, player: Player) -> Say:
    if len(table.columns) == 1:
        return say("{player} has not won a deal yet: blitz", player=player)
    n = table.columns.index(column) + 1
    return say("column {column}: {player} has not won a deal yet: blitz", column=n, player=player)


def reckonings(table: State) -> tuple[Reckoning, ...]:
    """Return the reckoning of every finished game, then the nets of the match."""
    accounts = [_reckoning(table, game) for game in table.games]
    if table.games or any(table.nets.values()):
        won = {p: [_net(table, game, p) for game in table.games] for p in table.players}
        accounts.append(
            Reckoning(say("Match"), (ReckoningRow(say("Won and lost in all games"), figures(table.nets, won)),))
        )
    return tuple(accounts)


def _net(table: State, game: Finished, player: Player) -> Part:
    return Part(game.settlement.nets[player], game_title(table, game.leg, game.column + 1), "gin.game.payment")


def _reckoning(table: State, game: Finished) -> Reckoning:
    title = game_title(table, game.leg, game.column + 1)
    return Reckoning(title, tuple(_rows(game.settlement)), leg=table_of(table, game.leg, game.column))


def game_title(table: State, game: int, column: int) -> Say:
    """Return the title of a game or, in Hollywood, of one of its columns."""
    if len(table.columns) > 1:
        return say("Game {n}, column {column}", n=game, column=column)
    return say("Game {n}", n=game)


def _rows(end: Settlement) -> Iterator[ReckoningRow]:
    """Yield score, deals won, bonus and total; then what each loser pays or gets."""
    for part in end.terms[end.winner]:
        label = say("For deals won") if part.clause == BOXES else part.sentence
        yield ReckoningRow(label, {player: _term(end.terms[player], part.clause) for player in end.terms})
    totals = {player: Figure(total, end.terms[player]) for player, total in end.totals.items()}
    yield ReckoningRow(say("Total"), totals)
    for loser in dict.fromkeys(account.loser for account in end.accounts):
        yield from _settling([one for one in end.accounts if one.loser == loser], alone=len(end.totals) == OF_TWO)


def _settling(accounts: list[Account], *, alone: bool) -> Iterator[ReckoningRow]:
    """Yield the rows of one loser: the difference and how it is paid; to several winners if they are tied."""
    first = accounts[0]
    label = say("Difference") if alone else say("Difference, {player}", player=first.loser)
    yield ReckoningRow(label, _opposite(accounts, 1, "gin.game.payment"))
    if first.factor > 1:
        yield ReckoningRow(say("Blitz: doubled"), _opposite(accounts, first.factor, "gin.game.blitz"))
    if first.difference < 0 and not first.payment.amount:
        yield ReckoningRow(say("Nobody pays"), _opposite(accounts, 0, "gin.game.negative"))


def _term(parts: tuple[Part, ...], clause: str) -> Figure:
    terms = tuple(part for part in parts if part.clause == clause)
    return Figure(total(terms), terms)


def _opposite(accounts: list[Account], times: int, clause: str) -> Figures:
    """Return the amount of each winner, and the negative sum for the loser."""
    amounts = {one.winner: one.difference * times for one in accounts}
    amounts[accounts[0].loser] = -sum(amounts.values())
    return {p: Figure(n, (Part(n, say("Difference of the totals"), clause),)) for p, n in amounts.items()}


EVENTS = {  # events with the clauses by which they score
    "knock": (Event("knock", N_("knock")), "gin.score.difference"),
    "gin": (Event("gin", N_("gin")), "gin.score.gin"),
    "big_gin": (Event("big_gin", N_("big gin")), "gin.score.big_gin"),
    "undercut": (Event("undercut", N_("undercut")), "gin.score.undercut"),
    "tie": (Event("tie", N_("undercut on a tie")), "gin.score.tie"),
}

VOID = Mark("–", N_("void: nobody scored"), instead=True)
MARKS = {
    "gin": Mark("G", N_("gin")),
    "big_gin": Mark("GG", N_("big gin")),
    "undercut": Mark("U", N_("undercut")),
    "tie": Mark("U=", N_("undercut on equal deadwood")),
}


def tally(replay: Replay[Record, State]) -> Tally:
    """Return the tally of a replayed record."""
    record, course = replay.record, replay.course
    table = course.table
    return Tally(
        record=record,
        history=replay.history,
        numbers=replay.numbers,
        table=table,
        lines=course.lines,
        refused=course.refused,
        dealer=None if table.over else table.dealer,
        turn=in_turn(table),
        ended=course.ended,
        minutes=agreed(table.options.length, "minutes"),
        places=places({player: -net for player, net in table.nets.items()}) if table.over else {},
        points=table.nets,
        scores=figures(table.columns[0].scores),
        balances=_balances(table),
        payments=payments(values(_balances(table)) or table.nets),
        notices={player: notices(table, player) for player in table.players},
        table_notices=table_notices(table),
        legs=_legs(table, record.opening.games_played),
        first_leg=table_of(table, record.opening.games_played + 1, 0),
        reckonings=reckonings(table),
    )


def _balances(table: State) -> Figures:
    """Return the nets in money if points have a price; at any time, because the match goes on after a game."""
    stake = table.options.stake
    words = say("Net of all games, at {stake} a point", stake=stake)
    parts = {player: (Part(net * stake, words, "gin.money.stake"),) for player, net in table.nets.items()}
    return figures({player: net * stake for player, net in table.nets.items()}, parts) if stake else {}


def play(table: State, entry: Entry) -> tuple[State, Line] | Ruling:
    """Return the state and the line after an entry."""
    body = entry.body
    if isinstance(body, Penalty):
        return _penalty(table.closing or table, entry.number, body, table.stopped)
    if table.over:
        return refuse("gin.over", say("The match is over."), "gin.end.length")
    if isinstance(body, Misdeal):
        return wrong_dealer(body.dealer, table.dealer, "gin.deal.turns") or _no_score(table, entry.number, "misdeal")
    assert isinstance(body, Deal)
    if isinstance(outcome := read(table, body), Ruling):
        return outcome
    if outcome is None or is_void(table.options, outcome):
        return _no_score(table, entry.number, "deal")
    return _scored(table, entry.number, outcome)


def _no_score(table: State, number: int, kind: Literal["deal", "misdeal"]) -> tuple[State, Line]:
    """Enter a void deal or a misdeal: the same player deals again (gin.stock.void, gin.deal.misdeal)."""
    return book(table, Booking(number, kind, table.dealer, marks=dict.fromkeys(table.players, VOID)))


def _end(table: State, number: int) -> tuple[State, Line]:
    return book(table, Booking(number, "end", None, stopped="agreement"))


def _dealt(table: State, entry: Entry) -> Player | None:
    """Return the dealer of an entry; with three players, the one who did not play."""
    body = entry.body
    return body.dealer or sat_out(table, body) if isinstance(body, Deal) else getattr(body, "dealer", None)


RULES = Rules(
    start=start, play=play, end=_end, tally=tally, clause="gin.end.agreed", check_change=check_rule, dealt=_dealt
)


def _penalty(table: State, number: int, body: Penalty, stopped: Stopped | None) -> tuple[State, Line]:
    """Add agreed points in every open column; after the end, in those of the game in which they were given."""
    part = Part(body.points, say("Penalty"), "gin.penalty.agreed", body.reason)
    columns = open_columns(table)
    return book(table, Booking(number, "penalty", None, body.player, (part,), columns=columns, stopped=stopped))


CLOSED = Notice(say("It would count only in closed columns, so it scores nothing."), "gin.hollywood.close")


def _scored(table: State, number: int, outcome: Outcome) -> tuple[State, Line]:
    """Enter a deal: a player's first won deal in one column, the second in two, later ones in all three."""
    winner, result = outcome.winner, outcome.result
    after, columns = count_win(table, winner)
    terms, won = points(table.options, outcome), boxes(table.options, outcome)
    marks = {winner: MARKS[result]} if result in MARKS else {}
    event, clause = EVENTS[result]
    events = (Happening(winner, event, _happened(outcome), clause),)
    booking = Booking(number, "deal", table.dealer, winner, terms, won, columns, marks, events)
    then, line = book(replace(after, dealer=_next_dealer(table, winner), deals=table.deals + 1), booking)
    return then, line if columns else replace(line, notice=CLOSED)


def _next_dealer(table: State, winner: Player) -> Player:
    if table.options.next_dealer == "loser" or len(table.players) > 2:
        return table.opponent(winner)
    if table.options.next_dealer == "winner":
        return winner
    return next_seat(table.players, table.dealer)


def _happened(outcome: Outcome) -> Say:
    player = outcome.winner
    return {
        "knock": say("{player} knocked and won.", player=player),
        "gin": say("{player} went gin.", player=player),
        "big_gin": say("{player} went big gin.", player=player),
        "undercut": say("{player} undercut the knock.", player=player),
        "tie": say("{player} undercut the knock with equal deadwood.", player=player),
    }[outcome.result]


def _legs(table: State, before: int) -> tuple[Say, ...]:
    """Return the tables of the sheet: one for each game, in Hollywood one for each column of a game.

    Args:
        table: the present state.
        before: the number of games that were played before this sheet.
    """
    columns = range(1, len(table.columns) + 1)
    return tuple(game_title(table, game, column) for game in range(before + 1, table.leg + 1) for column in columns)
