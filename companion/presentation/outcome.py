"""Describe what the last deal has ended, as a value for the page, the television, the picture and the text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.presentation.chart import Chart, course_of
from companion.presentation.entry_text import reason_words
from companion.rules.ending import places
from companion.rules.entries import Player
from companion.rules.game import Game
from companion.rules.messages import Say, number_word, say, say_n
from companion.rules.settlement import balance_label
from companion.rules.tally import Line, Payment, Reckoning, ReckoningRow, Tally, values

COLUMNS = 3  # columns beside a name that fit a picture
MOST_DIGITS = 5
SHORT, MIDDLE, LONG = 5, 9, 16  # letters of names up to which they are written in these sizes


@dataclass(frozen=True)
class Rank:
    """A player's row: the place, which tied players share, and the number that decided it.

    Attributes:
        terms: the numbers that add up to `number`.
        money: the money, if both points and money are counted.
        numbers: the cells under the heads of the table.
        is_first: the player leads or has won.
    """

    place: int
    player: Player
    number: int
    terms: tuple[int, ...]
    money: int | None
    numbers: tuple[int | None, ...]
    is_first: bool


@dataclass(frozen=True)
class Outcome:
    """A rams, a game or a match that is over. It is shown until the next deal is entered.

    Attributes:
        title, ranks: the state of the match.
        leg: the table of the sheet that was just closed.
        sentence: how it, or the match that `is_final`, was won, without the names of the winners.
        ended: why the match ended early.
        next: the next table of the sheet, if it has a name.
        winners: the winners of what is over; empty if that is not known.
        accounts: the reckonings of a settled game.
        payments: who pays whom once a game is settled.
        is_money: the numbers are money, not points.
    """

    title: Say
    ranks: tuple[Rank, ...]
    heads: tuple[Say, ...]
    course: Chart | None
    is_money: bool
    is_final: bool = False
    winners: tuple[Player, ...] = ()
    sentence: Say | None = None
    accounts: tuple[Reckoning, ...] = ()
    stands: Say | None = None
    payments: tuple[Payment, ...] = ()
    leg: Say | None = None
    next: Say | None = None
    ended: Say | None = None

    @property
    def heading(self) -> tuple[Player, ...]:
        """Return the names to show in large letters; none if all players have won."""
        return self.winners if len(self.winners) < len(self.ranks) else ()

    @property
    def size(self) -> str:
        """Return the size class of the winners' names."""
        letters = len(", ".join(self.heading or ("",)))
        sizes = ((SHORT, "short"), (MIDDLE, "middle"), (LONG, "long"))
        return next((size for most, size in sizes if letters <= most), "longest")

    @property
    def is_signed(self) -> bool:
        """Return True if the numbers are amounts won or lost."""
        return self.is_money or (sum(rank.number for rank in self.ranks) == 0 and any(one.number for one in self.ranks))

    @property
    def digits(self) -> int:
        """Return the length of the longest number, which determines the size of all."""
        return min(MOST_DIGITS, max(len(str(abs(rank.number))) + self.is_signed for rank in self.ranks))

    @property
    def paid(self) -> tuple[tuple[Player, tuple[Payment, ...]], ...]:
        """Return the payments grouped by payer."""
        payers = dict.fromkeys(one.payer for one in self.payments)
        return tuple((payer, tuple(one for one in self.payments if one.payer == payer)) for payer in payers)


def outcome(game: Game, tally: Tally) -> Outcome | None:
    """Return what has just ended, or None if it goes on with another deal."""
    if tally.places:
        return _match(game, tally)
    last = tally.lines[-1] if tally.lines else None
    if last is None:
        return None
    closed = _closed(tally, last)
    has_columns = bool(last.beside) or len(game.scoreboard(tally).columns) > 1
    has_next = tally.leg(last.leg + 1) is not None and not has_columns
    if not closed and not has_next:
        return None
    won = tuple(dict.fromkeys(one.player for one in last.events if one.event.wins))
    content, (columns, whole) = game.scoreboard(tally), _columns(tally)
    return Outcome(
        title=content.played or content.where,
        winners=won,
        sentence=game.closed(tally, last) or _won(won),
        ranks=_ranks(game, tally, columns, whole),
        heads=tuple(row.label for row in columns),
        accounts=closed,
        payments=tally.payments if closed and not tally.pot else (),
        course=course_of(tally, last.leg),
        is_money=not tally.scores,
        leg=closed[0].title if closed else tally.leg(last.leg),
        next=tally.legs[-1] if has_next else None,
    )


def _won(winners: tuple[Player, ...]) -> Say | None:
    if not winners:
        return None
    if len(winners) > 1:
        return say("{players} share first place.", players=winners)
    return say("{player} has won.", player=winners[0])


def _closed(tally: Tally, last: Line) -> tuple[Reckoning, ...]:
    """Return the reckonings of games that the last entry has settled."""
    moved = {line.leg for line in (last, *last.beside) if any(figure.parts for figure in line.scores.values())}
    return tuple(one for one in tally.reckonings if one.leg in moved)


