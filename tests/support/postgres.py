"""A PostgreSQL server for the tests, in a temporary folder with a socket there."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ACCOUNT = "postgres"  # root may not run the server
WHERE = "it is Debian's package postgresql; `.ci/packages full` brings it, and starts no service"


def programs() -> Path | None:
    """Return the folder of the server's programs, in the newest version."""
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return installed[-1].parent if installed else None


class Server:
    """A server. `own`: its settings as `name=value`. Data is safe on the disk only if it is `lasting`."""

    def __init__(self, folder: Path, port: int, *own: str, lasting: bool = False):
        self.folder, self.port = folder, port
        fast = () if lasting else ("fsync=off", "full_page_writes=off", "synchronous_commit=off")
        settings = (*fast, "listen_addresses=", f"unix_socket_directories={folder}", f"port={port}", *own)
        self.options = " ".join(f"-c {setting}" for setting in settings)

    def make(self) -> None:
        self._run("initdb", "-A", "trust", "-N", "-U", ACCOUNT)

    def start(self) -> None:
        self._run("pg_ctl", "start", "-w", "-o", self.options, "-l", str(self.folder / "log"))

    def stop(self, how: str = "immediate") -> None:
        self._run("pg_ctl", "stop", "-w", "-m", how)

    def promote(self) -> None:
        self._run("pg_ctl", "promote", "-w")

    def follow(self, other: "Server") -> None:
        """Start as a copy of another server that receives all its changes."""
        where = ("-h", str(other.folder), "-p", str(other.port), "-U", ACCOUNT)
        self._run("pg_basebackup", "-R", "-X", "stream", "-c", "fast", *where)

    def _run(self, program: str, *arguments: str) -> None:
        folder = programs()
        assert folder
        as_account = ["runuser", "-u", ACCOUNT, "--"] if os.getuid() == 0 else []
        command = [*as_account, str(folder / program), "-D", str(self.folder / "data"), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/")

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://{ACCOUNT}@/{database}?host={self.folder}&port={self.port}"


@contextmanager
def folder() -> Iterator[Path]:
    """Make a folder of the server's account with a short path, as sockets require."""
    place = Path(tempfile.mkdtemp(prefix="pg"))
    if os.getuid() == 0:
        shutil.chown(place, ACCOUNT)
    try:
        yield place
    finally:
        shutil.rmtree(place)
