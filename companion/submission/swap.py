"""Find two numbers of a refused deal that stand the wrong way round."""

from dataclasses import dataclass, replace

from companion.repository import MatchSession
from companion.rules.entries import Body, Correction, Player
from companion.rules.judge import judge_last
from companion.submission import with_body


@dataclass(frozen=True)
class Swap:
    """Two numbers that two players have in a field of the deal, as they were typed."""

    field: str
    numbers: dict[Player, int]

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


def _is_legal(session: MatchSession, body: Body, deal: Body, swap: Swap) -> bool:
    turned: Body = replace(deal, **{swap.field: swap.swapped})  # type: ignore[type-var]
    candidate = replace(body, content=turned) if isinstance(body, Correction) else turned
    return judge_last(with_body(session, candidate)) is None
