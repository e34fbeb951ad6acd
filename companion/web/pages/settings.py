"""Change a table: its settings, and who plays at it."""

from flask import Blueprint, make_response, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from companion.match_cache import read_part
from companion.new_part import Wish, go_on
from companion.parsing import Match
from companion.parsing.json_decoder import plain
from companion.presentation.activity import paying
from companion.presentation.scoreboard import scoreboard
from companion.repository import MatchSession, head_of
from companion.rules.entries import End, Player
from companion.rules.rulings import Ruling
from companion.rules.tally import Payment
from companion.store import Settings
from companion.stored_events.evenings import follow
from companion.submission import refusal, row_of, with_body
from companion.submission.conflict import Submission
from companion.submission.partial_deal import handed_in
from companion.web.http.access import open_match_session, require_owner, shown
from companion.web.http.device import phone
from companion.web.http.rate_limit import make_room
from companion.web.http.request_store import store
from companion.web.pages.entry_form import new_entry_id, sent_entry_id

pages = Blueprint("settings", __name__, url_prefix="/m/<match_id>")


@pages.get("/settings")
def page(match_id: str) -> str:
    session = open_match_session(match_id)
    return shown("settings.html", session, parts=handed_in(store(), session))


@pages.post("/settings")
def change(match_id: str) -> Response:
    """Change the settings; only the owner may."""
    require_owner(match_id)
    chosen = Settings(confirm="confirm" in request.form, own_parts="own_parts" in request.form)
    store().set_settings(match_id, chosen)
    return redirect(url_for("match.page", match_id=match_id), 303)


# --- people who leave and come

MOST = 3  # people who can come at once
COMES = "+"  # the prefix of the placeholder for somebody who comes


@pages.get("/people")
def people(match_id: str) -> str:
    """Show the form for who leaves and who comes."""
    return _people_page(open_match_session(match_id, write=True))


@pages.post("/people")
def change_people(match_id: str) -> Response:
    """Show what would change; once confirmed, end this match and begin its new part in one transaction."""
    session = open_match_session(match_id, write=True)
    if session.row.followed_by:
        return redirect(url_for("match.page", match_id=session.row.followed_by), 303)
    part = go_on(session.match, _wish(session))
    if isinstance(part, Ruling):
        return make_response(_people_page(session, wrong=part), 422)
    is_meant = request.form.get("do") == "write"
    if not is_meant or str(session.version) != request.form.get("seen"):
        return make_response(_people_page(session, part, changed=is_meant))
    make_room(session.row.owner)
    submission = _ending(session, part)
    row = row_of(session, submission)
    if wrong := refusal(session, with_body(session, submission.body, submission.at), row):
        return make_response(_people_page(session, wrong=wrong), 422)
    names = {session.stored_name(player): player for player in part.record.players if player in session.players}
    new = store().new_part(session.row, row, head_of(part), names, at=submission.at)
    if new is None:
        return make_response(_people_page(open_match_session(match_id, write=True), part, changed=True))
    if session.row.event:
        follow(store(), session.row, new, phone())
    return redirect(url_for("match.page", match_id=new), 303)


@pages.app_template_global()
def undoes_change(session: MatchSession) -> str:
    """Return the address in the earlier part where this phone may take back that others play; empty if it may not."""
    old, continues = session.row.follows, session.match.record.continues
    if session.rows or not (old and continues and session.guest.may_write):
        return ""
    part, guest = read_part(store(), old), store().guest(old, phone())
    ended = part.tally.ended if part and part.tally.went_on == continues else None
    if ended is None or guest is None or not guest.may_write:
        return ""
    return url_for("match.entry", match_id=old, number=ended.entry, foresee=1, _anchor="strike")


def _ending(session: MatchSession, part: Match) -> Submission:
    body = End(reason="people", continued=part.record.continues)
    return Submission(body, plain(body), sent_entry_id(), len(session.rows))


def _wish(session: MatchSession) -> Wish:
    """Return the request of the form; unchanged seats, or no dealer, leave these as they are."""
    leaves, comes = request.form.getlist("leaves"), [name for name in request.form.getlist("comes") if name.strip()]
    seated = [(player, request.form.get(f"seat-{n}", "", type=str)) for n, player in enumerate(_here_now(session))]
    typed = [(int(seat) if seat.isdecimal() else n, player) for n, (player, seat) in enumerate(seated, start=1)]
    stays = [player for _seat, player in sorted(typed, key=lambda one: one[0]) if player not in leaves]
    as_they_sat = [player for player in _here_now(session) if player not in leaves]
    dealer = request.form.get("dealer", "")
    if dealer.startswith(COMES):
        n = dealer.removeprefix(COMES)
        dealer = comes[int(n)] if n.isdecimal() and int(n) < len(comes) else ""
    return Wish(leaves, comes, None if stays == as_they_sat else [*stays, *comes], dealer or None)


def _here_now(session: MatchSession) -> list[Player]:
    return [player for player in session.players if player not in session.tally.out]


def _people_page(
    session: MatchSession, part: Match | None = None, *, wrong: Ruling | None = None, changed: bool = False
) -> str:
    form, here_now = request.form, _here_now(session)
    comes = [*form.getlist("comes"), *[""] * MOST][:MOST]
    scores = scoreboard(part.game, part.tally) if part else None
    link = part.record.continues if part else None
    paid = [Payment(Player(one.payer), Player(one.payee), one.amount) for one in link.payments] if link else []
    return shown(
        "people.html",
        session,
        wrong=wrong,
        changed=changed,
        part=part,
        scores=scores,
        has_money=bool(scores and any(seat.money is not None for seat in scores.seats)),
        left=link.left if link else (),
        joined=link.joined if link else (),
        payments=[paying(session.tally, one) for one in paid],
        sent=[(name, text) for name, text in form.items(multi=True) if name not in ("seen", "entry_id", "do")],
        entry_id=new_entry_id(),
        here_now=here_now,
        gone=session.tally.out,
        leaves=form.getlist("leaves"),
        comes=comes,
        moved=any(form.get(f"seat-{n}", str(n + 1)) != str(n + 1) for n in range(len(here_now))),
        seats=[(player, form.get(f"seat-{n}", n + 1)) for n, player in enumerate(here_now)],
        dealer=form.get("dealer", ""),
        dealers=[
            *((str(player), str(player)) for player in here_now),
            *((f"{COMES}{n}", _("New player %(n)s", n=n + 1)) for n in range(MOST)),
        ],
    )
