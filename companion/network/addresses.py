"""List the addresses at which phones may reach this machine, the likeliest first.

The routing table does not tell: at a hotspot without internet it has no route at all, and with a VPN or mobile data
it names an address that no phone at the table can reach. So the interfaces are asked.
"""

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Kind = Literal["hotspot", "wifi", "cable", "other", "public", "mobile", "vpn", "container"]
Address = ipaddress.IPv4Address | ipaddress.IPv6Address

EVERYWHERE = "all"  # for --host: every address of this machine
SYSTEM = Path("/sys/class/net")  # Linux only: elsewhere the names must do
ROUTES = Path("/proc/self/net/route")  # not /proc/net: a hardened service does not see it
UP = 0x1  # IFF_UP
KINDS: dict[Kind, int] = {  # the order in which a phone at the table is likely to get through
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
TUNNEL_PREFIX = 30  # a network of at most two machines holds no table
HOTSPOTS = tuple(  # what the makers of hotspots take when nobody chooses
    ipaddress.ip_interface(text)
    for text in ("10.42.0.1/16", "192.168.43.1/24", "192.168.137.1/24", "192.168.4.1/24", "192.168.12.1/24",
                 "192.168.49.1/24", "192.168.50.1/24", "172.20.10.1/28")
)  # fmt: skip
SHARED = ipaddress.ip_network("100.64.0.0/10")  # a provider's own addresses: mobile data, and some VPNs


@dataclass(frozen=True)
class Interface:
    """One address of one network interface, as the system reports it."""

    name: str
    address: str
    prefix: int
    wireless: bool = False
    carrier: bool = True
    gateway: bool = False  # a default route goes out here
    virtual: Kind | None = None  # what the system itself says of it: a tunnel, a bridge of containers


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
    """Return why few phones or none find this machine at these addresses; empty if they do.

    Returns:
        `alone`: it is in no network; `far`: only in networks without phones of the table; `unassigned`: the network
        has given it no address.
    """
    near = [place for place in places if place.kind not in FAR]
    if near:
        return "unassigned" if all(ipaddress.ip_address(one.address).is_link_local for one in near) else ""
    return "far" if places else "alone"


def ranked(interfaces: Iterable[Interface]) -> tuple[Reachable, ...]:
    """Sort the phones' networks before mobile data, VPN and containers, and IPv4 before IPv6."""
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
    named = "wifi" if one.wireless else _named(one.name)
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
    """Guess whether this machine is the hotspot: it has the first address of its network, and no gateway."""
    if address.version == 6 or one.gateway:
        return False
    own = any(address in range_.network and one.address.endswith(".1") for range_ in HOTSPOTS)
    first = int(address) == int(ipaddress.ip_network(f"{address}/{one.prefix}", strict=False).network_address) + 1
    return own or first


def _named(name: str) -> Kind:
    low = name.lower()
    return next((kind for kind, starts in NAMES if low.startswith(starts)), "other")


# --- what the system tells


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
    """Recognise a tunnel by its driver, and a bridge of containers by its name."""
    device = _text(facts / "uevent")
    if (facts / "tun_flags").exists() or "DEVTYPE=wireguard" in device:
        return "vpn"
    if "DEVTYPE=wwan" in device:
        return "mobile"
    return "container" if (facts / "bridge").is_dir() and _named(name) == "other" else None


def _gateways() -> set[str]:
    lines = [line.split() for line in _text(ROUTES).splitlines()[1:]]
    return {line[0] for line in lines if len(line) > 1 and line[1] == "00000000"}


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""
