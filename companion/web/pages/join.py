"""Who is let in: links and codes exchanged for a cookie, which player a phone is, and the phones at the table.

The owner, who made the match, may renew the codes, pass the pen, take it away and show a phone out. A phone may know
the codes of the match, so taking the pen away renews the one for writing, and showing a phone out those it may know:
one that only looks on was never told the code for writing.
"""

from collections.abc import Sequence

from flask import Blueprint, abort, g, make_response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.audit_log import noted
from companion.clock import now
from companion.limits import READERS, WRITERS
from companion.parsing import game_of
from companion.repository import MatchSession, label
from companion.rules.messages import N_
from companion.store import CODE_LENGTH, Guest, Opened, tag
from companion.web.http import name_redirect
from companion.web.http.access import admit, owner_only, sit_down
from companion.web.http.device import need_cookie, phone, renewed
from companion.web.http.locale import gettext as _
from companion.web.http.rates import Rates, here, keep_pace, rates
from companion.web.http.request_store import store
from companion.web.http.server_address import Door
from companion.web.pages.start import start_page

pages = Blueprint("join", __name__)
NO_MATCH = N_("No match has this code. It may have been renewed: ask the table for the new one.")


# --- getting in


@pages.get("/j/<code>")
def link(code: str) -> Response:
    """The link in a QR. It lets nobody in: programs that only look at links fetch it too. A name has to be tapped."""
    return _doorstep(opened_by(code), code)


@pages.post("/join")
def by_code() -> Response:
    """A code as typed leads to the names; with one of them, or with none of them, the phone is let in."""
    code = request.form.get("code", "")
    opened = looked_up(code)
    if opened is None:
        return make_response(start_page(code=code, wrong_code=_(NO_MATCH)), 404)
    keeps = "keeps" in request.form  # the score, and plays not
    player = "" if keeps else request.form.get("player")
    if player is None:
        return _doorstep(opened, code)
    if player and player not in opened.match.head["players"]:
        abort(400)
    takes_part = bool(player) or keeps or opened.invitation
    return _enter(opened, plain_code(code), player, may_write=opened.may_write and takes_part)


def _doorstep(opened: Opened, code: str) -> Response:
    """The names to choose from; a phone that is in, and is given no more than it has, goes on to the match."""
    known = store().guest(opened.match.id, phone())
    if known and (known.may_write or not opened.may_write) and not opened.invitation:
        return redirect(url_for("match.page" if known.player else "join.who", match_id=opened.match.id), 303)
    guests = store().guests(opened.match.id)
    by_name = name_redirect.way(plain_code(code))
    page = render_template(
        "join.html",
        named=by_name,
        former=next((guest for guest in guests if guest.phone == opened.instead), None),
        opened=opened,
        game=game_of(opened.match.game),
        code=plain_code(code),
        taken={guest.player for guest in guests if guest.phone != phone()},
    )
    answer = make_response(page)
    if by_name:
        by_name.allow(answer)
    return answer


def opened_by(text: str) -> Opened:
    """What a code opens, or a page that says that it opens nothing."""
    return looked_up(text) or abort(404, description=_(NO_MATCH))


def looked_up(text: str) -> Opened | None:
    """What a code opens. A right one passes, however often others or this phone have mistyped theirs."""
    found = store().by_code(plain_code(text), at=now())
    if found is None:
        count_wrong(rates(), phone() or here())
    return found


def count_wrong(counted: Rates, name: str) -> None:
    """One more wrong code, or one too many: 429."""
    for counter, whose in ((counted.wrong_codes_all, ""), (counted.wrong_codes_here, here())):
        keep_pace(counter, whose)
    keep_pace(counted.wrong_codes, name)
    noted("wrong code", address=here())
    g.told = True


def _enter(opened: Opened, code: str, player: str, *, may_write: bool) -> Response:
    match_id = opened.match.id
    need_cookie()
    if not opened.instead:
        find_seat(store().guests(match_id), phone(), may_write=may_write)
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
    noted("joined", match_id, phone=label(match_id, me), may_write=may_write, owner=owns, address=here())
    return redirect(url_for("match.page", match_id=match_id), 303)


