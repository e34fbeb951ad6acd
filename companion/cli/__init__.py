"""Parse the command line, run the command, and report errors by one sentence and an exit code."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import companion
from companion.cli import backup, doctor, matches, rules, serve
from companion.cli.output import OK, report
from companion.instance import instance
from companion.program_name import command_elsewhere, placed_command
from companion.rules.messages import Say, say
from companion.rules.rulings import Ruling, impossible
from companion.store import Unavailable, is_address
from companion.store.files import NO_ROOM
from companion.store.rows import Reason

FAULTS: dict[Reason, Say] = {
    "busy": say("Another program is using the matches. Close it, or try again in a moment."),
    "full": say("The disk is full. Free some space, then start again. Nothing that was saved is lost."),
    "read_only": say("The folder with the matches is not writable. Check its permissions and the disk."),
    "damaged": say("The database is damaged. Restore a backup: {command} restore FILE"),
    "later": say(
        "The matches were saved by a later version of companion, or by another program. Nothing "
        "was changed. Install that version again, or restore a backup made by this version: "
        "{command} restore FILE"
    ),
    "gone": say("The database was removed. Restore a backup: {command} restore FILE"),
    "away": say("The database is not responding. Check that it is running, and check COMPANION_DATABASE."),
}


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command and exit: 0 when all is well, 1 for an entry that the rules refuse, 2 for what cannot be read.

    Args:
        arguments: those of the command line without the program's name; by default those of this process.
    """
    options = _parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = options.run
    try:
        fault = _bad_address() or _no_matches(options)
        code = _report(fault, options) if fault else run(options)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has closed the pipe, as in `companion replay FILE | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = OK
    except Unavailable as error:
        code = _report(_unavailable(error.reason), options)
    except OSError as error:
        code = _report(_unavailable("full") if error.errno in NO_ROOM else _unusable(error), options)
    sys.exit(code)


def _report(fault: Ruling, options: argparse.Namespace) -> int:
    return report(fault, in_log=options.writes_log)


def _unavailable(reason: Reason) -> Ruling:
    sentence = replace(FAULTS[reason], args={"command": placed_command()})
    return impossible(f"database.{reason}", sentence)


def _unusable(error: OSError) -> Ruling:
    why = error.strerror or str(error)
    sentence = say("{file} cannot be used: {reason}", file=str(error.filename or ""), reason=why)
    return impossible("file.unusable", sentence)


def _bad_address() -> Ruling | None:
    """Return what is wrong with the address in COMPANION_DATABASE."""
    place = os.environ.get("COMPANION_DATABASE")
    if not place or is_address(place):
        return None
    sentence = say("COMPANION_DATABASE is not a known database address. It must begin with postgresql://")
    return impossible("database.address", sentence)


def _no_matches(options: argparse.Namespace) -> Ruling | None:
    """Refuse a command that needs matches in a folder without any; create nothing there."""
    needs: Callable[[Path], bool] | None = options.needs
    if needs is None or needs(instance()):
        return None
    sentence = say(
        "There are no matches in {folder}. Go to the folder where the server was started, or say where they are: {how}",
        folder=str(instance()),
        how=command_elsewhere(options.command),
    )
    return impossible("folder.empty", sentence)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="companion", description="Score keeper and referee for card players.")
    parser.add_argument("--version", action="version", version=f"companion {companion.__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", dest="command")
    for part in (rules, serve, doctor, matches, backup):
        part.add_to(commands)
    return parser
