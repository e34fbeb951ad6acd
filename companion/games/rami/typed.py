"""What the deal that is being typed in Rami says of the facts of a question: whether anybody had laid before."""

from companion.rules.jsons import Json
from companion.rules.tally import Tally


def first(tally: Tally, deal: Json) -> Json:
    """Known once all the others are said to have laid nothing."""
    out, nothing = deal.get("out"), deal.get("not_laid")
    others = {str(player) for player in tally.turn if player != out}
    known = out in tally.turn and isinstance(nothing, list) and others <= set(map(str, nothing))
    return {"first": True} if known else {}