def find_seat(guests: Sequence[Guest], me: str, *, may_write: bool) -> None:
    """Turn away (403) where all seats are taken: those for writing are apart from those for looking on."""
    alike = [guest.phone for guest in guests if guest.may_write == may_write]
    seats = WRITERS if may_write else READERS
    known = any(guest.phone == me and guest.may_write >= may_write for guest in guests)
    if not known and len(alike) >= seats:
        abort(403, description=_("%(n)s phones are at this table; no more are let in.", n=seats))


def plain_code(text: str) -> str:
    """A code as it is stored, however it was typed: with blanks, a hyphen, small letters, or as its whole link."""
    last = text.strip().rstrip("/").rpartition("/")[2]
    return "".join(sign for sign in last.upper() if sign.isalnum())[: 2 * CODE_LENGTH]


def shown_code(code: str) -> str:
    """A code as it is read aloud: in two halves."""
    return f"{code[: len(code) // 2]}-{code[len(code) // 2 :]}"


# --- who is who


@pages.get("/m/<match_id>/who")
def who(match_id: str) -> str:
    """Which player are you? One tap, and it may be left open."""
    session = sit_down(match_id)
    taken = {guest.player for guest in store().guests(match_id) if guest.phone != session.guest.phone}
    return render_template(
        "who.html", session=session, game=session.game, match_id=match_id, players=session.players, taken=taken
    )


@pages.post("/m/<match_id>/who")
def say_who(match_id: str) -> Response:
    session = sit_down(match_id)
    player = request.form.get("player", "")
    if player and player not in session.players:
        abort(400)
    store().set_player(match_id, session.guest.phone, player, at=now())
    return redirect(url_for("match.page", match_id=match_id), 303)


# --- the phones at the table


@pages.post("/m/<match_id>/codes")
def renew(match_id: str) -> Response:
    """New codes; the phones that are in stay in."""
    owner_only(match_id)
    which = request.form.get("which")
    store().renew_codes(match_id, write=which in ("write", "both"), read=which in ("read", "both"))
    noted("codes renewed", match_id, which=which, address=here())
    return _back(match_id)


@pages.post("/m/<match_id>/phones/<tagged>")
def phone_rights(match_id: str, tagged: str) -> Response:
    """Pass the pen to a phone or take it away, hand it the match, or show it out: only by the owner, only of others."""
    row, own = owner_only(match_id)
    guest = next((one for one in store().guests(match_id) if tag(match_id, one.phone) == tagged), None)
    if guest is None:
        abort(404)
    if guest.phone == own.phone:
        abort(400)
    act = request.form.get("act")
    if act == "out":
        store().show_out(match_id, [guest.phone], renew=True, at=now())
    elif act == "owner":
        store().set_owner(match_id, guest.phone)
    elif act in ("pen", "no_pen"):
        store().set_write_access(match_id, guest.phone, may_write=act == "pen")
    else:
        abort(400)
    noted(f"rights {act}", match_id, phone=label(match_id, guest.phone), player=guest.player, address=here())
    return _back(row.id)


def is_nameless(guest: Guest) -> bool:
    """Who only looks on and has not said who it is: a stranger, or a program that follows links."""
    return not guest.may_write and not guest.player


@pages.post("/m/<match_id>/nameless")
def show_out_nameless(match_id: str) -> Response:
    """All those phones out."""
    owner_only(match_id)
    nameless = [one.phone for one in store().guests(match_id) if is_nameless(one)]
    store().show_out(match_id, nameless, renew=True, at=now())
    noted("rights out", match_id, phones=len(nameless), address=here())
    return _back(match_id)


@pages.post("/m/<match_id>/leave")
def leave(match_id: str) -> Response:
    """This phone forgets the match; the owner cannot, a match needs somebody who may delete it."""
    row, guest = admit(match_id)
    if row.owner == guest.phone:
        abort(400)
    store().show_out(match_id, [guest.phone], renew=False, at=now())
    noted("left", match_id, phone=label(match_id, guest.phone), address=here())
    return redirect(url_for("start.start"), 303)


def _back(match_id: str) -> Response:
    return redirect(url_for("share.page", match_id=match_id), 303)


def invitations(session: MatchSession, way: Door) -> list[tuple[str, str, str, Markup]]:
    """What this phone may pass on: for writing only where it may write itself. Each with its code, link and QR."""
    kinds = [("write", session.row.write_code)] if session.guest.may_write else []
    found = []
    for kind, code in [*kinds, ("read", session.row.read_code)]:
        found.append((kind, shown_code(code), way.link(code), way.drawn(code)))
    return found
