"""Say what the app can do where it runs: everything on a server, less inside the browser of one phone."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Flask, abort, current_app, request
from flask_babel import gettext as _


@dataclass(frozen=True)
class Capabilities:
    """The abilities of the place where the app runs.

    Attributes:
        invite: Let other phones in; without it there is one phone, and what concerns several is not shown.
        pdf: Set papers as PDF, and compare them; without it the browser prints pages itself.
        tv: Show the scoreboard on a television.
        host: Show the page of whoever runs the server.
        alone: It is the app of one phone: its pages lie in a frame of ours, and its matches nowhere else.
    """

    invite: bool = True
    pdf: bool = True
    tv: bool = True
    host: bool = True
    alone: bool = False


ON_A_SERVER = Capabilities()
ON_A_PHONE = Capabilities(invite=False, pdf=False, tv=False, host=False, alone=True)
# By what they need: blueprints, and single pages of others.
NEEDS: Mapping[str, frozenset[str]] = {
    "invite": frozenset(
        {
            "join",
            "settings.page",
            "settings.change",
            "settings.own_page",
            "settings.write_own",
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
    """Return what the app can do here."""
    can: Capabilities = current_app.extensions["can"]
    return can


def is_missing(endpoint: str) -> bool:
    """Return whether a page needs what this place cannot do."""
    named = {endpoint, endpoint.partition(".")[0]}
    return any(named & pages and not getattr(capabilities(), need) for need, pages in NEEDS.items())


def refuse_what_is_missing() -> None:
    """Answer 404 to pages that this place cannot have."""
    if is_missing(request.endpoint or ""):
        abort(404, description=_("This phone runs the app by itself. That page needs a server."))
