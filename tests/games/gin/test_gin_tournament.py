"""A small Swiss tournament of gin: each table is a match, and a result is corrected after the round was closed."""

import json

from flask import Flask
from support.director import NAMES, Director
from support.phones import stored

from companion.events.judge import play
from companion.events.standings import standings
from companion.events.state import State
from companion.parsing.event_file import read_event
from companion.store import EntryRow

ONE_DEAL = {"options[length]": "#deals", "options[length_number]": "1"}


def plays(director: Director, match: str, winner: str, loser: str) -> None:
    form = {"kind": "deal", "end": "knock", "by": winner, f"deadwood[{winner}]": "4", f"deadwood[{loser}]": "30"}
    answer = director.client.post(f"/m/{match}/entries", data={**form, "seen": "0.0", "entry_id": f"{match}-1"})
    assert answer.status_code == 303, answer.text


def test_eight_players_a_withdrawal_and_a_correction_after_closing(app: Flask) -> None:
    director = Director(app, "swiss", "gin", seating="swiss", seats="2", rounds="3", bye="1", **ONE_DEAL)
    first: list[str] = []
    for number in (1, 2, 3):
        tables = director.start()
        assert len(tables) == (4 if number < 3 else 3)
        matches = [one.row.id for one in director.session.listed][-len(tables) :]
        for match in matches:
            winner, loser = sorted(stored(app).match(match).head["players"], key=NAMES.index)  # type: ignore[union-attr]
            plays(director, match, winner, loser)
        assert director.close().status_code == 303, "the results are there by themselves"
        first = first or matches
        if number == 2:
            assert director.send(kind="withdraw", player="Hal", reason="home", back="desk").status_code == 303
    assert director.state.is_finished
    before = director.ranks
    assert before[0][1] == "Anna"

    store = stored(app)
    match = next(one for one in first if "Anna" in store.match(one).head["players"])  # type: ignore[union-attr]
    other = next(name for name in store.match(match).head["players"] if name != "Anna")  # type: ignore[union-attr]
    new = {"kind": "deal", "end": "knock", "by": other, "deadwood": {other: 2, "Anna": 20}}
    body = {"kind": "correction", "entry": 1, "with": new, "reason": "misread"}
    assert store.append(match, EntryRow(2, "corrected", "2026-01-01T21:00:00Z", "", "", body)) == "written"
    assert director.ranks != before
    assert {name: total for _, name, total in director.ranks}["Anna"] == "2"

    exported = play(read_event(json.loads(director.look("/event.json").data)))  # type: ignore[arg-type]
    assert isinstance(exported, State)
    assert [(row.rank, row.player, str(row.total)) for row in standings(exported)] == director.ranks
