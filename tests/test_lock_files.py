"""An installation gets the tested versions: the lock files have all dependencies of pyproject, with hashes."""

import hashlib
import re
import tomllib
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))
LOCKS = {"requirements.lock": PROJECT["project"]["dependencies"], "build.lock": PROJECT["build-system"]["requires"]}
SET_UP = ("Makefile", "packaging/build", "packaging/Containerfile")
TOOLS = ("pip", "uv", "shiv", "pip-audit", "--group dev")  # tools for development, which are not shipped
HTMX = "d6fdc75f204e6bdefa99b69bf1e6d4ac69b8a364f77929f45c13476b4000f717"  # of htmx.org 2.0.11 at npm

lock = pytest.mark.parametrize("name", LOCKS)


def locked(name: str) -> dict[str, str]:
    text = (TOP / name).read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9-]+)==([^ ]+)", text, re.MULTILINE))


@lock
def test_every_dependency_is_locked_within_its_bounds(name: str) -> None:
    for line in LOCKS[name]:
        found = re.match(r"([A-Za-z0-9-]+)>=([\d.]+)(?:,<([\d.]+))?$", line)
        assert found, line
        version = _numbers(locked(name)[found[1].lower()])
        assert _numbers(found[2]) <= version, line
        assert not found[3] or version < _numbers(found[3]), line


def test_what_runs_has_an_upper_bound_too() -> None:
    assert [line for line in LOCKS["requirements.lock"] if ",<" not in line] == []


def test_both_locks_agree() -> None:
    first, second = map(locked, LOCKS)
    assert {name for name in first.keys() & second.keys() if first[name] != second[name]} == set()


@lock
def test_every_version_has_its_hashes_and_no_address(name: str) -> None:
    text = (TOP / name).read_text(encoding="utf-8")
    blocks = re.split(r"^(?=[a-z0-9-]+==)", text, flags=re.MULTILINE)[1:]
    assert all("--hash=sha256:" in block for block in blocks)
    assert "http" not in text
    assert "index" not in text


@pytest.mark.parametrize("name", SET_UP)
def test_nothing_else_is_installed(name: str) -> None:
    """Each is checked by its hash, or is ours and has no dependencies; the build tools are locked too."""
    text = (TOP / name).read_text(encoding="utf-8").replace("\\\n", " ")
    commands = re.findall(r"/pip (install|wheel) ([^\n]*?)(?: && |$)", text, re.MULTILINE)
    assert commands
    for command, rest in commands:
        is_tool = rest.endswith(TOOLS)
        is_locked = "--require-hashes" in rest and "requirements.lock" in rest
        is_ours = "--no-deps" in rest and ("--no-build-isolation" in rest or ".whl" in rest)
        assert is_tool or is_locked or is_ours, f"pip {command} {rest}"


def test_htmx_is_the_published_file() -> None:
    (script,) = (TOP / "static" / "vendor").iterdir()
    assert (script.name, hashlib.sha256(script.read_bytes()).hexdigest()) == ("htmx-2.0.11.min.js", HTMX)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version))
