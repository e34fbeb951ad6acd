"""Find the addresses at which phones reach this machine, the most likely first, and announce its name.

The routing table is not enough: at a hotspot without internet there is no route at all, and with a VPN or mobile data
the route names an address that no phone at the table can reach. Therefore the network interfaces are read, and read
again every few seconds, because laptops change networks.

The address is never `localhost`: a phone that scanned it would look for the server in itself. Without a network there
is no address, and the terminal and the pages explain how to open a hotspot.
"""

import ipaddress
import json
import os
import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

from companion.instance import OWN, hand_over
from companion.limits import ALPHABET

if TYPE_CHECKING:
    from zeroconf import Zeroconf

Kind = Literal["hotspot", "wifi", "cable", "other", "public", "mobile", "vpn", "container"]
Address = ipaddress.IPv4Address | ipaddress.IPv6Address

EVERYWHERE = "all"  # for --host: every address of this machine
SYSTEM = Path("/sys/class/net")  # Linux only; on other systems only the names of the interfaces are used
ROUTES = Path("/proc/self/net/route")  # not /proc/net, which a hardened service cannot read
UP = 0x1  # IFF_UP
KINDS: dict[Kind, int] = {  # a lower number: a phone at the table more probably reaches the machine
    "hotspot": 0, "wifi": 1, "cable": 2, "other": 3, "public": 4, "mobile": 5, "vpn": 6, "container": 7,
}  # fmt: skip
FAR = ("mobile", "vpn", "container")  # networks without the phones of the table
Lack = Literal["", "alone", "far", "unassigned"]
NAMES: tuple[tuple[Kind, tuple[str, ...]], ...] = (
    ("container", ("docker", "br-", "veth", "virbr", "vnet", "lxc", "lxd", "incus", "podman", "cni", "flannel", "cali",
                   "cilium", "kube", "vmnet", "vboxnet", "vethernet", "hyper-v", "waydroid")),
    ("vpn", ("tun", "tap", "wg", "tailscale", "zt", "utun", "ipsec", "ppp", "nordlynx", "proton", "mullvad",
             "wireguard", "openvpn", "cscotun", "nebula")),
    ("mobile", ("ww", "rmnet", "ccmni", "v4-rmnet", "pdp_ip", "clat", "seth", "mobile", "cellular")),
    ("hotspot", ("ap", "uap", "swlan", "softap", "hotspot", "bridge100", "local area connection*")),
    ("wifi", ("wl", "wifi", "wi-fi", "ath", "ra")),
    ("cable", ("en", "eth", "usb", "rndis", "lan", "end", "ethernet", "bond", "br")),
)  # fmt: skip
TUNNEL_PREFIX = 30  # a network of at most two machines has no room for the phones of a table
HOTSPOTS = tuple(  # default addresses of common hotspot programs
    ipaddress.ip_interface(text)
    for text in ("10.42.0.1/16", "192.168.43.1/24", "192.168.137.1/24", "192.168.4.1/24", "192.168.12.1/24",
                 "192.168.49.1/24", "192.168.50.1/24", "172.20.10.1/28")
)  # fmt: skip
SHARED = ipaddress.ip_network("100.64.0.0/10")  # used inside a provider's network: mobile data, and some VPNs
FRESH = 5  # seconds before the interfaces are read again
PASSWORD_LENGTH = 10
HOTSPOT_NAME = "companion"
NAME = "companion.local"
SERVICE = "_http._tcp.local."


@dataclass(frozen=True)
class Interface:
    """One address of one network interface, as the system reports it."""

    name: str
    address: str
    prefix: int
    wireless: bool = False
    carrier: bool = True
    gateway: bool = False  # a default route uses this interface
    virtual: Kind | None = None  # set if the system says that it is a tunnel or a bridge of containers


@dataclass(frozen=True)
class Reachable:
    """An address at which phones may reach this machine, with the kind of network it is in."""

    address: str
    interface: str
    kind: Kind

    def url(self, port: int, scheme: str = "http") -> str:
        host = f"[{self.address}]" if ":" in self.address else self.address
        usual = {"http": 80, "https": 443}[scheme]
        return f"{scheme}://{host}" if port == usual else f"{scheme}://{host}:{port}"


