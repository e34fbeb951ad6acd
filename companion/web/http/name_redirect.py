"""A phone that understands the server's name is led there before it joins: its number may be another tomorrow.

Whether it does, only the phone can tell: it looks for a picture that only this very server has, at the name.
"""

from dataclasses import dataclass
from hashlib import sha256
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, current_app, request, url_for

from companion.network.reach import Reach
from companion.web.http.headers import CSP

pages = Blueprint("named", __name__)

PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'


@dataclass(frozen=True)
class Named:
    """The way in by name: `picture` is there if this phone finds the server so, `link` is where to go on then."""

    origin: str
    link: str
    picture: str

    def allow(self, response: Response) -> None:
        """The page may look at pictures there, and at nothing else."""
        response.headers["Content-Security-Policy"] = CSP.replace("img-src", f"img-src {self.origin}")


def way(code: str) -> Named | None:
    """None where the server is not announced, or this phone has not come by number."""
    reach: Reach | None = current_app.extensions.get("reach")
    origin = reach.named_url() if reach else None
    if origin is None or not _by_number():
        return None
    link, picture = url_for("join.link", code=code), url_for("named.picture", server=_server())
    return Named(origin, origin + link, origin + picture)


def _by_number() -> bool:
    try:
        ip_address(urlsplit(request.host_url).hostname or "")
    except ValueError:
        return False
    return True


def _server() -> str:
    """What tells this server from another with the same name; it says nothing about its key."""
    return sha256(b"server " + bytes(current_app.config["SECRET_KEY"])).hexdigest()[:16]


@pages.get("/here/<server>.svg")
def picture(server: str) -> Response:
    if server != _server():
        abort(404)
    return Response(PICTURE, mimetype="image/svg+xml")
