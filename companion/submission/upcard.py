"""What the table knows of a deal before it is played: a card that lies open, told once and seen on every phone.

It is no entry: it is kept as the table's own part of the deal in the making, and goes into the deal that is written.
"""

from companion.clock import now
from companion.repository import Sitting, sit
from companion.rules.cards import Card
from companion.rules.json_types import Json
from companion.store import PartRow, Store
from companion.submission.partial_deal import deal_number

TABLE = ""  # whose part it is


def known(store: Store, sitting: Sitting) -> Json:
    """The fields of the next deal that are known, as JSON; nothing where no card lies open."""
    if sitting.game.turned(sitting.tally, {}) is None:
        return {}
    rows = store.parts(sitting.row.id, deal_number(sitting))
    return next((row.body for row in rows if row.player == TABLE), {})


def tell(store: Store, sitting: Sitting, field: str, card: Card | None) -> None:
    """Keep the card for the deal that is played now, None to take it back; dropped where that is over meanwhile."""
    body = {field: card} if card else {}
    number = deal_number(sitting)
    found: Sitting | None = sitting
    while found and deal_number(found) == number:
        part = PartRow(number, TABLE, sitting.guest.phone, now(), body)
        if store.put_part(sitting.row.id, part, seen=found.version, closing=None) == "written":
            return
        found = sit(store, sitting.row.id, sitting.guest.phone)
