"""Why phones do not find the server: what can be looked at on this machine, each with what to do about it."""

import argparse
import http.client
import shutil
import subprocess
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.cli.saying import OK, REFUSED
from companion.cli.serve import PORT
from companion.instance import instance
from companion.network import Place, places
from companion.reach import hotspot

PATIENCE = 2  # seconds for one connection
EARLIEST = 1_750_000_000  # 2025-06: a clock before this has never been set (a Raspberry Pi without network)
POWER = Path("/sys/class/power_supply")


@dataclass(frozen=True)
class Finding:
    """One thing looked at: whether it is well, in words, and what to do if it is not."""

    well: bool
    text: str
    remedy: str = ""


def add_to(commands: Any) -> None:
    doctor = commands.add_parser("doctor", help="look for the reason why phones do not reach the server")
    doctor.add_argument("--port", type=int, default=PORT)
    doctor.set_defaults(run=_doctor)


def _doctor(options: argparse.Namespace) -> int:
    found = list(findings(options.port, places()))
    for one in found:
        print(("ok   " if one.well else "!!   ") + one.text)
        if not one.well:
            print("     " + one.remedy)
    return OK if all(one.well for one in found) else REFUSED


def findings(port: int, found: tuple[Place, ...]) -> Iterable[Finding]:
    yield _network(found)
    yield from _listener(port, found)
    yield from _firewall(port)
    yield from _sleep()
    yield _clock(time.time())


def _network(found: tuple[Place, ...]) -> Finding:
    if found:
        told = ", ".join(f"{place.address} ({place.interface}, {place.kind})" for place in found)
        return Finding(True, f"This computer is reached at {told}.")
    return Finding(
        False, "This computer is in no network.", f"Join a Wi-Fi, or open a hotspot: {hotspot(instance()).command}"
    )


def _listener(port: int, found: tuple[Place, ...]) -> Iterable[Finding]:
    """Whether companion answers, here and at each address as a phone would use it."""
    if not _answers("127.0.0.1", port):
        yield Finding(
            False,
            f"No companion answers on port {port} of this computer.",
            "Start it: companion serve; or name --port.",
        )
        return
    yield Finding(True, f"companion answers on port {port} of this computer.")
    for place in found:
        if _answers(place.address, port):
            yield Finding(True, f"It answers at {place.url(port)} too.")
        else:
            yield Finding(
                False,
                f"It does not answer at {place.url(port)}.",
                "It was started for one address only (--host), or a firewall of this computer stands between.",
            )


def _answers(address: str, port: int) -> bool:
    connection = http.client.HTTPConnection(address, port, timeout=PATIENCE)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status < http.client.BAD_REQUEST
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _firewall(port: int) -> Iterable[Finding]:
    """The firewalls of the usual desktops, asked in their own words; nothing is said where none answers."""
    opened: dict[str, tuple[list[str], Callable[[str], bool], str]] = {
        "ufw": (["ufw", "status"], lambda told: "inactive" in told or str(port) in told, f"sudo ufw allow {port}/tcp"),
        "firewalld": (
            ["firewall-cmd", "--list-ports"],
            lambda told: f"{port}/tcp" in told,
            f"sudo firewall-cmd --add-port={port}/tcp",
        ),
    }
    for name, (command, is_open, remedy) in opened.items():
        told = _asked(command)
        if told is not None:
            yield Finding(
                is_open(told), f"The firewall {name} was asked about port {port}.", f"Let it through: {remedy}"
            )


def _asked(command: list[str]) -> str | None:
    if shutil.which(command[0]) is None:
        return None
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


def _sleep() -> Iterable[Finding]:
    """A laptop on its battery goes to sleep in the middle of a deal."""
    states = [path.read_text(encoding="ascii").strip() for path in POWER.glob("BAT*/status")] if POWER.is_dir() else []
    if not states:
        return
    yield Finding(
        "Discharging" not in states,
        "The computer runs on its battery." if "Discharging" in states else "The computer has power.",
        "Plug it in, and keep it awake: systemd-inhibit --what=sleep:handle-lid-switch companion serve",
    )


def _clock(now: float) -> Finding:
    return Finding(
        now > EARLIEST,
        f"The clock says {time.strftime('%Y-%m-%d %H:%M', time.localtime(now))}.",
        "It has not been set. Set it (sudo date -s ...), so that the sheet tells when things were written.",
    )
