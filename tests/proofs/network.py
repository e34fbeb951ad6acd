"""`make network`: a laptop changes networks while phones play, each in its own network namespace.

The laptop has no network, opens a hotspot, connects a VPN, joins a Wi-Fi, gets another lease there, is also connected
by cable, and loses everything. At each step it checks the texts of the terminal and of the page with the QR codes,
whether phones reach the server by number and by companion.local, and whether they keep their rights. It needs `ip`
(Debian's iproute2) and a system that lets users make namespaces; the machine's own network is left alone. Ends by
itself.
"""

import html
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.proofs.device import Device, here

PORT = 8000
PATIENCE = 40  # seconds until the server has noticed another network, on a busy machine
NAMED = f"http://companion.local:{PORT}"
HOTSPOT, WIFI, LEASE, CABLE = "10.42.0.1", "192.168.1.23", "192.168.1.77", "192.168.7.2"


class Failed(Exception):
    """The table was told something untrue, or not told something."""


def ip(command: str) -> None:
    subprocess.run(["ip", *command.split()], check=True)


def until(true: Callable[[], Any], what: str) -> str:
    """Wait for a condition, and return the time it took."""
    begun = time.monotonic()
    while time.monotonic() - begun < PATIENCE:
        with suppress(OSError, LookupError):
            if true():
                return f"after {time.monotonic() - begun:.0f} s"
        time.sleep(0.3)
    raise Failed(what)


@dataclass
class Laptop:
    """The laptop that runs the server; its own browser is `browser`."""

    folder: Path
    browser: Device = field(default_factory=lambda: Device(here))

    @property
    def terminal(self) -> str:
        """Return the last output of the terminal, from the address on."""
        return (self.folder / "terminal").read_text(encoding="utf-8").rpartition("companion  ")[2]

    def says(self, words: str) -> str:
        return until(lambda: words in self.terminal, f"the terminal does not say: {words}\n{self.terminal}")

    @contextmanager
    def serving(self) -> Iterator[None]:
        command = (sys.executable, "-m", "companion", "serve", "--port", str(PORT))
        with (self.folder / "terminal").open("w", encoding="utf-8") as terminal:
            known = {**os.environ, "COMPANION_INSTANCE": str(self.folder)}
            process = subprocess.Popen(command, stdout=terminal, stderr=subprocess.STDOUT, env=known)
        try:
            yield
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(timeout=20)

    def share(self, match: str) -> str:
        """Return the page with the QR codes, on the laptop itself."""
        return html.unescape(self.browser.get(f"http://localhost:{PORT}/m/{match}/share"))


@contextmanager
def phone(number: int) -> Iterator[Device]:
    """Start a phone in its own namespace, connected to the laptop's interface `net<number>`."""
    command = ("unshare", "-n", sys.executable, "-m", "tests.proofs.device")
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:

        def told(**submission: Any) -> Any:
            assert process.stdin
            assert process.stdout
            print(json.dumps(submission), file=process.stdin, flush=True)
            return json.loads(process.stdout.readline())

        told(run="link set lo up")  # its answer shows that it is in its namespace
        ip(f"link add {WIRES[number]} type veth peer name wlan0 netns {process.pid}")
        try:
            yield Device(told)
        finally:
            process.kill()


WIRES = ("wlan0", "eth0")


def connect(device: Device, wire: str, laptop: str, own: str) -> None:
    """Connect both ends of a wire in one network."""
    for end, address, run in ((wire, laptop, ip), ("wlan0", own, device.ip)):
        run(f"addr flush dev {end}")
        run(f"addr add {address}/24 broadcast + dev {end}")
        run(f"link set {end} up")


def passed(what: str) -> None:
    print(f"ok  {what}", flush=True)


def expect(true: object, what: str) -> None:
    if not true:
        raise Failed(what)


