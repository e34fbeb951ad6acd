"""The house rules of Ramino and the position from which a sheet may start."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from companion.rules import history
from companion.rules.ending import length_name, length_rule
from companion.rules.entries import Player
from companion.rules.field_metadata import fact
from companion.rules.game import KindName, Preset
from companion.rules.melds import MeldRules
from companion.rules.messages import N_, Say, say
from companion.rules.options import Counted, Drawn, Value, drawn_dealer, house_rule, on_off
from companion.rules.settlement import Settle, settle_rule, stake_name, stake_rule, unit_rule

ELIMINATION: Final = {"mode": "elimination"}


@dataclass(frozen=True)
class Options:
    mode: Literal["points", "elimination"] = house_rule(
        "points",
        N_("How the match is counted"),
        "ramino.score.melded",
        ("points", N_("points: cards laid, hands won and bonuses")),
        ("elimination", N_("elimination: the cards left in hand count against you")),
        fixed=True,
    )
    manipulation: bool = on_off(False, N_("Rearranging the table"), "ramino.table.allowed")
    identities: bool = on_off(False, N_("Identities"), "ramino.meld.identity", fixed=True)
    value_table: Literal["simplified", "traditional"] = house_rule(
        "simplified",
        N_("Values of the cards"),
        "ramino.value.card",
        ("simplified", N_("simplified: 5, 10 and 15")),
        ("traditional", N_("traditional: by their pips")),
    )
    hand_ace: Literal[15, 11] = house_rule(
        15, N_("An ace left in hand"), "ramino.value.hand", (15, N_("15 points")), (11, N_("11 points"))
    )
    first_meld: int = house_rule(
        30,
        N_("Points needed for the first meld"),
        "ramino.first.points",
        (30, N_("30 points")),
        (35, N_("35 points")),
        (40, N_("40 points")),
        (45, N_("45 points")),
        (50, N_("50 points")),
        numbers=range(91),
    )
    target: int = house_rule(
        1000,
        N_("Points to reach"),
        "ramino.end.target",
        (500, N_("500 points")),
        (1000, N_("1000 points")),
        (1500, N_("1500 points")),
        (2000, N_("2000 points")),
        numbers=range(1, 100_001),
        only={"mode": "points"},
    )
    limit: int = house_rule(
        500, N_("Limit of the elimination"), "ramino.elim.limit", numbers=range(1, 100_001), only=ELIMINATION
    )
    limit_rule: Literal["exceed", "reach"] = house_rule(
        "exceed",
        N_("A player is eliminated when the total"),
        "ramino.elim.exceed",
        ("exceed", N_("exceeds the limit")),
        ("reach", N_("reaches the limit")),
        only=ELIMINATION,
    )
    jokers_per_pack: int = house_rule(2, N_("Jokers in each pack"), "ramino.packs.jokers", numbers=range(5))
    jokers_per_meld: Literal[1, 2] = house_rule(
        1, N_("Jokers in one meld"), "ramino.joker.count", (1, N_("one")), (2, N_("two"))
    )
    length: Literal["own"] | Counted = length_rule("ramino.end.length")
    stake: int = stake_rule("ramino.money.stake")
    settle: Settle = settle_rule("ramino.money.settle")
    unit_name: str = unit_rule("ramino.money.unit", unless={"stake": 0})
    discard: Literal["none", "no_draw", "single", "multiple"] = house_rule(
        "single",
        N_("Taking from the discard pile"),
        "ramino.discard.variants",
        ("none", N_("nobody draws from the discard pile")),
        ("no_draw", N_("the discard pile is face up, but nobody draws from it")),
        ("single", N_("the top card")),
        ("multiple", N_("any card with everything above it")),
    )
    joker_penalty: Literal["auto", 200, 300] = house_rule(
        "auto",
        N_("A joker taken and not played again"),
        "ramino.joker.penalty",
        ("auto", N_("200 points, 300 where the table may be rearranged")),
        (200, N_("200 points")),
        (300, N_("300 points")),
    )
    taken_card_penalty: Literal["per_turn", "per_card"] = house_rule(
        "per_turn",
        N_("300 points for keeping cards taken from the table"),
        "ramino.table.penalty",
        ("per_turn", N_("once a turn")),
        ("per_card", N_("for each card")),
        advisory=True,
        only={"manipulation": True},
    )
    announce_penalty: int = house_rule(
        0, N_("Three cards not announced"), "ramino.turn.announce", (0, N_("a reminder only")), numbers=range(1, 1001)
    )
    swap_deduct: Literal["auto", "always", "never"] = house_rule(
        "auto",
        N_("The joker’s points are deducted when it is taken"),
        "ramino.joker.deduct",
        ("auto", N_("only where the table may be rearranged")),
        ("always", N_("always")),
        ("never", N_("never")),
    )
    own_turn_additions: Literal["own_cards", "count_as_adding"] = house_rule(
        "own_cards",
        N_("Ramino: cards added to melds of the same turn"),
        "ramino.score.own_additions",
        ("own_cards", N_("are own cards: 300 points")),
        ("count_as_adding", N_("are additions: 200 points")),
    )
    dealt: Literal[14, 13] = house_rule(
        14, N_("Cards dealt to each"), "ramino.deal.thirteen", (14, N_("fourteen")), (13, N_("thirteen"))
    )
    joker_in_hand: Literal[20, 25, 30, 50] = house_rule(
        20,
        N_("A joker left in hand"),
        "ramino.value.joker_hand",
        (20, N_("20 points")),
        (25, N_("25 points")),
        (30, N_("30 points")),
        (50, N_("50 points")),
    )
    must_discard: bool = on_off(False, N_("You need a last discard to go out"), "ramino.turn.last_discard")
    elim_multiplier: Literal["kinds", "double"] = house_rule(
        "kinds",
        N_("Elimination: a ramino multiplies the points of the other hands"),
        "ramino.elim.close",
        ("kinds", N_("by 2, 3 or 4")),
        ("double", N_("by 2, whatever its kind")),
        only=ELIMINATION,
    )
    reentry: Literal[0, 1, 2] = house_rule(
        0,
        N_("Elimination: coming back after being eliminated"),
        "ramino.elim.reentry",
        (0, N_("never")),
        (1, N_("once each")),
        (2, N_("twice each")),
        only=ELIMINATION,
    )
    ramino_with_discard: bool = on_off(True, N_("Ramino with a last discard"), "ramino.score.last_discard")
    elimination_shutout_bonus: bool = on_off(
        False,
        N_("Elimination: an ordinary finish before the others have melds counts double"),
        "ramino.elim.shutout",
        only=ELIMINATION,
    )
    first_dealer: Drawn = drawn_dealer("ramino.deal.dealer")

    @property
    def eliminates(self) -> bool:
        """Return True if players are eliminated at a limit, instead of playing to a target."""
        return self.mode == "elimination"

    @property
    def melds(self) -> MeldRules:
        return MeldRules(jokers=self.jokers_per_meld, identities=self.identities)

    @property
    def joker_fine(self) -> int:
        """Return the points lost for a joker that was taken and not played again."""
        if isinstance(self.joker_penalty, int):
            return self.joker_penalty
        return 300 if self.manipulation else 200

    @property
    def discards_last(self) -> bool:
        """Return True if a ramino may end with a discard; if a last discard is required, it must."""
        return self.ramino_with_discard or self.must_discard

    @property
    def deducts(self) -> bool:
        """Return True if the points of a joker are deducted when it is taken from the table."""
        return self.manipulation if self.swap_deduct == "auto" else self.swap_deduct == "always"

    def packs(self, players: int) -> int:
        """Return the number of packs: two for up to four players, three up to six, else four; identities need four."""
        return 4 if self.identities or players > 6 else 3 if players > 4 else 2


@dataclass(frozen=True)
class Opening:
    """A position to continue from; `out` are the players already eliminated."""

    dealer: Player | None = None
    scores: Mapping[Player, int] = fact(N_("Scores"), default_factory=dict)
    out: tuple[Player, ...] = fact(N_("Eliminated"), (), only=ELIMINATION)
    returned: Mapping[Player, int] = fact(N_("Times back in"), default_factory=dict, only=ELIMINATION)
    deals_played: int = fact(N_("Deals played"), 0)


Record = history.Record[Options, Opening]
MOST_PACKS = 4


SCALA_40: Mapping[str, Value] = {
    "mode": "elimination",
    "first_meld": 40,
    "dealt": 13,
    "joker_in_hand": 25,
    "must_discard": True,
    "limit": 101,
    "limit_rule": "reach",
    "reentry": 1,
    "value_table": "traditional",
    "hand_ace": 11,
    "elim_multiplier": "double",
}
THE_SAME = ("mode", "first_meld", "dealt")  # house rules that make a game Scala 40; its other rules may vary
VARIANTS = (
    Preset(N_("Ramino"), {}, terms=N_("to 1000 points")),
    Preset(N_("Ramino, elimination"), {"mode": "elimination"}, terms=N_("eliminated above 500")),
    Preset(N_("Scala 40"), SCALA_40, terms=N_("eliminated at 101, opening with 40")),
)
PRESETS = (
    Preset(N_("Rearranging"), {"manipulation": True}),
    Preset(N_("For money"), {"stake": 1}, asks="stake"),
    Preset(N_("Opening with 40"), {"first_meld": 40}),
)
TELLS = frozenset({"mode", "target", "length", "stake", "unit_name"})


def kind_name(options: Options) -> KindName:
    """Return the name with the target or limit, an agreed length and the stake."""
    further = (*length_name(options.length), *stake_name(options.stake, options))
    if not options.eliminates:
        return KindName(say("Ramino"), (say("to {n}", n=options.target), *further), TELLS, link=" ")
    if any(getattr(options, rule) != SCALA_40[rule] for rule in THE_SAME):
        return KindName(say("Ramino"), (_limit(options), *further), TELLS | {"limit", "limit_rule"})
    is_usual = all(getattr(options, rule) == SCALA_40[rule] for rule in ("limit", "limit_rule"))
    own = {rule for rule, value in SCALA_40.items() if getattr(options, rule) == value}
    terms = further if is_usual else (_limit(options), *further)
    return KindName(say("Scala 40"), terms, TELLS | own | {"limit", "limit_rule"})


def _limit(options: Options) -> Say:
    sentence = say("eliminated at {n}", n=options.limit)
    return sentence if options.limit_rule == "reach" else say("eliminated above {n}", n=options.limit)
