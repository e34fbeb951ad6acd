"""More than one machine: four processes on two addresses behind haproxy, and PostgreSQL with a standby.

`make cluster`. While phones write, one process is killed, then the database; the standby is promoted. A phone repeats
a submission until it hears that it is saved, like the queue of the page. It prints the acknowledged entries, the lost
ones, and how long the phones waited. Ends by itself, on loopback only.
"""

import http.client
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

import psycopg
from support import postgres

from companion.store import open_store
from companion.store.postgres import leave
from tests.proofs.played import DEAL, FIELDS, GAME

HOSTS = ("127.0.0.1", "127.0.0.2")
FRONT = 8480
PORTS = (8481, 8482)
PHONES = 8
SECONDS = 20
KILLED_AT, PROMOTED_AT = 5, 10  # seconds after the first submission
CONFIG = Path(__file__).parents[2] / "docs" / "haproxy.cfg"
SECRET = os.urandom(32)


@dataclass
class Phone:
    """A phone that writes deals into its own match; `said` has the numbers of the acknowledged ones."""

    cookie: str = ""
    match: str = ""
    said: list[int] = field(default_factory=list)
    again: int = 0
    waited: float = 0.0

    def ask(self, method: str, path: str, **fields: str | list[str]) -> http.client.HTTPResponse:
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": self.cookie}
        connection = http.client.HTTPConnection("127.0.0.1", FRONT, timeout=10)
        try:
            connection.request(method, path, urlencode(fields, doseq=True), headers)
            answer = connection.getresponse()
            answer.read()
        finally:
            connection.close()
        if cookie := answer.getheader("Set-Cookie"):
            self.cookie = cookie.partition(";")[0]
        return answer

    def begin(self) -> None:
        self.ask("GET", "/")
        answer = self.ask("POST", f"/new/{GAME.key}", **{"players[]": list(DEAL.players)})
        self.match = str(answer.getheader("Location")).rpartition("/")[2]

    def write(self, end: float) -> None:
        while time.monotonic() < end:
            number = len(self.said) + 1
            begun = time.monotonic()
            while not self._saved(number):
                self.again += 1
                time.sleep(0.2)
            self.said.append(number)
            self.waited = max(self.waited, time.monotonic() - begun)
            time.sleep(0.1)  # below the limit per minute

    def _saved(self, number: int) -> bool:
        deal = {**FIELDS, "seen": f"{number - 1}.0", "entry_id": f"{self.match}-{number}"}
        try:
            return self.ask("POST", f"/m/{self.match}/entries", **deal).status in (200, 303)
        except (OSError, http.client.HTTPException):
            return False


@contextmanager
def running(*command: str, **environment: str) -> Iterator["subprocess.Popen[bytes]"]:
    with subprocess.Popen(
        command, env={**os.environ, **environment}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def standby_of(first: postgres.Server, place: Path) -> postgres.Server:
    """Start a synchronous standby: nothing is acknowledged before it has it."""
    second = postgres.Server(place, first.port + 1, lasting=True)
    second.follow(first)
    second.start()
    with psycopg.connect(first.url(), autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
        connection.execute("SELECT pg_reload_conf()")
    return second


def serving(stack: ExitStack, url: str) -> list["subprocess.Popen[bytes]"]:
    """Run two processes on each of two hosts, which share only the key for cookies, behind haproxy."""
    processes, servers = [], {}
    for host in HOSTS:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        (folder / "secret.key").write_bytes(SECRET)
        for port in PORTS:
            where = {"COMPANION_INSTANCE": str(folder), "COMPANION_DATABASE": url}
            command = (sys.executable, "-m", "companion", "serve", "--host", host, "--port", str(port), "--no-name")
            processes.append(stack.enter_context(running(*command, "--behind-proxy", **where)))
            servers[f"SERVER_{len(processes)}"] = f"{host}:{port}"
    stack.enter_context(running("haproxy", "-f", str(CONFIG), LISTEN=f"127.0.0.1:{FRONT}", **servers))
    return processes


def ready() -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        with suppress(OSError, http.client.HTTPException):
            if Phone().ask("GET", "/healthz").status == 200:
                return
        time.sleep(0.2)
    sys.exit("haproxy finds no server")


def main() -> None:
    if not shutil.which("haproxy") or not postgres.programs():
        sys.exit("make cluster needs haproxy and PostgreSQL (Debian: apt-get install haproxy postgresql).")
    with ExitStack() as stack:
        first = postgres.Server(stack.enter_context(postgres.folder()), 5433, lasting=True)
        first.make()
        first.start()
        second = standby_of(first, stack.enter_context(postgres.folder()))
        stack.callback(second.stop)
        hosts, ports = f"{first.folder},{second.folder}", f"{first.port},{second.port}"
        url = f"postgresql://postgres@/postgres?host={hosts}&port={ports}&target_session_attrs=read-write"
        processes = serving(stack, url)
        ready()
        phones = [Phone() for _ in range(PHONES)]
        for phone in phones:
            phone.begin()
        end = time.monotonic() + SECONDS
        threads = [threading.Thread(target=phone.write, args=(end,)) for phone in phones]
        for thread in threads:
            thread.start()
        time.sleep(KILLED_AT)
        processes[0].kill()
        time.sleep(PROMOTED_AT - KILLED_AT)
        first.stop()
        second.promote()
        for thread in threads:
            thread.join()
        sys.exit(verdict(phones, second.url()))


def verdict(phones: list[Phone], url: str) -> int:
    """Compare the promoted database with what was acknowledged."""
    store = open_store(url)
    found = [[row.number for row in store.entries(phone.match)] for phone in phones]
    store.close()
    leave(url)
    lost = sum(len(set(phone.said) - set(numbers)) for phone, numbers in zip(phones, found, strict=True))
    twice = sum(len(numbers) - len(set(numbers)) for numbers in found)
    said = sum(len(phone.said) for phone in phones)
    again = sum(phone.again for phone in phones)
    longest = max(phone.waited for phone in phones)
    print(f"cluster: {said} deals acknowledged, {lost} lost, {twice} doubled; sent again {again} times, ", end="")
    print(f"longest wait {longest:.1f} s; one of four processes killed, the standby promoted")
    return 1 if lost or twice or not said else 0


if __name__ == "__main__":
    main()
