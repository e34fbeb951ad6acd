"""Describe what the last deal has ended, as a value for the page, the television and the picture."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.presentation.chart import Chart, course_of
from companion.rules.ending import places
from companion.rules.entries import Player
from companion.rules.game import Game
from companion.rules.messages import Say, say
from companion.rules.settlement import balance_label
from companion.rules.tally import Line, Payment, Reckoning, ReckoningRow, Tally, values

COLUMNS = 3  # beside a name: more do not fit a phone


@dataclass(frozen=True)
class Rank:
    """A player's row: the place, shared by those who are level, and a number for each head."""

    place: int
    player: Player
    numbers: tuple[int | None, ...]
    has_won: bool


@dataclass(frozen=True)
class Outcome:
    """A rams, a game or a match that is over, told until the next deal is written.

    `winners`: who has won it, nobody where that is not known. `ranks` stand under `heads`; a game that is settled has
    its `accounts` instead, and how the match `stands`. `payments`: who pays whom, once no pot is left.
    """

    title: Say
    winners: tuple[Player, ...]
    sentences: tuple[Say, ...]
    heads: tuple[Say, ...]
    ranks: tuple[Rank, ...]
    accounts: tuple[Reckoning, ...]
    stands: Say | None
    payments: tuple[Payment, ...]
    course: Chart | None
    is_final: bool


def outcome(game: Game, tally: Tally) -> Outcome | None:
    """Return what has just ended; None while a deal is to come in it."""
    last = tally.lines[-1] if tally.lines else None
    if last is None:
        return None
    whole = next((one for one in tally.reckonings if one.leg is None), None)
    if tally.places:
        return _outcome(game, tally, last, whole.title if whole else say("Match"), whole)
    closed = _closed(tally, last)
    if closed:
        return _outcome(game, tally, last, closed[0].title, None, closed)
    is_column = bool(last.beside) or len(game.scoreboard(tally).columns) > 1
    leg = tally.leg(last.leg) if tally.leg(last.leg + 1) and not is_column else None
    return _outcome(game, tally, last, leg, whole) if leg else None


def _closed(tally: Tally, last: Line) -> tuple[Reckoning, ...]:
    """Return the games that the last entry has settled."""
    moved = {line.leg for line in (last, *last.beside) if any(figure.parts for figure in line.scores.values())}
    return tuple(one for one in tally.reckonings if one.leg in moved)


def _outcome(
    game: Game, tally: Tally, last: Line, title: Say, whole: Reckoning | None, accounts: tuple[Reckoning, ...] = ()
) -> Outcome:
    is_final = bool(tally.places)
    won = tuple(dict.fromkeys(one.player for one in last.events if one.event.wins))
    columns = _columns(tally, whole) if whole else ()
    return Outcome(
        title=title,
        winners=tally.winners or won,
        sentences=tuple(dict.fromkeys(event.sentence for event in last.events)),
        heads=tuple(row.label for row in columns),
        ranks=_ranks(game, tally, columns, tally.winners or won, tally.result.points) if columns else (),
        accounts=accounts,
        stands=game.scoreboard(tally).stake if accounts else None,
        payments=tally.payments if is_final or not tally.pot else (),
        course=course_of(tally, None if is_final else last.leg),
        is_final=is_final,
    )


def _columns(tally: Tally, whole: Reckoning) -> tuple[ReckoningRow, ...]:
    """Return the last rows of the account, which sum up those before, and money; places lead the row instead."""
    rows = [row for row in whole.rows if values(row.figures) != dict(tally.places)]
    if not tally.scores:  # no game knows what its money is called
        balances, label = dict(tally.result.balances), balance_label(tally.unit)
        rows = [replace(row, label=label) if values(row.figures) == balances else row for row in rows]
    money = [ReckoningRow(balance_label(tally.unit), tally.balances)] if tally.scores and tally.balances else []
    return (*rows[-COLUMNS:][: COLUMNS - len(money)], *money)


def _ranks(
    game: Game,
    tally: Tally,
    columns: tuple[ReckoningRow, ...],
    winners: tuple[Player, ...],
    numbers: Mapping[Player, int],
) -> tuple[Rank, ...]:
    """Sort by the places of a match that is over, else by these numbers."""
    sign = 1 if tally.scores and game.lower_wins(tally.options) else -1
    order = tally.places or places({player: sign * n for player, n in numbers.items()})
    rows = [values(row.figures) for row in columns]
    ranks = [Rank(order[p], p, tuple(row.get(p) for row in rows), p in winners) for p in tally.record.players]
    return tuple(sorted(ranks, key=lambda rank: rank.place))


def so_far(game: Game, tally: Tally) -> Outcome:
    """Return how a match stands in the middle of a game."""
    numbers = [ReckoningRow(say("Points"), tally.scores)] if tally.scores else []
    money = [ReckoningRow(balance_label(tally.unit), tally.balances)] if tally.balances else []
    columns = (*numbers, *money)
    leg = tally.lines[-1].leg if tally.lines else None
    return Outcome(
        title=game.scoreboard(tally).where,
        winners=(),
        sentences=(),
        heads=tuple(row.label for row in columns),
        ranks=_ranks(game, tally, columns, (), values(columns[0].figures)),
        accounts=(),
        stands=game.scoreboard(tally).stake,
        payments=(),
        course=course_of(tally, leg),
        is_final=False,
    )
