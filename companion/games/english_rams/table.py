"""Keep a session of English Rams between two deals: who deals, who owes what, what lies in the pot."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.english_rams.options import Options, Record
from companion.rules.ending import Stopped, wrong_count
from companion.rules.entries import Player
from companion.rules.messages import say
from companion.rules.rulings import Ruling, impossible
from companion.rules.settlement import wrong_money

SEATS = range(3, 7)
TRICKS = 5  # in a deal; also the units of the ante, of the payment for no trick and of a fault


@dataclass(frozen=True)
class State:
    """The session between two deals; `deals` counts those played, misdeals not among them."""

    options: Options
    players: tuple[Player, ...]
    dealer: Player
    balances: Mapping[Player, int]
    pot: int
    deals: int = 0
    stopped: Stopped | None = None

    @property
    def double(self) -> bool:
        """Return whether the next deal is for a double pot: something lay there before the ante."""
        return self.pot > 0

    @property
    def five(self) -> int:
        """Return the worth of five tricks: the one amount in which everything but the shares is paid."""
        return TRICKS * self.options.unit

    @property
    def over(self) -> bool:
        limit = self.options.deals_to_play
        return self.stopped is not None or (limit is not None and self.deals >= limit)

    @property
    def played(self) -> Mapping[str, int]:
        """Return how much has been played, by the unit in which a length is agreed."""
        return {"fixed_deals": self.deals}

    @property
    def money(self) -> int:
        """Return all balances and the pot together: no entry ever changes it."""
        return sum(self.balances.values()) + self.pot


def start(record: Record) -> State:
    """Return the table before the first deal of the sheet."""
    opening = record.opening
    return State(
        options=record.options,
        players=record.players,
        dealer=opening.dealer or record.players[-1],
        balances={**dict.fromkeys(record.players, 0), **opening.balances},
        pot=opening.pot,
        deals=opening.deals_played,
    )


def check_opening(record: Record) -> Ruling | None:
    """Refuse a position to go on from with less than nothing in the pot."""
    if record.opening.pot < 0:
        return impossible("opening.negative", say("The pot cannot be less than 0."))
    wrong = wrong_count(record.opening.deals_played, record.options.session_end, "fixed_deals")
    return wrong or wrong_money(record.opening.balances, record.opening.pot)
