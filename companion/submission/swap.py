"""Find two numbers of a deal that stand the wrong way round: of a refused one, or as a correction begins to say."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from companion.repository import MatchSession
from companion.rules.entries import Body, Correction, Player
from companion.rules.judge import judge_last
from companion.submission import with_body


@dataclass(frozen=True)
class Swap:
    """Two numbers that two players have in a field of the deal, as they stand; `is_legal`: also without the swap."""

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
    """Return the two numbers of a refused deal with which it is legal the other way round; None where none are."""
    deal = body.content if isinstance(body, Correction) else body
    if not isinstance(deal, session.game.deals):
        return None
    swaps = (Swap(field, dict(getattr(deal, field, {}))) for field in session.game.swaps)
    return next((swap for swap in swaps if swap.is_of_two and _is_legal(session, body, deal, swap)), None)


def corrected_swap(session: MatchSession, body: Body) -> Swap | None:
    """Return the two numbers of a deal of which a correction gives one player that of the other, and changes no more.

    None where there are none, or the deal would not be legal with the two swapped.
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
