"""Run `companion doctor`: check this machine for problems that keep phones from reaching the server, with remedies."""

import argparse
import http.client
import re
import shutil
import ssl
import subprocess
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from companion.cli.output import OK, REFUSED, Commands, add_command, add_port, asked_port
from companion.instance import instance, was_served
from companion.network import Reachable, hotspot, lacking, places
from companion.program_name import command, command_elsewhere

EARLIEST = 1_750_000_000  # 2025-06: a clock before this has never been set (a Raspberry Pi without network)
SKEW = 120  # seconds that the clock may have been set back without a warning
HERE = "127.0.0.1"
PATIENCE = 2  # seconds for one connection or command
POWER = Path("/sys/class/power_supply")


Scheme = Literal["http", "https"]


@dataclass(frozen=True)
class Finding:
    """The result of one check, in words, and what to do if there is a problem."""

    well: bool
    text: str
    remedy: str = ""


def add_to(commands: Commands) -> None:
    """Add doctor."""
    why = "look for the reason why phones do not reach the server"
    add_port(add_command(commands, "doctor", _doctor, why, "", "--port 8001"))


def _doctor(options: argparse.Namespace) -> int:
    results = list(findings(asked_port(options), places()))
    for finding in results:
        print(("ok   " if finding.well else "!!   ") + finding.text)
        if not finding.well:
            print("     " + finding.remedy)
    return OK if all(finding.well for finding in results) else REFUSED


def findings(port: int, addresses: tuple[Reachable, ...]) -> Iterable[Finding]:
    """Check network, server, firewalls, power, folder and clock, in the order in which to solve problems.

    Args:
        port: on which the server is expected.
        addresses: those of this machine, best first.
    """
    yield _network(addresses)
    yield from _listener(port, addresses)
    yield from firewalls(port)
    yield from _sleep()
    yield from _folder(instance())
    yield _clock(time.time(), _last_written())


def _network(addresses: tuple[Reachable, ...]) -> Finding:
    listed = ", ".join(f"{place.address} ({place.interface}, {place.kind})" for place in addresses)
    faults = {
        "alone": "This computer is in no network.",
        "far": f"This computer is in no network that phones at a table are in, only at {listed}.",
        "unassigned": f"The network gave this computer no address, so it chose one itself: {listed}.",
    }
    lack = lacking(addresses)
    if not lack:
        return Finding(True, f"This computer is at {listed}. Phones must be in the same network.")
    how = f": {hotspot(instance()).command}" if was_served(instance()) else "; the server tells how when it starts."
    return Finding(False, faults[lack], f"Join a Wi-Fi, or open a hotspot{how}")


def _listener(port: int, addresses: tuple[Reachable, ...]) -> Iterable[Finding]:
    """Check that the server answers at each address. Firewalls go unnoticed here: they do not filter local requests."""
    here = answers(HERE, port)
    answering = {place: answers(place.address, port) for place in addresses}
    if not here and not any(answering.values()):
        remedy = f"Start it: {command()} serve; if it runs on another port: {command()} doctor --port N"
        yield Finding(False, f"No companion answers on port {port} of this computer.", remedy)
        return
    if not any(answering.values()):
        yield Finding(True, f"companion answers on port {port}, asked from this computer itself.")
    for place, scheme in answering.items():
        if scheme:
            yield Finding(True, f"companion answers at {place.url(port, scheme)}, asked from this computer itself.")
        else:
            remedy = "It was started for one address only: start it without --host."
            yield Finding(False, f"It does not answer at {place.url(port, here or 'http')}.", remedy)


def answers(address: str, port: int) -> Scheme | None:
    """Return the scheme by which the app answers at a port, None if it does not; any certificate is accepted."""
    encrypted = ssl.create_default_context()
    encrypted.check_hostname, encrypted.verify_mode = False, ssl.CERT_NONE
    plain = http.client.HTTPConnection(address, port, timeout=PATIENCE)
    ways: tuple[tuple[Scheme, http.client.HTTPConnection], ...] = (
        ("http", plain),
        ("https", http.client.HTTPSConnection(address, port, timeout=PATIENCE, context=encrypted)),
    )
    for scheme, connection in ways:
        try:
            connection.request("GET", "/healthz")
            if connection.getresponse().status < http.client.BAD_REQUEST:
                return scheme
        except (OSError, http.client.HTTPException):
            continue
        finally:
            connection.close()
    return None


def scheme(port: int) -> Scheme:
    """Return the scheme of the server on this computer; http where none answers."""
    return answers(HERE, port) or "http"


