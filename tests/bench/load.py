"""200 tables of 4 phones, each polling every 2 s, with an entry per table every 30 s, over loopback.

The server runs in a process of its own, as `companion serve` runs it; the phones are coroutines here. A request's time
is from connecting, where that is needed, to the last byte of its answer. The same polls against a
bare Flask app that answers 204 at once give the baseline: what the server and the phones cost without us.
"""

import asyncio
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlencode

from companion.app import create_app
from companion.store import open_store

TABLES, PHONES = 200, 4
EVERY = 2.0  # s between two polls of a phone
ENTRY_EVERY = 30.0  # s between two entries of a table
RUN = float(os.environ.get("BENCH_SECONDS", "24"))  # s; the baseline takes a quarter more
PLAYERS = ["Anna", "Bo", "Cia", "Dag"]
VERSION = re.compile(rb"live\?after=([0-9.]+)")
LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)

SERVER = """
import sys
from pathlib import Path
from companion.server import listening
if sys.argv[1] == "bare":
    from flask import Flask
    app = Flask("bare")
    app.add_url_rule("/<path:any>", view_func=lambda any: ("", 204))
else:
    from companion.app import create_app
    app = create_app(Path(sys.argv[1]))
server = listening(app, "127.0.0.1", 0)
print(server.effective_port, flush=True)
server.run()
"""


@dataclass
class Times:
    """What was measured, in seconds, and what went wrong."""

    polls: list[float] = field(default_factory=list)
    entries: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


@dataclass
class Table:
    """A match with its phones' cookies, and how many entries it has."""

    path: str
    cookies: list[str]
    entries: int = 0


class Phone:
    """One connection that is kept open for as long as the server likes, as browsers do."""

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
        if b"connection: close" in head.lower():  # waitress does so after a 204
            writer.close()
            self.streams = None
        return int(head.split(maxsplit=2)[1]), content, time.perf_counter() - start


async def poll(phone: Phone, table: Table, times: Times, until: float) -> None:
    """Ask what is new every two seconds, as the page does."""
    version = "0.0"
    await asyncio.sleep(random.uniform(0, EVERY))
    while time.monotonic() < until:
        status, content, took = await phone.send("GET", f"{table.path}/live?after={version}")
        times.polls.append(took)
        found = VERSION.search(content)
        version = found[1].decode() if found else version
        if status not in (200, 204):
            times.errors.append(f"poll {status}")
        await asyncio.sleep(max(0.0, EVERY - took))


async def write(phone: Phone, table: Table, times: Times, until: float) -> None:
    """Write a deal, the first somewhere within the first interval."""
    await asyncio.sleep(random.uniform(0, ENTRY_EVERY))
    while time.monotonic() < until:
        number = table.entries + 1
        winners = {f"tricks[{player}]": str(n) for player, n in zip(PLAYERS, (1, 1, 1, 2), strict=True)}
        form = {"kind": "deal", "seen": f"{number - 1}.0", "entry_id": f"load-{number}", **winners}
        status, _, took = await phone.send("POST", f"{table.path}/entries", form)
        times.entries.append(took)
        if status == 303:
            table.entries = number
        else:
            times.errors.append(f"entry {status}")
        await asyncio.sleep(ENTRY_EVERY)


async def evening(port: int, tables: list[Table], seconds: float, *, entries: bool) -> Times:
    """Everybody at once for so many seconds."""
    times = Times()
    until = time.monotonic() + seconds
    tasks = []
    for table in tables:
        tasks += [poll(Phone(port, cookie), table, times, until) for cookie in table.cookies]
        tasks += [write(Phone(port, table.cookies[0]), table, times, until)] if entries else []
    found = await asyncio.gather(*tasks, return_exceptions=True)
    times.errors += [repr(error) for error in found if isinstance(error, BaseException)]
    return times


def crowd(folder: Path) -> list[Table]:
    """The matches in the database, and cookies as the app would sign them."""
    app = create_app(folder)
    signer = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
    store = open_store(app.config["DATABASE"])
    head = {"title": "", "players": PLAYERS, "options": {}, "opening": {"dealer": "Dag"}}
    tables = []
    for n in range(TABLES):
        names = [f"phone-{n}-{m}" for m in range(PHONES)]
        row = store.create("rams", head, owner=names[0], at="2026-11-21T20:00:00Z")
        for name in names[1:]:
            store.let_in(row.id, name, may_write=True, at="2026-11-21T20:00:00Z")
        tables.append(Table(f"/m/{row.id}", [signer.dumps({"phone": name, "_permanent": True}) for name in names]))
    store.close()
    return tables


def measured(what: str, tables: list[Table], seconds: float, *, entries: bool) -> tuple[Times, int, float]:
    """The times, the most memory that the server took, in MB, and how much of one core it used."""
    with subprocess.Popen([sys.executable, "-c", SERVER, what], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        port = int(server.stdout.readline())
        times = asyncio.run(evening(port, tables, seconds, entries=entries))
        status = Path(f"/proc/{server.pid}/status").read_text(encoding="ascii")
        ticks = Path(f"/proc/{server.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[11:13]
        server.terminate()
    peak = re.search(r"VmHWM:\s+(\d+)", status)
    used = sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK") / seconds
    return times, int(peak[1]) // 1024 if peak else 0, used


def percentiles(times: list[float]) -> tuple[float, float]:
    """The median and the 99th percentile in milliseconds."""
    cuts = quantiles(times, n=100) if len(times) > 1 else [0.0] * 99
    return cuts[49] * 1000, cuts[98] * 1000


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        tables = crowd(Path(name))
        bare, bare_memory, bare_core = measured("bare", tables, RUN / 4, entries=False)
        times, memory, core = measured(name, tables, RUN, entries=True)
    base, base_99 = percentiles(bare.polls)
    print(f"{TABLES} tables of {PHONES} phones, a poll every {EVERY:g} s, an entry per table every {ENTRY_EVERY:g} s")
    print(f"bare Flask   {len(bare.polls):6} polls    median {base:6.1f} ms  p99 {base_99:7.1f} ms")
    for label, found in (("polls", times.polls), ("entries", times.entries)):
        half, most = percentiles(found)
        ratio = f"{half / base:.1f} and {most / base_99:.1f} times bare Flask" if base and base_99 else ""
        print(f"companion    {len(found):6} {label:8} median {half:6.1f} ms  p99 {most:7.1f} ms  {ratio}")
    print(f"errors {len(times.errors) + len(bare.errors)}; memory {memory} MB, bare {bare_memory} MB")
    print(
        f"the server used {core:.0%} of a core, bare {bare_core:.0%}; other work on the machine makes all times longer"
    )
    for error in sorted(set(times.errors + bare.errors))[:5]:
        print("  ", error)
