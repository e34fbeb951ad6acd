"""A television gets the board of a match: sent by a phone of the table, or by the code of the match typed there.

Either way it may read and never write, and the owner of the match can show it out as any phone.
"""

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.audit_log import noted
from companion.clock import now
from companion.repository import label
from companion.web.http.access import admit, sit_down
from companion.web.http.device import known_phone, need_cookie, phone, renewed
from companion.web.http.locale import gettext as _
from companion.web.http.rates import here, rates
from companion.web.http.request_store import store
from companion.web.http.tv_pairing import screens
from companion.web.pages.join import count_wrong, find_seat, opened_by, plain_code
from companion.web.pages.share import share_page

pages = Blueprint("tv", __name__)


@pages.get("/tv")
def page() -> Answer:
    """A code in large letters, until a phone of a table has typed it; and a field for the code of a match."""
    code = _code(known_phone())
    return make_response(render_template("tv.html", code=code), 200 if code else 429)


def _code(screen: str) -> str:
    """The code that a screen shows; none where too many wait already, in all or from this address."""
    code = screens().code_of(screen)
    if not code and not rates().new_screens.is_full(here()):
        code = screens().new_code(screen)
        rates().new_screens.count(here())
    return code


@pages.get("/tv/live")
def live() -> Response:
    """Nothing (204) while it waits; then on to the board, or to another code when this one has grown old."""
    screen, waiting = phone(), screens()
    match_id = waiting.sent(screen)
    if match_id and store().guest(match_id, screen):
        return Response(status=204, headers={"HX-Redirect": url_for("board.page", match_id=match_id)})
    is_old = not waiting.shows(screen, request.args.get("code", ""))
    return Response(status=204, headers={"HX-Refresh": "true"} if is_old else {})


@pages.post("/tv")
def by_code() -> Answer:
    """The code of a match, typed on the television itself; also the one for writing lets it only read."""
    found = opened_by(request.form.get("code", ""))
    if found.invitation:
        abort(404)
    need_cookie()
    _let_in(found.match.id, renewed())
    return redirect(url_for("board.page", match_id=found.match.id), 303)


@pages.post("/m/<match_id>/tv")
def send(match_id: str) -> Answer:
    """From a phone of the table to the television whose code was typed.

    A right one passes, however often this phone or others have mistyped theirs.
    """
    admit(match_id)
    typed = request.form.get("code", "")
    screen = screens().take(plain_code(typed), match_id)
    if screen is None:
        count_wrong(rates(), phone())
        wrong = _("No television shows this code. It changes every few minutes: look at it again.")
        return make_response(share_page(sit_down(match_id), screen_code=typed, wrong_screen=wrong), 404)
    _let_in(match_id, screen)
    return redirect(url_for("share.page", match_id=match_id) + "#phones", 303)


def _let_in(match_id: str, screen: str) -> None:
    """For reading; a phone that may write already keeps its pen."""
    find_seat(store().guests(match_id), screen, may_write=False)
    store().let_in(match_id, screen, may_write=False, at=now())
    noted("board sent", match_id, phone=label(match_id, screen), by=label(match_id, phone()), address=here())
