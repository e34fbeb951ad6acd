"""The state of English Rams between two deals: the dealer, the balances, the pot."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.english_rams.options import Options, Record
from companion.rules.ending import Stopped, wrong_count
from companion.rules.entries import Player
from companion.rules.messages import say
from companion.rules.rulings import Ruling, impossible
from companion.rules.settlement import wrong_money

SEATS = range(3, 7)
TRICKS = 5  # tricks of a deal, and units of the ante, of the payment for no trick and of a mistake


@dataclass(frozen=True)
class State:
    """The session between two deals. `deals` is the number of deals played, without misdeals."""

    options: Options
    players: tuple[Player, ...]
    dealer: Player
    balances: Mapping[Player, int]
    pot: int
    deals: int = 0
    stopped: Stopped | None = None

    @property
    def double(self) -> bool:
        """Return True if the next pot is double, because the pot is not empty before the ante."""
        return self.pot > 0

    @property
    def five(self) -> int:
        """Return the value of five tricks, in which everything except shares is paid."""
        return TRICKS * self.options.unit

    @property
    def over(self) -> bool:
        limit = self.options.deals_to_play
        return self.stopped is not None or (limit is not None and self.deals >= limit)

    @property
    def played(self) -> Mapping[str, int]:
        """Return the number of deals played, by the unit in which a length can be agreed."""
        return {"fixed_deals": self.deals}

    @property
    def money(self) -> int:
        """Return the sum of all balances and the pot, which no entry changes."""
        return sum(self.balances.values()) + self.pot


def start(record: Record) -> State:
    """Return the state before the first deal of the sheet."""
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
    """Refuse an opening with a negative pot, with wrong balances, or with too many deals played."""
    if record.opening.pot < 0:
        return impossible("opening.negative", say("The pot cannot be less than 0."))
    wrong = wrong_count(record.opening.deals_played, record.options.session_end, "fixed_deals")
    return wrong or wrong_money(record.opening.balances, record.opening.pot)
