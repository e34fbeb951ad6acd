"""Define what the app can do in its environment: everything on a server, less inside the browser of one phone."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Flask, abort, current_app, request
from flask_babel import gettext as _


@dataclass(frozen=True)
class Capabilities:
    """The features that the environment allows.

    Attributes:
        invite: other phones can be invited; without it, everything about several phones is hidden.
        pdf: papers are made and compared as PDF; without it, the browser prints pages itself.
        tv: the scoreboard can be shown on a television.
        host: there is a page for the person who runs the server.
        alone: the app runs inside one phone: its pages are in a frame, and its matches are stored only there.
    """

    invite: bool = True
    pdf: bool = True
    tv: bool = True
    host: bool = True
    alone: bool = False


ON_A_SERVER = Capabilities()
ON_A_PHONE = Capabilities(invite=False, pdf=False, tv=False, host=False, alone=True)
# The feature that each blueprint needs, or a single page of another blueprint.
NEEDS: Mapping[str, frozenset[str]] = {
    "invite": frozenset(
        {
            "join",
            "settings.page",
            "settings.change",
            "match.own_page",
            "match.write_own",
            "start.connection",
            "director.hide",
            "director.name_director",
            "director.call_director",
        }
    ),
    "pdf": frozenset({"printing.check"}),
    "tv": frozenset({"board.tv", "board.tv_live", "board.tv_by_code", "board.send_to_tv", "director.send_to_tv"}),
    "host": frozenset({"admin", "start.show_code"}),
}


def register(app: Flask, can: Capabilities) -> None:
    app.extensions["can"] = can
    app.add_template_global(capabilities, "can")
    if can != ON_A_SERVER:
        app.before_request(refuse_what_is_missing)


def capabilities() -> Capabilities:
    """Return the features of the app in this environment."""
    can: Capabilities = current_app.extensions["can"]
    return can


def is_missing(endpoint: str) -> bool:
    """Return True if a page needs what this place cannot do."""
    named = {endpoint, endpoint.partition(".")[0]}
    return any(named & pages and not getattr(capabilities(), need) for need, pages in NEEDS.items())


def refuse_what_is_missing() -> None:
    """Answer 404 to pages that need a missing feature."""
    if is_missing(request.endpoint or ""):
        abort(404, description=_("This phone runs the app by itself. That page needs a server."))
