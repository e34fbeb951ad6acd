"""`make crash`: a server that is killed again and again, while phones write, and all that can befall its disk.

Every phone repeats an entry until it hears that it is saved, as the page does. At the end the record must hold each
acknowledged entry once, in one unbroken row, whatever was killed when. Loopback only; ends by itself.
"""

import argparse
import json
import os
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from companion.store import open_store
from companion.store.migrations import migrations
from tests.proofs.real import COMPANION, FAULTS, Phone, Server, serving

PHONES = 3
CROWD = 12  # writers before a locked database: more than there are threads
TOLD = 4.5  # seconds after which each of them must know: three of patience, and what a busy machine takes
SMALL = 400_000  # bytes that no file may outgrow while the disk is full
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
SHARES = {"writing": 0.35, "starting": 0.1, "backup": 0.1, "restore": 0.1, "import": 0.1, "migration": 0.05}


class Failed(Exception):
    """Something that must never happen."""


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
    """What was acknowledged, against what is on the disk."""
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
    phones = [Phone(server.port) for _ in range(PHONES)]
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
    """Phones at work in threads, until the end of the block."""

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


def killed_while_writing(seconds: float, dice: random.Random) -> str:
    with serving() as server:
        phones, kills, end = table(server), 0, time.monotonic() + seconds
        with Writing(phones, "w"):
            while time.monotonic() < end:
                time.sleep(dice.uniform(0.05, 0.6))
                server.kill()
                kills += 1
                server.start()
            time.sleep(0.3)
        return f"{kills} kills; {compare(server, phones)}"


def killed_while_starting(seconds: float, dice: random.Random) -> str:
    with serving() as server:
        phones, kills, end = table(server), 0, time.monotonic() + seconds
        for n in range(5):
            phones[0].note(f"s{n}")
        server.stop()
        while time.monotonic() < end:
            starting = server.command("serve", "--host", "127.0.0.1", "--no-name", "--port", str(server.port))
            time.sleep(dice.uniform(0.05, 1.0))
            starting.kill()
            starting.wait()
            kills += 1
        server.start()
        if phones[0].ask("GET", f"/m/{phones[0].match}")[0] != 200:
            raise Failed("an identity was lost")
        return f"{kills} kills; {compare(server, phones)}"


def killed(server: Server, seconds: float, dice: random.Random, *arguments: str) -> Iterator[bool]:
    """A command killed at some moment, again and again: whether it had ended before."""
    longest = 1.5
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        running = server.command(*arguments)
        time.sleep(dice.uniform(0.1, longest))
        ended = running.poll() is not None
        running.kill()
        running.wait()
        longest = min(longest * 0.9, 0.6) if ended else longest + 0.3
        yield ended


def killed_backups(seconds: float, dice: random.Random) -> str:
    with serving() as server:
        phones, target = table(server), server.folder.parent / "copy.db"
        server.command("backup", str(target)).wait()
        kills = 0
        with Writing(phones, "b"):
            for _ in killed(server, seconds, dice, "backup", str(target)):
                kills += 1
                sound(target)
        return f"{kills} kills, the copy whole after each; {compare(server, phones)}"


def killed_restores(seconds: float, dice: random.Random) -> str:
    with serving() as server:
        phones, copy = table(server), server.folder.parent / "copy.db"
        match = phones[0].match
        phones[0].note("old")
        server.command("backup", str(copy)).wait()
        phones[0].note("new")
        server.stop()
        kills = 0
        for _ in killed(server, seconds, dice, "restore", str(copy)):
            kills += 1
            if written(server.folder, match) not in (["old"], ["old", "new"]):
                raise Failed("neither the old state nor the new one")
            sound(server.folder / "companion.db")
        for kept in server.folder.glob("before-restore-*.db"):
            sound(kept)
        return f"{kills} kills, the whole old or the whole new state after each"


