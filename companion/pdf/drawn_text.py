"""The text drawn on the pages of a PDF, read in a process of its own that may not grow."""

import json
import subprocess
import sys
from contextlib import suppress
from io import BytesIO

from companion.limits import LARGEST_CARRIED

START = "import sys; sys.path[:] = {path!r}; from companion.pdf.drawn_text import work; work()"
MEMORY = 512 * 1024 * 1024  # bytes of the process, the library that reads PDFs and all; an evening's takes a fifth
SECONDS = 8  # a match of two thousand entries is read in less
PAGES, SIGNS = 300, 2_000_000  # that are read at most

Pages = list[list[str]]


def drawn(content: bytes) -> Pages | None:
    """Return the lines on each page; None where they cannot be read within those bounds.

    Nobody knows what a PDF from elsewhere unpacks to: whatever it does, it does it apart, and not for long.
    """
    start = [sys.executable, "-c", START.format(path=sys.path)]
    try:
        done = subprocess.run(  # noqa: S603
            start, input=content, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=SECONDS, check=True
        )
        found: Pages = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return found


def work() -> None:
    """Print as JSON the text of the PDF on standard input; any exception ends the process, and is the answer."""
    _bound()
    from pypdf import PdfReader, apply_configuration  # noqa: PLC0415  (a tenth of a second, for those who bring paper)

    with apply_configuration(
        zlib_maximum_output_length=LARGEST_CARRIED,
        lzw_maximum_output_length=LARGEST_CARRIED,
        run_length_maximum_output_length=LARGEST_CARRIED,
    ):
        pages, signs = list[list[str]](), 0
        for page in PdfReader(BytesIO(sys.stdin.buffer.read())).pages:
            text = page.extract_text()
            signs += len(text)
            if signs > SIGNS or len(pages) == PAGES:
                sys.exit(1)
            pages.append([line for line in map(" ".join, map(str.split, text.splitlines())) if line])
    print(json.dumps(pages))


def _bound() -> None:
    """Hold this process to its memory and time, where the system can."""
    with suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415  (not on Windows)

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
