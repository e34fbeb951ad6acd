"""Load test: 200 tables of 4 phones, each polling every 2 s, with an entry per table every 30 s, over loopback.

The server runs in its own process, as `companion serve` runs it; the phones are coroutines here. The time of a request
goes from connecting, if that is needed, to the last byte of its answer. The baseline is the same load on a bare Flask
app under the same server: a route with one SELECT for a poll, one with one INSERT for an entry, with the same
durability as ours. Both take turns, so that other work on the machine affects both.
"""

import asyncio
import gc
import os
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlencode

from companion.app import create_app
from companion.store import open_store
from companion.web.http.device import signer
from tests.bench.supplied import crowded

TABLES, PHONES = int(os.environ.get("BENCH_TABLES", "200")), 4
EVERY = 2.0  # s between two polls of a phone
ENTRY_EVERY = 30.0  # s between two entries of a table
RUN = float(os.environ.get("BENCH_SECONDS", "64"))  # s; the baseline takes half: a p99 needs equally many
TURNS = 2
ALONE, POLLS_EACH = 30, 10  # rounds with a single phone: polls, then an entry
GAME, PLAYED = crowded()
VERSION = re.compile(rb"live\?after=([0-9.]+)")
LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)

SERVER = """
import sys
from pathlib import Path
from companion.server import listening
if sys.argv[1] == "bare":
    import sqlite3
    from threading import local
    from flask import Flask, request
    app = Flask("bare")
    held = local()
    def connection():
        if not hasattr(held, "db"):
            held.db = sqlite3.connect(sys.argv[2], isolation_level=None, timeout=10)
            held.db.execute("PRAGMA synchronous=FULL")
        return held.db
    @app.get("/m/<match>/live")
    def poll(match):
        connection().execute("SELECT changes FROM match WHERE id = ?", (match,)).fetchone()
        return "", 204
    @app.post("/m/<match>/entries")
    def write(match):
        connection().execute("INSERT INTO entry VALUES (?, ?)", (match, request.form["entry_id"]))
        return "", 303, {"Location": "/m/" + match}
else:
    from companion.app import create_app
    app = create_app(Path(sys.argv[1]))
server = listening(app, "127.0.0.1", 0)
print(server.effective_port, flush=True)
server.run()
"""


@dataclass
class Times:
    """Measured times in seconds, and errors."""

    polls: list[float] = field(default_factory=list)  # polls without news
    news: list[float] = field(default_factory=list)
    entries: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


@dataclass
class Table:
    """A match with the cookies of its phones, and its number of entries."""

    path: str
    cookies: list[str]
    entries: int = 0


class Phone:
    """One connection, kept open as long as the server allows, as browsers do."""

    def __init__(self, port: int, cookie: str):
        self.port = port
        self.head = f"Host: 127.0.0.1:{port}\r\nCookie: companion={cookie}\r\n"
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def send(self, method: str, path: str, form: dict[str, str] | None = None) -> tuple[int, bytes, float]:
        body = urlencode(form or {})
        extra = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n" if form else ""
        start = time.perf_counter()
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        writer.write(f"{method} {path} HTTP/1.1\r\n{self.head}{extra}\r\n{body}".encode())
        await writer.drain()
        head = await reader.readuntil(b"\r\n\r\n")
        length = LENGTH.search(head)
        content = await reader.readexactly(int(length[1])) if length else b""
        if b"connection: close" in head.lower():  # waitress closes it after a 204
            writer.close()
            self.streams = None
        return int(head.split(maxsplit=2)[1]), content, time.perf_counter() - start


async def poll(phone: Phone, table: Table, times: Times, until: float) -> None:
    """Poll every two seconds, as the page does."""
    version = f"{table.entries}.{PHONES - 1}"  # each phone that joined changed the version
    await asyncio.sleep(random.uniform(0, EVERY))
    while time.monotonic() < until:
        status, content, took = await phone.send("GET", f"{table.path}/live?pen=1&form=blank&after={version}")
        (times.polls if status == 204 else times.news).append(took)
        found = VERSION.search(content)
        version = found[1].decode() if found else version
        if status not in (200, 204):
            times.errors.append(f"poll {status}")
        await asyncio.sleep(max(0.0, EVERY - took))


