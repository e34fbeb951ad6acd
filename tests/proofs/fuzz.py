"""`make fuzz`: hundreds of thousands of nonsensical inputs: match files, facts, and requests to all routes.

Files and facts are real ones in which values are replaced by odd ones; requests are random fields, headers and
addresses, from a phone that may write. Nothing may raise an exception or answer with 500. It prints the number of
inputs, and how many an hour. Runs in this process, on every core; ends by itself.
"""

import argparse
import io
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing import Pool, cpu_count
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from test_robustness import ODD, files, mutated, places, questions

from companion import json_output
from companion.app import create_app
from companion.clock import patience
from companion.games import GAMES
from companion.parsing import Match, read_facts, read_match
from companion.parsing.schema import shapes
from companion.referee import Answer, ask
from companion.rules.rulings import Ruling
from companion.web.http.rate_limit import Rates

HOUR = 3600
THOUGHT = 0.2  # seconds for one question
WORDS = ["", "x", "1", "-1", "9" * 30, "Anna", "Bo", "@0", "@9", "7H", "JK JK", "deal", "note", "correction", "0.0"]
WORDS += ["{", "[]", '{"kind": "deal"}', "%00", "\x00", "\ud800", "<b>", "a" * 3000, "é", "\u202e", "on", "null"]
NAMES = ["kind", "points[Anna]", "points[@0]", "points[]", "points", "seen", "entry_id", "correct", "strike", "remedy"]
NAMES += ["number", "for", "player", "players[]", "text", "act", "answers", "code", "q", "after", "before", "form"]
NAMES += ["ask", "cards", "hand", "title", "options[target]", "dealer", "lang", "back", "signs", "entry", "[", ""]

STEPS = ("", "[]", "[x]", "[0]", "[@0]", "[0][x]", "[0][player]", "[][@]", "[@0][@1]")
OPENING = [f"opening[{one.key}]" for game in GAMES for one in shapes(game.opening)]


def odd(dice: random.Random, value: Any) -> Any:
    for _ in range(dice.randint(1, 3)):
        value = mutated(value, dice.choice(places(value)), dice.choice([*ODD, ...]))
    return value


def file(dice: random.Random) -> None:
    match = read_match(odd(dice, dice.choice(KNOWN_FILES)))
    if isinstance(match, Match):
        json.dumps(json_output.replay(match)[0])


def facts(dice: random.Random) -> None:
    game, name, known = dice.choice(KNOWN_FACTS)
    question = game.questions[name]
    read = read_facts(game, question, odd(dice, known))
    answer = Answer(read) if isinstance(read, Ruling) else ask(question, read, patience(THOUGHT))
    json.dumps(json_output.answer_json(answer, dice.choice(("en", "sv", "fr", "it"))))


KNOWN_FILES = [one for game in GAMES for one in files(game.key)]
KNOWN_FACTS = [(game, name, known) for game in GAMES for name, known in questions(game.key) if game.questions]


class Requests:
    """Requests of the owner of a match, to every route."""

    def __init__(self, folder: Path):
        self.app: Flask = create_app(folder)
        self.routes = [
            (rule, method)
            for rule in self.app.url_map.iter_rules()
            for method in sorted((rule.methods or set()) & {"GET", "POST"})
        ]
        self.phone: FlaskClient = self.app.test_client()
        self.match, self.game = "", GAMES[0]

    def begin(self, dice: random.Random) -> None:
        """Start a match of any game, with empty rate counters."""
        self.app.extensions["rates"] = Rates()
        self.game = dice.choice(GAMES)
        self.phone.get("/")
        players = ["Anna", "Bo", "Cia", "Dag"][: self.game.seats[0]]
        made = self.phone.post(f"/new/{self.game.key}", data={"players[]": players})
        self.match = made.location.rpartition("/")[2]

    def fields(self, dice: random.Random) -> dict[str, Any]:
        """Return random fields, and those of one kind of entry with changed paths."""
        names = [dice.choice(NAMES) for _ in range(dice.randint(0, 6))]
        kind = dice.choice(list(self.game.kinds.values()))
        own = [one.key for one in shapes(kind)] + OPENING
        names += [dice.choice(own) + dice.choice(STEPS) for _ in range(dice.randint(0, 4))]
        return {name: dice.choice(WORDS) for name in names} | ({"kind": kind.kind} if dice.random() < 0.5 else {})

    def one(self, dice: random.Random) -> None:
        if dice.random() < 0.01 or not self.match:
            self.begin(dice)
        rule, method = dice.choice(self.routes)
        if rule.endpoint.startswith("printing"):
            return  # PDFs take a second each: see tests/test_render.py
        key = dice.choice(GAMES).key
        known = {"match_id": self.match, "number": 1, "game_key": key, "key": key}
        values = {name: known.get(name, dice.choice(WORDS)) for name in rule.arguments}
        addresses = self.app.url_map.bind("localhost")
        try:
            path = addresses.build(rule.endpoint, values)
        except ValueError:
            path = "/" + dice.choice(WORDS)
        fields = self.fields(dice)
        headers = {"HX-Request": "true"} if dice.random() < 0.3 else {}
        with suppress(UnicodeEncodeError):
            self._send(path, method, fields, headers, dice)

    def _send(self, path: str, method: str, fields: Any, headers: Any, dice: random.Random) -> None:
        if method == "GET":
            status = self.phone.get(path, query_string=fields, headers=headers, buffered=True).status_code
        else:
            if dice.random() < 0.1:
                fields |= {"file": (io.BytesIO(dice.randbytes(200)), "match.json")}
            status = self.phone.post(path, data=fields, headers=headers).status_code
        if status >= 500 and status not in (503, 507):
            raise AssertionError(f"{method} {path} {fields} {headers}: {status}")


def work(given: tuple[str, float, int]) -> tuple[str, int, float, list[str]]:
    """Run one kind of input for some seconds; return the number, the slowest, and errors."""
    kind, seconds, seed = given
    dice, count, slowest, faults = random.Random(seed), 0, 0.0, []
    with tempfile.TemporaryDirectory() as name:
        actions: dict[str, Callable[[random.Random], None]] = {"files": file, "facts": facts}
        action = actions.get(kind) or Requests(Path(name)).one
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            begun = time.thread_time()
            try:
                action(dice)
            except Exception as fault:
                faults.append(f"{kind}, seed {seed}, input {count}: {fault!r}")
            count += 1
            slowest = max(slowest, time.thread_time() - begun)
    return kind, count, slowest, faults


KINDS = ("files", "facts", "requests")


def run(seconds: float, seed: int, cores: int) -> Iterator[tuple[str, str]]:
    """Run all kinds for about this number of seconds in all; the last line has the number per hour."""
    share = seconds / len(KINDS)
    total, wrong = 0, []
    with Pool(cores) as pool:
        for kind in KINDS:
            found = pool.map(work, [(kind, share, seed * 1000 + core) for core in range(cores)])
            count = sum(one[1] for one in found)
            faults = [fault for one in found for fault in one[3]]
            slowest = max(one[2] for one in found)
            yield kind, f"{count} inputs, slowest {slowest:.2f} s of processor, {len(faults)} faults"
            total, wrong = total + count, wrong + faults
    yield "in an hour", f"{total / seconds * HOUR:,.0f} inputs on {cores} cores"
    for fault in wrong[:20]:
        yield "FAULT", fault


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=90)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    faulty = False
    for name, outcome in run(options.seconds, options.seed, cpu_count()):
        print(f"{name:12}{outcome}", flush=True)
        faulty |= name == "FAULT"
    sys.exit(faulty)


if __name__ == "__main__":
    main()
