"""Show the host, who runs the server, all matches with their QR codes, and let phones back in.

The page opens only on the machine itself, under a local name and not through a proxy. It also needs the code that the
terminal shows, because other programs and a proxy that sets no headers come from the same address.
"""

import secrets
from dataclasses import replace
from hashlib import sha256
from ipaddress import ip_address
from pathlib import Path

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask import session as cookie
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from companion.clock import now
from companion.instance import host_code
from companion.limits import FOUND, INVITED
from companion.network import is_local
from companion.parsing import game_of
from companion.program_name import placed_command
from companion.repository import NamedPhone, named_phones, players_of, shown_names
from companion.rules.game import Game
from companion.store import MatchRow, label
from companion.web.http.access import log_access
from companion.web.http.capabilities import capabilities
from companion.web.http.rate_limit import enforce, rates
from companion.web.http.request_store import store
from companion.web.http.server_address import plain_code, server_address

pages = Blueprint("admin", __name__)

PROXIES = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via")
NAME = "host"  # the key in the session cookie


@pages.app_template_global()
def is_here() -> bool:
    """Return True if the request comes from a browser on this machine, under a local name."""
    if not capabilities().host:
        return False
    try:
        local = ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False
    return local and is_local(request.host_url) and not any(name in request.headers for name in PROXIES)


def _mark() -> str:
    """Return the value that the cookie gets once the code was entered; it changes with the code."""
    return sha256(f"host {host_code(Path(current_app.instance_path))}".encode()).hexdigest()


def _let_in() -> bool:
    if not is_here():
        abort(404)
    return secrets.compare_digest(str(cookie.get(NAME, "")), _mark())


def _phones(row: MatchRow) -> list[NamedPhone]:
    guests, shown = store().guests(row.id), shown_names(store(), row)
    return named_phones(row.id, [replace(one, player=shown.get(one.player, one.player)) for one in guests])


def _match(match_id: str) -> MatchRow:
    return (store().match(match_id) if _let_in() else None) or abort(404)


@pages.get("/host")
def page() -> str:
    if not _let_in():
        return render_template("admin/code.html", wrong="", command=placed_command())
    ids = store().ids()[: -FOUND - 1 : -1]
    matches = [row for row in map(store().match, ids) if row]
    people = players_of(store(), matches)
    listed = [(row, game_of(row.game), names) for row, names in zip(matches, people, strict=True)]
    events = [row for row in map(store().match, store().ids(of_events=True)[: -FOUND - 1 : -1]) if row]
    return render_template("admin/matches.html", matches=listed, events=[(row, _matches_in(row)) for row in events])


def _matches_in(row: MatchRow) -> list[tuple[MatchRow, Game | None]]:
    """Return the matches of an event, or the evenings of a league."""
    return [(one, game_of(one.game)) for one in store().matches_in(row.id)]


@pages.post("/host")
def enter() -> Response | tuple[str, int]:
    if not is_here():
        abort(404)
    typed = plain_code(request.form.get("code", ""))
    if not secrets.compare_digest(typed.encode(), host_code(Path(current_app.instance_path)).encode()):
        enforce(rates().wrong_codes, NAME)
        log_access("wrong host code")
        wrong = _("That code is wrong. The right one is in the terminal.")
        return render_template("admin/code.html", wrong=wrong, command=placed_command()), 422
    cookie[NAME] = _mark()
    return redirect(url_for("admin.page"), 303)


@pages.get("/host/<match_id>")
def match(match_id: str) -> str:
    row = _match(match_id)
    server = server_address()
    return render_template(
        "admin/match.html",
        row=row,
        players=list(shown_names(store(), row).values()),
        game=game_of(row.game),
        server_address=server,
        invitations=[server.invitation(row.write_code), server.invitation(row.read_code, may_write=False)],
        phones=_phones(row),
    )


@pages.post("/host/<match_id>/back")
def let_back_in(match_id: str) -> str:
    """Make a link by which one phone, once, takes over the seat of the chosen phone."""
    row = _match(match_id)
    tagged = request.form.get("phone", "")
    phones = _phones(row)
    chosen = next((one for one in phones if one.tagged == tagged), None) or abort(404)
    guest = chosen.guest
    code = store().invite(match_id, owner=False, until=now(INVITED), instead=guest.phone)
    log_access("invited back", match_id, phone=label(match_id, guest.phone), player=guest.player)
    server = server_address()
    return render_template(
        "admin/back.html",
        row=row,
        server_address=server,
        name=chosen.name,
        minutes=INVITED,
        invitation=server.invitation(code),
    )
