"""Let phones in by links and codes, ask which player each is, and manage those at the table.

The owner, who made the match, may renew the codes, give and take write access, and show a phone out. As a phone may
know the codes, taking write access renews the code for writing, and showing a phone out renews those it may know. If
several phones claim the same player, the first one counts. A code that somebody types is checked by `check_code`, which
limits wrong guesses and asks the store for the match.
"""

from collections.abc import Sequence
from dataclasses import replace

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from companion.clock import now
from companion.parsing import game_of
from companion.repository import MatchSession, shown_names
from companion.rules.entries import Player
from companion.rules.messages import N_, Say, say
from companion.rules.people import renamed_here
from companion.store import EVENT, Claim, Guest, MatchRow, Opened, label, tag
from companion.stored_events import open_event
from companion.stored_events.directing import set_director
from companion.web.http.access import log_access, open_match_session, require_access, require_owner, require_room, shown
from companion.web.http.device import phone, renewed, require_cookie
from companion.web.http.rate_limit import count_wrong_code
from companion.web.http.request_store import store
from companion.web.http.server_address import Invitation, ServerAddress, name_redirect, plain_code

pages = Blueprint("join", __name__)
NO_MATCH = N_("No match has this code. It may have changed: ask for the new one.")


# --- getting in


@pages.get("/j/<code>")
def link(code: str) -> Response:
    """Open the link of a QR code; the phone is let in once a name is tapped, because programs fetch links too."""
    return _doorstep(check_code_or_abort(code), code)


@pages.route("/join", methods=["GET", "POST"])
def by_code() -> Response:
    """Ask for a code, then for the player; let the phone in once a player was chosen, or none."""
    if request.method == "GET":
        return make_response(render_template("join_code.html", code="", wrong_code=""))
    code = request.form.get("code", "")
    opened = check_code(code)
    if opened is None:
        return make_response(render_template("join_code.html", code=code, wrong_code=_(NO_MATCH)), 404)
    keeps = "keeps" in request.form  # keeps the score without playing
    player = "" if keeps else request.form.get("player")
    if player is None:
        return _doorstep(opened, code)
    if player and player not in opened.match.head["players"]:
        abort(400)
    takes_part = bool(player) or keeps or opened.invitation
    return _enter(opened, plain_code(code), player, may_write=opened.may_write and takes_part)


def _doorstep(opened: Opened, code: str) -> Response:
    """Ask for the player; redirect a phone that is in already to the match, and a director to the event."""
    if opened.match.game == EVENT and opened.match.owner == phone():
        return redirect(url_for("director.page", event_id=opened.match.id), 303)
    known = store().guest(opened.match.id, phone())
    if known and (known.may_write or not opened.may_write) and not opened.invitation:
        return redirect(url_for("match.page" if known.player else "join.who", match_id=opened.match.id), 303)
    guests = store().guests(opened.match.id)
    by_name = name_redirect(plain_code(code))
    page = render_template(
        "join.html",
        named=by_name,
        former=next((guest for guest in guests if guest.phone == opened.instead), None),
        opened=opened,
        directs=opened.match.game == EVENT,
        game=game_of(opened.match.game),
        code=plain_code(code),
        taken={guest.player for guest in guests if guest.phone != phone()},
        names=_shown_names(opened.match),
    )
    answer = make_response(page)
    if by_name:
        by_name.allow(answer)
    return answer


def _shown_names(row: MatchRow) -> dict[str, str]:
    """Return the shown name of each player by the name in the head, without people who were forgotten."""
    return {head: shown for head, shown in shown_names(store(), row).items() if head not in row.hidden}


def check_code_or_abort(text: str) -> Opened:
    """Return the match that a code opens.

    Raises:
        NotFound: no match has this code.
    """
    return check_code(text) or abort(404, description=_(NO_MATCH))


def check_code(text: str) -> Opened | None:
    """Check a join code or an invitation; a correct one is accepted even if wrong ones used up the rate limit.

    Returns:
        The match that the code opens; None if no match has it.

    Raises:
        TooManyRequests: there were too many wrong codes from this phone, from this address, or in all.
    """
    opened = store().by_code(plain_code(text), at=now())
    is_event = opened is not None and opened.match.game == EVENT  # phones see it through its matches, or direct it
    if opened is None or (is_event and not opened.invitation):
        count_wrong_code()
        return None
    return opened


def _enter(opened: Opened, code: str, player: str, *, may_write: bool) -> Response:
    match_id = opened.match.id
    require_cookie()
    if not opened.instead and opened.match.game != EVENT:
        require_room(store().guests(match_id), phone(), may_write=may_write)
    me = renewed()
    if opened.invitation:
        if not store().accept(match_id, me, code, at=now()):
            abort(404)
    else:
        store().let_in(match_id, me, may_write=may_write, at=now())
    if not opened.instead:
        store().set_player(match_id, me, player, at=now())
    row = store().match(match_id)
    owns = row is not None and row.owner == me
    log_access("joined", match_id, phone=label(match_id, me), may_write=may_write, owner=owns)
    if row and row.game == EVENT:
        if not owns and (session := open_event(store(), match_id, me)):
            set_director(store(), session, session.guest, is_named=True)
        return redirect(url_for("director.page", event_id=match_id), 303)
    return redirect(url_for("match.page", match_id=match_id), 303)


