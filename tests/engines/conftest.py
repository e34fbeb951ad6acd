"""Fixtures: a browser engine for all tests of a module, as it takes seconds to start, and a server for each test."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from browser.table import Server
from engines.engine import Engine
from engines.firefox import Firefox
from engines.hand import Hand
from engines.webkit import WebKit

ENGINES: dict[str, type[Engine]] = {kind.name: kind for kind in (Firefox, WebKit)}


@cache
def absent(kind: type[Engine]) -> str:
    """Return the reason why an engine cannot be used here; empty if it can."""
    missing = kind.missing()
    return f"{kind.name} is not installed ({', '.join(missing)}): .ci/packages full brings it" if missing else ""


@pytest.fixture(scope="module", params=ENGINES)
def hand(request: pytest.FixtureRequest) -> Iterator[Hand]:
    """Return a finger on a phone, for each engine. Every server that it visits is new to it."""
    kind = ENGINES[request.param]
    if why := absent(kind):
        pytest.skip(why)
    engine = kind()
    yield Hand(engine)
    engine.close()


@pytest.fixture
def server(sixth_game: None, tmp_path: Path) -> Iterator[Server]:
    """Return a server with its own instance that a test can stop and start again."""
    found = Server(tmp_path / "instance")
    yield found
    found.stop()
