"""The printed address can be reached by the phones at the table, whatever networks the machine is connected to."""

import itertools
import socket
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from support.app_server import served
from support.each import each
from support.phones import new_app, new_table

from companion.cli import serve
from companion.network import EVERYWHERE, FRESH, Interface, Reach, Reachable, hotspot, is_local, ranked
from companion.program_name import command
from companion.web.http.server_address import server_address

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


@each("found_on", LAYOUTS)
def test_the_phones_network_comes_first(found_on: str) -> None:
    seen, expected = LAYOUTS[found_on]
    assert [(place.address, place.kind) for place in ranked(seen)] == expected


@pytest.mark.parametrize(
    ("place", "port", "scheme", "url"),
    [
        (Reachable("192.168.1.23", "wlan0", "wifi"), 8000, "http", "http://192.168.1.23:8000"),
        (Reachable("192.168.1.23", "wlan0", "wifi"), 80, "http", "http://192.168.1.23"),
        (Reachable("192.168.1.23", "wlan0", "wifi"), 443, "https", "https://192.168.1.23"),
        (Reachable("fd00::2", "wlan0", "wifi"), 8000, "http", "http://[fd00::2]:8000"),
    ],
)
def test_an_address_is_written_as_browsers_read_it(place: Reachable, port: int, scheme: str, url: str) -> None:
    assert place.url(port, scheme) == url


IN_A_NAMESPACE = """
import subprocess, sys
from companion.network import places
for command in sys.argv[1:]:
    subprocess.run(command.split(), check=True)
print([(place.address, place.kind) for place in places()])
"""


def wire(name: str, address: str) -> list[str]:
    return [
        f"ip link add {name} type veth peer name p-{name}",
        f"ip addr add {address} dev {name}",
        f"ip link set {name} up",
    ]


