"""Suggest corrections to tap: undo the last entry or restore it, and swap two numbers of a deal."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from companion.presentation.entry_text import effect, is_adjustment, line_of, name_of, rule_in_short
from companion.repository import MatchSession
from companion.rules.entries import Body, Correction, End, LetStand, OptionChange, Penalty, Player
from companion.rules.history import Standing
from companion.rules.judge import judge_last
from companion.rules.messages import N_, Say, say
from companion.rules.tally import Figures, Tally
from companion.submission import with_body

Texts = tuple[str, str, str, str]
UNDO: Texts = (N_("Undo {entry}"), N_("Undo correction"), N_("Undo the penalty"), N_("Undo the house rule"))
PUT_BACK: Texts = (
    N_("Restore {entry}"),
    N_("Restore correction"),
    N_("Restore the penalty"),
    N_("Restore the house rule"),
)


@dataclass(frozen=True)
class Label:
    """The short text of a button and the line below it.

    `deal` is the corrected deal or the changed rule. `who` is the player with the largest change, and the change;
    `others` is True if other players change too.
    """

    words: Say
    deal: Say | None = None
    who: tuple[Player, int] | None = None
    others: bool = False


@dataclass(frozen=True)
class Step:
    """A correction by one tap: the entry that it strikes out, and the text of its button.

    `short` is the short text, `words` the text with all changes. `leaves`: it undoes the end of a continued part, so
    the new part is deleted.
    """

    number: int
    short: Label
    words: Say
    leaves: bool = False


def step_back(tally: Tally) -> Step | None:
    """Return the next step of undo; entries that do not affect the score are skipped."""
    history = tally.history
    for standing in reversed(history):
        if _counts(standing, history):
            number = standing.entry.number
            entry, moved = name_of(tally, number), effect(tally, number)
            plain = say("Undo {entry}", entry=entry)
            words = say("Undo {entry}: {changes}", entry=entry, changes=moved) if moved else plain
            return Step(number, _label(tally, number, UNDO), words, leaves=goes_on(standing.body))
    return None


def goes_on(body: Body | None) -> bool:
    """Return True if an entry ends a part of a match that goes on with other people."""
    return isinstance(body, End) and body.continued is not None


def _label(tally: Tally, number: int, texts: Texts) -> Label:
    body = tally.record.entries[number - 1].body
    plain, correction, penalty, rule = texts
    if isinstance(body, Correction):
        return Label(Say(correction), deal=name_of(tally, tally.history[number - 1].about))
    if isinstance(body, Penalty):
        figure = _figures(tally, number).get(body.player)  # missing if struck out; then the agreed points are shown
        words = Say(plain, {"entry": say("the adjustment")}) if is_adjustment(body) else Say(penalty)
        return Label(words, who=(body.player, figure.change if figure else body.points * tally.penalty_factor))
    if isinstance(body, OptionChange):
        return Label(Say(rule), deal=rule_in_short(tally, body))
    changed = [(player, n) for player, figure in _figures(tally, number).items() if (n := figure.change)]
    most = max(changed, key=lambda change: abs(change[1]), default=None)
    return Label(Say(plain, {"entry": name_of(tally, number)}), who=most, others=len(changed) > 1)


def _figures(tally: Tally, number: int) -> Figures:
    line = line_of(tally, number)
    return line.scores or line.balances if line else {}


def _counts(standing: Standing, history: tuple[Standing, ...]) -> bool:
    body = standing.body
    if body is None or body.aside:
        return False
    if isinstance(body, Correction):
        return body.content is not None and history[standing.about - 1].body is not None
    return True


def put_back(tally: Tally) -> Step | None:
    """Return the step that restores the entry undone just now; None after any other entry, or after a restore."""
    history = tally.history
    last = next((standing for standing in reversed(history) if not standing.entry.body.aside), None)
    if last is None or not isinstance(last.body, Correction) or last.body.content is not None:
        return None
    target = history[last.body.entry - 1].entry.body
    if isinstance(target, Correction) and target.content is None:
        return None
    return _way_back(tally, last.entry.number, last.body.entry)


def put_back_later(tally: Tally, number: int) -> Step | None:
    """Return the step that restores entry `number`, however long ago it was struck out; None if it stands."""
    standing = tally.history[number - 1]
    if standing.body is not None or not standing.corrections:
        return None
    return _way_back(tally, standing.corrections[-1].number, number)


def _way_back(tally: Tally, struck_by: int, number: int) -> Step | None:
    body = tally.record.entries[number - 1].body
    if goes_on(body):  # its new part is deleted
        return None
    if isinstance(body, LetStand):
        words = say("Accept {entry} again", entry=name_of(tally, body.entry))
        return Step(struck_by, Label(words), words)
    words = say("Restore {entry}", entry=name_of(tally, number))
    return Step(struck_by, _label(tally, number, PUT_BACK), words)


@dataclass(frozen=True)
class Swap:
    """The numbers of two players in a field of the deal, before the swap.

    `is_legal`: the deal is also legal without the swap.
    """

    field: str
    numbers: dict[Player, int]
    is_legal: bool = False

    @property
    def is_of_two(self) -> bool:
        return len(self.numbers) == 2 and len({*self.numbers.values()}) == 2

    @property
    def swapped(self) -> dict[Player, int]:
        return dict(zip(self.numbers, reversed([*self.numbers.values()]), strict=True))


def legal_swap(session: MatchSession, body: Body) -> Swap | None:
    """Return two numbers whose swap would make a refused deal legal; None if there are none."""
    deal = body.content if isinstance(body, Correction) else body
    if not isinstance(deal, session.game.deals):
        return None
    swaps = (Swap(field, dict(getattr(deal, field, {}))) for field in session.game.swaps)
    return next((swap for swap in swaps if swap.is_of_two and _is_legal(session, body, deal, swap)), None)


def corrected_swap(session: MatchSession, body: Body) -> Swap | None:
    """Return two numbers that a correction probably should swap: it gives one player the number of the other.

    None if it changes more than that, or if the deal would not be legal with both swapped.
    """
    if not isinstance(body, Correction) or not isinstance(body.content, session.game.deals):
        return None
    old = session.match.replay.history[body.entry - 1].body
    if type(old) is not type(body.content):
        return None
    own = [one.name for one in fields(body.content) if one.metadata.get("whose") == "own"]  # type: ignore[arg-type]
    swaps = (_begun(field, getattr(old, field), getattr(body.content, field)) for field in own)
    return next((swap for swap in swaps if swap and _is_legal(session, body, body.content, swap)), None)


def _begun(field: str, old: object, new: object) -> Swap | None:
    if not isinstance(old, Mapping) or not isinstance(new, Mapping):
        return None
    moved = [player for player in {**old, **new} if old.get(player) != new.get(player)]
    if len(moved) != 1:
        return None
    (player,) = moved
    others = [one for one, n in old.items() if n == new.get(player)]
    numbers = {one: n for one in (player, *others) if isinstance(n := old.get(one), int)}
    return Swap(field, numbers, is_legal=True) if len(numbers) == len(others) + 1 == 2 else None


def _is_legal(session: MatchSession, body: Body, deal: Body, swap: Swap) -> bool:
    numbers = {**getattr(deal, swap.field), **swap.swapped}
    turned: Body = replace(deal, **{swap.field: numbers})  # type: ignore[type-var]
    candidate = replace(body, content=turned) if isinstance(body, Correction) else turned
    return judge_last(with_body(session, candidate)) is None
