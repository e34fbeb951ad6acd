"""How this program is called where it was started, for whoever is told to type a command there."""

import os
import shlex
import shutil
import sys
from pathlib import Path

NAME = "companion"
ON_WINDOWS = os.name == "nt"
SERVICE = Path("/var/lib/companion")  # of the Debian package, for root and itself alone


def command() -> str:
    """In an environment of its own it is not found by its name alone; COMPANION_COMMAND tells what is typed instead."""
    return os.environ.get("COMPANION_COMMAND") or _started(sys.argv[0], shutil.which(NAME))


def placed_command() -> str:
    """The same with the folder of the matches, where one was named: for the commands that look there."""
    named = os.environ.get("COMPANION_INSTANCE")
    if not named or os.environ.get("COMPANION_COMMAND"):
        return command()
    return f"COMPANION_INSTANCE={_typed(str(Path(named).resolve()))} {command()}"


def command_elsewhere(name: str) -> str:
    """How a command is told to look in another folder than it did."""
    if os.environ.get("COMPANION_COMMAND"):
        return "COMPANION_INSTANCE"
    if SERVICE.exists() and os.getuid():
        return f"sudo {NAME} {name}"
    return f"COMPANION_INSTANCE=FOLDER {command()} {name}"


def _started(program: str, found: str | None) -> str:
    """From what it was started as, and what a shell finds under its name."""
    is_module = Path(program).name == "__main__.py"
    if found and (is_module or _same(found, program)):
        return NAME
    if is_module:
        return f"{_typed(sys.executable)} -m {NAME}"
    if not Path(program).name.startswith(NAME):  # served by a program of somebody else's
        return NAME
    runs = os.sep in program and (ON_WINDOWS or os.access(program, os.X_OK))
    return _typed(program) if runs else f"python3 {_typed(program)}"


def _same(one: str, other: str) -> bool:
    try:
        return Path(one).samefile(other)
    except OSError:
        return False


def _typed(path: str) -> str:
    """As a shell reads it; whose home it lies in is nobody's business."""
    if ON_WINDOWS:
        return f'"{path}"' if " " in path else path
    home = os.path.expanduser("~") + os.sep  # noqa: PTH111 - an account without a home is no fault
    return f"~/{shlex.quote(path.removeprefix(home))}" if path.startswith(home) else shlex.quote(path)
