"""A phone that has made a tournament and runs it by requests."""

import json
import re
from copy import copy
from io import BytesIO
from typing import Any

from flask import Flask

from companion.events.standings import standings
from companion.events.state import State
from companion.store import EntryRow
from companion.stored_events import EventSession, open_event
from support.phones import Phone, read, stored

NAMES = ["Anna", "Bo", "Cia", "Dag", "Eva", "Fia", "Gus", "Hal"]


class Director(Phone):
    """A phone that has made an event."""

    def __init__(
        self, app: Flask, preset: str = "swiss", game: str = "toy", names: list[str] | None = None, **fields: str
    ):
        super().__init__(app)
        form = {"title": "Spring cup", "players": "\n".join(names or NAMES), "score": "won", "draw": "7", **fields}
        form.setdefault("ties[]", "direct")
        answer = self.client.post(f"/evenings/new/{preset}/{game}", data=form)
        assert answer.status_code == 303, answer.text
        self.event = answer.location.rpartition("/")[2]

    @property
    def session(self) -> EventSession:
        session = open_event(stored(self.client.application), self.event, self.id)
        assert session
        return session

    @property
    def state(self) -> State:
        assert isinstance(self.session.state, State)
        return self.session.state

    @property
    def ranks(self) -> list[tuple[int | None, str, str]]:
        return [(row.rank, row.player, str(row.total)) for row in standings(self.state)]

    def invite(self) -> str:
        """Return a code that makes a second phone a director."""
        page = self.send("/directors").text
        found = re.search(r'<b class="code">([\w-]+)</b>', page)
        assert found
        assert "works once" in page
        return found[1]

    def look(self, path: str = "/rounds", **query: object) -> Any:
        return self.client.get(f"/e/{self.event}{path}", query_string=query)

    def send(self, path: str = "/act", **fields: object) -> Any:
        data = {name.replace("__", "[]"): value for name, value in fields.items()}
        return self.client.post(f"/e/{self.event}{path}", data=data)

    def start(self, **query: object) -> list[list[str]]:
        """Start the next round as proposed."""
        page = self.look("/next", **query).text
        names = re.findall(r'name="players\[\]" value="([^"]+)"', page)
        places = re.findall(r'value="(\w+)" selected', page)
        entry_id = re.search(r'name="entry_id" value="(\w+)"', page)
        assert entry_id
        answer = self.send("/next", players__=names, at__=places, entry_id=entry_id[1])
        assert answer.status_code == 303, read(answer)
        assert self.state.open
        return [list(table.seats) for table in self.state.open.tables]

    def types(self, table: int, points: dict[str, int], number: int = 0, **more: str) -> Any:
        """Enter a result from paper."""
        number = number or len(self.state.rounds)
        seats = self.state.rounds[number - 1].tables[table - 1].seats
        scores = {f"typed[scores][{n}]": str(points[name]) for n, name in enumerate(seats) if name in points}
        return self.send(f"/rounds/{number}/{table}", **scores, **more)

    def close(self) -> Any:
        return self.send(kind="close", round=len(self.state.rounds))


def ahead(table: list[str]) -> dict[str, int]:
    """Return the scores with which the better seeded of two wins: in the toy the lower points."""
    best = min(table, key=NAMES.index)
    return {name: 5 if name == best else 20 for name in table}


def won_by(director: Director, match: str, points: dict[str, int]) -> None:
    """Play a match of the toy to its end, as a phone at its table would."""
    store = stored(director.client.application)
    bodies = ({"kind": "deal", "points": points}, {"kind": "end", "reason": "time"})
    for number, body in enumerate(bodies, start=store.count(match) + 1):
        store.append(match, EntryRow(number, f"{match}-{number}", "2026-01-01T20:00:00Z", "", "", body))


def imported(director: Director, file: object) -> Director:
    """Return the tournament of a file that the same phone has imported."""
    sent = {"file": (BytesIO(json.dumps(file).encode()), "event.json")}
    answer = director.client.post("/import", data=sent)
    assert answer.status_code == 303, read(answer)
    taken = copy(director)
    taken.event = answer.location.rpartition("/")[2]
    assert taken.event != director.event
    return taken
