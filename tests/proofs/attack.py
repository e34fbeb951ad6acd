"""`make attack`: strangers attack a real server while a table plays on.

Phones of a table poll and write without a pause. Meanwhile strangers ask for heavy work, send endless bodies, open
thousands of connections, guess codes. It prints for each attack how long the polls of the table took, and at the end
whether every acknowledged entry exists and everybody still has their rights. Before that, every route is tried in
every role. Loopback only; ends by itself.
"""

import argparse
import socket
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.parse import urlencode

from companion.app import create_app
from companion.parsing import FORMAT
from tests.proofs import long_matches
from tests.proofs.acknowledged import Failed, compare, table
from tests.proofs.played import ANY, CLAUSES, DEAL, GAME, HARDEST
from tests.proofs.server_process import FAULTS, FILE, Phone, Server, as_file, serving, spread

PATIENCE = 1.0  # seconds within which every poll must be answered
SAVING = 3.0  # further seconds for a Save, which waits for a disk with other writers
OPEN_FILES = 1024  # limit of open files for the server, as on most systems
MANY = 1100  # connections of one stranger
AT_ONCE = 100  # polls on one connection
EVERY = 0.1  # seconds between two polls of a phone
SOUGHT = urlencode({"q": " ".join(" ".join(clause.heading for clause in CLAUSES).split()[:24])})
HANGS_UP = ("delete", "leave", "forget", "nameless")  # actions that change a role
Stranger = Callable[[Phone], object]


class Times:
    """Durations of one kind of request."""

    def __init__(self) -> None:
        self.done: list[float] = []
        self.begun: float | None = None  # of the current request

    def ended(self) -> None:
        if self.begun is not None:
            self.done.append(time.monotonic() - self.begun)
            self.begun = None

    def since(self) -> list[float]:
        """Return the durations since the last call, including the current request so far."""
        begun, found, self.done = self.begun, self.done, []
        return found if begun is None else [*found, time.monotonic() - begun]


class Evening(threading.Thread):
    """A table that plays on: durations of its polls and Saves, and the results of its entries."""

    def __init__(self, phones: list[Phone]):
        super().__init__(daemon=True)
        self.phones = phones
        self.faults: Counter[str] = Counter()
        self.polls, self.saves = Times(), Times()
        self.stopped = threading.Event()

    def run(self) -> None:
        n = 0
        while not self.stopped.wait(EVERY):
            for at, phone in enumerate(self.phones):
                self._try(phone.poll, self.polls)
                n += 1
                if n % 20 == 0:
                    self._try(lambda phone=phone, at=at, n=n: phone.note(f"{at}-{n}"), self.saves)

    def _try(self, action: Callable[[], object], times: Times) -> None:
        times.begun = time.monotonic()
        try:
            action()
        except FAULTS as fault:
            self.faults[type(fault).__name__] += 1
        times.ended()


# --- actions of strangers, repeated


def asks_hard_questions(phone: Phone) -> None:
    phone.ask("GET", HARDEST)


def prints(phone: Phone) -> None:
    phone.ask("GET", f"/print/{ANY.key}/blank.pdf?players=4")


def sends_match_files(phone: Phone) -> None:
    entries = ",".join(['{"kind": "misdeal"}'] * 1980)
    content = f'{{"format": "{FORMAT}", "game": "{ANY.key}", "players": ["A", "B"], "entries": [{entries}]}}'
    raw(phone, f"POST /import HTTP/1.1\r\nContent-Type: {FILE['Content-Type']}\r\n", as_file(content).encode())


def searches(phone: Phone) -> None:
    phone.ask("GET", f"/rules/{ANY.key}?{SOUGHT}")


def guesses(phone: Phone) -> None:
    phone.post("/join", code=f"{time.monotonic_ns()}"[-10:])


def begins_matches(phone: Phone) -> None:
    phone.ask("GET", "/")
    phone.post(f"/new/{GAME.key}", players__=["X", "Y"])


def writes_notes(phone: Phone) -> None:
    """Write notes as fast as possible into a match of its own."""
    if not phone.match:
        phone.ask("GET", "/")
        _, headers, _ = phone.ask("POST", f"/new/{GAME.key}", urlencode([("players[]", "X"), ("players[]", "Y")]))
        phone.match = str(headers.get("Location", "")).rpartition("/")[2]
    name = f"n{len(phone.statuses)}"
    fields = {"kind": "note", "text": "x" * 1500, "seen": "0.0", "entry_id": name}
    phone.ask("POST", f"/m/{phone.match}/entries", urlencode(fields))