def _sleep() -> Iterable[Finding]:
    """Check that the machine is plugged in: on battery, a laptop may go to sleep during a match."""
    states = [path.read_text(encoding="ascii").strip() for path in POWER.glob("BAT*/status")] if POWER.is_dir() else []
    if not states:
        return
    yield Finding(
        "Discharging" not in states,
        "The computer runs on its battery." if "Discharging" in states else "The computer has power.",
        "Plug it in, and keep it awake: systemd-inhibit --what=sleep:handle-lid-switch " + f"{command()} serve",
    )


def _folder(folder: Path) -> Iterable[Finding]:
    """Check that the folder has matches of a server: other checks need their times and the name of the hotspot."""
    if not was_served(folder):
        remedy = f"Ask again where the server was started, or say where they lie: {command_elsewhere('doctor')}"
        yield Finding(False, f"No server has kept matches in {folder}.", remedy)


def _last_written() -> float:
    """Return when the matches were last written, in seconds since 1970; 0 if never."""
    return max((path.stat().st_mtime for path in instance().glob("*.db*")), default=0.0)


def _clock(now: float, written: float) -> Finding:
    reading = f"The clock says {time.strftime('%Y-%m-%d %H:%M', time.localtime(now))}"
    remedy = "Set it (sudo date -s '2026-11-22 19:30'), so that the sheet tells when things were written."
    if now < EARLIEST:
        return Finding(False, f"{reading}: it has not been set.", remedy)
    if now < written - SKEW:
        last = time.strftime("%Y-%m-%d %H:%M", time.localtime(written))
        return Finding(False, f"{reading}, but a match was written at {last}: it is behind.", remedy)
    return Finding(True, f"{reading}: compare it with your watch.")


UFW = Path("/etc/ufw/ufw.conf")  # readable by every user
CHAIN = re.compile(r"table (\w+ \S+) \{(?:(?!\ntable ).)*?chain (\S+) \{[^}]*?hook input", re.DOTALL)
DROPPED = re.compile(r"hook input [^}]*?policy drop;")


def firewalls(port: int) -> Iterator[Finding]:
    """Yield a finding for each firewall that is found; read the rules of the kernel only if there is no other."""
    answering = [finding for finding in (_ufw(port), _firewalld(port)) if finding]
    yield from answering or filter(None, [_nft(port)])


def _ufw(port: int) -> Finding | None:
    remedy = f"Let it through: sudo ufw allow {port}/tcp"
    output = _output_of("ufw", "status")
    if output is None:
        on = UFW.is_file() and re.search(r"^ENABLED=yes", UFW.read_text(encoding="utf-8"), re.MULTILINE)
        text = f"The firewall ufw is on; it tells root alone whether it lets port {port} in: sudo {command()} doctor"
        return Finding(False, text, remedy) if on else None
    if "inactive" in output:
        return Finding(True, "The firewall ufw is off.")
    return _verdict("ufw", port, remedy, opened=_names(output, port, "ALLOW"))


def _firewalld(port: int) -> Finding | None:
    output = _output_of("firewall-cmd", "--list-ports")
    if output is None:
        return None
    remedy = f"Let it through: sudo firewall-cmd --add-port={port}/tcp"
    ranges = (re.fullmatch(r"(\d+)(?:-(\d+))?/tcp", one) for one in output.split())
    opened = any(one and int(one[1]) <= port <= int(one[2] or one[1]) for one in ranges)
    return _verdict("firewalld", port, remedy, opened=opened)


def _nft(port: int) -> Finding | None:
    """Read the rules of the kernel, as only root can: whether they name the port, or drop all that they do not name."""
    output = _output_of("nft", "list", "ruleset")
    if not output or "hook input" not in output:
        return None
    way = CHAIN.search(output)
    chain = f"{way[1]} {way[2]}" if way else "FAMILY TABLE CHAIN"
    remedy = f"Let it through until the computer starts anew: sudo nft insert rule {chain} tcp dport {port} accept"
    shut = _names(output, port, "drop") or _names(output, port, "reject")
    opened = not shut and (not DROPPED.search(output) or _names(output, port, "accept"))
    return _verdict("nftables", port, remedy, opened=opened)


def _names(output: str, port: int, verdict: str) -> bool:
    """Return True if a line names the port and this verdict."""
    lines = (line for line in output.splitlines() if re.search(rf"(?<!\d){port}(?!\d)", line))
    return any(re.search(rf"\b{verdict}\b", line) for line in lines)


def _verdict(name: str, port: int, remedy: str, *, opened: bool) -> Finding:
    if opened:
        return Finding(True, f"The firewall {name} lets port {port} through.")
    return Finding(False, f"The firewall {name} keeps phones from port {port}.", remedy)


def _output_of(*command: str) -> str | None:
    if shutil.which(command[0]) is None:
        return None
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