def _match(game: Game, tally: Tally) -> Outcome:
    """Return the outcome of a finished match."""
    columns, whole = _columns(tally)
    deals = tally.result.deals
    if tally.record.continues:  # those of the earlier parts too
        deals += min(tally.numbers.now.values(), default=1) - 1
    return Outcome(
        title=game.scoreboard(tally).played or say_n("one deal", "{n} deals", deals, n=number_word(deals)),
        winners=tally.winners,
        sentence=how_won(tally),
        ranks=_ranks(game, tally, columns, whole),
        heads=tuple(row.label for row in columns),
        payments=tally.payments,
        course=course_of(tally, None),
        is_final=True,
        is_money=not tally.scores,
        ended=_ended(tally),
    )


def _ended(tally: Tally) -> Say | None:
    """Return why a match ended before its own rules would end it, or None."""
    if tally.ended is None or tally.ended.by == "rules":
        return None
    if tally.ended.by == "length":
        return say("It ends here as agreed at its start.")
    if tally.ended.reason:
        return say("Ended by the table: {reason}.", reason=reason_words(tally.ended.reason))
    return say("Ended by the table.")


def how_won(tally: Tally) -> Say:
    """Return how a match was won, as a sentence to follow the names of its winners."""
    points, winners = tally.result.points, tally.winners
    n = points[winners[0]]
    total = n if tally.scores else tally.money(f"+{n}" if n > 0 else n)
    behind = [player for player in tally.record.players if player not in winners]
    if not behind:
        return say("All end on {total}: nobody has won.", total=total)
    if tally.decided:
        return tally.decided
    if len(winners) > 1:
        return say("share first place with {total} each.", total=total)
    second = min(tally.places[player] for player in behind)
    rivals = [player for player in behind if tally.places[player] == second]
    apart = abs(n - points[rivals[0]])
    if tally.scores and n > 0 == sum(points.values()):  # the winner's points are the others' losses
        return say_n("wins {n} point.", "wins {n} points.", n)
    if not apart or any(points[player] != points[rivals[0]] for player in rivals):
        return say("wins with {total}.", total=total)
    facts = {"total": total, "n": number_word(apart), "players": _joined_names(rivals)}
    return say_n(
        "wins with {total}, one ahead of {players}.", "wins with {total}, {n} ahead of {players}.", apart, **facts
    )


def _joined_names(names: Sequence[Player]) -> Say | Player:
    return say("{values} and {last}", values=names[:-1], last=names[-1]) if len(names) > 1 else names[0]


def _columns(tally: Tally) -> tuple[tuple[ReckoningRow, ...], Reckoning | None]:
    """Return the last rows of the match's reckoning, without places, with the money; and the reckoning, if any."""
    whole = next((one for one in tally.reckonings if one.leg is None), None)
    rows = [row for row in whole.rows if values(row.figures) != dict(tally.places)] if whole else []
    if not rows and tally.scores:
        rows = [ReckoningRow(say("Points"), tally.scores)]
    if not tally.scores:  # games do not know the name of the money
        balances, label = dict(tally.result.balances), balance_label(tally.unit)
        rows = [replace(row, label=label) if values(row.figures) == balances else row for row in rows]
    money = [ReckoningRow(balance_label(tally.unit), tally.balances)] if tally.scores and tally.balances else []
    return (*rows[-COLUMNS:][: COLUMNS - len(money)], *money), whole


def _ranks(
    game: Game,
    tally: Tally,
    columns: tuple[ReckoningRow, ...],
    whole: Reckoning | None,
    by: Mapping[Player, int] | None = None,
) -> tuple[Rank, ...]:
    """Return the rows, sorted by the places of a finished match, else by points."""
    points = by or tally.result.points or values(tally.balances)
    sign = 1 if tally.scores and game.lower_wins(tally.options) else -1
    order = tally.places or places({player: sign * n for player, n in points.items()})
    rows = [values(row.figures) for row in columns]
    terms = _terms(whole, points)
    balances = values(tally.balances) if tally.scores and values(tally.balances) != points else {}
    first = {player for player, place in order.items() if place == 1}
    ranks = [
        Rank(
            place=order[p],
            player=p,
            number=points[p],
            terms=terms.get(p, ()),
            money=balances.get(p),
            numbers=tuple(row.get(p) for row in rows),
            is_first=p in first and len(first) < len(order),
        )
        for p in tally.record.players
    ]
    return tuple(sorted(ranks, key=lambda rank: rank.place))


def _terms(whole: Reckoning | None, points: Mapping[Player, int]) -> dict[Player, tuple[int, ...]]:
    """Return the numbers that add up to these points in the reckoning of the match; empty if there are not several."""
    for row in whole.rows if whole else ():
        terms = {player: tuple(part.points for part in figure.parts) for player, figure in row.figures.items()}
        if values(row.figures) == points and min(map(len, terms.values()), default=0) > 1:
            return terms
    return {}


def so_far(game: Game, tally: Tally) -> Outcome:
    """Return the state of a match in the middle of a game."""
    numbers = [ReckoningRow(say("Points"), tally.scores)] if tally.scores else []
    money = [ReckoningRow(balance_label(tally.unit), tally.balances)] if tally.balances else []
    columns = (*numbers, *money)
    content = game.scoreboard(tally)
    return Outcome(
        title=content.where,
        ranks=_ranks(game, tally, columns, None, values(columns[0].figures)),
        heads=tuple(row.label for row in columns),
        stands=content.stake,
        course=course_of(tally, tally.lines[-1].leg if tally.lines else None),
        is_money=not tally.scores,
    )
