"""What a form must hold of a deal of any other game."""

from companion.rules.jsons import Json
from companion.rules.rulings import Ruling, refuse
from companion.rules.tally import Tally
from companion.rules.words import say


def unclear(tally: Tally, typed: Json) -> Ruling | None:
    """A match file may say of a deal that nobody has a number; a form in which none is typed was sent by a slip."""
    if typed.get("kind") == "deal" and not typed.get("points") and not typed.get("bonuses"):
        return refuse("free.nothing", say("Nobody has a number yet: type one, be it 0."), "free.deal.points")
    return None