def places() -> tuple[Reachable, ...]:
    """Return all addresses that phones may try, the likeliest first; none without a network."""
    return ranked(interfaces())


def lacking(places: Iterable[Reachable]) -> Lack:
    """Return why few or no phones can reach this machine at these addresses; empty if phones can.

    Returns:
        `alone`: the machine is in no network; `far`: it is only in networks without the phones of the table;
        `unassigned`: the network has given it no address.
    """
    near = [place for place in places if place.kind not in FAR]
    if near:
        return "unassigned" if all(ipaddress.ip_address(one.address).is_link_local for one in near) else ""
    return "far" if places else "alone"


def ranked(interfaces: Iterable[Interface]) -> tuple[Reachable, ...]:
    """Sort the usable addresses: the phones' networks before mobile data, VPN and containers, and IPv4 before IPv6."""
    usable = [(one, _kind(one)) for one in interfaces if _usable(one)]
    usable.sort(key=lambda pair: _rank(*pair))
    return tuple(Reachable(one.address, one.name, kind) for one, kind in usable)


def _rank(one: Interface, kind: Kind) -> tuple[object, ...]:
    address = ipaddress.ip_address(one.address)
    return kind in FAR, address.is_link_local, address.version, not one.carrier, KINDS[kind], one.name, address.packed


def _usable(one: Interface) -> bool:
    address = ipaddress.ip_address(one.address)
    return not (address.is_loopback or address.is_unspecified or (address.version == 6 and address.is_link_local))


def _kind(one: Interface) -> Kind:
    address = ipaddress.ip_address(one.address)
    named = "wifi" if one.wireless else _kind_by_name(one.name)
    if one.virtual or named in FAR:
        return one.virtual or named
    if address in SHARED:
        return "vpn" if named == "other" else "mobile"
    if named != "wifi" and address.version == 4 and one.prefix >= TUNNEL_PREFIX:
        return "mobile"
    if named == "hotspot" or (named != "cable" and _gives_out(one, address)):
        return "hotspot"
    return "public" if address.is_global else named


def _gives_out(one: Interface, address: Address) -> bool:
    """Guess if this machine is the hotspot: it has the first address of its network, and no gateway."""
    if address.version == 6 or one.gateway:
        return False
    own = any(address in range_.network and one.address.endswith(".1") for range_ in HOTSPOTS)
    first = int(address) == int(ipaddress.ip_network(f"{address}/{one.prefix}", strict=False).network_address) + 1
    return own or first


def _kind_by_name(name: str) -> Kind:
    low = name.lower()
    return next((kind for kind, starts in NAMES if low.startswith(starts)), "other")


# --- network interfaces of the system


def interfaces() -> list[Interface]:
    """Return every address of every interface that is up."""
    import ifaddr  # noqa: PLC0415 - a phone that runs the app itself has no interfaces to ask

    gateways = _gateways()
    addresses: list[Interface] = []
    for adapter in ifaddr.get_adapters():
        name = adapter.nice_name
        facts = SYSTEM / name
        if not int(_text(facts / "flags") or "1", 0) & UP:
            continue
        wireless = (facts / "wireless").exists() or (facts / "phy80211").exists()
        carrier = _text(facts / "operstate") not in ("down", "lowerlayerdown")
        of_all = (wireless, carrier, name in gateways, _virtual(facts, name))
        for ip in adapter.ips:
            address = ip.ip if isinstance(ip.ip, str) else ip.ip[0]
            addresses.append(Interface(name, address, ip.network_prefix, *of_all))
    return addresses


def _virtual(facts: Path, name: str) -> Kind | None:
    """Recognise a tunnel by its driver, and a bridge of containers by its directory and name."""
    device = _text(facts / "uevent")
    if (facts / "tun_flags").exists() or "DEVTYPE=wireguard" in device:
        return "vpn"
    if "DEVTYPE=wwan" in device:
        return "mobile"
    return "container" if (facts / "bridge").is_dir() and _kind_by_name(name) == "other" else None


def _gateways() -> set[str]:
    lines = [line.split() for line in _text(ROUTES).splitlines()[1:]]
    return {line[0] for line in lines if len(line) > 1 and line[1] == "00000000"}


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""


# --- addresses for phones


