"""`make crash`: a tournament whose server is killed while it runs must have the right standings at the end.

A director writes results by requests, and repeats each until it is acknowledged. One player withdraws, one comes late,
results are corrected after their round was closed. At the end the standings of the page and of `companion standings`
must be those that are computed here from the acknowledged results.
"""

import json
import random
import re
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from tests.proofs.acknowledged import Failed, sound
from tests.proofs.server_process import COMPANION, FAULTS, Phone, Server, serving

POINTS = (4, 2, 1, 0)  # for the places at a table
WAIT = 0.1  # seconds until a request is repeated


@dataclass
class Evening:
    """The tournament as its director sees it, and the acknowledged scores of each table by round."""

    server: Server
    dice: random.Random
    director: Phone
    event: str = ""
    scores: dict[tuple[int, int], dict[str, int]] = field(default_factory=dict)
    repeated: int = 0

    def until_heard(self, send: Callable[[], tuple[int, Any, bytes]]) -> tuple[int, bytes]:
        """Send until there is an answer, as a person who taps again."""
        while True:
            try:
                status, headers, content = send()
            except FAULTS:
                self.repeated += 1
                time.sleep(WAIT)
                continue
            return status, str(headers.get("Location", "")).encode() or content

    def look(self, path: str) -> str:
        status, content = self.until_heard(lambda: self.director.ask("GET", f"/e/{self.event}{path}"))
        if status != 200:
            raise Failed(f"{path}: {status}")
        return content.decode()

    def write(self, path: str, **fields: object) -> None:
        sent = {"entry_id": f"{self.dice.getrandbits(60):x}", **fields}
        status, content = self.until_heard(lambda: self.director.post(f"/e/{self.event}{path}", **sent))
        if status != 303:
            raise Failed(f"{path}: {status} {re.findall(r'role=.alert.*?<p[^>]*>(.*?)</p>', content.decode(), re.S)}")

    def make(self, players: list[str], rounds: int) -> None:
        self.director.ask("GET", "/")
        places = " ".join(map(str, POINTS))
        form = {"title": "Cup", "players": "\n".join(players), "rounds": rounds, "score": "places", "places": places}
        more = {"seats": "4 3", "seating": "meet", "draw": "7", "ties[]": "direct"}
        status, to = self.until_heard(lambda: self.director.post("/evenings/new/series/any", **form, **more))
        if status != 303:
            raise Failed(f"no tournament: {status}")
        self.event = to.decode().rpartition("/")[2]

    def open_round(self) -> list[list[str]]:
        page = self.look("/next")
        names = [unescape(one) for one in re.findall(r'name="players\[\]" value="([^"]+)"', page)]
        at = re.findall(r'value="(\w+)" selected', page)
        self.write("/next", players__=names, at__=at)
        tables: dict[int, list[str]] = {}
        for name, n in zip(names, at, strict=True):
            if n.isdecimal():
                tables.setdefault(int(n), []).append(name)
        return [tables[n] for n in sorted(tables)]

    def types(self, number: int, table: int, seats: list[str]) -> None:
        """Write or replace a result; all scores at a table are different."""
        drawn = self.dice.sample(range(100), len(seats))
        scores = {f"typed[scores][{n}]": one for n, one in enumerate(drawn)}
        self.write(f"/rounds/{number}/{table}", reason="written wrongly", **scores)
        self.scores[number, table] = dict(zip(seats, drawn, strict=True))

    def totals(self) -> Counter[str]:
        """Add up the acknowledged scores; players who were not seated have none for that round."""
        added: Counter[str] = Counter()
        for scores in self.scores.values():
            for place, name in enumerate(sorted(scores, key=lambda one: -scores[one])):
                added[name] += POINTS[place]
        return added


def played(players: int, rounds: int, kills: int, dice: random.Random) -> str:
    """Play a whole tournament while the server is killed, and check its standings.

    Args:
        players: a multiple of four.
    """
    with serving() as server:
        one = Evening(server, dice, Phone(server.port))
        names = [f"Player {n:02}" for n in range(players)]
        one.make(names, rounds)
        late = "Late comer"
        killed_in = sorted(dice.sample(range(1, rounds + 1), min(kills, rounds)))
        for number in range(1, rounds + 1):
            if number == 2:
                one.write("/act", kind="withdraw", player=names[-1], reason="ill")
                one.write("/act", kind="join", player=late)
            tables = one.open_round()
            killer = _killing(server, dice) if number in killed_in else None
            for n, table in enumerate(tables, start=1):
                one.types(number, n, table)
            one.write("/act", kind="close", round=number)
            if number > 1:
                again = dice.randrange(1, len([key for key in one.scores if key[0] == number - 1]) + 1)
                one.types(number - 1, again, list(one.scores[number - 1, again]))
            if killer:
                killer.join()
        _compare(one, server, names[-1], late)
        one.director.hang_up()
        said = sum(len(scores) for scores in one.scores.values())
        return f"{len(killed_in)} kills, {one.repeated} sent again, {said} scores, standings equal"


def _killing(server: Server, dice: random.Random) -> threading.Thread:
    """Kill the server after a moment, and restart it."""

    def kill() -> None:
        time.sleep(dice.uniform(0.01, 0.1))
        server.kill()
        server.start()

    thread = threading.Thread(target=kill)
    thread.start()
    return thread


def _compare(one: Evening, server: Server, gone: str, late: str) -> None:
    """Compare the match file and the command's standings with the acknowledged scores."""
    file: Mapping[str, Any] = json.loads(one.look("/event.json"))
    one.look("/rounds")
    sound(server.folder / "companion.db")
    if len({entry["id"] for entry in file["entries"]}) != len(file["entries"]):
        raise Failed("an entry stands twice")
    command = [*COMPANION, "standings", "-"]
    run = subprocess.run(command, input=json.dumps(file), capture_output=True, text=True, check=False)
    if run.returncode:
        raise Failed(f"companion standings: {run.stdout}{run.stderr}")
    told = json.loads(run.stdout)
    due = one.totals()
    for row in told["standings"]:
        held = {
            entry["round"]: (entry["table"], entry["card_points"]) for entry in row["rounds"] if entry["as"] == "played"
        }
        said = {
            n: (table, scores[row["player"]]) for (n, table), scores in one.scores.items() if row["player"] in scores
        }
        if held != said:
            raise Failed(f"{row['player']}: {held} is not {said}")
        if sum(entry["points"] for entry in row["rounds"] if entry["as"] == "played") != due[row["player"]]:
            raise Failed(f"{row['player']}: points differ")
        if row["total"] != due[row["player"]]:
            raise Failed(f"{row['player']}: {row['total']} is not what was acknowledged")
    order = [due[row["player"]] for row in told["standings"]]
    if order != sorted(order, reverse=True):
        raise Failed("not in order of the totals")
    states = {row["player"]: row["state"] for row in told["standings"]}
    if states[gone] != "withdrawn" or states[late] != "in" or told["status"] != "finished":
        raise Failed(f"{told['status']}, {gone} {states[gone]}, {late} {states[late]}")