async def write(phone: Phone, table: Table, times: Times, until: float) -> None:
    """Write deals, the first at some time within the first interval."""
    next_one = time.monotonic() + random.uniform(0, ENTRY_EVERY)
    while next_one < until:
        await asyncio.sleep(next_one - time.monotonic())
        next_one += ENTRY_EVERY
        number = table.entries + 1
        status, _, took = await phone.send("POST", f"{table.path}/entries", deal(number))
        times.entries.append(took)
        if status == 303:
            table.entries = number
        else:
            times.errors.append(f"entry {status}")


async def evening(port: int, tables: list[Table], seconds: float) -> Times:
    """Run all phones at once for some seconds."""
    times = Times()
    until = time.monotonic() + seconds
    tasks = []
    for table in tables:
        tasks += [poll(Phone(port, cookie), table, times, until) for cookie in table.cookies]
        tasks.append(write(Phone(port, table.cookies[0]), table, times, until))
    found = await asyncio.gather(*tasks, return_exceptions=True)
    times.errors += [repr(error) for error in found if isinstance(error, BaseException)]
    return times


async def warm_up(port: int, table: Table) -> None:
    """Open each page once, so that compiling on first use is not measured."""
    phone = Phone(port, table.cookies[0])
    for path in ("", "/live?after=x&form=blank"):
        await phone.send("GET", table.path + path)
    await phone.send("POST", f"{table.path}/entries", {"kind": "note", "text": "x", "entry_id": "warm", "seen": "0.0"})


def crowd(folder: Path) -> list[Table]:
    """Write the matches into the database, and return cookies signed as the app signs them."""
    app = create_app(folder)
    sign = signer(app.config["SECRET_KEY"])
    store = open_store(app.config["DATABASE"])
    tables = []
    for n in range(TABLES):
        names = [f"phone-{n}-{m}" for m in range(PHONES)]
        row = store.create(GAME, PLAYED.head, owner=names[0], at="2026-11-21T20:00:00Z")
        for name in names[1:]:
            store.let_in(row.id, name, may_write=True, at="2026-11-21T20:00:00Z")
        tables.append(Table(f"/m/{row.id}", [sign.dumps({"phone": name, "_permanent": True}) for name in names]))
    store.close()
    return tables


@dataclass
class Measured:
    """Times of one kind of server, its peak memory in MB, and its share of one core."""

    times: Times = field(default_factory=Times)
    memory: int = 0
    core: float = 0.0

    def add(self, times: Times, memory: int, core: float) -> None:
        self.times.polls += times.polls
        self.times.news += times.news
        self.times.entries += times.entries
        self.times.errors += times.errors
        self.memory, self.core = max(self.memory, memory), max(self.core, core)


