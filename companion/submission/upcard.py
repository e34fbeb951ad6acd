"""Keep the card that lies open before a deal is played: entered once, seen on every phone.

It is no entry: it is kept as the table's own part of the deal in the making, and goes into the deal that is written.
"""

from companion.clock import now
from companion.repository import MatchSession, open_session
from companion.rules.cards import Card
from companion.rules.field_metadata import Json
from companion.store import PartRow, Store
from companion.submission.partial_deal import deal_number

TABLE = ""  # whose part it is


def known(store: Store, session: MatchSession) -> Json:
    """Return the fields of the next deal that are known, as JSON; nothing where no card lies open."""
    if session.game.upcard(session.tally, {}) is None:
        return {}
    rows = store.parts(session.row.id, deal_number(session))
    return next((row.body for row in rows if row.player == TABLE), {})


def tell(store: Store, session: MatchSession, field: str, card: Card | None) -> None:
    """Keep the card for the deal that is played now, None to take it back; dropped where that is over meanwhile."""
    body = {field: card} if card else {}
    number = deal_number(session)
    current: MatchSession | None = session
    while current and deal_number(current) == number:
        part = PartRow(number, TABLE, session.guest.phone, now(), body)
        if store.put_part(session.row.id, part, seen=current.version, closing=None) == "written":
            return
        current = open_session(store, session.row.id, session.guest.phone)
