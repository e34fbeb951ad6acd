"""Say the effect of a correction: the deal and today's totals, before and after it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from companion.presentation.entry_text import changes, line_of, part_words, words_of
from companion.presentation.preview import Move, consequences, differences, in_room, short_name
from companion.presentation.scoreboard import OF_TWO, scoreboard
from companion.rules.entries import Body, Player
from companion.rules.field_metadata import Label
from companion.rules.game import Game
from companion.rules.messages import Say, say
from companion.rules.tally import Figures, Line, Tally, values
from companion.translation import number_text, signed


@dataclass(frozen=True)
class Total:
    """A player's total; `leads`: ahead of all others."""

    player: str
    value: str
    leads: bool


@dataclass(frozen=True)
class DealEffect:
    """The effect of a deal alone, and today's totals with it.

    `where`: the part of the sheet to which the totals belong, if that is not the one under way.
    """

    changes: Sequence[Say]
    totals: Sequence[Total]
    where: Say | None = None


@dataclass(frozen=True)
class CorrectionEffect:
    """The effect of a correction: the deal and today's totals, before and after it.

    `on_board`: the new numbers of the players whose number on the scoreboard changes. `in_short`: the changes of the
    players concerned, short enough for a button. `elsewhere`: consequences in other deals.
    """

    before: DealEffect
    after: DealEffect | None = None
    on_board: Mapping[Player, str] = field(default_factory=dict)
    in_short: Sequence[Say] = ()
    elsewhere: Sequence[Say] = ()


def as_it_is(game: Game, now: Tally, number: int) -> CorrectionEffect:
    """Return the effect of entry `number` as it is now."""
    return CorrectionEffect(_effect(game, now, number, _shown(now, now, number)))


def corrected(game: Game, now: Tally, later: Tally, number: int) -> CorrectionEffect:
    """Return the effect of correcting entry `number`; `now` is the match before it, `later` after it."""
    shown = _shown(now, later, number)
    return CorrectionEffect(
        before=_effect(game, now, number, shown),
        after=_effect(game, later, number, shown),
        on_board=_on_board(game, now, later, number),
        in_short=_in_short(now, later, number),
        elsewhere=[*_beside(now, later), *consequences(now, later, number)],
    )


def _on_board(game: Game, now: Tally, later: Tally, number: int) -> dict[Player, str]:
    """Return the new numbers of the part of the match on the scoreboard, also if the correction ends that part."""
    before, after = scoreboard(game, now), scoreboard(game, later)
    if before.content.where != after.content.where:
        (old_numbers, old_part), (numbers, part) = _standing(now, number), _standing(later, number)
        is_same = old_part is None and part == before.content.where and not any(one.columns for one in before.seats)
        return {p: number_text(n) for p, n in numbers.items() if n != old_numbers.get(p)} if is_same else {}
    both = zip(before.seats, after.seats, strict=True)
    return {
        new.player: signed(new.value) if after.is_money else number_text(new.value)
        for old, new in both
        if old.value != new.value and not new.columns
    }


def _standing(tally: Tally, number: int) -> tuple[dict[Player, int], Say | None]:
    """Return the numbers in which a deal is counted today, and the name of their part of the match if it is over."""
    line = line_of(tally, number)
    now = values(tally.scores or tally.balances)
    if line is None or not line.scores:
        return now, None
    last = next(one for one in reversed(tally.lines) if one.leg == line.leg and one.scores)
    numbers = values(last.scores)
    return (now, None) if numbers == now else (numbers, tally.leg(line.leg))


def _shown(now: Tally, later: Tally, number: int) -> set[Player]:
    """Return the players whose totals are shown: both of two players, else those whose totals change."""
    players = now.record.players
    if any(line.beside for line in (*now.lines, *later.lines)):
        return set()  # the numbers are in several columns
    (before, _), (after, _) = _standing(now, number), _standing(later, number)
    return {one for one in players if len(players) == OF_TWO or before.get(one) != after.get(one)}


def _effect(game: Game, tally: Tally, number: int, shown: set[Player]) -> DealEffect:
    players, (numbers, where) = tally.record.players, _standing(tally, number)
    is_low = bool(tally.scores) and game.lower_wins(tally.options)
    best = (min if is_low else max)(numbers.values())
    leaders = [player for player, n in numbers.items() if n == best]
    totals = [
        Total(short_name(player, players), number_text(n) if tally.scores else signed(n), leaders == [player])
        for player, n in numbers.items()
        if player in shown
    ]
    changes = _changes(line_of(tally, number), shown if len(players) > OF_TWO else set(), players)
    return DealEffect(changes, totals, where)


def _changes(line: Line | None, shown: set[Player], players: Sequence[Player]) -> list[Say]:
    """Return the changes by the deal for the players shown; if none are shown, for all whose number it changed."""
    column = (line.scores or line.balances) if line else {}
    return [
        say("{player} {points}", player=short_name(player, players), points=signed(figure.change))
        for player, figure in column.items()
        if (player in shown if shown else figure.change)
    ]


