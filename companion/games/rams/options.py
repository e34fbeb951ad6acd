"""The house rules of Rams and the position from which a sheet may start."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from companion.rules import history
from companion.rules.ending import length_name, length_rule
from companion.rules.entries import Player
from companion.rules.field_metadata import fact
from companion.rules.game import KindName, Preset
from companion.rules.messages import N_, say, say_n
from companion.rules.options import Counted, Drawn, drawn_dealer, house_rule, on_off
from companion.rules.settlement import stake_name, unit_rule

FOR_MONEY: Final = {"money": True}


@dataclass(frozen=True)
class Options:
    """The house rules of Rams."""

    money: bool = on_off(False, N_("Play for money"), "rams.money.ante", fixed=True)
    stake: int = house_rule(1, N_("Stake"), "rams.money.ante", numbers=range(1, 1_000_001), fixed=True, only=FOR_MONEY)
    unit_name: str = unit_rule("rams.money.unit", only=FOR_MONEY)
    rams_count: int = house_rule(6, N_("Rams in a match"), "rams.end.match", numbers=range(1, 13))
    start_points: Literal[10, 7, 12] = house_rule(
        10, N_("Start on"), "rams.start", (10, N_("10 points")), (7, N_("7 points")), (12, N_("12 points")), fixed=True
    )
    first_dealer: Drawn = drawn_dealer("rams.deal.first")
    next_rams_dealer: Literal["continue", "lowest_total", "redraw"] = house_rule(
        "continue",
        N_("Dealer of the next rams"),
        "rams.deal.next_rams",
        ("continue", N_("the deal goes round the table")),
        ("lowest_total", N_("the player with the lowest sum")),
        ("redraw", N_("drawn again")),
    )
    lone_knocker: Literal["takes_five", "dealer_must_play"] = house_rule(
        "takes_five",
        N_("Only one player knocks and the dealer passes"),
        "rams.pass.lone",
        ("takes_five", N_("the only player who knocked takes all five tricks without play")),
        ("dealer_must_play", N_("the dealer may not pass")),
    )
    forced_lead_exempt: Literal["all_on_one", "none"] = house_rule(
        "all_on_one",
        N_("Does not have to lead trumps"),
        "rams.play.forced_exempt",
        ("all_on_one", N_("everyone on 1")),
        ("none", N_("nobody, if two or more are on 1")),
    )
    stock_out: Literal["reshuffle", "no_more_buying"] = house_rule(
        "reshuffle",
        N_("The stock runs out while exchanging"),
        "rams.buy.stock_out",
        ("reshuffle", N_("shuffle the discard pile")),
        ("no_more_buying", N_("no more buying")),
        advisory=True,
    )
    floor_at_zero: bool = on_off(False, N_("No scores below zero"), "rams.score.negative")
    points_end: Literal["play_out", "interrupt"] = house_rule(
        "play_out",
        N_("Without money, when somebody reaches 0"),
        "rams.end.whole_deal",
        ("play_out", N_("the deal is played out")),
        ("interrupt", N_("play stops at once")),
        only={"money": False},
    )
    money_end: Literal["interrupt", "play_out"] = house_rule(
        "interrupt",
        N_("For money, when somebody reaches 0"),
        "rams.money.interrupt",
        ("interrupt", N_("play stops at once")),
        ("play_out", N_("the deal is played out")),
        only=FOR_MONEY,
    )
    money_tie: Literal["first_to_zero", "lowest_score", "split_ties"] = house_rule(
        "first_to_zero",
        N_("Several players at 0 when the deal is played out"),
        "rams.money.tie",
        ("first_to_zero", N_("the first to get there takes the pot")),
        ("lowest_score", N_("the lowest score takes the pot")),
        ("split_ties", N_("they share the pot")),
        only=FOR_MONEY,
    )
    buy_down: bool = on_off(
        True, N_("Buying down two points after a flight to the top"), "rams.money.buy_down", only=FOR_MONEY
    )
    final_tie: Literal["shared", "playoff_rams", "most_rams_won"] = house_rule(
        "shared",
        N_("Same sum and same flights"),
        "rams.end.tie",
        ("shared", N_("they share first place")),
        ("playoff_rams", N_("those tied play one more rams")),
        ("most_rams_won", N_("the player who has won the most rams")),
    )
    length: Literal["own"] | Counted = length_rule("rams.end.length")
    end_pot: Literal["shared", "lowest"] = house_rule(
        "shared",
        N_("The pot, if the match stops early"),
        "rams.end.pot",
        ("shared", N_("is shared")),
        ("lowest", N_("goes to the lowest score")),
        only=FOR_MONEY,
    )
    misdeal: Literal["redeal", "pass_deal"] = house_rule(
        "redeal",
        N_("After a misdeal"),
        "rams.deal.misdeal",
        ("redeal", N_("the same dealer deals again")),
        ("pass_deal", N_("the deal passes on")),
    )
    revoke: Literal["none", "offender_flies"] = house_rule(
        "none",
        N_("A wrong card played"),
        "rams.play.revoke",
        ("none", N_("no separate penalty")),
        ("offender_flies", N_("the player at fault flies")),
    )

    @property
    def may_buy_down(self) -> bool:
        return self.money and self.buy_down

    @property
    def interrupts(self) -> bool:
        """Return True if play stops as soon as a player has taken as many tricks as points."""
        return (self.money_end if self.money else self.points_end) == "interrupt"


@dataclass(frozen=True)
class Opening:
    """A position to continue from. A given `pot` includes the antes of its rams."""

    dealer: Player | None = None
    scores: Mapping[Player, int] = fact(N_("Scores"), default_factory=dict)
    flights: Mapping[Player, int] = fact(N_("Flights"), default_factory=dict)
    balances: Mapping[Player, int] = fact(N_("Balances"), default_factory=dict, only={"money": True})
    pot: int | None = fact(N_("Pot"), None, only={"money": True})
    passed: tuple[Player, ...] = fact(N_("Passed the last deal"), ())
    sums: Mapping[Player, int] = fact(N_("Sums of finished rams"), default_factory=dict)
    rams_finished: int = fact(N_("Finished rams"), 0)
    rams_won: Mapping[Player, int] = fact(N_("Rams won"), default_factory=dict)
    deals_played: int = fact(N_("Deals played"), 0)


Record = history.Record[Options, Opening]


RAMS = 6  # usual number of rams in a match
VARIANTS = (
    Preset(N_("Rams"), {}, terms=N_("six rams, 10 points down to 0")),
    Preset(N_("Rams for money"), {"money": True}, asks="stake", terms=N_("a pot for each rams")),
    Preset(N_("Ramina"), {"points_end": "interrupt"}, terms=N_("a deal stops when one is on 0")),
)
PRESETS = (Preset(N_("One rams"), {"rams_count": 1}),)
TELLS = frozenset({"money", "rams_count", "length"})


def kind_name(options: Options) -> KindName:
    """Return the name with the number of rams and an agreed length; for money also the stake."""
    count = say_n("one rams", "{n} rams", options.rams_count)
    if options.money:
        stake = stake_name(options.stake, options, usual=1)
        rams = (count,) if options.rams_count != RAMS else ()
        terms = (*stake, *rams, *length_name(options.length))
        return KindName(say("Rams for money"), terms, TELLS | {"stake", "unit_name"})
    terms = (count, *length_name(options.length))
    if options.interrupts:
        return KindName(say("Ramina"), terms, TELLS | {"points_end"})
    return KindName(say("Rams"), terms, TELLS)
