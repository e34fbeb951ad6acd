"""Name the kinds of Ramino: for points, by elimination, and Scala 40, and what a table plays."""

from collections.abc import Mapping

from companion.games.ramino.options import Options
from companion.rules.ending import length_name
from companion.rules.game import KindName, Preset
from companion.rules.messages import N_, Say, say
from companion.rules.options import Value
from companion.rules.settlement import stake_name

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
THE_SAME = ("mode", "first_meld", "dealt")  # of Scala 40 at every table; the rest of it is agreed on here and there
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
    """Return the name, the target or the limit, an agreed length and the stake."""
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