@dataclass(frozen=True)
class Hotspot:
    """The hotspot that this machine would open. Name and password never change, so a printed QR code stays valid."""

    name: str
    password: str

    @property
    def command(self) -> str:
        return f"nmcli device wifi hotspot ssid {self.name} password {self.password}"

    @property
    def joining(self) -> str:
        """Return the text of the QR code by which a phone joins the hotspot."""
        return f"WIFI:T:WPA;S:{self.name};P:{self.password};;"


class Reach:
    """The addresses of the server: those of the machine, one set by hand, or a public one behind a proxy."""

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
        self.named = named  # NAME is announced in the network
        self._address, self._public_url = address, public_url.rstrip("/")
        self._look, self._clock = look, clock
        self._places: tuple[Reachable, ...] = ()
        self._looked: float | None = None
        self._lock = Lock()

    def places(self) -> tuple[Reachable, ...]:
        """Return the machine's addresses, the best first; an address set by hand comes before all others."""
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
        """Return the best address of each network with phones; none if an address is configured."""
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
        """Return the best address for phones; None without a network."""
        if self._public_url:
            return self._public_url
        places = self.places()
        return places[0].url(self.port, self.scheme) if places else None

    @property
    def public_name(self) -> str | None:
        return urlsplit(self._public_url).hostname

    @property
    def encrypted_name(self) -> str | None:
        """Return the public host name if the public address begins with https and has no path."""
        parts = urlsplit(self._public_url)
        return self.public_name if parts.scheme == "https" and not parts.path else None

    def named_url(self) -> str | None:
        """Return the address with the announced name, which works only on phones that support .local names."""
        if not self.named or self._public_url:
            return None
        return f"{self.scheme}://{NAME}" + ("" if self.port in (80, 443) else f":{self.port}")

    @property
    def at_hotspot(self) -> bool:
        places = self.places()
        return bool(places) and not self._public_url and places[0].kind == "hotspot"

    @property
    def lack(self) -> Lack:
        """Return why few or no phones can reach this machine; empty if an address is configured."""
        return "" if self._public_url or self._address else lacking(self.places())


def is_local(url: str) -> bool:
    """Return True if a phone that opens this address would reach itself instead of this machine."""
    host = urlsplit(url).hostname or ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
    return address.is_loopback or address.is_unspecified


def hotspot(instance: Path) -> Hotspot:
    """Return the hotspot of this instance. Its password is created when it is first needed."""
    path = instance / "hotspot.json"
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        return Hotspot(str(kept["name"]), str(kept["password"]))
    except (OSError, ValueError, KeyError, TypeError):
        made = Hotspot(HOTSPOT_NAME, "".join(secrets.choice(ALPHABET.lower()) for _ in range(PASSWORD_LENGTH)))
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OWN), "w", encoding="utf-8") as file:
            json.dump({"name": made.name, "password": made.password}, file)
        hand_over(path)
        return made


class Announcement:
    """The mDNS announcement of this server. It is renewed when the addresses change."""

    def __init__(self, port: int):
        self.port = port
        self._zeroconf: Zeroconf | None = None
        self._addresses: list[bytes] = []

    def follow(self, places: tuple[Reachable, ...]) -> bool:
        """Announce those of the addresses that are in the phones' networks; return False if mDNS cannot be used."""
        from zeroconf import Error, ServiceInfo, Zeroconf  # noqa: PLC0415 - a phone has no network to ask

        addresses = [ipaddress.ip_address(place.address).packed for place in places if place.kind not in FAR]
        if addresses == self._addresses:
            return True
        self.close()  # the old sockets are bound to the old interfaces
        self._addresses = addresses
        if not addresses:
            return True
        info = ServiceInfo(
            SERVICE, f"companion.{SERVICE}", port=self.port, addresses=addresses, server=f"{NAME}.", properties={}
        )
        try:
            self._zeroconf = Zeroconf()
            self._zeroconf.register_service(info, allow_name_change=True)
        except (OSError, Error):
            self.close()
            return False
        return True

    def close(self) -> None:
        """Withdraw the announcement, so that phones forget the addresses."""
        zeroconf, self._zeroconf, self._addresses = self._zeroconf, None, []
        if zeroconf:
            zeroconf.close()
