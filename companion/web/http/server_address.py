"""Find the address of this server for other phones: an IP address with its QR code, or the name companion.local.

A phone that joins by IP address is redirected to the name if it can resolve it, because the IP address may change. Only
the phone can test that: it tries to load a picture from this server by its name.
"""

import io
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from ipaddress import ip_address
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import segno
from flask import Blueprint, Response, abort, current_app, request, url_for
from markupsafe import Markup

from companion.limits import CODE_LENGTH
from companion.network import Hotspot, Lack, Reach, Reachable, hotspot, is_local
from companion.program_name import command
from companion.web.http.security import CSP

QR_CODES_KEPT = 256  # some 10 kB each: two for each new table

Unreachable = Lack | Literal["closed"]


@lru_cache(maxsize=QR_CODES_KEPT)  # drawing two codes takes as long as the rest of the page
def qr_svg(text: str) -> Markup:
    """Return a text as a QR code: SVG that scales with its box, black on white in every theme for cameras."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=3, dark="#000", light="#fff", nl=False
    )
    return Markup(out.getvalue().decode())  # noqa: S704 - segno's own output, modules of a grid


@dataclass(frozen=True)
class Invitation:
    """A code that lets phones in, as it is shown, with its link, and the link as a QR code.

    `picture` is empty if the link would lead a phone to itself.
    """

    code: str
    address: str
    picture: Markup
    may_write: bool


@dataclass(frozen=True)
class ServerAddress:
    """The address of this server, as pages show it.

    Attributes:
        url: None if no phone can reach the server.
        unreachable: Why no phone finds it, or few do. `closed`: it was started for its own machine alone; for the
            others see companion/network.py.
        elsewhere: This machine in its other networks: the address, and the link that shows it.
    """

    url: str | None
    named: str | None = None
    unreachable: Unreachable = ""
    hotspot: Hotspot | None = None  # to join, or to open if there is no network
    joining: Markup = Markup()
    elsewhere: tuple[tuple[str, str], ...] = ()

    @property
    def port(self) -> int | None:
        """Return the port that a firewall must let through."""
        parts = urlsplit(self.url or request.root_url)
        return parts.port or {"http": 80, "https": 443}.get(parts.scheme)

    @property
    def command(self) -> str:
        """Return the command of this program as it is typed on the computer."""
        return command()

    def link(self, code: str) -> str:
        """Return the link in a QR code; without a network it is for this computer's own browser."""
        path = url_for("join.link", code=code).removeprefix(request.script_root)
        return (self.url or request.root_url.rstrip("/")) + path

    def drawn(self, code: str) -> Markup:
        """Draw the link as a QR code; empty if it would lead a phone to itself."""
        return qr_svg(self.link(code)) if self.url else Markup()

    def invitation(self, code: str, *, may_write: bool = True) -> Invitation:
        return Invitation(shown_code(code), self.link(code), self.drawn(code), may_write)


def server_address() -> ServerAddress:
    """Return the address for other phones.

    It is the address that this browser used, unless that is local or a .local name: every phone can use an IP address,
    but some cannot resolve the name.
    """
    seen = request.root_url.rstrip("/")
    reach: Reach | None = current_app.extensions.get("reach")
    if reach is None:
        return ServerAddress(seen)
    if not (is_local(seen) or seen == reach.named_url()):
        near = reach.near()
        here = next((place for place in near if reach.url_at(place) == seen), None)
        chosen = _chosen(near) or here
        return (
            ServerAddress(reach.url_at(chosen), elsewhere=_elsewhere(reach, near, chosen))
            if here and chosen
            else ServerAddress(seen)
        )
    url = reach.url()
    if url and is_local(url):
        return ServerAddress(None, unreachable="closed")
    lack = reach.lack
    near = () if lack else reach.near()
    chosen = _chosen(near) or (near[0] if near else None)
    others: tuple[tuple[str, str], ...] = ()
    if chosen:
        url, others = reach.url_at(chosen), _elsewhere(reach, near, chosen)
    if not (lack or (chosen and chosen.kind == "hotspot")):
        return ServerAddress(url, reach.named_url(), elsewhere=others)
    own = hotspot(Path(current_app.instance_path))
    return ServerAddress(url, reach.named_url(), lack, own, qr_svg(own.joining), others)


def _chosen(near: tuple[Reachable, ...]) -> Reachable | None:
    """Return the address of the network that was chosen on this page, if any."""
    return next((place for place in near if place.address == request.args.get("at")), None)


def _elsewhere(reach: Reach, near: tuple[Reachable, ...], chosen: Reachable) -> tuple[tuple[str, str], ...]:
    return tuple((reach.url_at(place), f"?at={place.address}") for place in near if place != chosen)


pages = Blueprint("server_address", __name__)

PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'


@dataclass(frozen=True)
class NameRedirect:
    """The redirect to the name: the page goes to `link` if the phone can load `picture`."""

    origin: str
    link: str
    picture: str

    def allow(self, response: Response) -> None:
        """Allow the page to load pictures from the name only."""
        response.headers["Content-Security-Policy"] = CSP.replace("img-src", f"img-src {self.origin}")


def name_redirect(code: str) -> NameRedirect | None:
    """Return the redirect to the name; None if no name is announced or the phone did not use an IP address."""
    reach: Reach | None = current_app.extensions.get("reach")
    origin = reach.named_url() if reach else None
    if origin is None or not _by_number():
        return None
    link, picture = url_for("join.link", code=code), url_for("server_address.picture", server=_server())
    return NameRedirect(origin, origin + link, origin + picture)


def _by_number() -> bool:
    try:
        ip_address(urlsplit(request.host_url).hostname or "")
    except ValueError:
        return False
    return True


def _server() -> str:
    """Return an identifier of this server that does not reveal its key."""
    return sha256(b"server " + bytes(current_app.config["SECRET_KEY"])).hexdigest()[:16]


@pages.get("/here/<server>.svg")
def picture(server: str) -> Response:
    if server != _server():
        abort(404)
    return Response(PICTURE, mimetype="image/svg+xml")


# --- codes


def plain_code(text: str) -> str:
    """Return a typed code as it is stored: without blanks and hyphens, in capitals; a link is read too."""
    last = text.strip().rstrip("/").rpartition("/")[2]
    return "".join(sign for sign in last.upper() if sign.isalnum())[: 2 * CODE_LENGTH]


def shown_code(code: str) -> str:
    """Return a code as it is shown: in two halves."""
    return f"{code[: len(code) // 2]}-{code[len(code) // 2 :]}"
