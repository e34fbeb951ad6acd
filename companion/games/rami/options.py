"""The house rules of Rami and the position from which a sheet may start."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from companion.rules import history
from companion.rules.ending import DEALS, MINUTES, length_name
from companion.rules.entries import Player
from companion.rules.field_metadata import fact
from companion.rules.game import KindName, Preset
from companion.rules.messages import N_, Say, say
from companion.rules.options import Counted, house_rule, on_off
from companion.rules.settlement import Settle, settle_rule, stake_name, stake_rule, unit_rule

FLAT: Final = 100  # for a player without melds
HAND_COUNT: Final = "hand_count"
CLASSIC: Final = {"variant": "classic"}


@dataclass(frozen=True)
class Options:
    variant: Literal["classic", "rami_sec_only", "gin_rami"] = house_rule(
        "classic",
        N_("Variant"),
        "rami.sec_only.lay",
        ("classic", N_("rami")),
        ("rami_sec_only", N_("rami sec only")),
        ("gin_rami", N_("gin-rami, for two")),
        fixed=True,
    )
    end_at: Counted = house_rule(
        Counted("deals", 5),
        N_("The match ends"),
        "rami.end.match",
        counted={
            "deals": DEALS,
            "points": (say("when a total reaches {n}", n=1), range(1, 100_001)),
            "last_standing": (say("when one player is left: eliminated at {n}", n=1), range(1, 100_001)),
            "minutes": MINUTES,
        },
    )
    final_tie: Literal["shared", "extra_deal"] = house_rule(
        "shared",
        N_("Several players are lowest at the end"),
        "rami.end.tie",
        ("shared", N_("they share first place")),
        ("extra_deal", N_("more deals until one player is ahead")),
    )
    stake: int = stake_rule("rami.money.stake")
    settle: Settle = settle_rule("rami.money.settle")
    unit_name: str = unit_rule("rami.money.unit", unless={"stake": 0})
    no_meld: Literal[100, "count", "max"] = house_rule(
        FLAT,
        N_("A player without melds"),
        "rami.score.no_meld",
        (FLAT, N_("100, whatever the hand")),
        ("count", N_("the hand is counted")),
        ("max", N_("the hand is counted, but at least 100")),
        aliases={"max(100,count)": "max"},
        only=CLASSIC,
    )
    joker_hand: Literal[50, 25, 20] = house_rule(
        50, N_("A joker left in hand"), "rami.score.joker", (50, N_("50")), (25, N_("25")), (20, N_("20"))
    )
    rami_sec_score: int = house_rule(-50, N_("A rami sec scores"), "rami.score.sec", numbers=range(-1000, 1001))
    late_sec_score: Literal[0, -20] = house_rule(
        0,
        N_("All cards at once, after others have laid down melds"),
        "rami.score.late",
        (0, N_("0")),
        (-20, N_("−20")),
        only=CLASSIC,
    )
    finish_score: Literal[0, -10] = house_rule(
        0, N_("An ordinary finish"), "rami.score.out", (0, N_("0")), (-10, N_("−10")), only=CLASSIC
    )
    sec_variant_losers: Literal[100, "hand_count"] = house_rule(
        FLAT,
        N_("Rami sec only: the losers"),
        "rami.sec_only.score",
        (FLAT, N_("100 each")),
        (HAND_COUNT, N_("their hands are counted")),
        only={"variant": "rami_sec_only"},
    )
    gin_rami_score: Literal[100, "hand_count"] = house_rule(
        FLAT,
        N_("Gin-rami: the loser"),
        "rami.gin.score",
        (FLAT, N_("100")),
        (HAND_COUNT, N_("the cards outside melds are counted")),
        only={"variant": "gin_rami"},
    )
    rami_sec_exempt: bool = on_off(
        False, N_("A rami sec does not have to meet the opening conditions"), "rami.sec.conditions"
    )
    jokers_per_meld: Literal[1, 2, "unlimited"] = house_rule(
        1,
        N_("Jokers in one meld"),
        "rami.meld.jokers",
        (1, N_("one at most")),
        (2, N_("two at most")),
        ("unlimited", N_("any number, with two natural cards")),
    )
    joker_opening_value: Literal[0, "replaced"] = house_rule(
        0,
        N_("A joker in the opening"),
        "rami.open.joker",
        (0, N_("counts nothing")),
        ("replaced", N_("counts as the card it replaces")),
    )
    ace_in_set: Literal[11, 1] = house_rule(
        11, N_("An ace in a set, in the opening"), "rami.open.ace_set", (11, N_("11")), (1, N_("1"))
    )
    progressive: bool = on_off(
        False, N_("Every later opening must have more points"), "rami.open.progressive", only=CLASSIC
    )
    layoff_same_turn: bool = on_off(
        True, N_("Adding cards in the turn of the opening"), "rami.lay.same_turn", only=CLASSIC
    )
    joker_keep: Literal["must_play", "may_keep"] = house_rule(
        "must_play",
        N_("A joker taken from the table"),
        "rami.joker.use",
        ("must_play", N_("goes into a new meld at once")),
        ("may_keep", N_("may be kept in hand")),
        only=CLASSIC,
    )
    joker_from_full_set: bool = on_off(
        True, N_("Taking the joker out of a set of four"), "rami.joker.full_set", only=CLASSIC
    )
    one_card_must_stock: bool = on_off(False, N_("With one card in hand draw from the stock"), "rami.take.one_card")
    start_upcard: bool = on_off(False, N_("A card is turned up to begin with"), "rami.deal.upcard", advisory=True)
    first_fourteen: bool = on_off(
        False, N_("The first player has fourteen cards and begins by discarding"), "rami.deal.fourteen", advisory=True
    )

    @property
    def all_at_once(self) -> bool:
        """Return True if all cards must be laid at once (rami sec only, gin-rami)."""
        return self.variant != "classic"

    def counts_hand(self, *, laid: bool) -> bool:
        if self.variant == "rami_sec_only":
            return self.sec_variant_losers != FLAT
        if self.variant == "gin_rami":
            return self.gin_rami_score != FLAT
        return laid or self.no_meld != FLAT

    @property
    def counts_hands(self) -> bool:
        """Return True if anybody's hand can count; if not, hands are not asked for."""
        return self.counts_hand(laid=True) or self.counts_hand(laid=False)