@dataclass
class Evening:
    """The steps of the evening; `by_number` and `by_name` are two phones on the same wire."""

    laptop: Laptop
    wifi: Device
    cable: Device
    match: str = ""

    def __post_init__(self) -> None:
        self.by_number, self.by_name = Device(self.wifi.told), Device(self.wifi.told)

    def play(self) -> None:
        first = (self.nowhere, self.a_hotspot, self.joined)
        for step in (*first, self.moved, self.came_back, self.a_lease, self.two, self.gone):
            step()

    def nowhere(self) -> None:
        own = self.laptop.browser
        self.laptop.says("This computer is not on a network")
        expect("open a hotspot" in self.laptop.terminal, "no word of how to open a hotspot")
        until(lambda: own.get(f"http://localhost:{PORT}/healthz"), "the server does not answer")
        self.match = own.begin(f"http://localhost:{PORT}")
        told = self.laptop.share(self.match)
        expect("in no network" in told and "/j/" not in told, "a QR that leads nowhere")
        passed("no network: terminal and page say so, and how to open a hotspot; no QR leads to this computer itself")

    def a_hotspot(self) -> None:
        connect(self.wifi, "wlan0", HOTSPOT, "10.42.0.51")
        ip("link add tun0 type veth peer name office")
        ip("addr add 10.8.0.2/24 dev tun0")
        ip("link set tun0 up")
        ip("route add default dev tun0")
        took = self.laptop.says(f"http://{HOTSPOT}:{PORT}\n")
        expect("join the hotspot" in self.laptop.share(self.match), "the page does not follow")
        passed(f"a hotspot, and a VPN that takes the way out: terminal and page lead to the hotspot {took}")

    def joined(self) -> None:
        link = self.link(HOTSPOT, self.laptop.share(self.match))
        self.by_number.join(f"http://{HOTSPOT}:{PORT}", link, "Anna")
        page = self.by_name.get(f"http://{HOTSPOT}:{PORT}{link}")
        to, picture = (re.findall(rf'data-{name}="([^"]+)"', page)[0] for name in ("to", "picture"))
        took = until(lambda: self.by_name.find() == [HOTSPOT], "companion.local is not found")
        expect("<svg" in self.by_name.get(picture), "another server has the name")
        self.by_name.join(to.removesuffix(link), link, "Bo")
        self.by_number.write(f"http://{HOTSPOT}:{PORT}", self.match, 0)
        self.by_name.write(NAMED, self.match, 1)
        passed(f"one phone joins by number, one is led to companion.local, found {took}; both write")

    def moved(self) -> None:
        connect(self.wifi, "wlan0", WIFI, "192.168.1.51")
        took = self.laptop.says(f"http://{WIFI}:{PORT}\n")
        self.link(WIFI, self.laptop.share(self.match))
        found = until(lambda: self.by_name.find(anew=True) == [WIFI], "companion.local leads to the address of before")
        self.by_name.write(NAMED, self.match, 2)
        passed(f"another network: terminal and page follow {took}; by name, right {found}, the phone is who it was")

    def came_back(self) -> None:
        """Let the phone in again as the same player, from the host's page on the laptop."""
        self.by_number.cookies.clear()  # cookies of the earlier address
        site, own, browser = f"http://{WIFI}:{PORT}", f"http://localhost:{PORT}", self.laptop.browser
        expect(self.by_number.ask("GET", f"{site}/m/{self.match}")["status"] == 404, "a stranger is let in")
        browser.post(f"{own}/host", code=(self.laptop.folder / "host.code").read_text(encoding="ascii"))
        page = browser.get(f"{own}/host/{self.match}")
        tagged = re.findall(r'name="phone" value="(\w+)" aria-label="[^"]*Anna', page)
        shown = browser.post(f"{own}/host/{self.match}/back", phone=tagged[0])["text"]
        self.by_number.join(site, self.link(WIFI, shown), "Anna")
        self.by_number.write(site, self.match, 3)
        passed("the phone that came by number is a stranger, is let back in from the host's page, and writes as Anna")

    def a_lease(self) -> None:
        self.by_name.find()
        connect(self.wifi, "wlan0", LEASE, "192.168.1.51")
        took = self.laptop.says(f"http://{LEASE}:{PORT}\n")
        found = until(lambda: self.by_name.find() == [LEASE], "the phone goes on to the address of before")
        self.by_name.write(NAMED, self.match, 4)
        passed(f"another lease in the same network: terminal {took}, a phone that remembers the old one right {found}")

    def two(self) -> None:
        connect(self.cable, "eth0", CABLE, "192.168.7.51")
        self.laptop.says(f"http://{CABLE}:{PORT}")
        expect(self.laptop.terminal.startswith(f"http://{LEASE}:{PORT}\n"), "the cable is told before the Wi-Fi")
        expect(self.cable.get(f"http://{CABLE}:{PORT}/healthz"), "no way through the cable")
        passed("two networks: both are told, the phones' first; a phone in the other gets through too")

    def gone(self) -> None:
        for name in ("wlan0", "eth0", "tun0"):
            ip(f"link set {name} down")
        took = self.laptop.says("This computer is not on a network")
        expect("in no network" in self.laptop.share(self.match), "the page does not follow")
        passed(f"all networks gone: terminal and page say so {took}")

    @staticmethod
    def link(address: str, page: str) -> str:
        """Return the link of a page, which must have this address."""
        found = re.search(rf"http://{re.escape(address)}:{PORT}(/j/\w+)", page)
        if not found:
            raise Failed(f"the page shows no link at {address}")
        return found[1]


def main() -> int:
    if "inside" not in sys.argv:
        command = ("unshare", "-rnm", sys.executable, "-m", "tests.proofs.network", "inside")
        if subprocess.run(("unshare", "-rnm", "ip", "link"), capture_output=True, check=False).returncode:
            print("make network needs the program ip (Debian: iproute2) and leave to make namespaces (unshare).")
            return 1
        return subprocess.run(command, check=False).returncode
    ip("link set lo up")
    subprocess.run(("mount", "-t", "sysfs", "sysfs", "/sys"), check=True)  # of this namespace, not of the machine
    with tempfile.TemporaryDirectory() as folder, phone(0) as one, phone(1) as two:
        laptop = Laptop(Path(folder))
        with laptop.serving():
            try:
                Evening(laptop, one, two).play()
            except Failed as fault:
                print(f"!!  {fault}")
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
