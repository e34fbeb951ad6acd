"""The address that is printed is one that phones at the table can reach, whatever else the machine is connected to."""

import pytest

from companion.network import Interface, Place, ranked

Seen = tuple[Interface, ...]
WIFI = Interface("wlan0", "192.168.1.23", 24, gateway=True)
CABLE = Interface("eth0", "192.168.1.20", 24, gateway=True)
HOTSPOT = Interface("wlan0", "10.42.0.1", 24)
ANDROID = Interface("swlan0", "192.168.43.1", 24)
MOBILE = Interface("rmnet_data0", "10.123.4.5", 30, gateway=True)
VPN = Interface("wg0", "10.8.0.2", 24, gateway=True)
DOCKER = Interface("docker0", "172.17.0.1", 16)
LOOPBACK = Interface("lo", "127.0.0.1", 8)

LAYOUTS: dict[str, tuple[Seen, list[tuple[str, str]]]] = {
    "no network": ((LOOPBACK,), []),
    "the hotspot of a cabin": ((LOOPBACK, HOTSPOT), [("10.42.0.1", "hotspot")]),
    "a hotspot beside mobile data": ((MOBILE, ANDROID), [("192.168.43.1", "hotspot"), ("10.123.4.5", "mobile")]),
    "Wi-Fi and a VPN that takes the way out": ((VPN, WIFI), [("192.168.1.23", "wifi"), ("10.8.0.2", "vpn")]),
    "containers come last": (
        (DOCKER, VPN, HOTSPOT), [("10.42.0.1", "hotspot"), ("10.8.0.2", "vpn"), ("172.17.0.1", "container")]
    ),
    "containers alone are still named": ((DOCKER,), [("172.17.0.1", "container")]),
    "Wi-Fi before the cable": ((CABLE, WIFI), [("192.168.1.23", "wifi"), ("192.168.1.20", "cable")]),
    "a cable that is not plugged in": (
        (Interface("eth0", "192.168.7.2", 24, carrier=False), Interface("enp3s0", "192.168.1.20", 24)),
        [("192.168.1.20", "cable"), ("192.168.7.2", "cable")],
    ),
    "the first address of a cable is no hotspot": ((Interface("eth0", "192.168.1.1", 24),), [("192.168.1.1", "cable")]),
    "a guest of a telephone's hotspot": ((Interface("wlan0", "172.20.10.3", 28),), [("172.20.10.3", "wifi")]),
    "an interface that the system calls a tunnel": (
        (Interface("office", "10.9.9.9", 24, virtual="vpn"), WIFI), [("192.168.1.23", "wifi"), ("10.9.9.9", "vpn")]
    ),
    "a provider's own address": (
        (Interface("eth1", "100.70.1.2", 24), CABLE), [("192.168.1.20", "cable"), ("100.70.1.2", "mobile")]
    ),
    "IPv6 after IPv4, and never link-local": (
        (Interface("wlan0", "fe80::1", 64), Interface("wlan0", "fd00::2", 64), WIFI),
        [("192.168.1.23", "wifi"), ("fd00::2", "wifi")],
    ),
    "an address that the machine gave itself": (
        (Interface("eth0", "169.254.3.4", 16), WIFI), [("192.168.1.23", "wifi"), ("169.254.3.4", "cable")]
    ),
}  # fmt: skip


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_phones_network_comes_first(layout: str) -> None:
    seen, expected = LAYOUTS[layout]
    assert [(place.address, place.kind) for place in ranked(seen)] == expected


@pytest.mark.parametrize(
    ("place", "port", "scheme", "url"),
    [
        (Place("192.168.1.23", "wlan0", "wifi"), 8000, "http", "http://192.168.1.23:8000"),
        (Place("192.168.1.23", "wlan0", "wifi"), 80, "http", "http://192.168.1.23"),
        (Place("192.168.1.23", "wlan0", "wifi"), 443, "https", "https://192.168.1.23"),
        (Place("fd00::2", "wlan0", "wifi"), 8000, "http", "http://[fd00::2]:8000"),
    ],
)
def test_an_address_is_written_as_browsers_read_it(place: Place, port: int, scheme: str, url: str) -> None:
    assert place.url(port, scheme) == url
