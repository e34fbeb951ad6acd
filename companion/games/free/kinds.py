"""Name what a table plays that keeps the score of any other game: which total wins, and when it ends."""

from companion.games.free.options import Options
from companion.rules.ending import length_name
from companion.rules.game import KindName, Preset
from companion.rules.messages import N_, say
from companion.rules.settlement import stake_name

NAME = N_("Any other game")
PRESETS = (Preset(N_("For money"), {"stake": 1}, asks="stake"),)
TELLS = frozenset({"winner", "target", "limit", "length", "stake", "unit_name"})


def kind_name(options: Options) -> KindName:
    """Return which total wins, and when it ends; the title of the match is its name."""
    wins = say("lowest total wins") if options.low else say("highest total wins")
    target = (say("to {n}", n=options.target),) if options.target else ()
    limit = (say("eliminated above {n}", n=options.limit),) if options.limit else ()
    money = stake_name(options.stake, options)
    return KindName(say("Any other game"), (wins, *target, *limit, *length_name(options.length), *money), TELLS)
