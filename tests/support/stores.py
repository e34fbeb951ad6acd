"""Stores for tests: an empty one for each database engine, with matches."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from companion.store import EntryRow, Opener, SqliteStore, Store, open_store

HEAD = {"title": "Friday", "players": ["Anna", "Bo"], "options": {}, "opening": {}}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return an empty database in a file."""
    store = SqliteStore(tmp_path / "companion.db")
    store.prepare()
    store.close()
    return tmp_path / "companion.db"


@pytest.fixture(params=["sqlite", "postgresql"])
def opener(request: pytest.FixtureRequest) -> Opener:
    """Return a function that opens connections to one empty database, for each database engine."""
    place = request.getfixturevalue({"sqlite": "path", "postgresql": "address"}[request.param])
    return partial(open_store, place)


@pytest.fixture
def store(opener: Opener) -> Iterator[Store]:
    opened = opener()
    yield opened
    opened.idle()


def new_match(store: Store, owner: str = "phone") -> str:
    return store.create("toy", HEAD, owner=owner, at="2026-11-21T20:00:00Z").id


def entry(number: int, entry_id: str = "", text: str = "") -> EntryRow:
    return EntryRow(number, entry_id or f"e{number}", "2026-11-21T20:00:00Z", "", "", {"kind": "note", "text": text})
