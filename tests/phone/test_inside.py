"""Tests that need no server, paper or thread pass in the Python of phones as they do here."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from support.share import IS_WHOLE

ROOT = Path(__file__).parent.parent.parent
BUILD = ROOT / "build" / "phone"
INSIDE = Path(__file__).parent / "inside"
NO_SERVER = sorted(ROOT / "tests" / name for name in (INSIDE / "tests.txt").read_text("ascii").split())
SHARE = NO_SERVER[::5]
LEAST, PART = 2000, 0.95  # the least number of passing tests, and their least share


def test_inside_pyodide() -> None:
    if not (BUILD / "inside").exists() or shutil.which("node") is None:
        pytest.skip("dist/phone is not built: make phone")
    where = [path.relative_to(ROOT) for path in (NO_SERVER if IS_WHOLE else SHARE)]
    without = ["--continue-on-collection-errors", "--ignore-glob", "*browser*", "--ignore-glob", "*_paper*"]
    site = Path(pytest.__file__).parent.parent
    command = ["node", INSIDE / "run.mjs", BUILD / "package", BUILD, ROOT, site, *where, *without]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    good, bad, broken = (_count(done.stdout, word) for word in ("pass(ed)", "fail(ed)", "error(s?)"))
    assert good >= (LEAST if IS_WHOLE else 50), done.stdout[-3000:] + done.stderr[-1000:]
    assert good >= PART * (good + bad + broken), done.stdout[-3000:]


def _count(report: str, word: str) -> int:
    found = re.search(rf"(\d+) {word}", report)
    return int(found[1]) if found else 0
