"""Name the kinds of Rams: in points, for money, or as the Finnish ramina ends, and what a table plays."""

from companion.games.rams.options import Options
from companion.rules.ending import length_name
from companion.rules.game import KindName, Preset
from companion.rules.messages import N_, say, say_n
from companion.rules.settlement import stake_name

RAMS = 6  # of a match, where nothing else is agreed on
VARIANTS = (
    Preset(N_("Rams"), {}, terms=N_("six rams, 10 points down to 0")),
    Preset(N_("Rams for money"), {"money": True}, asks="stake", terms=N_("a pot for each rams")),
    Preset(N_("Ramina"), {"points_end": "interrupt"}, terms=N_("a deal stops when one is on 0")),
)
PRESETS = (Preset(N_("One rams"), {"rams_count": 1}),)
TELLS = frozenset({"money", "rams_count", "length"})


def kind_name(options: Options) -> KindName:
    """Return the name, the number of rams and an agreed length; for money the stake, and other numbers of rams."""
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
