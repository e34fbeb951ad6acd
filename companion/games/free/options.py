"""The house rules of any other game and the position from which a sheet may start."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.rules import history
from companion.rules.ending import length_name, length_rule
from companion.rules.entries import Player
from companion.rules.field_metadata import fact
from companion.rules.game import KindName, Preset
from companion.rules.messages import N_, say
from companion.rules.options import Counted, Named, house_rule, on_off
from companion.rules.settlement import Settle, settle_rule, stake_name, stake_rule, unit_rule

MOST_BONUSES = 6
BONUS_LETTERS = 20
MOST = 1_000_000


@dataclass(frozen=True)
class Options:
    winner: Literal["high", "low"] = house_rule(
        "high",
        N_("Which total wins"),
        "free.end.winner",
        ("high", N_("the highest")),
        ("low", N_("the lowest")),
        fixed=True,
    )
    target: int = house_rule(
        0, N_("The match ends at"), "free.end.target", (0, N_("no number")), numbers=range(1, MOST + 1)
    )
    limit: int = house_rule(
        0, N_("Eliminated above"), "free.end.limit", (0, N_("nobody")), numbers=range(1, MOST + 1), fixed=True
    )
    length: Literal["own"] | Counted = length_rule("free.end.length")
    zero_sum: bool = on_off(False, N_("Every deal adds up to zero"), "free.deal.zero_sum", fixed=True)
    bonus: Named = house_rule(Named(), N_("Bonuses"), "free.deal.bonus", letters=BONUS_LETTERS, named=MOST_BONUSES)
    stake: int = stake_rule("free.money.stake")
    settle: Settle = settle_rule("free.money.settle")
    unit_name: str = unit_rule("free.money.unit", unless={"stake": 0})

    @property
    def low(self) -> bool:
        return self.winner == "low"

    @property
    def bonuses(self) -> Mapping[str, int]:
        return dict(self.bonus.numbers)


@dataclass(frozen=True)
class Opening:
    """A position to continue from. `out` are the players who have passed the limit."""

    dealer: Player | None = fact(N_("Dealer"), None)
    scores: Mapping[Player, int] = fact(N_("Totals so far"), default_factory=dict)
    out: tuple[Player, ...] = fact(N_("Already eliminated"), default_factory=tuple)
    deals_played: int = fact(N_("Deals played"), 0)


Record = history.Record[Options, Opening]


NAME = N_("Any other game")
PRESETS = (Preset(N_("For money"), {"stake": 1}, asks="stake"),)
TELLS = frozenset({"winner", "target", "limit", "length", "stake", "unit_name"})


def kind_name(options: Options) -> KindName:
    """Return which total wins and when the match ends. The title of the match is the name of the game."""
    wins = say("lowest total wins") if options.low else say("highest total wins")
    target = (say("to {n}", n=options.target),) if options.target else ()
    limit = (say("eliminated above {n}", n=options.limit),) if options.limit else ()
    money = stake_name(options.stake, options)
    return KindName(say("Any other game"), (wins, *target, *limit, *length_name(options.length), *money), TELLS)
