"""Serve the app for phones without a server, where its folder was built, to browsers that may run it.

`make phone` builds the folder. Browsers run it over https, and on this computer itself.
"""

import mimetypes
from pathlib import Path

from flask import Blueprint, Response, abort, request, send_from_directory
from flask_babel import gettext as _

from companion import resources
from companion.network import is_local
from companion.web.http.device import YEAR
from companion.web.http.security import CSP

mimetypes.add_type("text/javascript", ".mjs")
mimetypes.add_type("application/wasm", ".wasm")
pages = Blueprint("phone_folder", __name__, url_prefix="/phone")
VERSIONED = "_/"  # begins the names of files that are of one version for good
# Python for browsers is WebAssembly; its pages lie in a frame, and the page around them may be shown at any address.
ITS_CSP = (
    CSP.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
    .replace("frame-ancestors 'none'", "frame-ancestors 'self'")
    .replace("base-uri 'none'", "base-uri 'self'")
) + "; frame-src 'self'; worker-src 'self'"


def built() -> Path:
    """Return the place of the folder; nothing lies there where it was not built."""
    return resources.folder("dist") / "phone"


@pages.get("/", defaults={"name": "index.html"})
@pages.get("/<path:name>")
def file(name: str) -> Response:
    """Serve a file of the folder; for any other address the page that finds its way from there."""
    if not (built() / "index.html").is_file():
        abort(404)
    if not (request.is_secure or is_local(request.host_url)):
        abort(404, description=_("The app without a server runs over https only. This address is plain http."))
    is_there = (built() / name).is_file()
    response = send_from_directory(built(), name if is_there else "404.html", max_age=0)
    response.status_code = response.status_code if is_there else 404
    response.headers["Content-Security-Policy"] = ITS_CSP
    if is_there and name.startswith(VERSIONED):
        response.cache_control.max_age = YEAR
        response.cache_control.immutable = True
    return response