def sends_fields_without_number(phone: Phone) -> None:
    if not phone.match:
        writes_notes(phone)
    phone.ask("POST", f"/m/{phone.match}/entries", "&".join(["rounds[]=X"] * 30_000))


def comes_anew(phone: Phone) -> None:
    phone.cookie = ""
    phone.ask("GET", "/")


def raw(phone: Phone, head: str, body: bytes = b"", length: int = 0) -> bytes:
    with socket.create_connection(("127.0.0.1", phone.port), timeout=10) as stream:
        size = length or len(body)
        stream.sendall(f"{head}Host: 127.0.0.1:{phone.port}\r\nContent-Length: {size}\r\n\r\n".encode() + body)
        return stream.recv(4096)


def sends_bodies_without_end(phone: Phone) -> None:
    raw(phone, "POST /import HTTP/1.1\r\n", b"x" * 1_000_000, length=900_000_000)


def polls_without_a_pause(phone: Phone) -> None:
    """Send many polls at once on each connection, to an address open to everybody."""
    with socket.create_connection(("127.0.0.1", phone.port), timeout=10) as stream:
        stream.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * AT_ONCE)
        answered = 0
        while answered < AT_ONCE and (got := stream.recv(65536)):
            answered += got.count(b"HTTP/1.1 ")


STRANGERS: dict[str, tuple[Stranger, int]] = {  # by name: the action, and the number of strangers
    "hard questions": (asks_hard_questions, 10),
    "blank sheets printed": (prints, 8),
    "match files": (sends_match_files, 6),
    "searches": (searches, 6),
    "guessed codes": (guesses, 6),
    "new matches": (begins_matches, 4),
    "new cookies": (comes_anew, 6),
    "polls without a pause": (polls_without_a_pause, 60),
    "notes": (writes_notes, 40),
    "fields without number": (sends_fields_without_number, 40),
    "bodies of 900 MB": (sends_bodies_without_end, 6),
}


APART = (writes_notes, sends_fields_without_number)  # each from an address of its own


def busy(action: Stranger, strangers: list[Phone], seconds: float) -> Counter[int]:
    """Run all strangers for some seconds, and return the status codes that they got."""
    end = time.monotonic() + seconds

    def work(phone: Phone) -> None:
        while time.monotonic() < end:
            with suppress(*FAULTS):
                action(phone)

    threads = [threading.Thread(target=work, args=(phone,), daemon=True) for phone in strangers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(seconds + long_matches.SLOW)  # a stranger may wait so long for its last answer
    return Counter(status for phone in strangers for status in phone.statuses)


def crowd(port: int, seconds: float, first: bytes, drip: bytes) -> Counter[int]:
    """Open more connections than the server may have, each sending `first`, and a bit more now and then."""
    with ExitStack() as stack:
        streams = []
        for _ in range(MANY):
            with suppress(OSError):
                stream = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=2))
                stream.sendall(first)
                streams.append(stream)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(0.5)
            for stream in streams if drip else []:
                with suppress(OSError):
                    stream.sendall(drip)
    return Counter({0: len(streams)})


