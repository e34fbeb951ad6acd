"""Find out how phones reach the running server, again and again, because laptops change networks.

It is never `localhost`: a phone that scanned it would look for the server in itself. Without a network there is no
address, and the terminal and the pages tell how to open a hotspot.
"""

import ipaddress
import json
import os
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from companion.instance import OWN, hand_over
from companion.network.addresses import FAR, Lack, Reachable, lacking, places

if TYPE_CHECKING:
    from zeroconf import Zeroconf

FRESH = 5  # seconds that a look at the interfaces is good for
SPOKEN = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that is misread aloud
PASSWORD_LENGTH = 10
HOTSPOT_NAME = "companion"
NAME = "companion.local"


@dataclass(frozen=True)
class Hotspot:
    """The hotspot that this machine would open: name and password stay, so that a printed QR code does."""

    name: str
    password: str

    @property
    def command(self) -> str:
        return f"nmcli device wifi hotspot ssid {self.name} password {self.password}"

    @property
    def joining(self) -> str:
        """Return the text of the QR code that joins it."""
        return f"WIFI:T:WPA;S:{self.name};P:{self.password};;"


class Reach:
    """The addresses of the server: those of the machine, one chosen by hand, or a public one behind a proxy."""

    def __init__(
        self,
        port: int,
        *,
        scheme: str = "http",
        address: str = "",
        public_url: str = "",
        named: bool = False,
        look: Callable[[], tuple[Reachable, ...]] = places,
        clock: Callable[[], float] = time.monotonic,
    ):
        self.port, self.scheme = port, scheme
        self.named = named  # announced as NAME
        self._address, self._public_url = address, public_url.rstrip("/")
        self._look, self._clock = look, clock
        self._places: tuple[Reachable, ...] = ()
        self._looked: float | None = None
        self._lock = Lock()

    def places(self) -> tuple[Reachable, ...]:
        """Return the machine's addresses, best first; the chosen one before all others."""
        with self._lock:
            now = self._clock()
            if self._looked is None or now - self._looked >= FRESH:
                self._places, self._looked = self._chosen_first(self._look()), now
            return self._places

    def _chosen_first(self, places: tuple[Reachable, ...]) -> tuple[Reachable, ...]:
        if not self._address:
            return places
        chosen = next((place for place in places if place.address == self._address), None)
        return (chosen or Reachable(self._address, "", "other"), *(place for place in places if place != chosen))

    def near(self) -> tuple[Reachable, ...]:
        """Return one address of each network with phones, best first; none where another was configured."""
        if self._public_url or self._address:
            return ()
        nearest: dict[str, Reachable] = {}
        for place in self.places():
            if place.kind not in FAR and not ipaddress.ip_address(place.address).is_link_local:
                nearest.setdefault(place.interface, place)
        return tuple(nearest.values())

    def url_at(self, place: Reachable) -> str:
        return place.url(self.port, self.scheme)

    def url(self) -> str | None:
        """Return the address for phones; None without a network."""
        if self._public_url:
            return self._public_url
        places = self.places()
        return places[0].url(self.port, self.scheme) if places else None

    @property
    def public_name(self) -> str | None:
        return urlsplit(self._public_url).hostname

    @property
    def encrypted_name(self) -> str | None:
        """Return the public name if it is told with https and without a path."""
        parts = urlsplit(self._public_url)
        return self.public_name if parts.scheme == "https" and not parts.path else None

    def named_url(self) -> str | None:
        """Return the address by name, which only phones that understand .local can use."""
        if not self.named or self._public_url:
            return None
        return f"{self.scheme}://{NAME}" + ("" if self.port in (80, 443) else f":{self.port}")

    @property
    def at_hotspot(self) -> bool:
        places = self.places()
        return bool(places) and not self._public_url and places[0].kind == "hotspot"

    @property
    def lack(self) -> Lack:
        """Return why few phones or none find it here; empty where an address was configured."""
        return "" if self._public_url or self._address else lacking(self.places())


def is_local(url: str) -> bool:
    """Tell whether an address leads a phone to itself instead of to this machine."""
    host = urlsplit(url).hostname or ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
    return address.is_loopback or address.is_unspecified


def hotspot(instance: Path) -> Hotspot:
    """Return the hotspot of this instance; it is given a password when it is first needed."""
    path = instance / "hotspot.json"
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        return Hotspot(str(kept["name"]), str(kept["password"]))
    except (OSError, ValueError, KeyError, TypeError):
        made = Hotspot(HOTSPOT_NAME, "".join(secrets.choice(SPOKEN) for _ in range(PASSWORD_LENGTH)))
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OWN), "w", encoding="utf-8") as file:
            json.dump({"name": made.name, "password": made.password}, file)
        hand_over(path)
        return made


SERVICE = "_http._tcp.local."


class Announcement:
    """The mDNS announcement, renewed when the addresses change."""

    def __init__(self, port: int):
        self.port = port
        self._spoken: Zeroconf | None = None
        self._addresses: list[bytes] = []

    def follow(self, places: tuple[Reachable, ...]) -> bool:
        """Announce these addresses, the phones' networks only; return False where mDNS cannot be used."""
        from zeroconf import Error, ServiceInfo, Zeroconf  # noqa: PLC0415 - a phone has no network to ask

        addresses = [ip_address(place.address).packed for place in places if place.kind not in FAR]
        if addresses == self._addresses:
            return True
        self.close()  # sockets are bound to the interfaces there were
        self._addresses = addresses
        if not addresses:
            return True
        info = ServiceInfo(
            SERVICE, f"companion.{SERVICE}", port=self.port, addresses=addresses, server=f"{NAME}.", properties={}
        )
        try:
            self._spoken = Zeroconf()
            self._spoken.register_service(info, allow_name_change=True)
        except (OSError, Error):
            self.close()
            return False
        return True

    def close(self) -> None:
        """Say goodbye, so that phones forget the addresses."""
        spoken, self._spoken, self._addresses = self._spoken, None, []
        if spoken:
            spoken.close()
