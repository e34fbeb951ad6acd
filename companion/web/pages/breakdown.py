"""How the numbers on the board came about, entry by entry, each with its clause."""

from collections.abc import Sequence

from flask import Blueprint, abort, render_template, request

from companion.limits import TERMS
from companion.presentation.breakdown import Account, accounts, cut, of_leg
from companion.web.http.access import sit_down

pages = Blueprint("numbers", __name__)


@pages.get("/m/<match_id>/numbers")
def page(match_id: str) -> str:
    """The latest of what brought each number about, or what did before an entry; of one table of the sheet (`leg`)."""
    session = sit_down(match_id)
    leg = request.args.get("leg", type=int)
    found = accounts(session.game, session.tally) if leg is None else [of_leg(session.tally, leg) or abort(404)]
    each = max(1, TERMS // max(1, sum(len(account.numbers) for account in found)))
    before = request.args.get("before", type=int)
    shown = [cut(account, each, before) for account in found]
    return render_template(
        "numbers.html",
        session=session,
        game=session.game,
        match_id=match_id,
        tally=session.tally,
        accounts=shown,
        earlier=_first_shown(shown),
        leg=leg,
    )


def _first_shown(shown: Sequence[Account]) -> int:
    """The entry before which more is to be told, of every number that is cut; 0 where all is there."""
    cut_ones = (number for account in shown for number in account.numbers.values() if number.hidden)
    return max((number.terms[0].entry for number in cut_ones), default=0)
