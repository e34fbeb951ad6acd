"""What the deal that is being typed in Ramino says of the facts of a question: whether anybody else has laid."""

from companion.rules.field_metadata import Json
from companion.rules.tally import Tally


def others_laid(tally: Tally, deal: Json) -> Json:
    """Known once somebody else has laid, or all the others are said to have laid nothing."""
    out, laid, nothing = deal.get("out"), deal.get("laid"), deal.get("not_laid")
    others = [player for player in tally.turn if player != out]
    if out not in tally.turn:
        return {}
    if isinstance(laid, dict) and any(laid.get(player) for player in others):
        return {"others_laid": True}
    return {"others_laid": False} if isinstance(nothing, list) and set(others) <= set(map(str, nothing)) else {}
