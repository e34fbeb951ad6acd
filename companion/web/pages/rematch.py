"""Play again: the next match of the same people, with their house rules and phones."""

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response

from companion.clock import now
from companion.parsing import Match, read_head, write_match
from companion.parsing.json_decoder import plain
from companion.repository import Sitting
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
    sitting = sit_down(match_id, write=True)
    if sitting.row.followed_by:
        return redirect(url_for("match.page", match_id=sitting.row.followed_by), 303)
    make_room(sitting.row.owner)
    new = store().rematch(sitting.row, rematch_head(sitting), at=now())
    return redirect(url_for("match.page", match_id=new), 303)


def rematch_head(sitting: Sitting) -> Head:
    """The head of the next match: house rules as they stood at the end, dealt by the next to deal."""
    tally = sitting.tally
    record = sitting.match.record
    as_file = write_match(Match(sitting.game, record))
    options = plain(tally.options)
    last = next((line.dealer for line in reversed(tally.lines) if line.dealer), None)
    dealer = tally.dealer or (next_seat(record.players, last) if last else as_file["opening"].get("dealer"))
    chosen = {FIRST_DEALER: "chosen"} if FIRST_DEALER in as_file["options"] else {}
    opening = {"dealer": dealer} if dealer else {}
    head = Head(title=record.title, players=list(record.players), options={**options, **chosen}, opening=opening)
    if isinstance(read_head(sitting.game, head), Ruling):  # a rule changed on the way that no match can start with
        head["options"] = as_file["options"]
    return head
