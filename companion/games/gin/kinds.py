"""Name the kinds of gin rummy: straight gin, Oklahoma and Hollywood, and what a table plays."""

from companion.games.gin.options import Options
from companion.rules.ending import length_name
from companion.rules.game import KindName, Preset
from companion.rules.messages import N_, Say, say
from companion.rules.settlement import stake_name

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
    """Return the name, the points of a game, an agreed length and the stake."""
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
