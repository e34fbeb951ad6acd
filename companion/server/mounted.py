"""The app under a path of somebody else's server, which its proxy tells with each request."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

PREFIX = "HTTP_X_FORWARDED_PREFIX"
PATH = re.compile(r"(?:/[\w~-][\w.~-]*)+", re.ASCII)  # `//host` would lead away from here


class Mounted:
    """The app, under the path that X-Forwarded-Prefix names. Who asks may have sent it through a proxy that sets none.

    So what is no path does not count, nor does another than `path`, where that is known.
    """

    def __init__(self, app: "WSGIApplication", path: str | None):
        self.app, self.path = app, path

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        told = str(environ.get(PREFIX, "")).rpartition(",")[2].strip().rstrip("/")
        if PATH.fullmatch(told) and self.path in (None, told):
            environ["SCRIPT_NAME"] = told
        return self.app(environ, start_response)
