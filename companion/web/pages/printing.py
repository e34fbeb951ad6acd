"""Paper: the protocol of a match, blank sheets for writing by hand, pocket rule cards and rule books."""

from collections.abc import Callable, Sequence

from flask import Blueprint, Response, abort, make_response, render_template, request

from companion import pdf
from companion.cache import Remembered
from companion.parsing import read_options
from companion.pdf.attachment import match_file
from companion.pdf.metrics import BOUND, FOLDED, PAPERS
from companion.presentation.entry_formatter import Clock
from companion.repository import MatchSession
from companion.rules.entries import Player
from companion.rules.field_metadata import Dataclass
from companion.rules.game import Game
from companion.rules.rulings import Ruling
from companion.web.http.access import known_game, sit_down
from companion.web.http.heavy_jobs import heavy
from companion.web.http.locale import gettext, lang
from companion.web.http.server_address import door

pages = Blueprint("printing", __name__)
BOOKLETS = ("a5", "a4", "letter", *BOUND)
_printed: Remembered[tuple[object, ...], bytes | Ruling] = Remembered(24)  # the same match, or book, is the same bytes


def _set(key: tuple[object, ...], work: Callable[[], bytes | Ruling]) -> bytes | Ruling:
    """The pages: at once where they are known, else in the lane for heavy work."""
    found = _printed.known(key)
    return found if found is not None else heavy(_printed.get)(key, work)


@pages.get("/m/<match_id>/protocol.pdf")
def protocol(match_id: str) -> Response:
    session = sit_down(match_id)
    match, language, size = session.match, lang(), _size()
    url, with_terms = door().link(session.row.read_code), request.args.get("part") == "explained"
    key = (match_file(match), language, url, size, with_terms)
    printed = _set(key, lambda: pdf.protocol_pdf(match, language, url=url, size=size, with_terms=with_terms))
    return _pdf(printed, _called(session))


def _called(session: MatchSession) -> str:
    """Return what a protocol is saved as: the game, the day on which it began, and the title of the match."""
    began = next((entry.at for entry in session.match.record.entries if entry.at), session.row.created_at)
    day = Clock(lang()).local(began)
    parts = (gettext(session.game.name), f"{day:%Y-%m-%d}" if day else "", session.row.title)
    return " ".join("".join(sign if sign.isalnum() or sign in "-_" else " " for sign in " ".join(parts)).split())


@pages.get("/m/<match_id>/blank.pdf")
def blank_for(match_id: str) -> Response:
    """An empty sheet for this table: its players and the house rules now in force."""
    session = sit_down(match_id)
    return _blank(session.game, session.players, session.tally.options, f"{session.game.key}-{match_id}-blank")


@pages.get("/print/<key>/blank.pdf")
def blank(key: str) -> Response:
    """An empty sheet for any table: how many play, and by which of the known house rules."""
    game = known_game(key)
    players = request.args.get("players", game.seats[0], type=int)
    preset = request.args.get("preset", 0, type=int)
    if players not in game.seats or not 0 <= preset <= len(game.presets):
        abort(404)
    rules = read_options(game, dict(game.presets[preset - 1].rules) if preset else {})
    name = f"{key}-{players}"
    return _pdf(rules, name) if isinstance(rules, Ruling) else _blank(game, players, rules, name)


def _blank(game: Game, players: int | tuple[Player, ...], options: Dataclass | None, name: str) -> Response:
    language, size = lang(), _size()
    key = ("blank", game.key, players, options, language, size)
    return _pdf(_set(key, lambda: pdf.blank_pdf(game, players, language, options=options, size=size)), name)


@pages.get("/print/<key>/card.pdf")
def card(key: str) -> Response:
    return _of_the_book(pdf.card_pdf, known_game(key), None, f"{key}-card", ("", *FOLDED))


@pages.get("/m/<match_id>/card.pdf")
def card_for(match_id: str) -> Response:
    """The rule card of this table, with the house rules now in force."""
    session = sit_down(match_id)
    return _of_the_book(pdf.card_pdf, session.game, session, f"{session.game.key}-{match_id}-card", ("", *FOLDED))


@pages.get("/print/<key>/book.pdf")
def booklet(key: str) -> Response:
    return _of_the_book(pdf.booklet_pdf, known_game(key), None, f"{key}-book", BOOKLETS)


@pages.get("/m/<match_id>/book.pdf")
def booklet_for(match_id: str) -> Response:
    """The rule book with what this table plays wherever the choice is left to it."""
    session = sit_down(match_id)
    return _of_the_book(pdf.booklet_pdf, session.game, session, f"{session.game.key}-{match_id}-book", BOOKLETS)


def _of_the_book(
    make: Callable[..., bytes | Ruling], game: Game, session: MatchSession | None, name: str, sizes: Sequence[str]
) -> Response:
    """A card or a book, set once for its game, house rules, language and paper."""
    language, size = lang(), _size(sizes)
    title = session.row.title if session else ""
    options = session.tally.options if session else None
    key = (make.__name__, game.key, title, options, language, size)
    return _pdf(_set(key, lambda: make(game, language, size=size, title=title, options=options)), name)


def _size(sizes: Sequence[str] = tuple(PAPERS)) -> str:
    """The paper that is asked for, the first of those there are where nothing is said; 404 for one nobody makes."""
    size = request.args.get("size", sizes[0])
    if size not in sizes:
        abort(404)
    return size


def _pdf(printed: bytes | Ruling, name: str) -> Response:
    """The pages, or the page that says what is missing for printing, or why such a sheet cannot be."""
    if isinstance(printed, Ruling):
        lacking = printed.code == "sheets.pango"
        return make_response(render_template("cannot_print.html", wrong=printed), 503 if lacking else 422)
    answer = Response(printed, mimetype="application/pdf")
    answer.headers.set("Content-Disposition", "inline", filename=f"{name}.pdf")
    return answer
