"""Typeset pages in this process, or for a server in a process of its own.

A long protocol takes a quarter of a minute of processor time and hundreds of MB. In the process of the server, all
phones would have to wait for it.
"""

import atexit
import os
import pickle
import signal
import subprocess
import sys
import traceback
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread
from typing import TYPE_CHECKING, BinaryIO, cast

from companion.rules.messages import say
from companion.rules.rulings import Ruling, impossible

if TYPE_CHECKING:
    from companion.pdf.weasyprint_adapter import Typesetter

INSTALL = "sudo apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core"
START = "import sys; sys.path[:] = {path!r}; from companion.pdf.render_process import work; work()"
LONG = 500_000  # characters in a job after which the process ends, to free its memory
FIRST = "1000"  # when memory runs out, the system kills this process before the server
LAST = 10  # niceness: the server has priority
_rendering = Lock()  # Pango's font maps are not thread-safe


@dataclass(frozen=True)
class Job:
    """Pages to typeset: the first of the `tries` that needs at most `pages` pages is chosen, else the shortest.

    `carried` are files to attach to the PDF, with their names.
    """

    tries: tuple[str, ...]
    pages: int = 0
    carried: tuple[tuple[str, bytes], ...] = ()

    @property
    def is_long(self) -> bool:
        """Return True if the process ends after this job."""
        return sum(map(len, self.tries)) > LONG


@dataclass(frozen=True)
class Rendered:
    """The PDF, and which of the tries was chosen."""

    chosen: int
    pdf: bytes


@dataclass(frozen=True)
class Failure:
    """A programming error in the other process: its traceback, for the log."""

    trace: str


Answer = Rendered | Ruling | Failure


class RenderProcess:
    """Another process that typesets pages, started for the first job; it does one job at a time."""

    def __init__(self) -> None:
        self.is_wanted = False
        self.is_the_browser = False  # the app runs in a browser, which prints the HTML itself
        self._process: subprocess.Popen[bytes] | None = None

    def typeset(self, job: Job) -> Rendered | Ruling:
        """Send a job and return the answer; a failed job is not repeated, since it would fail again.

        Raises:
            RuntimeError: the process met a programming error.
            MemoryError: the process ended before it answered, as it does when memory runs out.
        """
        with _rendering:
            answer = self._send(job)
        if isinstance(answer, Failure):
            raise RuntimeError(answer.trace)
        if answer is None:
            raise MemoryError("the process that sets pages has ended")
        return answer

    def _send(self, job: Job) -> Answer | None:
        """Return the answer; None if the process ends before it has answered, or cannot start."""
        if self._process and self._process.poll() is not None:  # it ended while idle
            self._end()
        answer: Answer | None = None
        try:
            self._process = process = self._process or _start_process()
            pickle.dump(job, cast(BinaryIO, process.stdin))
            cast(BinaryIO, process.stdin).flush()
            answer = pickle.load(cast(BinaryIO, process.stdout))  # noqa: S301 - from our own process
        except (OSError, EOFError, pickle.UnpicklingError):
            pass
        finally:
            if answer is None or job.is_long:
                self._end()
        return answer

    def _end(self) -> None:
        process, self._process = self._process, None
        if process:
            process.kill()
            for pipe in filter(None, (process.stdin, process.stdout)):
                with suppress(OSError):  # unsent input
                    pipe.close()
            process.wait()


def _start_process() -> "subprocess.Popen[bytes]":
    """Start the process: it ends when its pipe closes, ignores Ctrl-C, and is reaped if somebody kills it."""
    start = [sys.executable, "-c", START.format(path=sys.path)]
    pipe = subprocess.PIPE
    process = subprocess.Popen(start, stdin=pipe, stdout=pipe, start_new_session=True)  # noqa: S603
    Thread(target=process.wait, daemon=True).start()
    return process


RENDER_PROCESS = RenderProcess()


def typeset(job: Job) -> Rendered | Ruling:
    """Typeset pages here, or in the other process if a server wants it; return the HTML if the browser prints it.

    Raises:
        RuntimeError, MemoryError: see RenderProcess.
    """
    if RENDER_PROCESS.is_the_browser:
        return Rendered(0, job.tries[0].encode())
    if RENDER_PROCESS.is_wanted:
        return RENDER_PROCESS.typeset(job)
    with _rendering:
        return _typeset_here(job)


def work() -> None:
    """Process the jobs on standard input until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _give_way()
    answers = cast(BinaryIO, os.fdopen(os.dup(1), "wb"))
    os.dup2(2, 1)  # keep output of libraries out of the answers
    jobs: SimpleQueue[Job] = SimpleQueue()
    Thread(target=_take, args=(jobs,), daemon=True).start()
    while True:
        pickle.dump(_answer(jobs.get()), answers)
        answers.flush()


def _take(jobs: "SimpleQueue[Job]") -> None:
    """Queue jobs, and exit when the input ends, because nobody waits for the answer then."""
    with suppress(EOFError, pickle.UnpicklingError):
        while True:
            jobs.put(pickle.load(sys.stdin.buffer))  # noqa: S301 - from our own process
    os._exit(0)


def _give_way() -> None:
    if sys.platform == "win32":
        return
    with suppress(OSError):
        os.nice(LAST)
    with suppress(OSError):  # only Linux has this file
        Path("/proc/self/oom_score_adj").write_text(FIRST, encoding="ascii")


def _answer(job: Job) -> Answer:
    try:
        return _typeset_here(job)
    except MemoryError:
        os._exit(1)
    except BaseException:  # WeasyPrint raises a BaseException if a page asks for a file
        return Failure(traceback.format_exc())


def _typeset_here(job: Job) -> Rendered | Ruling:
    setter = typesetter()
    if isinstance(setter, Ruling):
        return setter
    fewest = None
    for n, page in enumerate(job.tries):
        document = setter.lay_out(page)
        if fewest is None or len(document.pages) < len(fewest[1].pages):
            fewest = n, document
        if len(document.pages) <= job.pages:
            break
    assert fewest
    return Rendered(fewest[0], setter.write_pdf(fewest[1], job.carried))


@cache
def typesetter() -> "Typesetter | Ruling":
    """Load WeasyPrint at the first print, which takes half a second.

    Returns:
        The typesetter, or a Ruling that says what to install.
    """
    try:
        from companion.pdf.weasyprint_adapter import Typesetter  # noqa: PLC0415
    except (ImportError, OSError):
        sentence = say(
            "Printing needs the Pango library, which is missing here. Install it with: {command}", command=INSTALL
        )
        return impossible("sheets.pango", sentence)
    atexit.register(typesetter.cache_clear)  # free its fonts while the library that frees them is still loaded
    return Typesetter(INSTALL)
