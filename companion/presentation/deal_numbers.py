"""List the numbers of a deal as they were entered, player by player, and what they came to."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from companion.presentation.entry_text import changes, words_of
from companion.rules.entries import Body, Player
from companion.rules.field_metadata import Label
from companion.rules.messages import Say, say
from companion.rules.tally import Figures, Line, Tally
from companion.translation import signed

FEW = 2  # players whose changes have room beside the name of the deal


@dataclass(frozen=True)
class DealNumber:
    """A number or a word that a player has in a deal; `what` names it, `field` is its field in the form, if any."""

    player: Player
    value: Say
    what: Say | None = None
    is_number: bool = True
    field: str = ""


def deal_numbers(body: Body, position: Tally, counted: Mapping[str, int]) -> list[DealNumber]:
    """Return what everybody who took part has in a deal.

    Args:
        body: The deal.
        position: The match before it.
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
            own = words  # who passed took no trick
        shown += own or words or [DealNumber(player, say("–"), is_number=False)]
    return shown


def _fields(body: Body) -> Iterator[tuple[str, Label, str]]:
    """Yield the fields of a deal that players have a part in: name, label, and whose they are."""
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
    """Yield what is said of a player without a number; of several choices the first is the usual one, and no news."""
    for name, label, whose in _fields(body):
        written = getattr(body, name)
        if whose == "ender" and written == player:
            yield Say(label.brief or label.text)
        for one in written or () if whose == "some" else ():
            if one == player:
                yield Say(label.brief or label.text)
            elif isinstance(one, tuple) and one[0] == player and one[1] != next(iter(label.choices)):
                yield Say(label.choices.get(one[1], one[1]))


# --- what it came to


def in_heading(line: Line) -> list[Say]:
    """Return the changes of a deal where they have room beside its name."""
    all_changes = changes(line)
    return all_changes if len(all_changes) <= FEW else []


def sum_of(line: Line) -> list[Say]:
    """Return how a deal was reckoned: its terms where they are one player's, and where everybody stood then."""
    column = line.scores or line.balances
    return [*_terms(column), *([] if line.beside else [say("{text}", text=_stands(column))])]


def _terms(column: Figures) -> list[Say]:
    moved = [figure for figure in column.values() if figure.parts]
    if len(moved) != 1:
        return []
    return [say("{label}: {value}", label=part.sentence, value=signed(part.points)) for part in moved[0].parts]


def _stands(column: Figures) -> list[Say]:
    return [
        say("{player} {old} → {new}", player=player, old=one.before, new=one.value)
        if one.change
        else say("{player} {points}", player=player, points=one.value)
        for player, one in column.items()
    ]
