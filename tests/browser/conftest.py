"""A table of three phones, and a server that can be stopped under it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browser.table import DEAL, PLAYERS, Server, Table, seat
from playwright.sync_api import Page


@pytest.fixture
def seated(trio: list[Page], new_match: Callable[..., str]) -> Table:
    """The phones of Anna, who made the match, Bo, who writes too, and Cia, who reads; and the path of the match.

    Nobody has opened it yet: a test opens the pages that it looks at.
    """
    anna, bo, cia = trio
    path = new_match(anna, "toy", PLAYERS, opens=False, entries=[DEAL])
    seat(anna, bo, cia, path)
    return anna, bo, cia, path


@pytest.fixture
def table(seated: Table) -> Table:
    """They sit there, and Anna and Bo have the score before them."""
    anna, bo, _, path = seated
    for page in (anna, bo):
        page.goto(path)
    return seated


@pytest.fixture
def his(seated: Table) -> Page:
    """Bo's phone with the score before him, where nobody else looks."""
    _, bo, _, path = seated
    bo.goto(path)
    return bo


@pytest.fixture
def hers(seated: Table) -> Page:
    """Anna's phone with the score before her, where nobody else looks."""
    anna, _, _, path = seated
    anna.goto(path)
    return anna


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server on an instance of its own that a test stops and starts again."""
    found = Server(tmp_path / "instance")
    yield found
    found.stop()
