"""Print the protocol of a match, blank sheets, pocket rule cards and rule books; verify a printed PDF."""

from collections.abc import Callable, Mapping, Sequence

from cachetools import cached
from flask import Blueprint, Response, abort, make_response, render_template, request
from flask_babel import gettext

from companion import pdf, resources
from companion.match_cache import SharedCache
from companion.parsing import checksums, read_options
from companion.pdf.attachment import match_file, read_paper
from companion.pdf.metrics import BOUND, FOLDED, PAPERS
from companion.pdf.verify import Comparison, by_file, by_signs, ends
from companion.presentation.entry_formatter import Clock
from companion.repository import MatchSession
from companion.rules.entries import Player
from companion.rules.field_metadata import Dataclass
from companion.rules.game import Game
from companion.rules.rulings import Ruling
from companion.web.http.access import game_or_session, known_game, open_match_session, shown
from companion.web.http.capabilities import capabilities
from companion.web.http.locale import lang
from companion.web.http.rate_limit import heavy, lane
from companion.web.http.server_address import server_address

pages = Blueprint("printing", __name__)
PAPER_CSP = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"
BOOKLETS = ("a5", "a4", "letter", *BOUND)
# printed PDFs: the same match prints the same bytes
_printed: SharedCache[tuple[object, ...], bytes | Ruling] = SharedCache(24)


def _set(key: tuple[object, ...], work: Callable[[], bytes | Ruling]) -> bytes | Ruling:
    """Return the PDF from the cache, or make it in the lane for heavy work."""
    known: bytes | Ruling | None = _printed.get(key)
    return known if known is not None else heavy(_set_anew)(key, work)


@cached(_printed, key=lambda key, work: key)
def _set_anew(key: tuple[object, ...], work: Callable[[], bytes | Ruling]) -> bytes | Ruling:
    """Return the PDF, which another request may have made while this one waited for the lane."""
    return work()


@pages.get("/m/<match_id>/protocol.pdf")
def protocol(match_id: str) -> Response:
    session = open_match_session(match_id)
    match, language, size = session.match, lang(), _size()
    url = server_address().link(session.row.read_code) if capabilities().invite else ""
    with_terms = request.args.get("part") == "explained"
    key = (match_file(match), language, url, size, with_terms)
    printed = _set(key, lambda: pdf.protocol_pdf(match, language, url=url, size=size, with_terms=with_terms))
    return sheets(printed, _called(session))


def _called(session: MatchSession) -> str:
    """Return the file name of a protocol: the game, the first day, and the title."""
    began = next((entry.at for entry in session.match.record.entries if entry.at), session.row.created_at)
    day = Clock(lang()).local(began)
    name = "" if session.game.is_titled and session.row.title else gettext(session.game.name)
    parts = (name, f"{day:%Y-%m-%d}" if day else "", session.row.title)
    return " ".join("".join(sign if sign.isalnum() or sign in "-_" else " " for sign in " ".join(parts)).split())


@pages.get("/m/<match_id>/blank.pdf")
def blank_for(match_id: str) -> Response:
    """Print an empty sheet for this table, with its players and current house rules."""
    session = open_match_session(match_id)
    name = f"{session.game.key}-{match_id}-blank"
    return _blank(session.game, session.players, session.tally.options, name, session.row.title)


@pages.get("/print/<key>/blank.pdf")
def blank(key: str) -> Response:
    """Print an empty sheet for any table, for a number of players and a preset of house rules."""
    game = known_game(key)
    players = request.args.get("players", game.seats[0], type=int)
    preset = request.args.get("preset", 0, type=int)
    if players not in game.seats or not 0 <= preset <= len(game.by_name):
        abort(404)
    rules = read_options(game, dict(game.by_name[preset - 1].rules) if preset else {})
    name = f"{key}-{players}"
    return sheets(rules, name) if isinstance(rules, Ruling) else _blank(game, players, rules, name)


