"""Show errors as pages in the reader's language, and log refused requests.

A log line has the status and the route, never the requested address, a join code or a cookie.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from flask import Flask, Response, current_app, g, render_template, request
from flask import session as cookie
from flask_babel import gettext as _
from markupsafe import Markup, escape
from werkzeug.exceptions import HTTPException, ServiceUnavailable

from companion.audit_log import noted
from companion.limits import LOGGED, LOGGED_HERE
from companion.parsing.form_encoder import field_name
from companion.rules.rulings import Ruling
from companion.store import DamagedMatch, Unavailable
from companion.store.shared import MemoryCounter
from companion.web.http.capabilities import capabilities
from companion.web.http.device import NoCookie, cookie_name, ensure_phone
from companion.web.http.rate_limit import client_address

AGAIN = 5  # seconds, for Retry-After
FULL = 507
BUSY = 503
STATUSES = (400, 403, 404, 405, 413, 429)


def register(app: Flask) -> None:
    app.extensions["refusals"] = (MemoryCounter(LOGGED_HERE), MemoryCounter(LOGGED))
    app.before_request(_log_forged_cookies)
    app.register_error_handler(HTTPException, _page)
    app.register_error_handler(Unavailable, _unavailable)
    app.register_error_handler(DamagedMatch, _damaged)
    app.register_error_handler(MemoryError, _short_of_memory)


def _page(error: HTTPException) -> Response:
    code = error.code or 500
    sentences = {
        400: _("The request could not be read. Go back and try again."),
        403: _("This phone can only watch. To enter scores, ask somebody who enters scores for the scoring code."),
        404: _("This phone has not joined this match. Ask for the match code, or scan its QR code."),
        405: _("This page cannot be used that way. Go back and try again."),
        409: _("This match was saved with house rules that this version does not know."),
        413: _("That is too large. A match file has at most 500 kB."),
        429: _("Too many tries. Wait a minute, then try again."),
        503: _("The server is busy. Wait a moment, then try again."),
    }
    if "opened" in g or request.url_rule is None:
        sentences[404] = _("This page does not exist.")
    sentence = sentences.get(code, _("Something went wrong on our side. Nothing that was saved is lost. Try again."))
    if code != 500 and error.description and error.description != type(error).description:
        sentence = error.description  # set by our own code, already translated
    _log_refusal(code)
    again: list[tuple[str, str]] = []
    if isinstance(error, NoCookie):
        ensure_phone()  # sets the cookie that the next attempt needs
        again = _sent_fields()
    answer = _answer(code, sentence, again)
    if code in (429, BUSY):
        answer.headers["Retry-After"] = str(AGAIN)
    return answer


def _unavailable(fault: Unavailable) -> Response:
    """Explain why the server cannot write now, and that what was typed is safe."""
    kept = _("What you typed stays on this phone.")
    sentences = {
        "busy": _("The server is busy with the matches. Try again in a moment."),
        "full": _("The storage of this phone is full. Delete something else on it, then save again.")
        if capabilities().alone
        else _("The disk of the server is full."),
        "read_only": _("The server cannot save to its disk."),
        "damaged": _("The matches on the server cannot be read. The person who runs it can restore a backup."),
        "later": _(
            "The matches on the server were saved by a later version. The person who runs it must "
            "install that version again."
        ),
        "gone": _("The file with the matches was removed from the server. The person who runs it must restart it."),
        "away": _("The database is not responding. Try again in a moment."),
    }
    current_app.logger.error("The record is not available: %s", fault.reason)
    answer = _answer(FULL if fault.reason == "full" else BUSY, f"{sentences[fault.reason]} {kept}", _sent_fields())
    answer.headers["Retry-After"] = str(AGAIN)
    return answer


def _damaged(damage: DamagedMatch) -> Response:
    """Explain that this match cannot be read; what was typed for it stays on the phone."""
    current_app.logger.error("Match %s is damaged from entry %s on: restore a backup", damage.match_id, damage.number)
    sentence = (
        _("This match is damaged on the disk of the server: entry %(n)s cannot be read.", n=damage.number)
        if damage.number
        else _("This match is damaged on the disk of the server: its head cannot be read.")
    )
    told = (
        sentence,
        _("The other matches go on. The person who runs the server can restore a backup of all of them."),
        _("What you typed stays on this phone."),
    )
    return _answer(BUSY, " ".join(told), _sent_fields())


def _short_of_memory(fault: MemoryError) -> Response:
    current_app.logger.error("Memory is short: %s", fault)
    return _page(ServiceUnavailable(_("The server is short of memory. Wait a moment, then try again.")))


def _sent_fields() -> list[tuple[str, str]]:
    """Return the fields of the form that was sent, if it can be read."""
    with suppress(HTTPException):
        return list(request.form.items(multi=True)) if request.method == "POST" else []
    return []


def _answer(code: int, sentence: str, again: Sequence[tuple[str, str]] = ()) -> Response:
    """Render an error page, or a plain one if rendering fails.

    Args:
        code: The status.
        sentence: What is wrong and what to do.
        again: Fields to send again: without scripts, going back shows an empty form.
    """
    try:
        opened = g.get("opened", "")  # the match on the page, whose form shows what was typed
        page = render_template("error.html", code=code, sentence=sentence, again=again, match_id=opened)
    except Exception:
        current_app.logger.error("The page of an error could not be made: %s", code)
        start = escape(f"{request.script_root}/")
        head = "<!doctype html><title>companion</title><h1>companion</h1>"
        page = f"{head}<p>{escape(sentence)}</p><p><a href='{start}'>companion</a></p>"
    return Response(page, code, mimetype="text/html")


def _log_refusal(status: int) -> None:
    """Log this request as refused, unless it was logged already."""
    if status in STATUSES and not g.get("told"):
        _log("refused", status=status, method=request.method, route=str(request.url_rule or ""))


def _log_forged_cookies() -> None:
    if cookie_name(request) in request.cookies and not cookie:
        _log("forged cookie", route=str(request.url_rule or ""))


def _log(what: str, **more: str | int) -> None:
    own, all_told = current_app.extensions["refusals"]
    if own.is_full(client_address()) or all_told.is_full(""):
        return
    own.count(client_address())
    all_told.count("")
    noted(what, "", **more, address=client_address())


WHOSE = ("", "[@]", "[]")  # suffixes of a player's field: none, by seat, or one of a list
INVALID = Markup('aria-invalid="true" ')
DESCRIBED = Markup('aria-describedby="wrong" ')
FOCUSED = Markup("autofocus ")  # without scripts too


@dataclass(frozen=True)
class Fault:
    """The refused field, or the player whose value is refused, in the form of that kind or of a deal.

    Attributes:
        others: Other refused fields.
    """

    field: str
    player: str | None
    form: str
    others: frozenset[str] = frozenset()


def point_at(wrong: Ruling, players: Sequence[str] = (), form: str = "", others: Iterable[Ruling] = ()) -> None:
    """Mark a field of this response as refused."""
    beside = frozenset(field_name(one.path, players) for one in others)
    g.fault = Fault(field_name(wrong.path, players), wrong.player, form, beside)


def at_fault(name: str, form: str = "", *, only_of: str = "", chosen_of: str | None = None) -> Markup:
    """Return the HTML attributes of a field that was refused; empty for other fields.

    Args:
        name: The name of the field.
        form: The kind of the form; empty for that of a deal.
        only_of: The player, if this is the player's only field: it is marked if the refusal names no field.
        chosen_of: The player of a group of choices, of which no single one is wrong.
    """
    fault: Fault | None = g.get("fault")
    if fault is None or fault.form != form:
        return Markup()
    if not fault.field:
        return INVALID + DESCRIBED if only_of and fault.player == only_of else Markup()
    if name not in {field + whose for field in (fault.field, *fault.others) for whose in WHOSE}:
        return Markup()
    if chosen_of is None:
        return INVALID + DESCRIBED + _focus()
    return DESCRIBED if not chosen_of or fault.player in (None, chosen_of) else Markup()


def _focus() -> Markup:
    """Give the focus to the first refused field, so that it scrolls into view."""
    is_first = not g.get("focused")
    g.focused = True
    return FOCUSED if is_first else Markup()