@pytest.mark.parametrize(
    ("commands", "told"),
    [
        ([], []),
        (wire("wlan0", "10.42.0.1/24"), [("10.42.0.1", "hotspot")]),
        (
            [*wire("rmnet0", "10.123.4.5/24"), *wire("wlan0", "192.168.43.1/24"), "ip route add default dev rmnet0"],
            [("192.168.43.1", "hotspot"), ("10.123.4.5", "mobile")],
        ),
        (
            [*wire("docker0", "172.17.0.1/16"), *wire("tun0", "10.8.0.2/24"), *wire("wlan0", "192.168.1.23/24")],
            [("192.168.1.23", "wifi"), ("10.8.0.2", "vpn"), ("172.17.0.1", "container")],
        ),
    ],
)
def test_a_real_network_of_its_own(commands: list[str], told: list[tuple[str, str]]) -> None:
    if subprocess.run(["unshare", "-rn", "true"], capture_output=True, check=False).returncode:
        pytest.skip("this machine lets nobody make a network of their own (unshare)")
    script = [sys.executable, "-c", IN_A_NAMESPACE, *commands]
    done = subprocess.run(["unshare", "-rn", *script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(told)


class TestReach:
    """Looked up again while the server runs; never the loopback address."""

    def reach(self, *seen: tuple[Reachable, ...], **more: Any) -> Reach:
        looks = iter(seen)
        times = itertools.count(0, FRESH)
        return Reach(8000, look=lambda: next(looks), clock=lambda: next(times), **more)

    def test_the_address_follows_the_network(self) -> None:
        wifi, hotspot = Reachable("192.168.1.23", "wlan0", "wifi"), Reachable("10.42.0.1", "wlan0", "hotspot")
        reach = self.reach((wifi,), (), (hotspot,), (hotspot,))
        assert [reach.url(), reach.url(), reach.url()] == ["http://192.168.1.23:8000", None, "http://10.42.0.1:8000"]
        assert reach.at_hotspot

    def test_a_lookup_is_cached_for_a_few_seconds(self) -> None:
        reach = Reach(8000, look=iter([(Reachable("192.168.1.23", "wlan0", "wifi"),)]).__next__, clock=lambda: 0)
        assert reach.url() == reach.url()

    def test_an_address_chosen_by_hand_comes_first(self) -> None:
        wifi = Reachable("192.168.1.23", "wlan0", "wifi")
        assert self.reach((wifi,), address="10.0.0.9").url() == "http://10.0.0.9:8000"

    def test_a_public_address_stands_for_all(self) -> None:
        reach = self.reach((), public_url="https://cards.example/table/", named=True)
        assert (reach.url(), reach.named_url()) == ("https://cards.example/table", None)

    def test_only_networks_that_no_table_is_in(self) -> None:
        wifi, vpn = Reachable("192.168.1.23", "wlan0", "wifi"), Reachable("10.8.0.2", "tun0", "vpn")
        own = Reachable("169.254.3.4", "eth0", "cable")
        seen = [(vpn,), (wifi, vpn), (), (own, vpn), (own, wifi)]
        assert [self.reach(one).lack for one in seen] == ["far", "", "alone", "unassigned", ""]
        assert not self.reach((vpn,), address="10.8.0.2").lack
        assert not self.reach((vpn,), public_url="https://cards.example").lack

    def test_the_name_is_told_while_it_is_announced(self) -> None:
        assert self.reach((), named=True).named_url() == "http://companion.local:8000"
        assert self.reach(()).named_url() is None


@pytest.mark.parametrize("local", ["http://localhost:8000", "http://127.0.0.3", "http://[::1]:80", "http://0.0.0.0"])
def test_addresses_that_a_phone_would_resolve_to_itself(local: str) -> None:
    assert is_local(local)
    assert not is_local("http://192.168.1.23:8000")


def test_the_hotspot_keeps_its_name_and_password(tmp_path: Path) -> None:
    first = hotspot(tmp_path)
    assert hotspot(tmp_path) == first
    assert len(first.password) >= 8  # WPA requires eight characters
    (tmp_path / "hotspot.json").write_text("{")
    assert hotspot(tmp_path).name == first.name


def test_paper_and_page_lead_into_the_network_of_the_phones(tmp_path: Path) -> None:
    """A QR code shown on the server itself does not contain localhost."""
    app = new_app(tmp_path)
    owner = new_table(app)
    wifi = Reachable("192.168.1.23", "wlan0", "wifi")
    app.extensions["reach"] = TestReach().reach((wifi,), (wifi,), ())
    assert "http://192.168.1.23:8000/j/" in owner.get("/share").text
    app.extensions["reach"] = TestReach().reach(*[()] * 9)
    assert "let-in" in owner.get().text
    let_in = owner.get().text.partition('class="let-in"')[2].partition("</section>")[0]
    assert "<svg" not in let_in
    assert "Scan" not in let_in, "there is nothing to scan"
    assert 'class="wrong"' in let_in, "why there is nothing"
    assert 'class="found-at"' in let_in, "where this computer's own browser finds the match"
    assert "big-join" not in owner.get("/board").text
    alone = owner.get("/share").text
    assert "nmcli device wifi hotspot" in alone
    app.extensions["reach"] = TestReach().reach(*[(Reachable("10.8.0.2", "tun0", "vpn"),)] * 9)
    far = owner.get("/share").text
    assert "http://10.8.0.2:8000/j/" in far
    assert "only on a VPN" in far
    app.extensions["reach"] = TestReach().reach(*[(Reachable("169.254.3.4", "eth0", "cable"),)] * 9)
    unassigned = owner.get("/share", help="1").text
    assert "http://169.254.3.4:8000/j/" in unassigned
    assert "gave this computer no address" in unassigned
    assert f"<code>{command()} doctor</code>" in unassigned
    assert '<details class="panel" open>\n  <summary>Does it not open?' in unassigned
    assert '<details class="panel" open>\n  <summary>Does it not open?' not in far
    app.extensions["reach"] = TestReach().reach((), address="127.0.0.1")
    closed = owner.get("/share").text
    assert "/j/" not in closed
    assert "for this computer only" in closed


def test_links_have_the_number_even_for_phones_that_came_by_name(tmp_path: Path) -> None:
    """Not every phone can resolve the name; those that can are redirected to it."""
    app = new_app(tmp_path)
    wifi = Reachable("192.168.1.23", "wlan0", "wifi")
    app.extensions["reach"] = TestReach().reach(*[(wifi,)] * 9, named=True)
    with app.test_request_context(base_url="http://companion.local:8000"):
        way = server_address()
        assert (way.url, way.named) == ("http://192.168.1.23:8000", "http://companion.local:8000")
        assert (way.link("ABC"), way.port) == ("http://192.168.1.23:8000/j/ABC", 8000)


def test_a_machine_in_two_networks_names_both(tmp_path: Path) -> None:
    """The more likely one first; the QR code is for the chosen network."""
    app = new_app(tmp_path)
    owner = new_table(app)
    own, wifi = Reachable("10.42.0.1", "wlan1", "hotspot"), Reachable("192.168.1.5", "wlan0", "wifi")
    both = (own, wifi, Reachable("fd00::5", "wlan0", "wifi"), Reachable("10.8.0.2", "tun0", "vpn"))

    def shown(page: str = "/share", base: str = "http://localhost:8000", **query: str) -> str:
        app.extensions["reach"] = TestReach().reach(*[both] * 9)
        answer: str = owner.client.get(f"/m/{owner.match}{page}", base_url=base, query_string=query).text
        return answer

    for page in ("", "/share"):
        first, second = shown(page), shown(page, at="192.168.1.5")
        assert '<a href="?at=192.168.1.5">http://192.168.1.5:8000</a>' in first
        assert '<a href="?at=10.42.0.1">http://10.42.0.1:8000</a>' in second
        assert "fd00::5" not in first, "the same network"
        assert "10.8.0.2" not in first, "no table is in it"
    assert "http://10.42.0.1:8000/j/" in shown()
    assert "http://192.168.1.5:8000/j/" in shown(at="192.168.1.5")
    assert "http://10.42.0.1:8000/j/" in shown(at="evil.example")
    with app.test_request_context(base_url="http://192.168.1.5:8000"):
        way = server_address()
        assert (way.url, way.elsewhere) == ("http://192.168.1.5:8000", (("http://10.42.0.1:8000", "?at=10.42.0.1"),))
    with app.test_request_context(base_url="http://laptop.lan:8000"):
        assert server_address().elsewhere == ()
    reach = TestReach().reach(*[both] * 9)
    told = serve._text(reach, serve._addresses(reach))
    assert "in several networks" in told
    assert told.index("http://10.42.0.1:8000") < told.index("http://192.168.1.5:8000  (wlan0, wifi)")


def test_phones_of_both_kinds_of_network_are_heard() -> None:
    """Phones with an IPv6 address reach the server too, whichever address they use."""
    if not socket.has_dualstack_ipv6():
        pytest.skip("this machine has no IPv6")

    def address(environ: Any, start_response: Any) -> list[bytes]:
        start_response("200 OK", [])
        return [environ["REMOTE_ADDR"].encode()]

    with served(address, host=EVERYWHERE) as server:
        for host in ("127.0.0.1", "::1"):
            phone = HTTPConnection(host, server.effective_port, timeout=5)
            phone.request("GET", "/")
            assert phone.getresponse().read().decode() == host
            phone.close()
