"""Play again: the next match of the same people, with their house rules and phones."""

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response

from companion.clock import now
from companion.parsing import Match, read_head, write_match
from companion.parsing.json_decoder import plain
from companion.repository import MatchSession
from companion.rules.options import FIRST_DEALER
from companion.rules.rulings import Ruling
from companion.rules.seats import next_seat
from companion.store import Head
from companion.web.http.access import sit_down
from companion.web.http.rates import make_room
from companion.web.http.request_store import store

pages = Blueprint("rematch", __name__)


@pages.post("/m/<match_id>/rematch")
def again(match_id: str) -> Response:
    """The same people, house rules and phones; the deal moves on. Two phones that ask at once get the same match."""
    session = sit_down(match_id, write=True)
    if session.row.followed_by:
        return redirect(url_for("match.page", match_id=session.row.followed_by), 303)
    make_room(session.row.owner)
    new = store().rematch(session.row, rematch_head(session), at=now())
    return redirect(url_for("match.page", match_id=new), 303)


def rematch_head(session: MatchSession) -> Head:
    """The head of the next match: house rules as they stood at the end, dealt by the next to deal."""
    tally = session.tally
    record = session.match.record
    as_file = write_match(Match(session.game, record))
    options = plain(tally.options)
    last = next((line.dealer for line in reversed(tally.lines) if line.dealer), None)
    dealer = tally.dealer or (next_seat(record.players, last) if last else as_file["opening"].get("dealer"))
    chosen = {FIRST_DEALER: "chosen"} if FIRST_DEALER in as_file["options"] else {}
    opening = {"dealer": dealer} if dealer else {}
    head = Head(title=record.title, players=list(record.players), options={**options, **chosen}, opening=opening)
    if isinstance(read_head(session.game, head), Ruling):  # a rule changed on the way that no match can start with
        head["options"] = as_file["options"]
    return head
