"""WSGI middleware: believe the X-Forwarded headers of one reverse proxy, and of nobody else."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from werkzeug.middleware.proxy_fix import ProxyFix

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
