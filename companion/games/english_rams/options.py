"""The house rules of English Rams and the position from which a sheet may start."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.rules import history
from companion.rules.ending import DEALS, MINUTES, agreed, length_name
from companion.rules.entries import Player
from companion.rules.field_metadata import fact
from companion.rules.game import KindName
from companion.rules.messages import N_, say
from companion.rules.options import Counted, house_rule, on_off
from companion.rules.settlement import stake_name, unit_rule


@dataclass(frozen=True)
class Options:
    """The house rules of English Rams."""

    unit: int = house_rule(1, N_("Payment for a trick"), "english_rams.stakes.unit", numbers=range(1, 1_000_001))
    unit_name: str = unit_rule("english_rams.stakes.name")
    widow_after_general: Literal["unspoken_only", "everyone"] = house_rule(
        "unspoken_only",
        N_("The widow after an announcement"),
        "english_rams.general.widow",
        ("unspoken_only", N_("for those who have not called yet")),
        ("everyone", N_("for everyone but the announcer")),
    )
    six_roles: Literal["shifted", "literal"] = house_rule(
        "shifted",
        N_("With six players: rules for the players next to the dealer"),
        "english_rams.players.six_roles",
        ("shifted", N_("move back one seat")),
        ("literal", N_("stay in their seats; a player left alone takes the pot")),
    )
    misdeal_stake: Literal["stays", "returned"] = house_rule(
        "stays",
        N_("The dealer’s stake after a misdeal"),
        "english_rams.deal.misdeal_stake",
        ("stays", N_("stays in the pot")),
        ("returned", N_("is taken back")),
    )
    fault_stacks: bool = on_off(
        True, N_("A player pays both for a mistake and for taking no trick"), "english_rams.faults.stack"
    )
    fault_per_offence: bool = on_off(False, N_("Each mistake is paid for separately"), "english_rams.faults.once")
    fault_rest: Literal["second_best", "leave_in_pot", "winner_keeps"] = house_rule(
        "second_best",
        N_("The share for tricks of a player at fault"),
        "english_rams.faults.rest",
        ("second_best", N_("goes to the second-best card of the trick")),
        ("leave_in_pot", N_("stays in the pot")),
        ("winner_keeps", N_("stays with the player who took the trick")),
    )
    general_defender_fault: Literal["result_stands", "announcer_wins"] = house_rule(
        "result_stands",
        N_("A mistake by a defender in general rams"),
        "english_rams.faults.general",
        ("result_stands", N_("the result counts")),
        ("announcer_wins", N_("the announcer wins")),
    )
    session_end: Literal["empty_pot", "split_pot"] | Counted = house_rule(
        "empty_pot",
        N_("The match ends"),
        "english_rams.session.end",
        ("empty_pot", N_("when the pot is empty")),
        ("split_pot", N_("at any time, and the pot is split")),
        counted={"fixed_deals": DEALS, "minutes": MINUTES},
    )

    @property
    def names_heirs(self) -> bool:
        """Return True if the entry must name the heirs of an offender's tricks."""
        return self.fault_rest == "second_best"

    @property
    def deals_to_play(self) -> int | None:
        """Return the agreed number of deals, if any."""
        return agreed(self.session_end, "fixed_deals")


@dataclass(frozen=True)
class Opening:
    """A position to continue from. A `pot` above zero is what the last deal left, so that the next pot is double."""

    dealer: Player | None = None
    balances: Mapping[Player, int] = fact(N_("Balances"), default_factory=dict)
    pot: int = fact(N_("Pot"), 0)
    deals_played: int = fact(N_("Deals played"), 0)


Record = history.Record[Options, Opening]


TELLS = frozenset({"unit", "unit_name"})


def kind_name(options: Options) -> KindName:
    """Return the name with the payment for a trick, if it is not 1, and an agreed length."""
    unit = stake_name(options.unit, options, usual=1)
    length = length_name(options.session_end)
    return KindName(say("English Rams"), (*unit, *length), TELLS | ({"session_end"} if length else set()))
