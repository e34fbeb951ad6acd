"""Fixtures: phones without a server. Tests that need the built folder (`make phone`) are skipped without it."""

from collections.abc import Callable, Iterator

import pytest
from phone.device import Device
from phone.host import BUILT, hosted
from playwright.sync_api import Browser

NOT_BUILT = "dist/phone is not built: make phone"


@pytest.fixture(scope="session")
def host() -> Iterator[str]:
    """Return the address of a host that serves the built folder."""
    if not (BUILT / "sw.js").exists():
        pytest.skip(NOT_BUILT)
    with hosted() as url:
        yield url


@pytest.fixture
def device(browser: Browser, host: str) -> Iterator[Callable[..., Device]]:
    """Return a function that makes new phones with storage of their own."""
    contexts = []

    def make(**how: object) -> Device:
        context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, locale="en-GB", **how)  # type: ignore[arg-type]
        contexts.append(context)
        context.set_default_timeout(30_000)
        return Device(context.new_page(), host)

    yield make
    for context in contexts:
        context.close()
