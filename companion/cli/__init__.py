"""The commands."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from companion.cli import database, doctor, rules, serve
from companion.cli.saying import OK


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command; exit 0 when all is well, 1 for an entry that the rules refuse, 2 for what cannot be read."""
    options = _parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = options.run
    try:
        code = run(options)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever was reading has seen enough: `companion replay FILE | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = OK
    sys.exit(code)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="companion", description="Score keeper and referee for card players.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for part in (rules, serve, doctor, database):
        part.add_to(commands)
    return parser
