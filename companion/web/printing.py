"""Paper: the protocol of a match, blank sheets for writing by hand, and pocket rule cards."""

from flask import Blueprint, Response, abort, make_response, render_template, request

from companion import sheets
from companion.rules.rulings import Ruling
from companion.sheets.measure import PAPERS
from companion.web.door import door
from companion.web.filters import lang
from companion.web.lane import heavy
from companion.web.sitting import known_game, sit_down

pages = Blueprint("printing", __name__)


@pages.get("/m/<match_id>/protocol.pdf")
@heavy
def protocol(match_id: str) -> Response:
    sitting = sit_down(match_id)
    address = door().link(sitting.row.read_code)
    with_terms = request.args.get("part") == "explained"
    printed = sheets.protocol_pdf(sitting.match, lang(), url=address, size=_size(), with_terms=with_terms)
    return _pdf(printed, f"{sitting.game.key}-{match_id}")


@pages.get("/print/<key>/blank.pdf")
@heavy
def blank(key: str) -> Response:
    game = known_game(key)
    players = request.args.get("players", game.seats[0], type=int)
    if players not in game.seats:
        abort(404)
    return _pdf(sheets.blank_pdf(game, players, lang()), f"{key}-{players}")


@pages.get("/print/<key>/card.pdf")
@heavy
def card(key: str) -> Response:
    return _pdf(sheets.card_pdf(known_game(key), lang()), f"{key}-card")


def _size() -> str:
    """The paper that is asked for; 404 for one that nobody makes."""
    size = request.args.get("size", "a4")
    if size not in PAPERS:
        abort(404)
    return size


def _pdf(printed: bytes | Ruling, name: str) -> Response:
    """The pages, or the page that says what is missing for printing."""
    if isinstance(printed, Ruling):
        return make_response(render_template("cannot_print.html", wrong=printed), 503)
    disposition = {"Content-Disposition": f'inline; filename="{name}.pdf"'}
    return Response(printed, mimetype="application/pdf", headers=disposition)
