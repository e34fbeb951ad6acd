"""Who is let in: links and codes exchanged for a cookie, which player a phone is, and the phones at the table.

The owner, who made the match, may renew the codes, pass the pen, take it away and show a phone out. A phone may know
the codes of the match, so taking the pen away renews the one for writing, and showing a phone out renews both.
"""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask_babel import gettext as _
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion import qr
from companion.clock import now
from companion.keeping import Sitting, tag
from companion.limits import PHONES
from companion.store import CODE_LENGTH
from companion.web.connection import store
from companion.web.door import Door
from companion.web.phone import phone
from companion.web.rates import here, rates
from companion.web.sitting import admit, owner_only, sit_down

pages = Blueprint("join", __name__)


# --- getting in


@pages.get("/j/<code>")
def link(code: str) -> Response:
    """The link in a QR: from here on the cookie lets this phone in, and the code is out of the address."""
    return _enter(code)


@pages.post("/join")
def by_code() -> Response:
    return _enter(request.form.get("code", ""))


def _enter(text: str) -> Response:
    counted = rates()
    if counted.wrong_codes.is_full(here()) or counted.wrong_codes_all.is_full(""):
        abort(429)
    found = store().by_code(plain_code(text))
    if found is None:
        counted.wrong_codes.count(here())
        counted.wrong_codes_all.count("")
        abort(404, description=_("No match has this code. It may have been renewed: ask the table for the new one."))
    row, may_write = found
    guests = {guest.phone: guest for guest in store().guests(row.id)}
    known = guests.get(phone())
    if known is None and len(guests) >= PHONES:
        abort(403, description=_("%(n)s phones are at this table; no more are let in.", n=PHONES))
    store().let_in(row.id, phone(), may_write=may_write, at=now())
    page = "match.page" if known and known.player else "join.who"
    return redirect(url_for(page, match_id=row.id), 303)


def plain_code(text: str) -> str:
    """A code as it is stored, however it was typed: with blanks, a hyphen, small letters."""
    return "".join(sign for sign in text.upper() if sign.isalnum())[: 2 * CODE_LENGTH]


def shown_code(code: str) -> str:
    """A code as it is read aloud: in two halves."""
    return f"{code[: CODE_LENGTH // 2]}-{code[CODE_LENGTH // 2 :]}"


# --- who is who


@pages.get("/m/<match_id>/who")
def who(match_id: str) -> str:
    """Which player are you? One tap, and it may be left open."""
    sitting = sit_down(match_id)
    taken = {guest.player for guest in store().guests(match_id) if guest.phone != sitting.guest.phone}
    return render_template(
        "who.html", sitting=sitting, game=sitting.game, match_id=match_id, players=sitting.players, taken=taken
    )


@pages.post("/m/<match_id>/who")
def say_who(match_id: str) -> Response:
    sitting = sit_down(match_id)
    player = request.form.get("player", "")
    if player and player not in sitting.players:
        abort(400)
    store().set_player(match_id, sitting.guest.phone, player)
    return redirect(url_for("match.page", match_id=match_id), 303)


# --- the phones at the table


@pages.post("/m/<match_id>/codes")
def renew(match_id: str) -> Response:
    """New codes; the phones that are in stay in."""
    owner_only(match_id)
    which = request.form.get("which")
    store().renew_codes(match_id, write=which in ("write", "both"), read=which in ("read", "both"))
    return _back(match_id)


@pages.post("/m/<match_id>/phones/<tagged>")
def phone_rights(match_id: str, tagged: str) -> Response:
    """Pass the pen to a phone, take it away, or show the phone out: only by the owner, only of other phones."""
    row, own = owner_only(match_id)
    guest = next((one for one in store().guests(match_id) if tag(match_id, one.phone) == tagged), None)
    if guest is None:
        abort(404)
    if guest.phone == own.phone:
        abort(400)
    act = request.form.get("act")
    if act == "out":
        store().show_out(match_id, guest.phone, renew=True)
    elif act in ("pen", "no_pen"):
        store().pass_pen(match_id, guest.phone, may_write=act == "pen")
    else:
        abort(400)
    return _back(row.id)


@pages.post("/m/<match_id>/leave")
def leave(match_id: str) -> Response:
    """This phone forgets the match; the owner cannot, a match needs somebody who may delete it."""
    row, guest = admit(match_id)
    if row.owner == guest.phone:
        abort(400)
    store().show_out(match_id, guest.phone, renew=False)
    return redirect(url_for("start.start"), 303)


def _back(match_id: str) -> Response:
    return redirect(url_for("share.page", match_id=match_id), 303)


def invitations(sitting: Sitting, way: Door) -> list[tuple[str, str, str, Markup]]:
    """What this phone may pass on: for writing only where it may write itself. Each with its code, link and QR."""
    kinds = [("write", sitting.row.write_code)] if sitting.guest.may_write else []
    found = []
    for kind, code in [*kinds, ("read", sitting.row.read_code)]:
        address = way.link(code)
        found.append((kind, shown_code(code), address, qr.drawn(address)))
    return found
