"""Fixtures that run commands in this process, on a folder of their own."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from companion.cli import main

MATCH = {
    "format": "companion-match/1",
    "game": "toy",
    "players": ["Anna", "Bo"],
    "entries": [{"kind": "deal", "rounds": {"Anna": 3, "Bo": 2}}],
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder; commands make and use the folder `instance` in it."""
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "instance"))
    return tmp_path


@pytest.fixture
def run(folder: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, Any]]:
    """Return a function that runs a command: its exit code, and the JSON it prints, or else its error or None."""

    def command(*arguments: object) -> tuple[int, Any]:
        with pytest.raises(SystemExit) as end:
            main([str(argument) for argument in arguments])
        told = capsys.readouterr()
        printed = told.out or (told.err if told.err.startswith("{") else "")
        return int(end.value.code or 0), json.loads(printed) if printed else told.err or None

    return command


@pytest.fixture
def file(folder: Path) -> Path:
    """Return a file with MATCH."""
    path = folder / "match.json"
    path.write_text(json.dumps(MATCH), encoding="utf-8")
    return path


@contextmanager
def serving(*arguments: str, command: str = "serve") -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """Run a command that serves until the block ends, and yield the first line that it prints, and its process."""
    started = [sys.executable, "-m", "companion", command, "--host", "127.0.0.1", "--port", "0", *arguments]
    with subprocess.Popen(started, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout
        too_long = Timer(60, process.kill)  # a server that does not end fails this test without blocking others
        too_long.start()
        yield process.stdout.readline(), process
        process.send_signal(signal.SIGINT)
        process.wait()
        too_long.cancel()
