"""The firewalls of the usual desktops, asked about the port in their own words; nothing is said where there is none.

What this computer asks of itself passes every firewall, so only they can tell. Most tell it to root alone: then it is
said that there is one, and what to ask it.
"""

import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.program_name import command

PATIENCE = 2  # seconds
UFW = Path("/etc/ufw/ufw.conf")  # everybody may read whether it is on
CHAIN = re.compile(r"table (\w+ \S+) \{(?:(?!\ntable ).)*?chain (\S+) \{[^}]*?hook input", re.DOTALL)
DROPPED = re.compile(r"hook input [^}]*?policy drop;")


@dataclass(frozen=True)
class Finding:
    """One thing looked at: whether it is well, in words, and what to do if it is not."""

    well: bool
    text: str
    remedy: str = ""


def firewalls(port: int) -> Iterator[Finding]:
    found = [one for one in (_ufw(port), _firewalld(port)) if one]
    yield from found or filter(None, [_nft(port)])


def _ufw(port: int) -> Finding | None:
    remedy = f"Let it through: sudo ufw allow {port}/tcp"
    told = _asked("ufw", "status")
    if told is None:
        on = UFW.is_file() and re.search(r"^ENABLED=yes", UFW.read_text(encoding="utf-8"), re.MULTILINE)
        text = f"The firewall ufw is on; it tells root alone whether it lets port {port} in: sudo {command()} doctor"
        return Finding(False, text, remedy) if on else None
    if "inactive" in told:
        return Finding(True, "The firewall ufw is off.")
    return _verdict("ufw", port, remedy, opened=_names(told, port, "ALLOW"))


def _firewalld(port: int) -> Finding | None:
    told = _asked("firewall-cmd", "--list-ports")
    if told is None:
        return None
    remedy = f"Let it through: sudo firewall-cmd --add-port={port}/tcp"
    ranges = (re.fullmatch(r"(\d+)(?:-(\d+))?/tcp", one) for one in told.split())
    opened = any(one and int(one[1]) <= port <= int(one[2] or one[1]) for one in ranges)
    return _verdict("firewalld", port, remedy, opened=opened)


def _nft(port: int) -> Finding | None:
    """The kernel's own rules, which root alone may read: where they name the port, or drop what they do not name."""
    told = _asked("nft", "list", "ruleset")
    if not told or "hook input" not in told:
        return None
    way = CHAIN.search(told)
    chain = f"{way[1]} {way[2]}" if way else "FAMILY TABLE CHAIN"
    remedy = f"Let it through until the computer starts anew: sudo nft insert rule {chain} tcp dport {port} accept"
    shut = _names(told, port, "drop") or _names(told, port, "reject")
    opened = not shut and (not DROPPED.search(told) or _names(told, port, "accept"))
    return _verdict("nftables", port, remedy, opened=opened)


def _names(told: str, port: int, verdict: str) -> bool:
    """Whether a line names the port and ends so."""
    lines = (line for line in told.splitlines() if re.search(rf"(?<!\d){port}(?!\d)", line))
    return any(re.search(rf"\b{verdict}\b", line) for line in lines)


def _verdict(name: str, port: int, remedy: str, *, opened: bool) -> Finding:
    if opened:
        return Finding(True, f"The firewall {name} lets port {port} through.")
    return Finding(False, f"The firewall {name} keeps phones from port {port}.", remedy)


def _asked(*command: str) -> str | None:
    if shutil.which(command[0]) is None:
        return None
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
