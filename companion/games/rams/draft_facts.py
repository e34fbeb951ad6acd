"""What the deal that is being typed in Rams says of the facts of a question: who has passed so far."""

from companion.rules.field_metadata import Json
from companion.rules.tally import Tally


def passed(tally: Tally, deal: Json) -> Json:
    """Who has passed; nothing while nobody has, since they may not have been asked yet."""
    found = _passed(tally, deal)
    return {"passed": found} if found else {}


def knocked(tally: Tally, deal: Json) -> Json:
    """How many before the dealer knock, and whether the dealer passes, once somebody has been tapped as passing."""
    found = _passed(tally, deal)
    if not found or tally.dealer is None:
        return {}
    before = [player for player in tally.turn if player != tally.dealer and player not in found]
    return {"knocked": len(before), **({"dealer": "passes"} if tally.dealer in found else {})}


def _passed(tally: Tally, deal: Json) -> list[str]:
    names = deal.get("passed")
    return [player for player in tally.turn if player in names] if isinstance(names, list) else []
