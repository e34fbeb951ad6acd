"""What the deal that is being typed in gin says of the facts of a question: the card turned up."""

from companion.games.gin.form import form
from companion.games.gin.table import Table
from companion.rules.field_metadata import Json
from companion.rules.tally import Tally


def turned(tally: Tally, deal: Json) -> Json:
    """The card turned up, where it counts at this table."""
    card = form(tally, deal)["turned"]
    return {"upcard": card} if card and tally.at(Table).options.oklahoma else {}