@dataclass(frozen=True)
class Opening:
    """A position to continue from: the totals, and the number of deals played."""

    dealer: Player | None = None
    scores: Mapping[Player, int] = fact(N_("Scores"), default_factory=dict)
    deals_played: int = fact(N_("Deals played"), 0)


Record = history.Record[Options, Opening]


VARIANTS = (
    Preset(N_("Rami"), {}, terms=N_("five deals; a run and 51 points to open")),
    Preset(N_("Rami sec only"), {"variant": "rami_sec_only"}, terms=N_("all thirteen cards laid at once")),
    Preset(N_("Gin-rami"), {"variant": "gin_rami"}, terms=N_("for two: nobody lays before the end")),
)
PRESETS = (Preset(N_("For money"), {"stake": 1}, asks="stake"),)
NAMES = {"classic": say("Rami"), "rami_sec_only": say("Rami sec only"), "gin_rami": say("Gin-rami")}
TELLS = frozenset({"variant", "end_at", "stake", "unit_name"})


def kind_name(options: Options) -> KindName:
    """Return the name with the length of the match and the stake."""
    money = stake_name(options.stake, options)
    link = " " if options.end_at.key == "points" else ", "
    return KindName(NAMES[options.variant], (*_end(options), *money), TELLS, link)


def _end(options: Options) -> tuple[Say, ...]:
    end = options.end_at
    own = {"points": say("to {n}", n=end.n), "last_standing": say("eliminated at {n}", n=end.n)}
    return (own[end.key],) if end.key in own else length_name(end)