@contextmanager
def server_of(arguments: list[str]) -> Iterator[tuple[int, "subprocess.Popen[str]"]]:
    """Start a server in its own process, and return it with its port."""
    with subprocess.Popen([sys.executable, "-c", SERVER, *arguments], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        yield int(server.stdout.readline()), server
        server.terminate()


async def alone(ports: tuple[int, int], table: Table) -> tuple[Times, Times]:
    """Send the requests of one phone to the bare server and to ours in turns."""
    phones, found = [Phone(port, table.cookies[0]) for port in ports], (Times(), Times())
    versions = ["0.0", "0.0"]
    for n in range(ALONE):
        for phone, times, at in zip(phones, found, (0, 1), strict=True):
            _, content, _ = await phone.send("GET", f"{table.path}/live?after=x")
            seen = VERSION.search(content)
            versions[at] = seen[1].decode() if seen else versions[at]
            for _ in range(POLLS_EACH):
                status, _, took = await phone.send("GET", f"{table.path}/live?after={versions[at]}")
                times.polls.append(took)
                times.errors += [] if status == 204 else [f"poll {status}"]
            status, _, took = await phone.send("POST", f"{table.path}/entries", deal(table.entries + n + 1))
            times.entries.append(took)
            times.errors += [] if status == 303 else [f"entry {status}"]
    table.entries += ALONE
    return found


def deal(number: int) -> dict[str, str]:
    return {"kind": "deal", "seen": f"{number - 1}.0", "entry_id": f"load-{number}", **PLAYED.deal}


def measured(arguments: list[str], tables: list[Table], seconds: float) -> tuple[Times, int, float]:
    with server_of(arguments) as (port, server):
        asyncio.run(warm_up(port, tables[0]))
        times = asyncio.run(evening(port, tables, seconds))
        status = Path(f"/proc/{server.pid}/status").read_text(encoding="ascii")
        ticks = Path(f"/proc/{server.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[11:13]
    peak = re.search(r"VmHWM:\s+(\d+)", status)
    used = sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK") / seconds
    return times, int(peak[1]) // 1024 if peak else 0, used


def percentiles(times: list[float]) -> tuple[float, float]:
    """Return the median and the 99th percentile in milliseconds."""
    cuts = quantiles(times, n=100) if len(times) > 1 else [0.0] * 99
    return cuts[49] * 1000, cuts[98] * 1000


def prepared(folder: Path) -> list[Table]:
    """Create the tables in our database and in that of the bare server."""
    tables = crowd(folder)
    with closing(sqlite3.connect(folder / "bare.db")) as db:
        db.executescript("PRAGMA journal_mode=WAL; CREATE TABLE match (id TEXT PRIMARY KEY, changes INTEGER)")
        db.executemany("INSERT INTO match VALUES (?, 0)", [(table.path[3:],) for table in tables])
        db.execute("CREATE TABLE entry (match TEXT, body TEXT)")
        db.commit()
    return tables


def one_phone(folder: Path, table: Table) -> Iterator[str]:
    with server_of(["bare", str(folder / "bare.db")]) as (bare, _), server_of([str(folder)]) as (ours, _):
        for port in (bare, ours):
            asyncio.run(warm_up(port, table))
        base, found = asyncio.run(alone((bare, ours), table))
    yield "one phone alone, its requests one after the other"
    yield from rows((("polls", base.polls, found.polls), ("entries", base.entries, found.entries)))
    yield from complaints(base.errors, found.errors)


def evenings(folder: Path, tables: list[Table]) -> Iterator[str]:
    """Run the same evening on the bare server and on ours in turns."""
    bare, ours = Measured(), Measured()
    others = [Table(table.path, table.cookies) for table in tables]
    for _ in range(TURNS):
        bare.add(*measured(["bare", str(folder / "bare.db")], others, RUN / TURNS / 2))
        ours.add(*measured([str(folder)], tables, RUN / TURNS / 2))
    yield f"{TABLES} tables of {PHONES} phones, a poll every {EVERY:g} s, an entry per table every {ENTRY_EVERY:g} s"
    base, found = bare.times, ours.times
    yield from rows(
        (
            ("polls", base.polls, found.polls),
            ("news", base.polls, found.news),
            ("entries", base.entries, found.entries),
        )
    )
    yield f"memory {ours.memory} MB, bare {bare.memory} MB"
    yield f"the server used {ours.core:.0%} of a core, bare {bare.core:.0%}; other work here makes all times longer"
    yield from complaints(base.errors, found.errors)


def rows(kinds: Sequence[tuple[str, list[float], list[float]]]) -> Iterator[str]:
    yield f"{'':8}{'number':>8}{'median ms':>11}{'p99 ms':>9}{'bare median':>13}{'bare p99':>10}{'times bare':>16}"
    for label, base, found in kinds:
        (half, most), (base_half, base_most) = percentiles(found), percentiles(base)
        ratio = f"{half / base_half:.2f} and {most / base_most:.2f}" if base_half and base_most else ""
        yield f"{label:8}{len(found):8}{half:11.1f}{most:9.1f}{base_half:13.1f}{base_most:10.1f}{ratio:>16}"


def complaints(bare: list[str], ours: list[str]) -> Iterator[str]:
    yield f"errors {len(ours)}, bare {len(bare)}"
    yield from (f"   {error}" for error in sorted({*bare, *ours})[:5])


def main() -> None:
    gc.disable()  # a collection in this process would delay every phone for 40 to 75 ms
    with tempfile.TemporaryDirectory() as name:
        tables = prepared(Path(name))
        for line in (*one_phone(Path(name), tables[0]), *evenings(Path(name), tables[1:])):
            print(line, flush=True)


if __name__ == "__main__":
    main()
