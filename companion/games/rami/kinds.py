"""Name the kinds of Rami: rami sec only and gin-rami, and what a table plays."""

from companion.games.rami.options import Options
from companion.rules.ending import length_name
from companion.rules.game import KindName, Preset
from companion.rules.messages import N_, Say, say
from companion.rules.settlement import stake_name

VARIANTS = (
    Preset(N_("Rami"), {}, terms=N_("five deals; a run and 51 points to open")),
    Preset(N_("Rami sec only"), {"variant": "rami_sec_only"}, terms=N_("all thirteen cards laid at once")),
    Preset(N_("Gin-rami"), {"variant": "gin_rami"}, terms=N_("for two: nobody lays before the end")),
)
PRESETS = (Preset(N_("For money"), {"stake": 1}, asks="stake"),)
NAMES = {"classic": say("Rami"), "rami_sec_only": say("Rami sec only"), "gin_rami": say("Gin-rami")}
TELLS = frozenset({"variant", "end_at", "stake", "unit_name"})


def kind_name(options: Options) -> KindName:
    """Return the name, how long a match lasts, and the stake."""
    money = stake_name(options.stake, options)
    link = " " if options.end_at.key == "points" else ", "
    return KindName(NAMES[options.variant], (*_end(options), *money), TELLS, link)


def _end(options: Options) -> tuple[Say, ...]:
    end = options.end_at
    own = {"points": say("to {n}", n=end.n), "last_standing": say("eliminated at {n}", n=end.n)}
    return (own[end.key],) if end.key in own else length_name(end)
