"""What a deal of Rams that is being typed gives some players the choice of: who has flown to the top may buy down."""

from collections.abc import Mapping
from dataclasses import replace

from companion.games.rams.deal import read
from companion.games.rams.entries import Deal
from companion.games.rams.score import may_buy
from companion.games.rams.table import Table
from companion.rules.entries import Body, Player
from companion.rules.rulings import Ruling
from companion.rules.tally import Tally


def raised(tally: Tally, body: Body) -> Mapping[str, tuple[Player, ...]]:
    """Nobody before the deal is whole: only then it is said who has flown."""
    if not isinstance(body, Deal) or not tally.at(Table).options.may_buy_down:
        return {}
    deal = replace(body, bought_down=())
    played = read(tally.at(Table), deal, stands=False)
    return {} if isinstance(played, Ruling) else {"bought_down": may_buy(tally.at(Table), deal, played)}
