"""Failures of a server's disk and clock: full, locked, removed, shared, read-only, wrong time."""

import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from tests.proofs.acknowledged import PHONES, Failed, Writing, compare, table
from tests.proofs.server_process import COMPANION, Phone, Server, serving

CROWD = 12  # writers while the database is locked: more than there are threads


TOLD = 4.5  # seconds until each must be told: three of waiting, and a margin for a busy machine


SMALL = 400_000  # bytes: the largest size of a file while the disk is full


NOBODY = 65534


SHIFTED = """
import datetime, sys, time
shift, real = int(sys.argv.pop(1)), time.time
time.time = lambda: real() + shift

class Shifted(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(time.time(), tz)

import companion.clock
companion.clock.datetime = Shifted
from companion.cli import main
main(sys.argv[1:])
"""


def full_disk() -> str:
    """Let no file of the server grow any more, like a full disk, then make space again."""

    with serving() as server:
        phones = table(server)
        assert server.process
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (SMALL, resource.RLIM_INFINITY))
        text = "x" * 1900
        told, n = 0, 0
        while not told and n < 400:
            n += 1
            phone = phones[n % PHONES]
            fields = {"kind": "note", "text": text, "seen": "0.0", "entry_id": f"f{n}"}
            status = phone.post(f"/m/{phone.match}/entries", **fields)[0]
            if status == 303:
                phone.said.append(f"f{n}")
            told = status if status != 303 else 0
        if told != 507:
            raise Failed(f"a full disk is answered with {told}")
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        if not phones[0].note("with room again"):
            raise Failed("it does not go on when there is room")
        return f"507 after {n} entries, read on; {compare(server, phones)}"


