"""A database of any schema that was ever released opens: every evening is there, whoever was let in still is."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from cases import kept
from phones import new_app, stored

from companion.keeping import match_of

RELEASED = sorted(Path(__file__).with_name("released").glob("*.sql"))
SCORES = kept(Path(__file__).with_name("released") / "scores.toml")


def shape(database: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(database)) as found:
        tables = [name for (name,) in found.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return sorted((table, str(row[1:])) for table in tables for row in found.execute(f"PRAGMA table_info({table})"))


@pytest.mark.parametrize("dump", RELEASED, ids=lambda dump: dump.stem)
def test_an_upgrade_keeps_everything(dump: Path, tmp_path: Path) -> None:
    old, fresh = tmp_path / "old", tmp_path / "fresh"
    old.mkdir()
    with closing(sqlite3.connect(old / "companion.db")) as database:
        database.executescript(dump.read_text(encoding="utf-8"))
    app = new_app(old)
    new_app(fresh)
    assert shape(old / "companion.db") == shape(fresh / "companion.db")
    store = stored(app)
    scores = {}
    for match_id in store.ids():
        row = store.match(match_id)
        assert row
        match = match_of(row, store.entries(match_id))
        assert match
        tally = match.game.tally(match.record)
        scores[row.game] = {player: figure.value for player, figure in tally.scores.items()}
        assert store.guest(match_id, row.owner)
    assert scores == SCORES
    longest = next(match_id for match_id in store.ids() if len(store.entries(match_id)) == 5)
    let_in = {(guest.player, guest.may_write) for guest in store.guests(longest)}
    assert {("Cia", False), ("Bo", True)} < let_in
