"""Return the command that starts this program, for sentences that tell people what to type."""

import os
import shlex
import shutil
import sys
from pathlib import Path

NAME = "companion"
ON_WINDOWS = os.name == "nt"
SERVICE = Path("/var/lib/companion")  # folder of the Debian package, readable only by root and the service


def command() -> str:
    """Return what to type to run this program: COMPANION_COMMAND, else the way in which it was started."""
    return os.environ.get("COMPANION_COMMAND") or _started(sys.argv[0], shutil.which(NAME))


def placed_command() -> str:
    """Return the command, with COMPANION_INSTANCE before it if that is set, for commands that read this folder."""
    named = os.environ.get("COMPANION_INSTANCE")
    if not named or os.environ.get("COMPANION_COMMAND"):
        return command()
    return f"COMPANION_INSTANCE={_quoted(str(Path(named).resolve()))} {command()}"


def command_elsewhere(name: str) -> str:
    """Return what to type to run the command `name` with another folder."""
    if os.environ.get("COMPANION_COMMAND"):
        return "COMPANION_INSTANCE"
    if SERVICE.exists() and os.getuid():
        return f"sudo {NAME} {name}"
    return f"COMPANION_INSTANCE=FOLDER {command()} {name}"


def _started(program: str, found: str | None) -> str:
    """Return what to type.

    Args:
        program: the path by which the program was started.
        found: the program that a shell finds under its name.
    """
    is_module = Path(program).name == "__main__.py"
    if found and (is_module or _same(found, program)):
        return NAME
    if is_module:
        return f"{_quoted(sys.executable)} -m {NAME}"
    if not Path(program).name.startswith(NAME):  # another program, such as a WSGI server, runs the app
        return NAME
    runs = os.sep in program and (ON_WINDOWS or os.access(program, os.X_OK))
    return _quoted(program) if runs else f"python3 {_quoted(program)}"


def _same(one: str, other: str) -> bool:
    try:
        return Path(one).samefile(other)
    except OSError:
        return False


def _quoted(path: str) -> str:
    """Quote a path for a shell, with ~ for the home of the account."""
    if ON_WINDOWS:
        return f'"{path}"' if " " in path else path
    home = os.path.expanduser("~") + os.sep  # noqa: PTH111 - an account without a home is no fault
    return f"~/{shlex.quote(path.removeprefix(home))}" if path.startswith(home) else shlex.quote(path)
