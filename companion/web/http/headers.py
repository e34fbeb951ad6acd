"""Set the security headers of every answer."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask, Response, current_app, g, request
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.network.reach import Reach
from companion.web.http import assets
from companion.web.http.device import YEAR
from companion.web.http.locale import negotiated
from companion.web.http.origin_check import is_public_name, plain_name

BAD = 400  # from this status on an answer is an error
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SAFE = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": CSP,
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Vary": "HX-Request, Accept-Language, Cookie",
}
FRAMED = SAFE | {"Content-Security-Policy": CSP.replace("frame-ancestors 'none'", "frame-ancestors 'self'")}


def strict_transport(app: Flask, scheme: str, host: str, mounted: str = "") -> dict[str, str]:
    """Return the HSTS header for public names reached over https, and for the name that phones are told.

    A table at home may go back to http. Mounted under a path the name is somebody else's, who may have neighbours on
    other ports that speak http alone.
    """
    reach: Reach | None = app.extensions.get("reach")
    is_secure = scheme == "https" or (reach is not None and plain_name(host) == reach.encrypted_name)
    ours = is_secure and not mounted and is_public_name(host)
    return {"Strict-Transport-Security": f"max-age={YEAR}"} if ours else {}


def safe_headers(app: Flask, scheme: str, host: str, mounted: str = "") -> dict[str, str]:
    return _safe(app) | strict_transport(app, scheme, host, mounted)


def _safe(app: Flask) -> dict[str, str]:
    """Return the headers of every page; on a phone of its own its pages lie in a frame of ours."""
    return FRAMED if app.extensions["can"].alone else SAFE


def set_headers(response: Response) -> Response:
    """Add to an answer its security headers; files have few, and are compressed."""
    response.headers["X-Content-Type-Options"] = SAFE["X-Content-Type-Options"]
    response.headers.update(strict_transport(current_app, request.scheme, request.host, request.script_root))
    if assets.is_asset() and response.status_code < BAD:
        assets.pack(response)
        return response
    response.headers["Companion"] = str(g.get("version") or "-")  # an answer without it is not ours: a portal, a router
    said = set(response.headers.keys(lower=True))
    response.headers.extend((name, value) for name, value in _safe(current_app).items() if name.lower() not in said)
    response.headers["Content-Language"] = negotiated()
    return response


if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

FORWARDED = tuple(f"HTTP_X_FORWARDED_{name}" for name in ("FOR", "PROTO", "HOST", "PREFIX"))
PROTO, PREFIX = FORWARDED[1], FORWARDED[3]
PATH = re.compile(r"(?:/[\w~-][\w.~-]*)+", re.ASCII)  # `//host` would lead away from here


class BehindProxy:
    """The app behind the proxy at an address, which may mount it under a path by X-Forwarded-Prefix.

    Args:
        app: The app.
        proxy: The address of the proxy. Requests from elsewhere lose their X-Forwarded headers.
        path: The only path that counts, empty for none; None for any. A proxy that sets no prefix passes on one that
            the client made up.
    """

    def __init__(self, app: "WSGIApplication", proxy: str, path: str | None = None):
        self._app, self._proxy, self._path = app, proxy, path
        self._forwarded = ProxyFix(app, x_host=1, x_prefix=1)

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        if environ.get("REMOTE_ADDR") != self._proxy:
            for name in FORWARDED:
                environ.pop(name, None)
            return self._app(environ, start_response)
        prefix = str(environ.pop(PREFIX, "")).rpartition(",")[2].strip().rstrip("/")
        if PATH.fullmatch(prefix) and self._path in (None, prefix):
            environ[PREFIX] = prefix
        if environ.get(PROTO) not in (None, "http", "https"):
            del environ[PROTO]
        return self._forwarded(environ, start_response)
