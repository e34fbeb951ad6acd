"""What the scoreboard says of gin: which game this is, how the match stands, and the deals won, stroke by stroke."""

from companion.games.gin.table import Table
from companion.rules.game import Glance, ScoreColumn
from companion.rules.messages import Say, say
from companion.rules.tally import Tally


def glance(tally: Tally) -> Glance:
    table = tally.at(Table)
    several = len(table.columns) > 1
    return Glance(
        where=say("Game {n}", n=table.leg),
        stake=_ahead(table),
        strokes={} if several else table.columns[0].boxes,
        columns=tuple(_column(table, n) for n in range(len(table.columns))) if several else (),
    )


def _column(table: Table, n: int) -> ScoreColumn:
    column = table.columns[n]
    if not column.closed:
        left = {player: table.options.target - score for player, score in column.scores.items()}
        under = {player: say("needs {n}", n=n) for player, n in left.items() if n > 0}
        return ScoreColumn(column.scores, column.boxes, under=under)
    end = next((one.settlement for one in table.games if (one.leg, one.column) == (table.leg, n)), None)
    won = end.nets[end.winner] if end else 0  # one closed on paper has no account, one broken off may be level
    under = {end.winner: say("won {n}", n=won)} if end and won else {}
    return ScoreColumn(column.scores, column.boxes, ruled_off=True, under=under)


def _ahead(table: Table) -> Say | None:
    leader = max(table.players, key=lambda player: table.nets[player])
    n = table.nets[leader]
    return say("Match {player} +{n}", player=leader, n=n) if n else None
