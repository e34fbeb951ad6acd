"""Out of the app and in again: the match file, the printed protocol, blank sheets and rule cards."""

import json

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.clock import now
from companion.keeping import guest_name, tag, take_in, too_long
from companion.reading import Match, read_match, write_match
from companion.reading.text import from_json
from companion.rules.record import judge
from companion.rules.rulings import Ruling, impossible
from companion.rules.words import say
from companion.web.connection import store
from companion.web.door import door
from companion.web.join import invitations
from companion.web.phone import phone
from companion.web.rates import make_room
from companion.web.sitting import sit_down

pages = Blueprint("share", __name__)


@pages.get("/m/<match_id>/share")
def page(match_id: str) -> str:
    sitting = sit_down(match_id)
    way = door()
    return render_template(
        "share.html",
        door=way,
        sitting=sitting,
        game=sitting.game,
        match_id=match_id,
        invitations=invitations(sitting, way),
        phones=[(one, guest_name(match_id, one), tag(match_id, one.phone)) for one in store().guests(match_id)],
    )


@pages.get("/m/<match_id>/match.json")
def export(match_id: str) -> Response:
    """The match file, for another machine or for keeping."""
    text = json.dumps(write_match(sit_down(match_id).match), ensure_ascii=False, indent=1)
    disposition = {"Content-Disposition": f'attachment; filename="{match_id}.json"'}
    return Response(text, mimetype="application/json", headers=disposition)


@pages.get("/import")
def import_form() -> str:
    return render_template("import.html", wrong=None)


@pages.post("/import")
def import_match() -> Answer | tuple[str, int]:
    """Take in a match file: all of it, or nothing and the reason."""
    file = request.files.get("file")
    match = _read(file.stream.read() if file else b"")
    wrong = (
        match if isinstance(match, Ruling) else too_long(match.record) or judge(match.game, match.record) or match.fault
    )
    if wrong or isinstance(match, Ruling):
        return render_template("import.html", wrong=wrong), 422
    make_room(phone())
    row = take_in(store(), match, owner=phone(), at=now())
    return redirect(url_for("match.page", match_id=row.id), 303)


def _read(content: bytes) -> Match | Ruling:
    try:
        return read_match(from_json(content))
    except ValueError:
        return impossible("file.json", say("This is no match file: it is not JSON."))
