"""Explain each number on the scoreboard: its start, and how every entry changed it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.rules.entries import Player
from companion.rules.game import Game
from companion.rules.messages import Say, say
from companion.rules.tally import Figure, Figures, Line, Part, ReckoningRow, Tally, values

POT = Player("")  # stands for the pot in place of a player


@dataclass(frozen=True)
class Term:
    """The change that one entry made to a number; entry 0 is the match as a whole."""

    entry: int
    change: int
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Derived:
    """A number with its terms, oldest first: always its start plus the sum of its terms.

    `hidden`: how many earlier terms are left out; the start then includes them.
    """

    value: int
    start: int
    terms: tuple[Term, ...]
    hidden: int = 0


@dataclass(frozen=True)
class Account:
    """The same number of all players: the score, a column, or the money; or the pot, which belongs to nobody."""

    title: Say
    key: str
    is_money: bool
    numbers: Mapping[Player, Derived]


def accounts(game: Game, tally: Tally) -> list[Account]:
    """Return all numbers on the scoreboard, in its order."""
    numbers = [*_match(tally), *_scores(game, tally)]
    if tally.balances:
        numbers.append(_money(tally))
    if tally.pot is not None:
        title, pot = say("Pot before the next deal"), {POT: tally.pot}
        numbers.append(_account("pot", title, tally.lines, pot, lambda line: {POT: line.pot} if line.pot else {}))
    return numbers


def of_leg(tally: Tally, leg: int) -> Account | None:
    """Return the numbers of one table of the sheet, current or final; None if there is none."""
    lines = [one for line in tally.lines for one in (line, *line.beside) if one.leg == leg and one.scores]
    title = tally.leg(leg)
    if title is None or not lines:
        return None
    return _account("leg", title, lines, values(lines[-1].scores), lambda line: line.scores)


def explained_at(tally: Tally, row: ReckoningRow) -> Mapping[str, int | str] | None:
    """Return the parameters of the page that explains a row of an account; None if there is none."""
    if row.label in tally.legs:
        return {"leg": tally.first_leg + tally.legs.index(row.label)}
    known = {"score": values(tally.scores), "money": values(tally.balances)}
    key = next((key for key, numbers in known.items() if numbers and numbers == values(row.figures)), None)
    return {"_anchor": key} if key else None


def cut(account: Account, terms: int, before: int | None) -> Account:
    """Return the same numbers with only their latest terms, or as they were before an entry; they still add up.

    Args:
        terms: how many to keep.
        before: return the numbers before this entry; None for the current ones.
    """
    return replace(account, numbers={player: _cut(one, terms, before) for player, one in account.numbers.items()})


def _cut(number: Derived, terms: int, before: int | None) -> Derived:
    known = tuple(term for term in number.terms if before is None or term.entry < before)
    value = number.start + sum(term.change for term in known)
    kept = known[-terms:]
    return Derived(value, value - sum(term.change for term in kept), kept, len(known) - len(kept))


def _match(tally: Tally) -> Iterable[Account]:
    """Yield the sum of the match if it adds up several tables of the sheet."""
    whole = next((one for one in tally.reckonings if one.leg is None), None)
    for row in whole.rows if whole else ():
        is_sum = any(figure.parts for figure in row.figures.values())
        if whole and is_sum and values(row.figures) == dict(tally.points):
            numbers = {player: _derived(figure.value, [(0, figure)]) for player, figure in row.figures.items()}
            yield Account(whole.title, "match", is_money=False, numbers=numbers)


def _scores(game: Game, tally: Tally) -> Iterable[Account]:
    columns = game.scoreboard(tally).columns
    for n, column in enumerate(columns):
        in_column = [one for line in tally.lines for one in (line, *line.beside) if (one.leg - 1) % len(columns) == n]
        lines = _under_way(in_column, column.scores)
        yield _account(f"column-{n + 1}", say("Column {n}", n=n + 1), lines, column.scores, lambda line: line.scores)
    if tally.scores and not columns:
        now = values(tally.scores)
        yield _account("score", say("Score"), _under_way(tally.lines, now), now, lambda line: line.scores)


def _under_way(lines: Sequence[Line], now: Mapping[Player, int]) -> Sequence[Line]:
    """Return the lines of the table of the sheet that is being played; none if a new one has just begun."""
    scored = [line for line in lines if line.scores]
    if not scored or values(scored[-1].scores) != dict(now):
        return ()
    return [line for line in scored if line.leg == scored[-1].leg]


def _money(tally: Tally) -> Account:
    """Return the money deal by deal; if the match is settled as a whole, by its payments."""
    title = say("Money")
    if any(line.balances for line in tally.lines):
        return _account("money", title, tally.lines, values(tally.balances), lambda line: line.balances)
    whole = {player: _derived(one.value, [(0, one)]) for player, one in tally.balances.items()}
    return Account(title, "money", is_money=True, numbers=whole)


def _account(
    key: str, title: Say, lines: Sequence[Line], now: Mapping[Player, int], of: Callable[[Line], Figures]
) -> Account:
    steps = [(line.entry, of(line)) for line in lines]
    numbers = {p: _derived(n, [(entry, shown[p]) for entry, shown in steps if p in shown]) for p, n in now.items()}
    return Account(title, key, key in ("money", "pot"), numbers)


def _derived(value: int, steps: Sequence[tuple[int, Figure]]) -> Derived:
    terms = tuple(Term(entry, one.change, one.parts) for entry, one in steps if one.parts)
    return Derived(value, value - sum(term.change for term in terms), terms)
