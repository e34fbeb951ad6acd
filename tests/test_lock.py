"""A fresh set-up takes the versions that were tested: the lock holds all that pyproject asks for, each with hashes."""

import re
import tomllib
from pathlib import Path

TOP = Path(__file__).parents[1]
LOCKED = re.findall(r"^([a-z0-9-]+)==([^ ]+)", (TOP / "requirements.lock").read_text(encoding="utf-8"), re.MULTILINE)


def test_every_dependency_is_locked_within_its_bounds() -> None:
    wanted = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    versions = dict(LOCKED)
    for line in wanted:
        name, lowest, highest = re.match(r"([A-Za-z0-9-]+)>=([\d.]+),<([\d.]+)", line).groups()  # type: ignore[union-attr]
        version = _numbers(versions[name.lower()])
        assert _numbers(lowest) <= version < _numbers(highest), line


def test_every_version_has_its_hashes_and_no_address() -> None:
    text = (TOP / "requirements.lock").read_text(encoding="utf-8")
    blocks = re.split(r"^(?=[a-z0-9-]+==)", text, flags=re.MULTILINE)[1:]
    assert all("--hash=sha256:" in block for block in blocks)
    assert "http" not in text
    assert "index" not in text


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version))
