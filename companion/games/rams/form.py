"""What the form of a deal of Rams shows of what was typed so far."""

from collections.abc import Mapping, Sequence

from companion.games.rams.options import Options
from companion.games.rams.table import SEATS, TRICKS
from companion.rules.entries import Player
from companion.rules.field_metadata import Json
from companion.rules.tally import Tally
from companion.rules.tricks import in_order


def form(tally: Tally, typed: Json) -> Mapping[str, object]:
    """Who took the tricks in order."""
    return {"order": in_order(typed.get("tricks"), TRICKS)}


def ask_form(options: Options, facts: Json, players: Sequence[Player]) -> Mapping[str, object]:
    """How many cards lie in a whole trick at most, and how many before somebody's own."""
    cards = len(players) or SEATS[-1]
    return {"trick": cards, "before": cards - 1}
