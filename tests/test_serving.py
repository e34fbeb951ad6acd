"""The commands that serve: where they listen, what they say, and how they end."""

import argparse
import re
import signal
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from support.commands import serving

from companion.cli.output import asked_port
from companion.cli.serve import demo_file
from companion.games import GAMES
from companion.instance import instance, note_port, private

pytestmark = pytest.mark.usefixtures("folder")


class TestDemo:
    """One person can see the app work alone."""

    def test_it_plays_and_leaves_nothing(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        monkeypatch.delenv("COMPANION_INSTANCE")
        monkeypatch.setenv("TMPDIR", str(folder))
        with serving(command="demo") as (first, process):
            assert process.stdout
            lines = [first, *(process.stdout.readline() for _ in range(60 if "█" in first else 4))]
            address = re.search(r"(http://localhost:\d+)/j/\w+", "".join(lines))
            assert address, lines
            with urllib.request.urlopen(address[0]) as page:
                assert "Anna" in page.read().decode()
            assert [path.name for path in folder.iterdir() if path.is_dir()]
        assert [path.name for path in folder.iterdir() if path.is_dir()] == []

    @pytest.mark.parametrize("game", [game.key for game in GAMES if demo_file(game.key)])
    def test_of_each_game(self, run: Any, game: str) -> None:
        code, sheet = run("replay", demo_file(game))
        assert (code, sheet["status"]) == (0, "running")

    def test_of_no_other(self, run: Any) -> None:
        code, wrong = run("demo", "toy")
        assert (code, wrong["error"]["code"]) == (2, "demo.game")


class TestServe:
    def test_it_says_where_it_is_and_ends_quietly(self) -> None:
        with serving() as (line, process):
            address = re.search(r"http://127\.0\.0\.1:\d+", line)
            assert address, line
            with urllib.request.urlopen(address[0]) as page:
                assert page.status == 200
            with pytest.raises(urllib.error.HTTPError) as missing:
                urllib.request.urlopen(f"{address[0]}/j/SECRET22")
            missing.value.close()
            process.send_signal(signal.SIGINT)
            assert process.stdout
            rest = process.stdout.read()
        assert "only on this computer" in rest
        assert "SECRET22" not in rest
        assert "Traceback" not in rest
        assert process.returncode == 0

    def test_phones_are_told_the_address_that_was_chosen(self) -> None:
        with serving("--address", "192.0.2.7") as (line, process):
            process.send_signal(signal.SIGINT)
            assert process.stdout
            assert "http://192.0.2.7:" in line
            assert "█" in process.stdout.read()


def test_commands_ask_the_server_where_it_was_last() -> None:
    """Without --port; the default port if none was ever started here."""
    asked, named = (argparse.Namespace(port=port) for port in (None, 8200))
    before = asked_port(asked)
    note_port(private(instance()), 8123)
    assert (before, asked_port(asked), asked_port(named)) == (8000, 8123, 8200)
