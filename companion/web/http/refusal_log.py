"""What was refused, in the log: by its status and route, without the address that was asked for, a code or a cookie."""

from flask import Flask, current_app, g, request
from flask import session as cookie

from companion.audit_log import noted
from companion.limits import LOGGED, LOGGED_HERE
from companion.web.http.counters import OwnCounter
from companion.web.http.device import cookie_name
from companion.web.http.rates import here

STATUSES = (400, 403, 404, 405, 413, 429)


def register(app: Flask) -> None:
    app.extensions["refusals"] = (OwnCounter(LOGGED_HERE), OwnCounter(LOGGED))
    app.before_request(_tell_of_forged_cookies)


def tell_of_refusal(status: int) -> None:
    """A line about this request, unless there is one of its own already."""
    if status in STATUSES and not g.get("told"):
        _tell("refused", status=status, method=request.method, route=str(request.url_rule or ""))


def _tell_of_forged_cookies() -> None:
    if cookie_name(request) in request.cookies and not cookie:
        _tell("forged cookie", route=str(request.url_rule or ""))


def _tell(what: str, **more: str | int) -> None:
    own, all_told = current_app.extensions["refusals"]
    if own.is_full(here()) or all_told.is_full(""):
        return
    own.count(here())
    all_told.count("")
    noted(what, "", **more, address=here())
