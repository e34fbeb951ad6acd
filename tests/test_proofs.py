"""A small share of `make crash`, `make attack` and `make fuzz`; and SECURITY.md names existing tests."""

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.each import each
from support.share import IS_WHOLE

from tests.bench import supplied
from tests.proofs import attack, cluster, crash, fuzz, tournament

TOP = Path(__file__).parents[1]


def test_killed_while_phones_write() -> None:
    assert ", 0 lost, 0 twice" in crash.killed_while_writing(0.5, random.Random(1))


def test_a_tournament_whose_server_is_killed() -> None:
    players, rounds, kills = (32, 6, 2) if IS_WHOLE else (8, 2, 1)
    assert "standings equal" in tournament.played(players, rounds, kills, random.Random(1))


def test_every_route_in_every_role(tmp_path: Path) -> None:
    """No stranger can find a match, and nobody gets an internal error."""
    assert "requests" in attack.access(tmp_path, but="printing")


@pytest.mark.parametrize("kind", fuzz.KINDS)
def test_a_share_of_fuzz(kind: str) -> None:
    _, count, _, faults = fuzz.work((kind, 0.4, 1))
    assert faults == []
    assert count


def test_missing_requirements_of_a_proof_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(SystemExit, match="haproxy"):
        cluster.main()


def test_what_is_measured_is_supplied_by_some_game() -> None:
    assert supplied.crowded()
    assert supplied.evening() and supplied.long_match()
    assert any(calls for _, bench in supplied.benches() for _, calls in bench.searches(random.Random(1)))


class TestSecurityPaper:
    """Tests, files and commands named in the security paper exist."""

    TEXT = (TOP / "SECURITY.md").read_text(encoding="utf-8")

    @each("name", sorted(set(re.findall(r"`(tests/[\w/]+\.py)`", TEXT))))
    def test_its_files(self, name: str) -> None:
        assert (TOP / name).is_file()

    @each("name", sorted(set(re.findall(r"\b(Test[A-Z]\w+|test_\w+)\b(?!\.py)", TEXT))))
    def test_its_names(self, name: str) -> None:
        written = re.compile(rf"(class|def) {name}\b")
        assert any(written.search(path.read_text(encoding="utf-8")) for path in (TOP / "tests").rglob("test_*.py"))

    def test_its_commands(self) -> None:
        makefile = (TOP / "Makefile").read_text(encoding="utf-8")
        targets = {name for line in re.findall(r"^([a-z][\w -]*):", makefile, re.MULTILINE) for name in line.split()}
        assert set(re.findall(r"`make ([a-z-]+)`", self.TEXT)) <= targets


def test_the_inventory_holds_all_that_is_locked() -> None:
    printed = subprocess.run([sys.executable, TOP / "packaging" / "sbom.py"], capture_output=True, check=True).stdout
    found = json.loads(printed)
    locked = re.findall(r"^([a-z0-9.-]+)==(\S+)", (TOP / "requirements.lock").read_text(encoding="utf-8"), re.MULTILINE)
    named = {(one["name"], one["version"]) for one in found["components"]}
    assert named == {*locked, ("htmx.org", "2.0.11")}
    assert all(one["hashes"] for one in found["components"])
