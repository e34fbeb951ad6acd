"""What the scoreboard says of gin: which game this is, how the match stands, and the deals won, stroke by stroke."""

from companion.games.gin.table import Table
from companion.rules.tally import Column, Glance, Tally
from companion.rules.words import Say, say


def glance(tally: Tally) -> Glance:
    table: Table = tally.table
    several = len(table.columns) > 1
    return Glance(
        where=say("Game {n}", n=table.leg),
        stake=_ahead(table),
        strokes={} if several else table.columns[0].boxes,
        columns=tuple(Column(one.scores, one.boxes, one.closed) for one in table.columns) if several else (),
    )


def _ahead(table: Table) -> Say | None:
    leader = max(table.players, key=lambda player: table.nets[player])
    n = table.nets[leader]
    return say("Match {player} +{n}", player=leader, n=n) if n else None