def locked(seconds: float) -> str:
    """Lock the database from another program: writers are told soon, and readers are not affected."""
    with serving() as server:
        phones = table(server)
        reader = phones[0]
        for path in ("", "/live?after=x"):  # compile on first use before the lock
            reader.ask("GET", f"/m/{reader.match}{path}")
        crowd = [Phone(server.port, one.match, one.cookie) for one in phones for _ in range(CROWD // PHONES)]
        with closing(sqlite3.connect(server.folder / "companion.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            pages: list[float] = []
            writers = [threading.Thread(target=_refused, args=(one, seconds), daemon=True) for one in crowd]
            for writer in writers:
                writer.start()
            while any(writer.is_alive() for writer in writers):
                begun = time.monotonic()
                read = reader.ask("GET", f"/m/{reader.match}")[0]
                pages.append(time.monotonic() - begun)
                if reader.poll() not in (200, 204) or read != 200:
                    raise Failed("readers are behind writers")
                time.sleep(0.1)
            other.execute("ROLLBACK")
        phones[1].note("locked")
        told = {status for one in crowd for status in one.statuses}
        if told != {503}:
            raise Failed(f"a locked database is answered with {told}")
        waited, polled = max(time for one in crowd for time in one.times), max(reader.times)
        if waited > TOLD or polled > 1 or max(pages) > TOLD:
            raise Failed(f"a writer waited {waited:.1f} s, a poll {polled:.1f}, a page {max(pages):.1f}")
        slowest = f"{CROWD} writers, each told by 503 after {waited:.1f} s at most, "
        slowest += f"polls within {polled:.2f} s, pages {max(pages):.2f}"
        return f"{slowest}; {compare(server, phones)}"


def _refused(phone: Phone, seconds: float) -> None:
    """Try to write for some seconds, and time each attempt."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        begun = time.monotonic()
        phone.post(f"/m/{phone.match}/entries", kind="note", text="x", entry_id="locked")
        phone.times.append(time.monotonic() - begun)
        time.sleep(1)


def gone() -> str:
    """Remove the database while the server runs: it must say so."""
    with serving() as server:
        phones = table(server)
        for path in server.folder.glob("companion.db*"):
            path.unlink()
        status = phones[0].post(f"/m/{phones[0].match}/entries", kind="note", text="x", entry_id="g")[0]
        if status != 503:
            raise Failed(f"a database that is gone is answered with {status}")
        return "503, nothing acknowledged"


def log_removed() -> str:
    """Remove the log beside the database, then cut the power: acknowledged entries must be in the database."""
    with serving() as server:
        phones = table(server)
        for n in range(20):
            phones[n % PHONES].note(f"l{n}")
        (server.folder / "companion.db-wal").unlink()
        status = phones[0].post(f"/m/{phones[0].match}/entries", kind="note", text="x", entry_id="late")[0]
        if status != 503:
            raise Failed(f"a log that is gone is answered with {status}")
        server.kill()
        server.start()
        return f"503; killed and started again: {compare(server, phones)}"


def written_over() -> str:
    """Overwrite or truncate the database while a server has it open: it must acknowledge nothing more."""
    told = []
    for length in (0, 4096, 9000):
        with serving() as server:
            phones = table(server)
            with (server.folder / "companion.db").open("r+b") as file:
                file.write(b"\xa5" * length)
                file.truncate(length)
            status = phones[0].post(f"/m/{phones[0].match}/entries", kind="note", text="x", entry_id="late")[0]
            if status != 503:
                raise Failed(f"a database of {length} bytes of nonsense is answered with {status}")
            told.append(f"{length} bytes of nonsense: {status}")
    return ", ".join(told)


def two_servers(seconds: float) -> str:
    with serving() as server:
        phones = table(server)
        second = Server(server.folder)
        second.start()
        try:
            for phone in phones[1:]:
                phone.port, phone.connection = second.port, None
            with Writing(phones, "t"):
                time.sleep(seconds)
        finally:
            second.stop()
        return compare(server, phones)


def read_only() -> str:
    """Start the server as an account that may not write in the folder: it must stop with one sentence."""
    setpriv = shutil.which("setpriv")
    if os.getuid() or not setpriv:
        return "not tried: only root can start it as an account that may not write, with setpriv"
    nobody = (setpriv, f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups")
    with serving() as server:
        phones = table(server)
        phones[0].note("before")
        server.stop()
        with closed(server.folder):
            command = (*nobody, *COMPANION, "serve", "--host", "127.0.0.1", "--no-name", "--port", str(server.port))
            ended = subprocess.run(
                command, capture_output=True, text=True, check=False, timeout=60, env=server.environment
            )
        if ended.returncode != 2 or "cannot be written" not in ended.stderr or "Traceback" in ended.stderr:
            raise Failed(f"a folder that cannot be written is answered with {ended.returncode}: {ended.stderr}")
        server.start()
        phones[0].hang_up()
        phones[0].note("after")
        return f"one sentence, exit 2; {compare(server, phones)}"


@contextmanager
def closed(folder: Path) -> Iterator[None]:
    """Make a folder that everybody may read, and only root may write."""
    paths = [folder.parent, folder, *folder.iterdir()]
    before = [path.stat().st_mode for path in paths]
    for path in paths:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        yield
    finally:
        for path, mode in zip(paths, before, strict=True):
            path.chmod(mode)


def clock_back(hours: Sequence[int] = (-2, 48, 0)) -> str:
    """Start the server with a clock that is late, then with one that is ahead, then with a correct one."""
    library = next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)
    with serving() as server:
        phones = table(server)
        for shift in hours:
            server.stop()
            if library:
                server.variables = {"LD_PRELOAD": str(library), "FAKETIME": f"{shift:+}h"}
            else:
                server.program = (sys.executable, "-c", SHIFTED, str(shift * 3600))
            server.start()
            if any(phone.ask("GET", f"/m/{phone.match}")[0] != 200 for phone in phones):
                raise Failed(f"an identity was lost with the clock at {shift} hours")
            phones[0].note(f"at {shift}")
        how = "libfaketime" if library else "Python's own clocks"
        return (
            f"{', '.join(f'{shift:+} h' for shift in hours)} ({how}): all are who they were; {compare(server, phones)}"
        )
