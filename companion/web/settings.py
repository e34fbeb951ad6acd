"""How this table uses the app: settings, and each player's own part of a deal."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from companion.clock import now
from companion.keeping import Sitting
from companion.reading import read_body, read_form
from companion.reading.parts import own_part
from companion.rules.entries import Player
from companion.rules.rulings import Ruling, refuse
from companion.rules.words import say
from companion.store import PartRow
from companion.web.connection import store
from companion.web.match import append, context_of, done, typed_pairs
from companion.web.own import closing, own_parts, own_view, writable
from companion.web.sitting import owner_only, sit_down

pages = Blueprint("settings", __name__, url_prefix="/m/<match_id>")
SETTINGS = ("confirm", "own_parts")


@pages.get("/settings")
def page(match_id: str) -> str:
    sitting = sit_down(match_id)
    return render_template("settings.html", sitting=sitting, game=sitting.game, match_id=match_id)


@pages.post("/settings")
def change(match_id: str) -> Response:
    """Only by the owner, as all that concerns every phone."""
    row, _guest = owner_only(match_id)
    chosen = {name: name in request.form for name in SETTINGS}
    store().set_settings(match_id, {**row.settings, **chosen})
    return redirect(url_for("match.page", match_id=match_id), 303)


@pages.get("/own")
def own_page(match_id: str) -> str:
    """The own part of another player who has no phone."""
    sitting = sit_down(match_id, write=True)
    context = context_of(sitting)
    view = own_view(sitting, sitting.tally, request.args.get("for", ""))
    return render_template("match.html", **{**context, "own": view})


@pages.post("/own")
def write_own(match_id: str) -> Response | tuple[str, int]:
    """Keep a part; with the last of them the deal is written and everybody sees it."""
    sitting = sit_down(match_id, write=True)
    if not own_parts(sitting):
        abort(404)
    player = _writing_for(sitting)
    sent = read_form(sitting.game, (player,), typed_pairs())
    part = sent if isinstance(sent, Ruling) else own_part(sitting.game, player, sitting.players, sent)
    if isinstance(part, Ruling):
        return _again(sitting, part)
    number = request.form.get("number", 0, type=int)
    if number != sitting.number:
        closed = store().parts(match_id, number) if 0 < number < sitting.number else []
        if any(one.player == player and one.body == part for one in closed):
            return done(match_id)  # a second tap on what closed the deal
        return _again(sitting, refuse("own.closed", say("This deal is closed: correct it on the sheet.")))
    store().put_part(match_id, PartRow(sitting.number, player, sitting.guest.phone, now(), part))
    _close(sit_down(match_id, write=True))
    return done(match_id)


def _writing_for(sitting: Sitting) -> Player:
    player = Player(request.form.get("for", ""))
    if player not in writable(sitting, sitting.tally.turn):
        abort(403, description=_("This phone may not write the part of %(name)s.", name=player))
    return player


def _close(sitting: Sitting) -> None:
    """Write the deal if the parts make one; two phones may both be the last, and it is written once."""
    deal = closing(sitting)
    body = read_body(sitting.game, sitting.players, deal) if deal else None
    if deal and body and not isinstance(body, Ruling):
        names = ", ".join(sitting.tally.turn)
        append(sitting, deal, body, f"own-{sitting.number}", by=names)


def _again(sitting: Sitting, wrong: Ruling) -> tuple[str, int]:
    template = "_fragments/live.html" if "HX-Request" in request.headers else "match.html"
    return render_template(template, **{**context_of(sitting), "wrong": wrong}), 422
