"""WSGI middleware: answer unchanged polls with 204 and one query, bypassing Flask.

All other requests go on to the app: changed matches, unknown phones, other host names, an unavailable store.
"""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask
from werkzeug.wrappers import Request

from companion.store import Unavailable
from companion.web.http.device import PHONE, Cookie, has_current_key
from companion.web.http.request_store import borrowed_store
from companion.web.http.security import is_own_name, safe_headers

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

NEWS_PAGE = re.compile(r"/(?:live|healthz)$")  # monitoring asks as often as phones do
NEWS_AFTER = re.compile(r"/(?:m/[0-9a-f]+/(?:share|entries/[0-9]+)|e/[0-9a-f]+(?:/rounds|/board)?)$")
POLL = re.compile(r"/m/([0-9a-f]{1,32})/.+")
AFTER = re.compile(r"(?:.*&)?after=([0-9]+\.[0-9]+)(?:&.*)?")
NEWS = ""


def is_poll(method: str, path: str, query: str) -> bool:
    """Tell whether a request is a poll, which phones send every few seconds."""
    return method == "GET" and bool(NEWS_PAGE.search(path) or ("after=" in query and NEWS_AFTER.search(path)))


class PollMiddleware:
    """WSGI middleware that answers unchanged polls itself."""

    def __init__(self, app: Flask, further: "WSGIApplication"):
        self.app, self.further = app, further

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        request = Request(environ, populate_request=False)
        seen = self._seen_all(request)
        if not seen:
            return self.further(environ, start_response)
        headers = safe_headers(self.app, request.scheme, request.host, request.root_path)
        start_response("204 NO CONTENT", [*headers.items(), ("Companion", seen)])
        return ()

    def _seen_all(self, request: Request) -> str:
        """Return the version that a poll names if it is still the current one, else an empty string."""
        poll = POLL.fullmatch(request.environ["PATH_INFO"]) if request.method == "GET" else None
        after = AFTER.fullmatch(request.environ["QUERY_STRING"]) if poll else None
        if not poll or not after or not is_own_name(self.app, request.host):
            return NEWS
        cookie = Cookie().open_session(self.app, request)
        phone = str(cookie.get(PHONE, ""))
        if not phone:
            return NEWS
        try:
            with borrowed_store(self.app) as store:
                current = store.version_and_key(poll[1], phone)
        except Unavailable:
            return NEWS
        return after[1] if current and str(current[0]) == after[1] and has_current_key(current[1], cookie) else NEWS