def _in_short(now: Tally, later: Tally, number: int) -> tuple[Say, ...]:
    """Return the change by the deal and today's total for players whose total changes; if there are none, for all."""
    line, players = line_of(later, number), later.record.players
    column = (line.scores or line.balances) if line else {}
    (before, _), (after, where) = _standing(now, number), _standing(later, number)
    moved = [one for one in players if before.get(one) != after.get(one)]
    changes = {one: column[one].change if one in column else 0 for one in players}
    moves = {
        one: Move(changes[one], signed(changes[one]) if changes[one] else "", number_text(after[one]))
        for one in moved or [one for one in players if changes[one]]
    }
    return in_room(moves, players, where=where)


def _beside(now: Tally, later: Tally) -> list[Say]:
    """Return the changes of the money beside a score, and of the match points beside those of the part."""
    money = differences(values(now.balances), values(later.balances)) if now.scores else []
    points = differences(now.points, later.points) if now.points != values(now.scores) else []
    texts = [say("Money: {changes}", changes=money)] if money else []
    return [*texts, say("Match: {changes}", changes=points)] if points else texts


FEW = 2  # players whose changes fit beside the name of the deal


@dataclass(frozen=True)
class DealNumber:
    """A number or word of a player in a deal; `what` is its label, `field` its field in the form, if any."""

    player: Player
    value: Say
    what: Say | None = None
    is_number: bool = True
    field: str = ""


def deal_numbers(body: Body, position: Tally, counted: Mapping[str, int]) -> list[DealNumber]:
    """Return the numbers and words of all players who took part in a deal.

    Args:
        body: The deal.
        position: The match before the deal.
        counted: The points of cards that were entered, by the names of their fields.
    """
    seats = {player: at for at, player in enumerate(position.record.players)}
    ender = next((getattr(body, name) for name, _, whose in _fields(body) if whose == "ender"), None)
    shown: list[DealNumber] = []
    for player, at in seats.items():
        if player not in position.turn:
            continue
        own = list(_numbers(body, player, at, counted, is_ender=player == ender))
        words = [DealNumber(player, word, is_number=False) for word in _words(body, player)]
        is_counted = any(one.is_number and one.value.args.get("value") for one in own)
        if words and not is_counted and all(one.what is None for one in own):
            own = words  # players who passed took no tricks
        shown += own or words or [DealNumber(player, say("–"), is_number=False)]
    return shown


def _fields(body: Body) -> Iterator[tuple[str, Label, str]]:
    """Yield the fields of a deal that are about players: name, label, and which players they are about."""
    kind: Any = body
    for one in fields(kind):
        label = one.metadata.get("label")
        if label and one.metadata.get("whose") in ("own", "some", "ender"):
            yield one.name, label, str(one.metadata["whose"])


def _numbers(
    body: Body, player: Player, at: int, counted: Mapping[str, int], *, is_ender: bool
) -> Iterator[DealNumber]:
    for name, label, whose in _fields(body):
        written = getattr(body, name)
        if whose != "own" or written is None:
            continue
        if not isinstance(written, Mapping):
            yield DealNumber(player, _count(written.count(player)))
            continue
        value = written.get(player)
        if value is None and not label.brief and any(isinstance(one, int) for one in written.values()):
            value = 0  # tricks by number
        if value is None:
            continue
        what = Say(label.ender if is_ender and label.ender else label.brief or label.text) if label.text else None
        field = f"{name}[@{at}]"
        points = next((counted[one] for one in (field, f"{name}_cards[@{at}]") if one in counted), None)
        yield replace(_valued(player, points if points is not None else value, label), what=what, field=field)


def _count(n: int) -> Say:
    return say("{value}", value=n)


def _valued(player: Player, value: object, label: Label) -> DealNumber:
    if isinstance(value, int) and not isinstance(value, bool):
        return DealNumber(player, _count(value))
    return DealNumber(player, say("{value}", value=words_of(value, label.choices)), is_number=False)


def _words(body: Body, player: Player) -> Iterator[Say]:
    """Yield the words about a player without a number; the first of several choices is usual and is left out."""
    for name, label, whose in _fields(body):
        written = getattr(body, name)
        if whose == "ender" and written == player:
            yield Say(label.brief or label.text)
        for one in written or () if whose == "some" else ():
            if one == player:
                yield Say(label.brief or label.text)
            elif isinstance(one, tuple) and one[0] == player and one[1] != next(iter(label.choices)):
                yield Say(label.choices.get(one[1], one[1]))


# --- the result of a deal


def in_heading(line: Line) -> list[Say]:
    """Return the changes by a deal if they fit beside its name."""
    all_changes = changes(line)
    return all_changes if len(all_changes) <= FEW else []


def sum_of(line: Line) -> list[Say]:
    """Return how a deal was counted: its terms, if only one player has any, and the scores after it."""
    column = line.scores or line.balances
    return [*_terms(column), *([] if line.beside else [say("{text}", text=_stands(column))])]


def _terms(column: Figures) -> list[Say]:
    moved = [figure for figure in column.values() if figure.parts]
    if len(moved) != 1:
        return []
    return [say("{label}: {value}", label=part_words(part), value=signed(part.points)) for part in moved[0].parts]


def _stands(column: Figures) -> list[Say]:
    return [
        say("{player} {old} → {new}", player=player, old=one.before, new=one.value)
        if one.change
        else say("{player} {points}", player=player, points=one.value)
        for player, one in column.items()
    ]