def killed_imports(seconds: float, dice: random.Random) -> str:
    with serving() as server:
        entries = [{"kind": "deal", "points": {"Anna": 1}}] * 400
        file = server.folder.parent / "match.json"
        head = {"format": "companion-match/1", "game": "free", "players": ["Anna", "Bo"]}
        file.write_text(json.dumps({**head, "entries": entries}), encoding="utf-8")
        kills = sum(1 for _ in killed(server, seconds, dice, "import", str(file)))
        store = open_store(server.folder / "companion.db")
        counts = Counter(store.count(match) for match in store.ids())
        store.close()
        if set(counts) - {400}:
            raise Failed(f"matches taken in by halves: {counts}")
        return f"{kills} kills, {counts[400]} matches taken in whole, none by halves"


def killed_migrations(seconds: float, dice: random.Random) -> str:
    """A database of the first version, brought up to this one."""
    with serving() as server:
        server.stop()
        path, kills, end = server.folder / "companion.db", 0, time.monotonic() + seconds
        while time.monotonic() < end:
            for old in server.folder.glob("companion.db*"):
                old.unlink()
            first_version(path)
            running = server.command("matches")
            time.sleep(dice.uniform(0.1, 1.2))
            running.kill()
            running.wait()
            kills += 1
            sound(path)
            store = open_store(path)
            store.prepare()
            if len(store.ids()) != 3:
                raise Failed("matches were lost on the way to this version")
            store.close()
        return f"{kills} kills, all matches there after each"


def first_version(path: Path) -> None:
    from sqlite_utils import Database

    db = Database(path, execute_plugins=False)
    migrations.apply(db, stop_before="parts_of_deals")
    for n in range(3):
        values = (f"m{n}", "free", "", '{"players": ["A", "B"]}', "", "p", f"w{n}", f"r{n}")
        db.execute("INSERT INTO match VALUES (?, ?, ?, ?, ?, ?, ?, ?, '{}', 0)", values)
    db.conn.commit()
    db.close()


def full_disk() -> str:
    """No file of the server may grow any more: as a full disk answers, and as it is again when there is room."""

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
    """Another program holds the database: a crowd of writers is told soon, and readers do not notice."""
    with serving() as server:
        phones = table(server)
        reader = phones[0]
        for path in ("", "/live?after=x"):  # what is compiled at first use is no matter of the lock
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
    """Try to write for so long; each try is timed."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        begun = time.monotonic()
        phone.post(f"/m/{phone.match}/entries", kind="note", text="x", entry_id="locked")
        phone.times.append(time.monotonic() - begun)
        time.sleep(1)


def gone() -> str:
    """The file is removed under the server's hands: it says so instead of writing into nothing."""
    with serving() as server:
        phones = table(server)
        for path in server.folder.glob("companion.db*"):
            path.unlink()
        status = phones[0].post(f"/m/{phones[0].match}/entries", kind="note", text="x", entry_id="g")[0]
        if status != 503:
            raise Failed(f"a database that is gone is answered with {status}")
        return "503, nothing acknowledged"


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
    """Started by an account that may not write in the folder: one sentence instead of a server that cannot save."""
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
    """All may read there and nobody but root may write."""
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
    """The server starts with a clock that went back, then one ahead, then right again."""
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


def run(seconds: float, seed: int) -> Iterator[tuple[str, str]]:
    """Each kind of accident and what came of it, all together in about so many seconds."""
    dice = random.Random(seed)
    yield "killed while writing", killed_while_writing(seconds * SHARES["writing"], dice)
    yield "killed while starting", killed_while_starting(seconds * SHARES["starting"], dice)
    yield "killed backups", killed_backups(seconds * SHARES["backup"], dice)
    yield "killed restores", killed_restores(seconds * SHARES["restore"], dice)
    yield "killed imports", killed_imports(seconds * SHARES["import"], dice)
    yield "killed migrations", killed_migrations(seconds * SHARES["migration"], dice)
    yield "disk full", full_disk()
    yield "locked by another program", locked(min(seconds * 0.1, 5))
    yield "database removed", gone()
    yield "two servers on one folder", two_servers(min(seconds * 0.05, 5))
    yield "folder read-only", read_only()
    yield "clock back and forth", clock_back()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    try:
        for name, outcome in run(options.seconds, options.seed):
            print(f"{name:28}{outcome}", flush=True)
    except Failed as fault:
        sys.exit(f"FAILED: {fault}")


if __name__ == "__main__":
    main()
