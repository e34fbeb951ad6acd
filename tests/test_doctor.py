"""`companion doctor` reports networks, firewalls and the clock correctly."""

from pathlib import Path

import pytest
from support.each import each

from companion.cli import doctor
from companion.network import Reachable
from companion.program_name import command

WIFI = Reachable("192.168.1.23", "wlan0", "wifi")
VPN = Reachable("10.8.0.2", "tun0", "vpn")
OWN = Reachable("169.254.3.4", "eth0", "cable")
NFT = """table inet filter {
	chain input {
		type filter hook input priority filter; policy %s;
		%s
	}
}
"""
SHUT = NFT % ("drop", "")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path))
    monkeypatch.setattr(doctor, "UFW", tmp_path / "ufw.conf")
    return tmp_path


@pytest.mark.parametrize(
    ("found", "well", "said"),
    [
        ((), False, "in no network."),
        ((VPN,), False, "only at 10.8.0.2 (tun0, vpn)"),
        ((OWN, VPN), False, "chose one itself"),
        ((WIFI, VPN), True, "192.168.1.23 (wlan0, wifi), 10.8.0.2 (tun0, vpn)"),
    ],
)
def test_networks(found: tuple[Reachable, ...], well: bool, said: str) -> None:
    told = next(iter(doctor.findings(1, found)))
    assert (told.well, said in told.text) == (well, True)


def test_without_matches_nothing_is_created(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = tmp_path / "nowhere"
    monkeypatch.setenv("COMPANION_INSTANCE", str(nowhere))
    told = list(doctor.findings(1, ()))
    assert any(str(nowhere) in one.text and "COMPANION_INSTANCE=" in one.remedy for one in told)
    assert not nowhere.exists()


@each(
    "program, told, well",
    [
        ("ufw", "Status: inactive", True),
        ("ufw", "Status: active\n\n22/tcp ALLOW Anywhere", False),
        ("ufw", "Status: active\n\n8000/tcp ALLOW Anywhere", True),
        ("ufw", "Status: active\n\n8000/tcp DENY Anywhere", False),
        ("ufw", "Status: active\n\n18000/tcp ALLOW Anywhere", False),
        ("firewall-cmd", "22/tcp 8000/tcp", True),
        ("firewall-cmd", "1025-65535/udp 1025-65535/tcp", True),
        ("firewall-cmd", "80000/tcp", False),
        ("nft", NFT % ("accept", "tcp dport 22 drop"), True),
        ("nft", NFT % ("accept", "tcp dport 8000 drop"), False),
        ("nft", NFT % ("drop", 'iif "lo" accept'), False),
        ("nft", NFT % ("drop", "tcp dport { 22, 8000 } accept"), True),
    ],
)
def test_firewalls(program: str, told: str, well: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_output_of", lambda *command: told if command[0] == program else None)
    assert [one.well for one in doctor.firewalls(8000)] == [well]


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (SHUT, "sudo nft insert rule inet filter input tcp dport 8000 accept"),
        ("table ip6 nat {\n\tchain out {\n\t}\n}\n" + SHUT.replace("inet filter", "ip mine"), "rule ip mine input"),
        (SHUT.replace("chain input", "chain first {\n\t}\n\tchain in_it"), "insert rule inet filter in_it"),
    ],
)
def test_the_remedy_names_the_table_there_is(told: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_output_of", lambda *command: told if command[0] == "nft" else None)
    (found,) = doctor.firewalls(8000)
    assert said in found.remedy


def test_a_firewall_that_only_root_can_query(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_output_of", lambda *_: None)
    assert list(doctor.firewalls(8000)) == []
    (folder / "ufw.conf").write_text("LOGLEVEL=low\nENABLED=yes\n")
    (told,) = doctor.firewalls(8000)
    assert (told.well, f"sudo {command()} doctor" in told.text) == (False, True)


@pytest.mark.parametrize(
    ("now", "written", "said"),
    [
        (1.0, 0.0, "has not been set"),
        (1_790_000_000, 1_790_003_600, "it is behind"),
        (1_790_000_000, 1_789_000_000, "compare it"),
    ],
)
def test_the_clock(now: float, written: float, said: str) -> None:
    told = doctor._clock(now, written)
    assert (said in told.text, told.well) == (True, "compare" in said)
