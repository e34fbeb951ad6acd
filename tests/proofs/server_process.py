"""A real `companion serve` in its own process on loopback, and phones that send HTTP requests to it."""

import http.client
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any
from urllib.parse import urlencode

from tests.proofs.played import DEAL, GAME

COMPANION = (sys.executable, "-m", "companion")
Answer = tuple[int, http.client.HTTPMessage, bytes]
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
SIGN = "x" * 30  # the boundary between the parts of a form with a file
FILE = {"Content-Type": f"multipart/form-data; boundary={SIGN}"}
FAULTS = (OSError, http.client.HTTPException)


@dataclass
class Server:
    """The app on an instance folder; `port` stays the same when it is restarted."""

    folder: Path
    port: int = 0
    log: Path = Path(os.devnull)
    files: int = 0  # limit of open files; 0: as many as this process
    process: "subprocess.Popen[str] | None" = None
    program: tuple[str, ...] = COMPANION
    variables: dict[str, str] = field(default_factory=dict)  # in addition to those of this process

    def start(self) -> None:
        command = (*self.program, "serve", "--host", "127.0.0.1", "--no-name", "--port", str(self.port))
        if self.files:
            command = ("sh", "-c", f'ulimit -n {self.files}; exec "$@"', "sh", *command)
        with self.log.open("a", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, text=True, env=self.environment
            )
        assert self.process.stdout
        found = re.search(r"http://127\.0\.0\.1:(\d+)", self.process.stdout.readline())
        if not found:
            raise ConnectionError("the server did not start")
        self.port = int(found[1])

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "COMPANION_INSTANCE": str(self.folder), **self.variables}

    def command(self, *arguments: str) -> "subprocess.Popen[str]":
        """Run another command on the same instance."""
        quiet: Any = subprocess.DEVNULL
        return subprocess.Popen((*COMPANION, *arguments), stdout=quiet, stderr=quiet, text=True, env=self.environment)

    def kill(self) -> None:
        self.stop(signal.SIGKILL)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process:
            self.process.send_signal(how)
            self.process.wait(timeout=20)
            assert self.process.stdout
            self.process.stdout.close()
            self.process = None

    def memory(self) -> int:
        """Return its peak memory in MB."""
        assert self.process
        found = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii"))
        return int(found[1]) // 1024 if found else 0


@contextmanager
def serving(**how: Any) -> Iterator[Server]:
    """Run a server with an empty instance until the end of the block."""
    with tempfile.TemporaryDirectory() as name:
        server = Server(Path(name) / "instance", log=Path(name) / "log", **how)
        server.start()
        try:
            yield server
        finally:
            server.stop(signal.SIGKILL)


@dataclass
class Phone:
    """A phone that repeats each entry until it is acknowledged; `said` has the acknowledged ones."""

    port: int
    match: str = ""
    cookie: str = ""
    said: list[str] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    connection: http.client.HTTPConnection | None = None
    source: str = "127.0.0.1"  # the address from which it connects

    def ask(
        self, method: str, path: str, body: str = "", timeout: float = 20.0, form: Mapping[str, str] = FORM
    ) -> Answer:
        """Return an answer, on the previous connection if that is still open."""
        reused = self.connection is not None
        if self.connection is None:
            self.connection = http.client.HTTPConnection(
                "127.0.0.1", self.port, timeout=timeout, source_address=(self.source, 0)
            )
        try:
            self.connection.request(method, path, body or None, {"Cookie": self.cookie, **(form if body else {})})
            answer = self.connection.getresponse()
            content = answer.read()
        except FAULTS:
            self.hang_up()
            if reused and method == "GET":  # as browsers do
                return self.ask(method, path, body, timeout)
            raise
        if answer.will_close:
            self.hang_up()
        if cookie := answer.getheader("Set-Cookie"):
            self.cookie = cookie.partition(";")[0]
        self.statuses.append(answer.status)
        return answer.status, answer.headers, content

    def hang_up(self) -> None:
        if self.connection:
            self.connection.close()
            self.connection = None

    def post(self, path: str, timeout: float = 20.0, **fields: object) -> Answer:
        data = {name.replace("__", "[]"): value for name, value in fields.items()}
        return self.ask("POST", path, urlencode(data, doseq=True), timeout)

    def begin(self) -> str:
        """Start a match, and return its id."""
        self.ask("GET", "/")
        status, headers, _ = self.post(f"/new/{GAME.key}", players__=DEAL.players)
        assert status == 303, status
        self.match = str(headers["Location"]).rpartition("/")[2]
        return self.match

    def join(self, code: str) -> None:
        self.ask("GET", f"/j/{code}")
        status, headers, _ = self.post("/join", code=code, keeps="1")
        assert status == 303, status
        self.match = str(headers["Location"]).rpartition("/")[2]

    def note(self, entry_id: str) -> bool:
        """Write a note, with which no entry conflicts; return whether it is acknowledged."""
        fields = {"kind": "note", "text": entry_id, "seen": "0.0", "entry_id": entry_id}
        status, headers, _ = self.post(f"/m/{self.match}/entries", **fields)
        if status == 303 and headers["Companion-Entry"] in ("written", "known"):
            self.said.append(entry_id)
            return True
        return False

    def poll(self) -> int:
        """Poll, and measure the time."""
        begun = time.monotonic()
        status, _, _ = self.ask("GET", f"/m/{self.match}/live?after=0.{len(self.statuses)}&form=typed")
        self.times.append(time.monotonic() - begun)
        return status


def as_file(content: str) -> str:
    """Return the body of a form that imports a match."""
    head = "Content-Disposition: form-data; name=file; filename=m.json"
    return f"--{SIGN}\r\n{head}\r\n\r\n{content}\r\n--{SIGN}--\r\n"


def spread(times: list[float]) -> str:
    """Return the median, the 99th percentile and the maximum in milliseconds."""
    if len(times) < 2:
        return "too few"
    cuts = quantiles(times, n=100)
    return f"median {cuts[49] * 1000:.0f}, p99 {cuts[98] * 1000:.0f}, worst {max(times) * 1000:.0f} ms"
