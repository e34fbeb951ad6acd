"""Guard requests and answers: refuse what no page of ours has sent, set security headers, and trust one proxy.

A page of another site can make this browser write here, and can give this server a name of its own (DNS rebinding),
so that its requests come from the same origin. So requests are served only under names that are ours: IP addresses,
names of the local network, the name of this machine, and those that were configured.
"""

import re
import socket
from collections.abc import Iterable
from functools import cache
from ipaddress import ip_address
from typing import TYPE_CHECKING

from flask import Flask, Response, abort, current_app, g, request
from flask_babel import gettext as _
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.limits import FIELDS
from companion.network import Reach
from companion.web.http import assets
from companion.web.http.capabilities import capabilities
from companion.web.http.device import YEAR
from companion.web.http.locale import negotiated

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

URLENCODED = "application/x-www-form-urlencoded"
NUL = "\0"
LOCAL = (".local", ".localhost", ".lan", ".home.arpa", ".internal", ".fritz.box")  # names that no public site can have


def own_address(text: str, otherwise: str) -> str:
    """Return an address inside this site that a form sent, else `otherwise`.

    Browsers read `//`, a slash with a backslash and a slash with a tab as another site.
    """
    return text if text.isprintable() and re.match(r"/(?![/\\])", text) else otherwise


def refuse_other_sites() -> None:
    """Refuse writes (403) that a page of another site makes this browser send."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    if site in ("same-origin", "none") or (site is None and origin is None):
        return
    own = request.host_url.rstrip("/")
    if site is not None or origin != own:
        abort(
            403,
            description=_("This came from another website. Open %(address)s again and retry.", address=own),
        )


def refuse_odd_forms() -> None:
    """Refuse forms that no page of ours sends: too many fields (413), fields without a name, or NUL (400).

    PostgreSQL cannot store NUL. Fields are counted before parsing, which costs much more memory than their bytes.
    """
    if request.method != "POST":
        return
    if request.mimetype == URLENCODED and request.get_data(cache=True).count(b"&") >= FIELDS:
        abort(413)
    for name, text in request.form.items(multi=True):
        if name is None or NUL in name or NUL in text:
            abort(400)


def refuse_foreign_hosts() -> None:
    """Refuse requests (400) under a host name that is not ours; the app of one phone serves only itself."""
    if not capabilities().alone and not is_own_name(current_app, request.host):
        names = ", ".join(current_app.config["HOSTS"]) or _("its IP address, or companion.local")
        abort(400, description=_("Open this server as %(names)s.", names=names))


def is_own_name(app: Flask, host: str) -> bool:
    """Return True if a host names this server: a configured name, else any that no public site can have.

    An invalid name, such as one with an underscore, arrives here as an empty string.
    """
    name = plain_name(host)
    chosen = app.config["HOSTS"]
    if chosen or not name:
        return name in chosen
    reach: Reach | None = app.extensions.get("reach")
    return not is_public_name(host) or name in _machine() or (reach is not None and name == reach.public_name)


def is_public_name(host: str) -> bool:
    """Return True if a host is a public name, or invalid; IP addresses and local names are neither."""
    name = plain_name(host)
    try:
        ip_address(name)
    except ValueError:
        return not (name == "localhost" or (name.endswith(LOCAL) and _can_be_read(name)))
    return False


def _can_be_read(name: str) -> bool:
    """Return True if a name decodes as IDNA, without which no address can be built from it."""
    try:
        name.encode("ascii").decode("idna")
    except UnicodeError:
        return False
    return True


def plain_name(host: str) -> str:
    """Return a host without its port, and an IPv6 address without its brackets."""
    match = re.fullmatch(r"\[([^\]]*)\](?::\d*)?|([^:]*)(?::\d*)?", host)
    return (match[1] or match[2] or "").lower().rstrip(".") if match else ""


@cache
def _machine() -> frozenset[str]:
    """Return the host name of this machine, with and without its domain."""
    name = socket.gethostname().lower()
    return frozenset({name, name.partition(".")[0]})


BAD = 400  # the lowest status of an error
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
    """Return the HSTS header for public names over https, and for the public address of this server.

    Local names get none, so that they can go back to http. Under a path the host is shared, and other services on it
    may need http.
    """
    reach: Reach | None = app.extensions.get("reach")
    is_secure = scheme == "https" or (reach is not None and plain_name(host) == reach.encrypted_name)
    ours = is_secure and not mounted and is_public_name(host)
    return {"Strict-Transport-Security": f"max-age={YEAR}"} if ours else {}


def safe_headers(app: Flask, scheme: str, host: str, mounted: str = "") -> dict[str, str]:
    return _safe(app) | strict_transport(app, scheme, host, mounted)


def _safe(app: Flask) -> dict[str, str]:
    """Return the headers of every page; in the app of one phone, pages may be framed by our own."""
    return FRAMED if app.extensions["can"].alone else SAFE


def set_headers(response: Response) -> Response:
    """Add security headers to a response; assets need few, and are compressed here."""
    response.headers["X-Content-Type-Options"] = SAFE["X-Content-Type-Options"]
    response.headers.update(strict_transport(current_app, request.scheme, request.host, request.script_root))
    if assets.is_asset() and response.status_code < BAD:
        assets.pack(response)
        return response
    # scripts know by it that no captive portal or router has answered
    response.headers["Companion"] = str(g.get("version") or "-")
    said = set(response.headers.keys(lower=True))
    response.headers.extend((name, value) for name, value in _safe(current_app).items() if name.lower() not in said)
    response.headers["Content-Language"] = negotiated()
    return response


FORWARDED = tuple(f"HTTP_X_FORWARDED_{name}" for name in ("FOR", "PROTO", "HOST", "PREFIX"))
PROTO, PREFIX = FORWARDED[1], FORWARDED[3]
PATH = re.compile(r"(?:/[\w~-][\w.~-]*)+", re.ASCII)  # no `//`, which would be another host


class BehindProxy:
    """WSGI middleware: trust the X-Forwarded headers of one proxy, which may mount the app under a path.

    Args:
        proxy: The address of the proxy. Requests from elsewhere lose their X-Forwarded headers.
        path: The only accepted X-Forwarded-Prefix, empty for none; None accepts any. A proxy that sets no prefix passes
            on one that the client made up.
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