def _blank(
    game: Game, players: int | tuple[Player, ...], options: Dataclass | None, name: str, title: str = ""
) -> Response:
    language, size = lang(), _size()
    key = ("blank", game.key, players, options, language, size, title)
    printed = _set(key, lambda: pdf.blank_pdf(game, players, language, options=options, size=size, title=title))
    return sheets(printed, name)


@pages.get("/print/<key>/card.pdf")
@pages.get("/m/<match_id>/card.pdf", endpoint="card_for")
def card(**place: str) -> Response:
    """Print the rule card, for a table with its current house rules."""
    return _of_the_book(pdf.card_pdf, place, "card", ("", *FOLDED))


@pages.get("/print/<key>/book.pdf")
@pages.get("/m/<match_id>/book.pdf", endpoint="booklet_for")
def booklet(**place: str) -> Response:
    """Print the rule book, for a table with its current house rules."""
    return _of_the_book(pdf.booklet_pdf, place, "book", BOOKLETS)


def _of_the_book(
    make: Callable[..., bytes | Ruling], place: Mapping[str, str], kind: str, sizes: Sequence[str]
) -> Response:
    """Print a card or a book, cached by game, house rules, language and paper size."""
    game, session = game_or_session(place.get("key", ""), place.get("match_id", ""))
    language, size = lang(), _size(sizes)
    title = session.row.title if session else ""
    options = session.tally.options if session else None
    key = (make.__name__, game.key, title, options, language, size)
    name = f"{game.key}-{session.row.id}-{kind}" if session else f"{game.key}-{kind}"
    return sheets(_set(key, lambda: make(game, language, size=size, title=title, options=options)), name)


def _size(sizes: Sequence[str] = tuple(PAPERS)) -> str:
    """Return the requested paper size, the first one by default; 404 for an unknown one."""
    size = request.args.get("size", sizes[0])
    if size not in sizes:
        abort(404)
    return size


def sheets(printed: bytes | Ruling, name: str) -> Response:
    """Return the PDF, or the page that the browser prints, or one that says why it cannot be printed."""
    if isinstance(printed, Ruling):
        lacking = printed.code == "sheets.pango"
        return make_response(render_template("cannot_print.html", wrong=printed), 503 if lacking else 422)
    if not capabilities().pdf:
        return _paper(printed.decode())
    answer = Response(printed, mimetype="application/pdf")
    answer.headers.set("Content-Disposition", "inline", filename=f"{name}.pdf")
    return answer


def _paper(page: str) -> Response:
    """Return a page that the browser prints, without scripts; only such a page may have inline styles."""
    look = (resources.folder("static") / "print.css").read_text(encoding="utf-8")
    answer = Response(page.replace("<style>", f"<style>{look}</style><style>", 1), mimetype="text/html")
    answer.headers["Content-Security-Policy"] = PAPER_CSP
    return answer


@pages.route("/m/<match_id>/check", methods=["GET", "POST"])
def check(match_id: str) -> tuple[str, int]:
    """Compare a printed protocol with the record, by its checksums or by its PDF; nothing is written."""
    session = open_match_session(match_id)
    file = request.files.get("file")
    content = file.stream.read() if file else b""
    wrong: Ruling | None = None
    compared = Comparison([])
    if content:
        with lane():
            paper = read_paper(content)
            wrong = paper if isinstance(paper, Ruling) else paper.fault
            if not isinstance(paper, Ruling) and not wrong:
                compared = by_file(session.match, paper, content)
    elif request.method == "POST":
        compared = by_signs(session.match, request.form.get("signs", ""))
    page = shown(
        "verify_pdf.html",
        session,
        signs=checksums(session.match),
        typed=request.form.get("signs", ""),
        found=compared.sentences,
        ends=ends(compared.shows) if compared.shows else [],
        by_file=bool(content),
        wrong=wrong.of_file if wrong else None,
    )
    return page, 422 if wrong else 200
