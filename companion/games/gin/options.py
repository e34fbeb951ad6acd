"""The house rules of gin rummy and the position from which a sheet may start."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from companion.rules import history
from companion.rules.ending import length_name, length_rule
from companion.rules.entries import Player
from companion.rules.field_metadata import fact
from companion.rules.game import KindName, Preset
from companion.rules.messages import N_, Say, say, say_n
from companion.rules.options import Counted, Drawn, drawn_dealer, house_rule, on_off
from companion.rules.settlement import stake_name, stake_rule, unit_rule

BONUS = range(1001)
COLUMNS = 3  # columns of Hollywood
EXTRA = range(11)  # extra deals won
OKLAHOMA: Final = {"oklahoma": True}
HOLLYWOOD: Final = {"hollywood": True}


@dataclass(frozen=True)
class Options:
    """The house rules of gin rummy."""

    first_dealer: Drawn = drawn_dealer("gin.deal.first")
    next_dealer: Literal["alternate", "loser", "winner"] = house_rule(
        "alternate",
        N_("Who deals next"),
        "gin.deal.turns",
        ("alternate", N_("the players take turns")),
        ("loser", N_("the player who lost the deal")),
        ("winner", N_("the player who won the deal")),
    )
    knock_limit: int = house_rule(
        10,
        N_("Knock with at most"),
        "gin.knock.limit",
        (10, N_("10 points")),
        (0, N_("no points: gin only")),
        numbers=range(11),
    )
    false_knock: Literal["exposed"] | Counted = house_rule(
        "exposed",
        N_("A false knock"),
        "gin.knock.false",
        ("exposed", N_("the cards stay open and play goes on")),
        counted={"penalty": (say_n("costs {n} point", "costs {n} points", 1), range(1, 251))},
    )
    gin_bonus: int = house_rule(25, N_("Bonus for gin"), "gin.score.gin", (20, "20"), (25, "25"), numbers=BONUS)
    big_gin: int | Literal[False] = house_rule(
        False,
        N_("Big gin, eleven cards in melds"),
        "gin.score.big_gin",
        (False, N_("counts as gin")),
        (31, "31"),
        (50, "50"),
        numbers=range(1, 1001),
    )
    undercut: int = house_rule(
        20, N_("Bonus for an undercut"), "gin.score.undercut", (10, "10"), (20, "20"), (25, "25"), numbers=BONUS
    )
    tie_undercut: Literal[10, "same", 0, "void"] = house_rule(
        10,
        N_("Bonus for an undercut on equal deadwood"),
        "gin.score.tie",
        (10, "10"),
        ("same", N_("as for any undercut")),
        (0, N_("none, but the deal is won")),
        ("void", N_("nobody wins: the deal is void")),
    )
    two_cards: Literal["finish_only", "plain_void"] = house_rule(
        "finish_only",
        N_("Two cards left in the stock"),
        "gin.stock.two_cards",
        ("finish_only", N_("the discard may be taken to end the deal")),
        ("plain_void", N_("the deal is void at once")),
        advisory=True,
    )
    target: int = house_rule(
        100,
        N_("A game is played to"),
        "gin.game.target",
        (100, "100"),
        (150, "150"),
        (200, "200"),
        (250, "250"),
        numbers=range(1, 10_001),
    )
    box: int = house_rule(20, N_("For each deal won"), "gin.game.boxes", (20, "20"), (25, "25"), numbers=BONUS)
    gin_boxes: int = house_rule(0, N_("Extra deals won for gin"), "gin.game.gin_boxes", numbers=EXTRA)
    big_gin_boxes: int = house_rule(
        0, N_("Extra deals won for big gin"), "gin.game.big_gin_boxes", numbers=EXTRA, unless={"big_gin": False}
    )
    undercut_boxes: int = house_rule(0, N_("Extra deals won for an undercut"), "gin.game.undercut_boxes", numbers=EXTRA)
    game_bonus: int = house_rule(
        100, N_("For winning the game"), "gin.game.bonus", (100, "100"), (0, N_("nothing")), numbers=BONUS
    )
    blitz: Literal["double_payment", "game_bonus_only", False] | Counted = house_rule(
        "double_payment",
        N_("Blitz: the loser won no deal"),
        "gin.game.blitz",
        ("double_payment", N_("double payment")),
        ("game_bonus_only", N_("double game bonus")),
        (False, N_("nothing more")),
        counted={"bonus": (say_n("{n} point more", "{n} points more", 1), range(1, 1001))},
    )
    negative_diff: Literal["signed", "floor_zero"] = house_rule(
        "signed",
        N_("The winner has the lower total"),
        "gin.game.negative",
        ("signed", N_("the lower total pays all the same")),
        ("floor_zero", N_("nobody pays")),
    )
    length: Literal["own"] | Counted = length_rule("gin.end.length", games=True)
    end_game: Literal["as_it_stands", "void"] = house_rule(
        "as_it_stands",
        N_("A game under way when the match ends"),
        "gin.end.agreed",
        ("as_it_stands", N_("is settled as it is")),
        ("void", N_("does not count")),
    )
    stake: int = stake_rule("gin.money.stake", pot=False)
    unit_name: str = unit_rule("gin.money.unit", unless={"stake": 0})
    oklahoma: bool = on_off(False, N_("Oklahoma: the turned-up card sets the limit"), "gin.oklahoma.limit")
    oklahoma_ace: Literal["gin", "one"] = house_rule(
        "gin",
        N_("Oklahoma: an ace is turned up"),
        "gin.oklahoma.ace",
        ("gin", N_("only gin ends the deal")),
        ("one", N_("knock with 1")),
        only=OKLAHOMA,
    )
    oklahoma_spades: Literal["off", "points", "points_and_box"] = house_rule(
        "points_and_box",
        N_("Oklahoma: a spade is turned up"),
        "gin.oklahoma.spades",
        ("off", N_("nothing more")),
        ("points", N_("the points are doubled")),
        ("points_and_box", N_("the points and the deals won are doubled")),
        aliases={False: "off"},
        only=OKLAHOMA,
    )
    hollywood: bool = on_off(False, N_("Hollywood: three columns"), "gin.hollywood.columns", fixed=True)
    hollywood_last: Literal["single", "double"] = house_rule(
        "single",
        N_("Hollywood: the third column"),
        "gin.hollywood.last",
        ("single", N_("counts like the others")),
        ("double", N_("counts double when it is settled")),
        only=HOLLYWOOD,
    )


@dataclass(frozen=True)
class PaperColumn:
    """A column of a Hollywood sheet on paper. The payments of a `closed` column are part of the nets."""

    scores: Mapping[Player, int] = fact(N_("Scores"), default_factory=dict)
    boxes: Mapping[Player, int] = fact(N_("Boxes"), default_factory=dict)
    closed: bool = fact(N_("Closed"), False)


@dataclass(frozen=True)
class Opening:
    """A position to continue from: scores and boxes of the current game, nets of the games before.

    In Hollywood the three `columns` replace scores and boxes, and `wins` are the deals won so far.
    """

    dealer: Player | None = None
    scores: Mapping[Player, int] = fact(N_("Scores"), default_factory=dict)
    boxes: Mapping[Player, int] = fact(N_("Boxes"), default_factory=dict)
    nets: Mapping[Player, int] = fact(N_("Net of finished games"), default_factory=dict)
    columns: tuple[PaperColumn, ...] = fact(N_("Hollywood: column"), (), rows=COLUMNS, only=HOLLYWOOD)
    wins: Mapping[Player, int] = fact(N_("Hollywood: deals won in this game"), default_factory=dict, only=HOLLYWOOD)
    games_played: int = fact(N_("Games played"), 0)
    deals_played: int = fact(N_("Deals played"), 0)


Record = history.Record[Options, Opening]


VARIANTS = (
    Preset(N_("Gin rummy"), {}, terms=N_("knock with 10 or fewer, to 100")),
    Preset(N_("Straight gin"), {"knock_limit": 0}, terms=N_("no knocking: only gin counts")),
    Preset(N_("Oklahoma"), {"oklahoma": True}, terms=N_("the upcard sets the knock limit")),
)
PRESETS = (
    Preset(N_("Hollywood"), {"hollywood": True}, terms=N_("three games at once")),
    Preset(N_("For money"), {"stake": 1}, asks="stake"),
)
TELLS = frozenset({"oklahoma", "hollywood", "target", "length", "stake", "unit_name"})


def kind_name(options: Options) -> KindName:
    """Return the name with the points of a game, an agreed length and the stake."""
    is_straight = options.knock_limit == 0 and not options.oklahoma
    terms = (
        say("to {n}", n=options.target),
        *length_name(options.length),
        *stake_name(options.stake, options),
    )
    return KindName(_name(options, is_straight), terms, TELLS | ({"knock_limit"} if is_straight else set()), link=" ")


def _name(options: Options, is_straight: bool) -> Say:
    if options.oklahoma:
        return say("Oklahoma Hollywood") if options.hollywood else say("Oklahoma")
    if is_straight:
        return say("Straight gin, Hollywood") if options.hollywood else say("Straight gin")
    return say("Hollywood") if options.hollywood else say("Gin")
