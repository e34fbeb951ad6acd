"""`make crash`: a server is killed again and again while phones write, and its disk fails in many ways.

Every phone repeats an entry until it hears that it is saved, as the page does. At the end the record must have each
acknowledged entry once, with unbroken numbers. Loopback only; ends by itself.
"""

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from companion.store import open_store
from companion.store.migrations import migrations
from tests.proofs.accidents import (
    clock_back,
    full_disk,
    gone,
    locked,
    log_removed,
    read_only,
    two_servers,
    written_over,
)
from tests.proofs.acknowledged import Failed, Writing, compare, sound, table, written
from tests.proofs.played import GAME, match_file
from tests.proofs.server_process import Server, serving
from tests.proofs.tournament import played

SHARES = {"writing": 0.35, "starting": 0.1, "backup": 0.1, "restore": 0.1, "import": 0.1, "migration": 0.05}


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
    """Kill a command at random moments; return whether it had ended before."""
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
        file = server.folder.parent / "match.json"
        file.write_text(json.dumps(match_file(400)), encoding="utf-8")
        kills = sum(1 for _ in killed(server, seconds, dice, "import", str(file)))
        store = open_store(server.folder / "companion.db")
        counts = Counter(store.count(match) for match in store.ids())
        store.close()
        if set(counts) - {400}:
            raise Failed(f"matches taken in by halves: {counts}")
        return f"{kills} kills, {counts[400]} matches taken in whole, none by halves"


def killed_migrations(seconds: float, dice: random.Random) -> str:
    """Kill migrations of a database from the first version to this one."""
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
        values = (f"m{n}", GAME.key, "", '{"players": ["A", "B"]}', "", "p", f"w{n}", f"r{n}")
        db.execute("INSERT INTO match VALUES (?, ?, ?, ?, ?, ?, ?, ?, '{}', 0)", values)
    db.conn.commit()
    db.close()


def run(seconds: float, seed: int) -> Iterator[tuple[str, str]]:
    """Run all kinds of failures in about this number of seconds in all, and print the results."""
    dice = random.Random(seed)
    yield "killed while writing", killed_while_writing(seconds * SHARES["writing"], dice)
    yield "killed while starting", killed_while_starting(seconds * SHARES["starting"], dice)
    yield "killed backups", killed_backups(seconds * SHARES["backup"], dice)
    yield "killed restores", killed_restores(seconds * SHARES["restore"], dice)
    yield "killed imports", killed_imports(seconds * SHARES["import"], dice)
    yield "killed migrations", killed_migrations(seconds * SHARES["migration"], dice)
    yield "killed tournament", played(32, 6, 2, dice)
    yield "disk full", full_disk()
    yield "locked by another program", locked(min(seconds * 0.1, 5))
    yield "database removed", gone()
    yield "its log removed", log_removed()
    yield "database written over", written_over()
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
