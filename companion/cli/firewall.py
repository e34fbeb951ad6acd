"""Ask the usual firewalls of Linux whether they let phones through to a port.

A connection from this computer to itself passes every firewall, so they are asked by their own commands. Most answer
root alone: then the finding says that there is one, and how to ask it.
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
    """One thing that was checked: the result, in words, and what to do if it is not well."""

    well: bool
    text: str
    remedy: str = ""


def firewalls(port: int) -> Iterator[Finding]:
    """Yield a finding for each firewall that answers; the rules of the kernel only where no other does."""
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
    """Read the rules of the kernel, which root alone may do: they name the port, or drop what they do not name."""
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
    """Return whether a line names the port and this verdict."""
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
