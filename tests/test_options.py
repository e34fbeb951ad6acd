"""docs/options.md lists every option of every command and every environment variable with its default."""

import argparse
import re
from pathlib import Path

from companion.cli import _parser

TOP = Path(__file__).parents[1]
ROW = re.compile(r"^\| (.+?) \| (.+?) \| (.+) \|$", re.MULTILINE)
ROWS = ROW.findall((TOP / "docs" / "options.md").read_text(encoding="utf-8"))[1:]
PLACES = ("companion/**/*.py", "packaging/*", "docs/Caddyfile", "docs/haproxy.cfg", ".ci/*", "Makefile")
READ = re.compile(r"""os\.environ(?:\.get\(|\[)"([A-Z_]+)"|\$\{([A-Z][A-Z_0-9]+)[:}]|\{\$([A-Z_]+)""")
SET = re.compile(r"^([A-Z]+) \?=|\$\(if \$\(([A-Z]+)\)", re.MULTILINE)
OURS = {"LENT", "TMPDIR"}  # set by packaging/check for packaging/build, and by the system


def told() -> set[tuple[str, str, str]]:
    """Return command, option and default of each row about a command."""
    found = set()
    for where, named, _ in ROWS:
        if (command := re.fullmatch(r"`([a-z]+)`", where)) and where != "`make`":
            default = re.search(r"\[`([^`]+)`\]", named)
            option = min(re.findall(r"`([^`]+)`", named.partition("[")[0]), key=lambda one: not one.startswith("--"))
            found.add((command[1], option, default[1] if default else ""))
    return found


def test_every_option_of_every_command() -> None:
    commands = next(one for one in _parser()._actions if isinstance(one, argparse._SubParsersAction))
    asked = {
        (name, action.option_strings[-1] if action.option_strings else action.dest.upper(), str(action.default or ""))
        for name, command in commands.choices.items()
        for action in command._actions
        if action.dest != "help"
    }
    assert {row for row in told() if not row[1].startswith("COMPANION_")} == asked


def test_every_variable() -> None:
    texts = [path.read_text(encoding="utf-8") for one in PLACES for path in TOP.glob(one) if path.is_file()]
    read = {name for text in texts for names in READ.findall(text) for name in names if name}
    read |= {name for text in texts for names in SET.findall(text) for name in names if name}
    named = {name for _, cell, _ in ROWS for name in re.findall(r"`([A-Z][A-Z_0-9]+)`", cell)}
    whole = {"SERVER_2", "SERVER_3"}  # covered by the range from the first to the last
    arguments = {option for _, option, _ in told() if not option.startswith(("-", "COMPANION_"))}
    assert (named | whole) - (arguments - read) == read - OURS
