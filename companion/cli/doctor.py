"""Run `companion doctor`: check what on this machine may keep phones from the server, each with its remedy."""

import argparse
import time
from collections.abc import Iterable
from pathlib import Path

from companion.cli.firewall import Finding, firewalls
from companion.cli.output import OK, REFUSED, Commands, add_command
from companion.cli.server_probe import HERE, answers, asked_port, port_number
from companion.instance import instance, was_served
from companion.network.addresses import Reachable, lacking, places
from companion.network.reach import hotspot
from companion.program_name import command, command_elsewhere

EARLIEST = 1_750_000_000  # 2025-06: a clock before this has never been set (a Raspberry Pi without network)
SKEW = 120  # seconds that a clock may be moved back without a word
POWER = Path("/sys/class/power_supply")


def add_to(commands: Commands) -> None:
    """Add doctor."""
    doctor = add_command(
        commands, "doctor", "look for the reason why phones do not reach the server", "doctor", "doctor --port 8001"
    )
    doctor.add_argument("--port", type=port_number, help="where the app listens (default: as the last server here)")
    doctor.set_defaults(run=_doctor)


def _doctor(options: argparse.Namespace) -> int:
    results = list(findings(asked_port(options), places()))
    for finding in results:
        print(("ok   " if finding.well else "!!   ") + finding.text)
        if not finding.well:
            print("     " + finding.remedy)
    return OK if all(finding.well for finding in results) else REFUSED


def findings(port: int, addresses: tuple[Reachable, ...]) -> Iterable[Finding]:
    """Check network, server, firewalls, power, folder and clock, in the order in which they are mended.

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
        "unassigned": f"The network has given this computer no address; it took one itself: {listed}.",
    }
    lack = lacking(addresses)
    if not lack:
        return Finding(True, f"This computer is at {listed}. Phones must be in the same network.")
    how = f": {hotspot(instance()).command}" if was_served(instance()) else "; the server tells how when it starts."
    return Finding(False, faults[lack], f"Join a Wi-Fi, or open a hotspot{how}")


def _listener(port: int, addresses: tuple[Reachable, ...]) -> Iterable[Finding]:
    """Check that companion answers, here and at each address; firewalls do not see what a machine asks of itself."""
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


def _sleep() -> Iterable[Finding]:
    """Check that the machine has power: on its battery a laptop goes to sleep in the middle of a deal."""
    states = [path.read_text(encoding="ascii").strip() for path in POWER.glob("BAT*/status")] if POWER.is_dir() else []
    if not states:
        return
    yield Finding(
        "Discharging" not in states,
        "The computer runs on its battery." if "Discharging" in states else "The computer has power.",
        "Plug it in, and keep it awake: systemd-inhibit --what=sleep:handle-lid-switch " + f"{command()} serve",
    )


def _folder(folder: Path) -> Iterable[Finding]:
    """Check that a server has kept matches here: they date the clock and name the hotspot."""
    if not was_served(folder):
        remedy = f"Ask again where the server was started, or say where they lie: {command_elsewhere('doctor')}"
        yield Finding(False, f"No server has kept matches in {folder}.", remedy)


def _last_written() -> float:
    """Return when something was last written among the matches, in seconds since 1970; 0: never."""
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
