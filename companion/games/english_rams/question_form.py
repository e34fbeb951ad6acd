"""The form in which the referee is told the calls: everybody in the order of speaking, and then once more."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.games.english_rams.calls import speaking_order
from companion.games.english_rams.form import calls_of
from companion.games.english_rams.options import Options
from companion.rules.entries import Player
from companion.rules.field_metadata import Json

NAMES = tuple(map(Player, "ABCDEF"))  # of those who sit at no table of ours
USUAL = 4  # of them
IN_TRICK = 5  # cards at most: of six one sits out
ROUNDS = 2  # in which one speaks


@dataclass(frozen=True)
class Spoken:
    """A call in its place among all: who says it, and what; nothing where it has not been said."""

    at: int
    player: Player
    said: str


def ask_form(options: Options, facts: Json, players: Sequence[Player]) -> Mapping[str, object]:
    """Who can be at the table and who is, the dealer, the calls round by round, those that another than the player in
    turn is said to have made, whether anybody has spoken twice, and how many cards lie in a trick and before one's own.
    """
    seats = tuple(players) or NAMES
    in_trick = min(len(players) or IN_TRICK, IN_TRICK)
    named = facts.get("players")
    playing = [seat for seat in seats if seat in named] if isinstance(named, list) else []
    playing = playing or list(players or NAMES[:USUAL])
    dealer = next((seat for seat in seats if seat == facts.get("dealer")), seats[0])
    order, calls = speaking_order(playing, dealer if dealer in playing else playing[0]), calls_of(facts)
    said = {n: call for n, (who, call) in enumerate(calls) if who == order[n % len(order)]}
    spoken = [Spoken(n, order[n % len(order)], said.get(n, "")) for n in range(ROUNDS * len(order))]
    return {
        "seats": seats,
        "playing": playing,
        "dealer": dealer,
        "first": spoken[: len(order)],
        "second": spoken[len(order) :],
        "others": [Spoken(n, who, call) for n, (who, call) in enumerate(calls) if n not in said],
        "is_second": len(calls) > len(order),
        "now": len(calls),
        "trick": in_trick,
        "before": in_trick - 1,
    }
