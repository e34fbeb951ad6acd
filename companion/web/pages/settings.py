"""Change the settings of a table, and write each player's own part of a deal."""

from flask import Blueprint, abort, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from companion.repository import MatchSession
from companion.rules.entries import Player
from companion.rules.messages import say
from companion.rules.people import former_names
from companion.rules.rulings import Ruling, refuse
from companion.store import Settings
from companion.submission.partial_deal import hand_in, handed_in, writable
from companion.web.http.access import open_session, require_owner, shown
from companion.web.http.request_store import store
from companion.web.pages.confirmations import is_first
from companion.web.pages.entry_form import sent_entry_id, sent_part
from companion.web.pages.match_view import match_page
from companion.web.pages.responses import answer_to, refused

pages = Blueprint("settings", __name__, url_prefix="/m/<match_id>")


@pages.get("/settings")
def page(match_id: str) -> str:
    session = open_session(match_id)
    return shown("settings.html", session, parts=handed_in(store(), session))


@pages.post("/settings")
def change(match_id: str) -> Response:
    """Change the settings; only the owner may."""
    require_owner(match_id)
    chosen = Settings(confirm="confirm" in request.form, own_parts="own_parts" in request.form)
    store().set_settings(match_id, chosen)
    return redirect(url_for("match.page", match_id=match_id), 303)


@pages.get("/own")
def own_page(match_id: str) -> str:
    """Show the part of another player who has no phone."""
    session = open_session(match_id, write=True)
    return match_page(session, own_for=request.args.get("for", "")).shown("match.html")


@pages.post("/own")
def write_own(match_id: str) -> Response:
    """Keep a part; the last of them writes the deal, and everybody sees it."""
    session = open_session(match_id, write=True)
    if not session.in_parts:
        whole = say("At this table, one phone enters the whole deal. You cannot send your own result.")
        return refused(session, refuse("own.off", whole))
    player = _writing_for(session)
    if player == session.guest.player and not is_first(session):
        before = say("Another phone was {player} before this one. Only that phone can send this result.", player=player)
        return refused(session, refuse("own.another", before))
    part = sent_part(session, player)
    if isinstance(part, Ruling):
        return refused(session, part)
    number = request.form.get("number", 0, type=int)
    return answer_to(session, hand_in(store(), session, number, player, part, sent_entry_id()))


def _writing_for(session: MatchSession) -> Player:
    named = Player(request.form.get("for", ""))
    player = former_names(session.match.record).get(named, named)
    if player not in writable(session, session.tally.turn):
        abort(403, description=_("This phone cannot enter the result of %(name)s.", name=player))
    return player
