"""Tell the players what they must know now, and reckon each finished game as players write it."""

from collections.abc import Iterator

from companion.games.gin.posting import table_of
from companion.games.gin.score import Account, Settlement
from companion.games.gin.table import Column, Finished, State
from companion.rules.ending import reached_already
from companion.rules.entries import Player
from companion.rules.messages import Say, say
from companion.rules.tally import Figure, Figures, Notice, Part, Reckoning, ReckoningRow, figures, total

BOXES = "gin.game.boxes"
OF_TWO = 2
LEAST_UNDERCUT = 1  # the difference of an undercut that is no tie


def notices(table: State, player: Player) -> tuple[Notice, ...]:
    """Tell how far a player has to go, and what is enough to get there; at the end who has won."""
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
    """Return the smallest feat that ends an open column whatever the cards."""
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
    """Tell whom a blitz threatens: without a deal won, once a feat of the other would close the column."""
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
    """Return the account of every finished game, then the nets of the match."""
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
    """Return the heading of a game or, in Hollywood, of one of its columns."""
    if len(table.columns) > 1:
        return say("Game {n}, column {column}", n=game, column=column)
    return say("Game {n}", n=game)


def _rows(end: Settlement) -> Iterator[ReckoningRow]:
    """Yield score, deals won, bonus and total; then what each loser settles with the winner."""
    for part in end.terms[end.winner]:
        label = say("For deals won") if part.clause == BOXES else part.sentence
        yield ReckoningRow(label, {player: _term(end.terms[player], part.clause) for player in end.terms})
    totals = {player: Figure(total, end.terms[player]) for player, total in end.totals.items()}
    yield ReckoningRow(say("Total"), totals)
    for loser in dict.fromkeys(account.loser for account in end.accounts):
        yield from _settling([one for one in end.accounts if one.loser == loser], alone=len(end.totals) == OF_TWO)


def _settling(accounts: list[Account], *, alone: bool) -> Iterator[ReckoningRow]:
    """Yield the rows of one loser: how far behind, and what it is paid as; to several where they are level."""
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
    """Return the amount of the winner, or of each who shares, and the same with the other sign for the loser."""
    amounts = {one.winner: one.difference * times for one in accounts}
    amounts[accounts[0].loser] = -sum(amounts.values())
    return {p: Figure(n, (Part(n, say("Difference of the totals"), clause),)) for p, n in amounts.items()}
