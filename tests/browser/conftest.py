"""Fixtures: a table of three phones, and a server that can be stopped."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browser.table import DEAL, PLAYERS, Server, Table, seat
from playwright.sync_api import Page


@pytest.fixture
def seated(trio: list[Page], new_match: Callable[..., str]) -> Table:
    """Return the phones of Anna, who made the match, Bo, who writes, and Cia, who reads; and the path of the match.

    None of them has opened it: a test opens the pages that it needs.
    """
    anna, bo, cia = trio
    path = new_match(anna, "toy", PLAYERS, opens=False, entries=[DEAL])
    seat(anna, bo, cia, path)
    return anna, bo, cia, path


@pytest.fixture
def table(seated: Table) -> Table:
    """Return the table with the score open on the phones of Anna and Bo."""
    anna, bo, _, path = seated
    for page in (anna, bo):
        page.goto(path)
    return seated


@pytest.fixture
def his(seated: Table) -> Page:
    """Return Bo's phone with the score open; no other phone has it open."""
    _, bo, _, path = seated
    bo.goto(path)
    return bo


@pytest.fixture
def hers(seated: Table) -> Page:
    """Return Anna's phone with the score open; no other phone has it open."""
    anna, _, _, path = seated
    anna.goto(path)
    return anna


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Return a server with its own instance that a test can stop and start again."""
    found = Server(tmp_path / "instance")
    yield found
    found.stop()
