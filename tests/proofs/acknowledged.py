"""Check that each acknowledged entry is stored once, with unbroken numbers, whatever happened to the server."""

import sqlite3
import threading
import time
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path

from companion.store import open_store
from tests.proofs.server_process import FAULTS, Phone, Server

PHONES = 3


class Failed(Exception):
    """Something that must never happen has happened."""


def written(folder: Path, match: str) -> list[str]:
    store = open_store(folder / "companion.db")
    rows = store.entries(match)
    store.close()
    if [row.number for row in rows] != list(range(1, len(rows) + 1)):
        raise Failed("numbers with a gap")
    return [row.entry_id for row in rows]


def sound(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        if db.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise Failed(f"{path.name} is damaged")


def compare(server: Server, phones: list[Phone]) -> str:
    """Compare the acknowledged entries with those on the disk."""
    for phone in phones:
        phone.hang_up()
    sound(server.folder / "companion.db")
    there = Counter(written(server.folder, phones[0].match))
    said = [entry_id for phone in phones for entry_id in phone.said]
    lost, twice = [one for one in said if not there[one]], [one for one, n in there.items() if n > 1]
    if lost or twice:
        raise Failed(f"{len(lost)} lost, {len(twice)} twice")
    tries = sum(len(phone.statuses) for phone in phones)
    return f"{len(said)} acknowledged of {tries} tries, {len(lost)} lost, {len(twice)} twice"


def table(server: Server) -> list[Phone]:
    phones = [Phone(server.port, source=f"127.0.0.{2 + n}") for n in range(PHONES)]
    match = phones[0].begin()
    store = open_store(server.folder / "companion.db")
    row = store.match(match)
    store.close()
    assert row
    for phone in phones[1:]:
        phone.join(row.write_code)
    return phones


def write_on(phone: Phone, name: str, stopped: threading.Event) -> None:
    n = 0
    while not stopped.is_set():
        entry_id = f"{name}-{n}"
        with suppress(*FAULTS):
            if phone.note(entry_id):
                n += 1
            elif phone.statuses[-1] == 429:
                time.sleep(1)
        time.sleep(0.05)


class Writing:
    """Run phones in threads until the end of the block."""

    def __init__(self, phones: list[Phone], name: str):
        self.stopped = threading.Event()
        self.threads = [
            threading.Thread(target=write_on, args=(phone, f"{name}{at}", self.stopped))
            for at, phone in enumerate(phones)
        ]

    def __enter__(self) -> None:
        for thread in self.threads:
            thread.start()

    def __exit__(self, *_: object) -> None:
        self.stopped.set()
        for thread in self.threads:
            thread.join()