# --- players


@pages.get("/m/<match_id>/who")
def who(match_id: str) -> str:
    """Ask which player this phone is; none is a valid answer."""
    session = open_match_session(match_id)
    taken = {guest.player for guest in session.guests if guest.phone != session.guest.phone}
    return shown("claim_seat.html", session, taken=taken)


@pages.post("/m/<match_id>/who")
def say_who(match_id: str) -> Response:
    session = open_match_session(match_id)
    player = request.form.get("player", "")
    if player and player not in session.players:
        abort(400)
    store().set_player(match_id, session.guest.phone, session.stored_name(player), at=now())
    return redirect(url_for("match.page", match_id=match_id), 303)


WARNED = 10  # minutes for which a claim of a taken seat is shown


def changed_seats(session: MatchSession) -> list[Say]:
    """Return warnings about other phones that recently claimed a taken seat or changed seats."""
    since = now(-WARNED)
    names = renamed_here(session.match.record)
    claims = [
        replace(one, player=names.get(Player(one.player), one.player), before=names.get(Player(one.before), one.before))
        for one in store().claims(session.row.id)
    ]
    odd = [one for n, one in enumerate(claims) if one.at >= since and _is_odd(session, one, claims[n + 1 :])]
    return [_claim_text(session, one) for one in odd if one.phone != session.guest.phone]


def _is_odd(session: MatchSession, claim: Claim, later: Sequence[Claim]) -> bool:
    """Return True if a claim changes seats or takes a taken seat, and still stands."""
    since_then = {one.phone for one in later}
    if not claim.player or claim.phone in since_then:
        return False
    there_before = [guest.player for guest in session.guests if guest.phone not in since_then | {claim.phone}]
    return bool(claim.before) or claim.player in there_before


def _claim_text(session: MatchSession, claim: Claim) -> Say:
    phone = label(session.row.id, claim.phone)
    if claim.before:
        facts = {"phone": phone, "before": claim.before, "player": claim.player}
        return say("Phone {phone} was {before} and now says it is {player}.", **facts)
    return say("Two phones say they are {player}. One of them is {phone}.", phone=phone, player=claim.player)


def is_first(session: MatchSession) -> bool:
    """Return True if no other phone claimed this player before."""
    own = session.guest
    rivals = [one.phone for one in session.guests if one.player == own.player and one.phone != own.phone]
    if not rivals:
        return True
    sat_down = {
        one.phone: n for n, one in enumerate(store().claims(session.row.id), 1)
    }  # without phones that were given a seat
    return all(sat_down.get(own.phone, 0) <= sat_down.get(rival, 0) for rival in rivals)


# --- the phones at the table


@pages.post("/m/<match_id>/codes")
def renew(match_id: str) -> Response:
    """Make new join codes; phones that are in stay in."""
    require_owner(match_id)
    which = request.form.get("which")
    store().renew_codes(match_id, write=which in ("write", "both"), read=which in ("read", "both"))
    log_access("codes renewed", match_id, which=which)
    return _back(match_id)


@pages.post("/m/<match_id>/phones/<tagged>")
def phone_rights(match_id: str, tagged: str) -> Response:
    """Let the owner give or take another phone's write access, hand it the match, or show it out."""
    row, own = require_owner(match_id)
    guest = next((one for one in store().guests(match_id) if tag(match_id, one.phone) == tagged), None) or abort(404)
    if guest.phone == own.phone:
        abort(400)
    act = request.form.get("act")
    if act == "out":
        store().show_out(match_id, [guest.phone], renew=True, at=now())
    elif act == "owner":
        store().set_owner(match_id, guest.phone)
    elif act in ("write", "only_read"):
        store().set_write_access(match_id, guest.phone, may_write=act == "write")
    else:
        abort(400)
    log_access(f"rights {act}", match_id, phone=label(match_id, guest.phone), player=guest.player)
    return _back(row.id)


def is_nameless(guest: Guest) -> bool:
    """Return True if a guest only reads and has named no player: perhaps a stranger or a program."""
    return not guest.may_write and not guest.player


@pages.post("/m/<match_id>/nameless")
def show_out_nameless(match_id: str) -> Response:
    """Show out all phones that only read and have named no player."""
    require_owner(match_id)
    nameless = [one.phone for one in store().guests(match_id) if is_nameless(one)]
    store().show_out(match_id, nameless, renew=True, at=now())
    log_access("rights out", match_id, phones=len(nameless))
    return _back(match_id)


@pages.post("/m/<match_id>/leave")
def leave(match_id: str) -> Response:
    """Remove this phone from the match; the owner cannot leave, because somebody must be able to delete the match."""
    row, guest, _guests = require_access(match_id)
    if row.owner == guest.phone:
        abort(400)
    store().show_out(match_id, [guest.phone], renew=False, at=now())
    log_access("left", match_id, phone=label(match_id, guest.phone))
    return redirect(url_for("start.start"), 303)


def _back(match_id: str) -> Response:
    return redirect(url_for("reports.share", match_id=match_id), 303)


def invitations(session: MatchSession, address: ServerAddress) -> list[Invitation]:
    """Return the codes that this phone may pass on."""
    to_write = [address.invitation(session.row.write_code)] if session.guest.may_write else []
    return [*to_write, address.invitation(session.row.read_code, may_write=False)]
