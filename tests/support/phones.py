"""Phones without a browser: each is a test client of the app with its own cookies."""

import re
from html import unescape
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from companion.app import create_app
from companion.parsing import game_of
from companion.store import EntryRow, Store, open_store

PLAYERS = ["Anna", "Bo", "Cia"]
MAY_PLAY = {"ask": "1", "trump": "S", "lying": "9H TS", "hand": "5S QS 3C"}  # TOY-C02
OPEN = {"options[start_number]": "0", "options[target_number]": "-100000", "options[table_number]": "1000"}  # the toy
# from zero without an end, on long tables
Json = dict[str, Any]


class Phone:
    """A phone that has joined one match, or none yet."""

    def __init__(self, app: Flask, match: str = ""):
        self.client: FlaskClient = app.test_client()
        self.client.get("/")
        self.match = match

    @property
    def id(self) -> str:
        with self.client.session_transaction() as session:
            phone: str = session["phone"]
            return phone

    @property
    def version(self) -> str:
        """Return the version of the match that a page drawn now has."""
        return str(self.get().headers["Companion"])

    def get(self, path: str = "", **query: object) -> Any:
        return self.client.get(f"/m/{self.match}{path}", query_string=query)

    def post(self, path: str, **fields: object) -> Any:
        data = {name.replace("__", "[]"): value for name, value in fields.items()}
        return self.client.post(f"/m/{self.match}{path}", data=data)

    def enter(self, code: str, player: str = "") -> Any:
        """Join by the link of a QR code, as a player or as the score keeper."""
        answer = self.client.get(f"/j/{code}")
        if answer.status_code == 200:
            way = {"player": player} if player else {"keeps": "1"}
            answer = self.client.post("/join", data={"code": code, **way})
        return answer

    def write(self, rounds: str, number: int, entry_id: str = "", **fields: object) -> Any:
        """Write a deal of the toy: the initials of the winners of the rounds."""
        names = [next(name for name in PLAYERS if name.startswith(initial)) for initial in rounds]
        entry_id = entry_id or f"{self.id[:8]}-{number}"
        form = {"kind": "deal", "seen": f"{number - 1}.0", "entry_id": entry_id, "rounds[]": names, **fields}
        return self.client.post(f"/m/{self.match}/entries", data=form)


def new_app(folder: Path, **config: Any) -> Flask:
    return create_app(folder, TESTING=True, **config)


def new_table(app: Flask, game: str = "toy", players: list[str] | None = None, **fields: object) -> Phone:
    """Return a phone that has just made a match; the first player is the dealer."""
    owner = Phone(app)
    data = {"players[]": players or PLAYERS, "dealer": "0", "title": "Friday", **fields}
    answer = owner.client.post(f"/new/{game}", data=data)
    assert answer.status_code == 303, answer.text
    owner.match = answer.location.rpartition("/")[2]
    return owner


def phones_of_a_table(app: Flask) -> dict[str, Phone]:
    """Return a phone for each player of a new match; Cia's may only read."""
    owner = new_table(app)
    owner.post("/who", player="Anna")
    write, read = codes(app, owner.match)
    found = {"Anna": owner}
    for name, code in (("Bo", write), ("Cia", read)):
        found[name] = Phone(app, owner.match)
        found[name].enter(code, name)
    return found


def switch_on(table: dict[str, Phone], *names: str) -> None:
    """Let Anna's phone switch on these settings of the match."""
    assert table["Anna"].post("/settings", **dict.fromkeys(names, "on")).status_code == 303


def codes(app: Flask, match: str) -> tuple[str, str]:
    """Return the codes for writing and for reading."""
    row = stored(app).match(match)
    assert row
    return row.write_code, row.read_code


def stored(app: Flask) -> Store:
    return open_store(app.config["DATABASE"])


def entries(app: Flask, match: str) -> list[EntryRow]:
    return stored(app).entries(match)


def text_of(html: str) -> str:
    """Return the text that people read on a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def read(answer: Any) -> str:
    assert answer.status_code == 200, answer.text
    return unescape(text_of(answer.text))


def seats(game: str) -> list[str]:
    rules = game_of(game)
    assert rules
    return ["Anna", "Bo", "Cia", "Dag"][: min(4, rules.seats[-1])]
