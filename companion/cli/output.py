"""Add commands, print results as JSON or as a table, and report errors, in the same way for all commands."""

import argparse
import io
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from textwrap import fill
from typing import TextIO, TypeAlias

import segno

from companion import json_output
from companion.events import Event
from companion.instance import instance, served_port
from companion.parsing import Match
from companion.parsing.event_file import read_event
from companion.parsing.json_decoder import from_json, unreadable_json
from companion.pdf.attachment import is_pdf, read_paper
from companion.rules.messages import Say, say
from companion.rules.rulings import Ruling, impossible
from companion.store import Upgraded
from companion.translation import language, speak

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # argparse itself has no public name for it

OK, REFUSED, UNREADABLE = 0, 1, 2
GAP = "  "
HELP_WIDTH = 78
LAST_PORT = 65535


def add_command(
    commands: Commands,
    name: str,
    run: Callable[[argparse.Namespace], int],
    summary: str,
    *examples: str,
    description: str = "",
    needs: Callable[[Path], bool] | None = None,
    writes_log: bool = False,
    **defaults: object,
) -> argparse.ArgumentParser:
    """Add a command with its help.

    Args:
        commands: the subparsers to add it to.
        name: the name as it is typed.
        run: runs the command, and returns the exit code.
        summary: one line of the list of commands, without a full stop.
        examples: working examples, without the name of the command.
        description: whole sentences for its own help; by default the summary.
        needs: checks the folder of the matches first, so that nothing is created in a wrong one.
        writes_log: its standard error is a log for people, so its errors are sentences there too.
        defaults: options that cannot be typed.
    """
    lines = [f"  companion {name} {one}".rstrip() for one in examples]
    command = commands.add_parser(
        name,
        help=summary,
        description=fill(description or f"{summary[0].upper()}{summary[1:]}.", HELP_WIDTH),
        epilog="\n".join(("examples:" if lines[1:] else "example:", *lines)),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.set_defaults(run=run, needs=needs, writes_log=writes_log, **defaults)
    return command


def add_json(command: argparse.ArgumentParser) -> None:
    """Add the option that prints JSON instead of a table at a terminal."""
    command.add_argument("--json", action="store_true", help="print JSON, also at a terminal")


def add_port(command: argparse.ArgumentParser) -> None:
    """Add the option that says where a running server listens."""
    command.add_argument("--port", type=port_number, help="where the app listens (default: as the last server here)")


def port_number(text: str) -> int:
    """Parse the port of an option.

    Raises:
        ArgumentTypeError: it is not a number from 0 to 65535.
    """
    if not (text.isascii() and text.isdigit() and int(text) <= LAST_PORT):
        raise argparse.ArgumentTypeError(f"a port is a number up to {LAST_PORT}, not {text!r}")
    return int(text)


def asked_port(options: argparse.Namespace) -> int:
    """Return the port that was typed, else the port of the last server of these matches."""
    return options.port or served_port(instance())


def is_terminal(stream: TextIO) -> bool:
    """Return True if the stream is a terminal."""
    return stream.isatty()


def show(result: object) -> int:
    """Print a result as JSON."""
    print(json.dumps(result, ensure_ascii=False, indent=1))
    return OK


def show_rows(rows: Sequence[Mapping[str, object]], columns: Sequence[str], *, as_json: bool) -> int:
    """Print rows: at a terminal as a table of these columns, else as JSON with all fields."""
    if as_json or not is_terminal(sys.stdout):
        return show(rows)
    cells = [
        [heading.replace("_", " ") for heading in columns],
        *([_cell(row[one]) for one in columns] for row in rows),
    ]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for line in cells:
        print(GAP.join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())
    return OK


def _cell(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else "" if value is None else str(value)


def tell(sentence: Say) -> None:
    """Print a sentence for people on standard error."""
    print(speak(sentence, language("en")), file=sys.stderr)


def tell_of_upgrade(upgraded: Upgraded | None) -> None:
    """Report that the database was migrated to this version, and where the copy of the old one is."""
    if upgraded and upgraded.kept:
        kept = str(upgraded.kept)
        tell(say("The matches were updated to this version. The old file is kept in {kept}.", kept=kept))
    elif upgraded:
        tell(say("The matches were updated to this version."))


def report(ruling: Ruling, lang: str = "en", *, in_log: bool = False) -> int:
    """Print an error on standard error: a sentence at a terminal or in a log, else JSON. Return the exit code."""
    if in_log or is_terminal(sys.stderr):
        entry = f"entry {ruling.entry}: " if ruling.entry else ""
        clauses = f" ({', '.join(ruling.clauses)})" if ruling.clauses else ""
        print(f"{entry}{speak(ruling.in_file or ruling.sentence, language(lang))}{clauses}", file=sys.stderr)
    else:
        print(json.dumps(json_output.error_json(ruling, lang), ensure_ascii=False, indent=1), file=sys.stderr)
    return exit_code(ruling)


def answer_error(ruling: Ruling, lang: str = "en") -> int:
    """Print an error as JSON on standard output, where `replay` and `ask` print their results."""
    show(json_output.error_json(ruling, lang))
    return exit_code(ruling)


def exit_code(ruling: Ruling) -> int:
    """Return 1 for an entry that the rules refuse, 2 for what cannot be read."""
    return REFUSED if ruling.entry else UNREADABLE


STANDARD = Path("-")  # standard input or output, in the place of a file


def read_file(path: Path) -> Match | Ruling:
    """Read a match from its file, or from the protocol that carries it."""
    content = read_content(path)
    return content if isinstance(content, Ruling) else read_match_content(content)


def read_event_file(path: Path) -> Event | Ruling:
    """Read an event from its file."""
    content = read_content(path)
    if isinstance(content, Ruling):
        return content
    try:
        return read_event(from_json(content))
    except ValueError as error:
        return unreadable_json(error, impossible("event.json", say("This is not an event file: it is not JSON.")))


def read_content(path: Path) -> bytes | Ruling:
    """Read a file, or standard input."""
    try:
        return sys.stdin.buffer.read() if path == STANDARD else path.read_bytes()
    except OSError as error:
        return not_opened(path, error)


def not_opened(path: Path, error: OSError) -> Ruling:
    """Refuse a file that cannot be opened."""
    return impossible("file.missing", say("{file} cannot be opened: {reason}", file=str(path), reason=error.strerror))


def write_file(path: Path, content: bytes, code: str) -> Ruling | None:
    """Write a file; return a refusal with this code if it cannot be written."""
    try:
        path.write_bytes(content)
    except OSError as error:
        return impossible(code, say("{file} cannot be written: {reason}", file=str(path), reason=error.strerror))
    return None


def read_match_content(content: bytes) -> Match | Ruling:
    """Read a match from the content of its file, or of the protocol that carries it."""
    match = read_paper(content)
    if not isinstance(match, Ruling):
        tell_of_paper(content)
    return match


def tell_of_paper(content: bytes) -> None:
    """Report that a match was read from a printed protocol, if so."""
    if is_pdf(content):
        tell(say("The match was read from the file in the PDF. The numbers on its pages were not compared with it."))


def qr_text(text: str) -> str:
    """Return a text as a QR code of half-block characters."""
    out = io.StringIO()
    segno.make(text, micro=False).terminal(out, compact=True)
    return out.getvalue()
