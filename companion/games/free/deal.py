"""Read a deal of any other game as written, and refuse one that the table does not allow."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.games.free.table import State
from companion.rules.entries import Body, Player
from companion.rules.field_metadata import entry_field
from companion.rules.messages import N_, say
from companion.rules.people import wrong_dealer
from companion.rules.rulings import Ruling, refuse
from companion.rules.tally import Part


@dataclass(frozen=True)
class Deal(Body):
    """The points of each player, nothing where nothing is said; and the bonuses by name, each as often as it came."""

    kind: ClassVar[str] = "deal"
    correctable: ClassVar[bool] = True
    points: Mapping[Player, int] = entry_field(N_("Points"), whose="own", brief=N_("points"), default_factory=dict)
    bonuses: Mapping[Player, tuple[str, ...]] = entry_field(N_("Bonuses"), whose="own", default_factory=dict)
    dealer: Player | None = entry_field(N_("Dealer"), default=None)


Terms = dict[Player, tuple[Part, ...]]


def read(table: State, deal: Deal) -> Terms | Ruling:
    """Return the points of the deal term by term, or the first rule that it breaks.

    Returns:
        The terms of each player, or a Ruling with the clause that the deal breaks.
    """
    if wrong := wrong_dealer(deal.dealer, table.dealer, "free.deal.order") or _wrong_names(table, deal):
        return wrong
    terms = {player: _terms(table, deal, player) for player in table.active}
    total = sum(part.points for parts in terms.values() for part in parts)
    if table.options.zero_sum and total:
        sentence = say("A deal must add up to zero. This one adds up to {n}.", n=total)
        return refuse("free.zero_sum", sentence, "free.deal.zero_sum")
    return terms


def _wrong_names(table: State, deal: Deal) -> Ruling | None:
    for player in (deal.dealer, *deal.points, *deal.bonuses):
        if player in table.out:
            sentence = say("{player} is eliminated and no longer plays.", player=player)
            return refuse("free.out", sentence, "free.end.limit", player=player)
    known = table.options.bonuses
    for player, names in deal.bonuses.items():
        unknown = next((name for name in names if name not in known), None)
        if unknown is not None:
            sentence = say("There is no bonus named {name} at this table.", name=unknown)
            return refuse("free.bonus", sentence, "free.deal.bonus", player=player)
    return None


def _terms(table: State, deal: Deal, player: Player) -> tuple[Part, ...]:
    known = table.options.bonuses
    points = deal.points.get(player, 0)
    scored = [Part(points, say("Points of the deal"), "free.deal.points")] if points else []
    names = deal.bonuses.get(player, ())
    return (*scored, *(Part(known[name], say("Bonus: {name}", name=name), "free.deal.bonus") for name in names))
