"""Set the security headers of every answer."""

from flask import Flask, Response, current_app, g, request

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
    return SAFE | strict_transport(app, scheme, host, mounted)


def set_headers(response: Response) -> Response:
    """Add to an answer its security headers; files have few, and are compressed."""
    response.headers["X-Content-Type-Options"] = SAFE["X-Content-Type-Options"]
    response.headers.update(strict_transport(current_app, request.scheme, request.host, request.script_root))
    if assets.is_asset() and response.status_code < BAD:
        assets.pack(response)
        return response
    response.headers["Companion"] = str(g.get("version") or "-")  # an answer without it is not ours: a portal, a router
    said = set(response.headers.keys(lower=True))
    response.headers.extend((name, value) for name, value in SAFE.items() if name.lower() not in said)
    response.headers["Content-Language"] = negotiated()
    return response
