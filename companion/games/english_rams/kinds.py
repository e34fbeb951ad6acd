"""Name what a table of English Rams plays."""

from companion.games.english_rams.options import Options
from companion.rules.ending import length_name
from companion.rules.game import KindName
from companion.rules.messages import say
from companion.rules.settlement import stake_name

TELLS = frozenset({"unit", "unit_name"})


def kind_name(options: Options) -> KindName:
    """Return the name, the payment for a trick where it is not 1, and an agreed length."""
    unit = stake_name(options.unit, options, usual=1)
    length = length_name(options.session_end)
    return KindName(say("English Rams"), (*unit, *length), TELLS | ({"session_end"} if length else set()))
