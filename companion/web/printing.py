"""Paper: the protocol of a match, blank sheets for writing by hand, and pocket rule cards."""

from flask import Blueprint, Response, abort, make_response, render_template, request

from companion import sheets
from companion.memory import Remembered
from companion.reading import Match, read_options
from companion.rules.rulings import Ruling
from companion.sheets.carried import match_file
from companion.sheets.measure import PAPERS
from companion.web.door import door
from companion.web.filters import lang
from companion.web.lane import heavy
from companion.web.sitting import known_game, sit_down

pages = Blueprint("printing", __name__)
Asked = tuple[bytes, str, str, str, bool]  # the match file, the language, the address, the paper, with every sum
_printed: Remembered[Asked, bytes | Ruling] = Remembered(16)  # protocols: the same match is the same bytes


@pages.get("/m/<match_id>/protocol.pdf")
@heavy
def protocol(match_id: str) -> Response:
    sitting = sit_down(match_id)
    address = door().link(sitting.row.read_code)
    asked = (lang(), address, _size(), request.args.get("part") == "explained")
    printed = _printed.get((match_file(sitting.match), *asked), lambda: _protocol(sitting.match, *asked))
    return _pdf(printed, f"{sitting.game.key}-{match_id}")


def _protocol(match: Match, language: str, url: str, size: str, with_terms: bool) -> bytes | Ruling:
    return sheets.protocol_pdf(match, language, url=url, size=size, with_terms=with_terms)


@pages.get("/m/<match_id>/blank.pdf")
@heavy
def blank_for(match_id: str) -> Response:
    """An empty sheet for this table: its players and the house rules now in force."""
    sitting = sit_down(match_id)
    printed = sheets.blank_pdf(sitting.game, sitting.players, lang(), options=sitting.tally.options, size=_size())
    return _pdf(printed, f"{sitting.game.key}-{match_id}-blank")


@pages.get("/print/<key>/blank.pdf")
@heavy
def blank(key: str) -> Response:
    """An empty sheet for any table: how many play, and by which of the known house rules."""
    game = known_game(key)
    players = request.args.get("players", game.seats[0], type=int)
    preset = request.args.get("preset", 0, type=int)
    if players not in game.seats or not 0 <= preset <= len(game.presets):
        abort(404)
    rules = read_options(game, dict(game.presets[preset - 1].rules) if preset else {})
    printed = (
        rules if isinstance(rules, Ruling) else sheets.blank_pdf(game, players, lang(), options=rules, size=_size())
    )
    return _pdf(printed, f"{key}-{players}")


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
    """The pages, or the page that says what is missing for printing, or why such a sheet cannot be."""
    if isinstance(printed, Ruling):
        lacking = printed.code == "sheets.pango"
        return make_response(render_template("cannot_print.html", wrong=printed), 503 if lacking else 422)
    disposition = {"Content-Disposition": f'inline; filename="{name}.pdf"'}
    return Response(printed, mimetype="application/pdf", headers=disposition)
