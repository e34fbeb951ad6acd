"""From request to response without a socket: for running the app where there is none, as in a browser."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit
from wsgiref.types import WSGIApplication

from werkzeug.datastructures import Headers
from werkzeug.test import EnvironBuilder, run_wsgi_app


@dataclass(frozen=True)
class Asked:
    """A request as whoever carries it knows it; cookies are the carrier's and come among the headers."""

    url: str
    method: str = "GET"
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""


@dataclass(frozen=True)
class Answered:
    status: int
    headers: Headers
    body: bytes


def dispatch(app: WSGIApplication, asked: Asked) -> Answered:
    """What the app answers; the same as over a network, faults included."""
    parts = urlsplit(asked.url)
    environ = EnvironBuilder(
        path=parts.path or "/",
        query_string=parts.query,
        base_url=f"{parts.scheme}://{parts.netloc}/" if parts.netloc else None,
        method=asked.method,
        headers=list(asked.headers.items()),
        data=asked.body,
    ).get_environ()
    content, status, headers = run_wsgi_app(app, environ, buffered=True)
    return Answered(int(status.partition(" ")[0]), headers, b"".join(content))
