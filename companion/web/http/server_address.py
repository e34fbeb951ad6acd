"""Where other phones find this server: by address beside a QR code, and by its name companion.local."""

from dataclasses import dataclass
from hashlib import sha256
from ipaddress import ip_address
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, current_app, request, url_for
from markupsafe import Markup

from companion import qr
from companion.network.addresses import Lack, Reachable
from companion.network.reach import Hotspot, Reach, hotspot, is_local
from companion.program_name import command
from companion.web.http.headers import CSP

Shut = Lack | Literal["closed"]


@dataclass(frozen=True)
class Door:
    """`url` is None where no phone finds the server; then, or where few do, `shut` is why.

    closed: it was started for its own machine; the others are told in companion/network/addresses.py. `elsewhere`: this
    machine in its other networks, by address and by what leads there.
    """

    url: str | None
    named: str | None = None
    shut: Shut = ""
    hotspot: Hotspot | None = None  # to be joined, or to be opened where there is no network of the table's
    joining: Markup = Markup()
    elsewhere: tuple[tuple[str, str], ...] = ()

    @property
    def port(self) -> int | None:
        """What a firewall must let through."""
        parts = urlsplit(self.url or request.root_url)
        return parts.port or {"http": 80, "https": 443}.get(parts.scheme)

    @property
    def command(self) -> str:
        """What is typed on the computer to ask the program something."""
        return command()

    def link(self, code: str) -> str:
        """What a QR holds; without a network the address for this computer's own browser."""
        path = url_for("join.link", code=code).removeprefix(request.script_root)
        return (self.url or request.root_url.rstrip("/")) + path

    def drawn(self, code: str) -> Markup:
        """The link as a QR; nothing where it would lead a phone to itself."""
        return qr.drawn(self.link(code)) if self.url else Markup()


def door() -> Door:
    """As this browser reached the server: as phones reach it, where it runs on the server itself or came by its name.

    A phone that has the name found it so; the next may not. By number all come, and are led to the name if they can.
    """
    seen = request.root_url.rstrip("/")
    reach: Reach | None = current_app.extensions.get("reach")
    if reach is None:
        return Door(seen)
    if not (is_local(seen) or seen == reach.named_url()):
        near = reach.near()
        here = next((place for place in near if reach.url_at(place) == seen), None)
        chosen = _chosen(near) or here
        return Door(reach.url_at(chosen), elsewhere=_elsewhere(reach, near, chosen)) if here and chosen else Door(seen)
    url = reach.url()
    if url and is_local(url):
        return Door(None, shut="closed")
    lack = reach.lack
    near = () if lack else reach.near()
    chosen = _chosen(near) or (near[0] if near else None)
    others: tuple[tuple[str, str], ...] = ()
    if chosen:
        url, others = reach.url_at(chosen), _elsewhere(reach, near, chosen)
    if not (lack or (chosen and chosen.kind == "hotspot")):
        return Door(url, reach.named_url(), elsewhere=others)
    own = hotspot(Path(current_app.instance_path))
    return Door(url, reach.named_url(), lack, own, qr.drawn(own.joining), others)


def _chosen(near: tuple[Reachable, ...]) -> Reachable | None:
    """The network that somebody has asked for on this page."""
    return next((place for place in near if place.address == request.args.get("at")), None)


def _elsewhere(reach: Reach, near: tuple[Reachable, ...], chosen: Reachable) -> tuple[tuple[str, str], ...]:
    return tuple((reach.url_at(place), f"?at={place.address}") for place in near if place != chosen)


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