CROWDS = {
    "idle connections": (b"", b""),
    "slow heads": (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", b"X"),
    "slow bodies": (b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4000\r\n\r\n", b"x"),
    "unread answers": (f"GET /rules/{ANY.key} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode() * 3, b""),
}


# --- every route in every role


def access(folder: Path, but: str = "none") -> str:
    """Request each route in each role: strangers must find no match, and nobody may get an internal error.

    `but`: a part of the pages that is left out.
    """
    app = create_app(folder)
    roles = {name: app.test_client() for name in ("stranger", "reader", "writer", "owner")}
    for client in roles.values():
        client.get("/")
    made = roles["owner"].post(f"/new/{GAME.key}", data={"players[]": list(DEAL.players)}).location.rpartition("/")[2]
    with app.app_context():
        row = app.extensions["opener"]().match(made)
    for role, code in (("writer", row.write_code), ("reader", row.read_code)):
        roles[role].post("/join", data={"code": code, "keeps": "1"})
    values = {"match_id": made, "number": 1, "game_key": ANY.key, "key": ANY.key, "code": "AAAAAAAAAA", "tagged": "x"}
    values |= {"clause_id": CLAUSES[0].id, "filename": "app.js", "round_number": 1, "table": 1}
    answers: Counter[tuple[str, int]] = Counter()
    addresses = app.url_map.bind("localhost")
    for rule in (rule for rule in app.url_map.iter_rules() if not rule.endpoint.startswith(but)):
        path = addresses.build(rule.endpoint, {key: values.get(key, "x") for key in rule.arguments})
        for method in sorted((rule.methods or set()) & {"GET", "POST"}):
            for role, client in roles.items():
                if role != "stranger" and method == "POST" and rule.endpoint.endswith(HANGS_UP):
                    continue
                with client.open(path, method=method) as answer:
                    status = answer.status_code
                answers[role, status] += 1
                if status >= 500 and status != 503:
                    raise Failed(f"{method} {rule.rule} answers a {role} with {status}")
                if role == "stranger" and made in path and status not in (404, 405):
                    raise Failed(f"{method} {rule.rule} answers a stranger with {status}")
    told = (f"{role} {dict(sorted((s, n) for (r, s), n in answers.items() if r == role))}" for role in roles)
    return f"{sum(answers.values())} requests: " + "; ".join(told)


def attacks(server: Server, phones: list[Phone], seconds: float) -> Iterator[tuple[str, str]]:
    evening = Evening(phones)
    evening.start()
    time.sleep(seconds)
    alone = evening.polls.since(), evening.saves.since()
    worst = [max(times, default=0.0) for times in alone]  # durations without strangers, for comparison
    limits = worst[0] + PATIENCE, worst[1] + PATIENCE + SAVING
    yield "nobody", told(*alone)
    yield from with_long_matches(server, evening, limits, seconds)
    for name, (action, count) in STRANGERS.items():
        apart = [f"127.0.0.{20 + n}" if action in APART else "127.0.0.1" for n in range(count)]
        answered = busy(action, [Phone(server.port, source=source) for source in apart], seconds)
        yield f"{name} by {count}", judged(evening, answered, limits)
    for name, (first, drip) in CROWDS.items():
        answered = crowd(server.port, seconds, first, drip)
        yield f"{name}: {answered[0]}", judged(evening, Counter(), limits)
    evening.stopped.set()
    evening.join()
    yield "the last of it", judged(evening, Counter(), limits)
    if evening.faults:
        raise Failed(f"the table was hung up on: {dict(evening.faults)}")
    own = Counter(status for phone in phones for status in phone.statuses)
    if any(status >= 400 for status in own):
        raise Failed(f"the table was answered with {dict(own)}")
    if any(phone.ask("GET", f"/m/{phone.match}")[0] != 200 for phone in phones):
        raise Failed("an identity was lost")
    yield "the table at the end", f"{compare(server, phones)}; {server.memory()} MB"


def with_long_matches(
    server: Server, evening: Evening, limits: tuple[float, float], seconds: float
) -> Iterator[tuple[str, str]]:
    """Run the attack with long matches first, before rate limits apply to this address."""
    strangers = long_matches.owners(server.port)
    yield "long matches taken in", judged(evening, Counter(), limits)
    for name, action in long_matches.ACTIONS.items():
        for phone in strangers:
            phone.statuses.clear()
        answered = busy(action, strangers, seconds)
        if not answered[200] + answered[303]:
            raise Failed(f"{name}: nobody was served, {dict(answered)}")
        yield f"{name} by {len(strangers)}", f"{judged(evening, answered, limits)}; {server.memory()} MB"


def judged(evening: Evening, answered: Counter[int], limits: tuple[float, float]) -> str:
    polls, saves = evening.polls.since(), evening.saves.since()
    for name, times, limit in (("poll", polls, limits[0]), ("Save", saves, limits[1])):
        if max(times, default=0.0) > limit:
            raise Failed(f"a {name} took {max(times):.1f} s")
    if answered[500]:
        raise Failed(f"{answered[500]} answers of 500")
    strangers = f"; strangers were answered {dict(sorted(answered.items()))}" if answered else ""
    return told(polls, saves) + strangers


def told(polls: list[float], saves: list[float]) -> str:
    worst = f"; {len(saves)} Saves, worst {max(saves) * 1000:.0f} ms" if saves else ""
    return f"{len(polls)} polls: {spread(polls)}{worst}"


def run(seconds: float) -> Iterator[tuple[str, str]]:
    """Run everything in about this number of seconds."""
    with tempfile.TemporaryDirectory() as name:
        yield "every route in every role", access(Path(name))
    with serving(files=OPEN_FILES) as server:
        phones = table(server)
        yield from attacks(server, phones, seconds / (len(STRANGERS) + len(CROWDS) + len(long_matches.ACTIONS) + 1))
        size = server.log.stat().st_size
        if "Traceback" in server.log.read_text(encoding="utf-8"):
            raise Failed("a traceback in the log")
        yield "the log", f"{size // 1024} kB, no traceback"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=100)
    try:
        for name, outcome in run(parser.parse_args().seconds):
            print(f"{name:28}{outcome}", flush=True)
    except Failed as fault:
        sys.exit(f"FAILED: {fault}")


if __name__ == "__main__":
    main()
