"""The app as people meet it: a live server, and phones before it in Debian's Chromium."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from waitress.server import create_server

from companion.app import create_app

CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
PATIENCE = 15_000  # ms before an expectation fails: two browsers share two cores
AXE = {
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
LANGUAGES = {"en": "en-GB", "sv": "sv-SE", "fr": "fr-FR", "it": "it-IT"}


@dataclass(frozen=True)
class Site:
    """A running server of its own, on an empty instance."""

    url: str
    app: Flask


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        path = str(CHROMIUM) if CHROMIUM.exists() else None
        running = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield running
        running.close()


@contextmanager
def serving(folder: Path) -> Iterator[Site]:
    """The app under waitress on a free port, as `companion serve` runs it."""
    app = create_app(folder / "instance")
    server = create_server(app, host="127.0.0.1", port=0, threads=4)

    def serve() -> None:
        with suppress(OSError):  # closed under its hands at the end of the test
            server.run()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    yield Site(f"http://127.0.0.1:{server.effective_port}", app)  # type: ignore[union-attr]
    with suppress(OSError):
        server.close()
    thread.join(timeout=5)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with serving(tmp_path) as found:
        yield found


@pytest.fixture(scope="session")
def modules(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """A page from which a test imports the scripts themselves."""
    with serving(tmp_path_factory.mktemp("modules")) as site:
        page = browser.new_page(base_url=site.url)
        page.goto("/")
        yield page
        page.close()


@pytest.fixture
def phone(browser: Browser, site: Site) -> Iterator[Callable[..., Page]]:
    """Makes phones: each call is another one, with cookies of its own; 360x740 and light unless said otherwise.

    Keywords are those of playwright's `new_context`, and `lang`: `phone(width=320, color_scheme="dark", lang="sv")`.
    """
    made: list[BrowserContext] = []

    def make(*, width: int = 360, height: int = 740, lang: str = "en", **how: Any) -> Page:
        context = browser.new_context(
            base_url=site.url,
            viewport={"width": width, "height": height},
            has_touch=True,
            locale=LANGUAGES[lang],
            **how,
        )
        context.set_default_timeout(PATIENCE)
        made.append(context)
        return context.new_page()

    yield make
    for context in made:
        context.close()


@pytest.fixture
def page(phone: Callable[..., Page]) -> Page:
    """One phone."""
    found: Page = phone()
    return found


@pytest.fixture
def new_match() -> Callable[..., str]:
    """`new_match(page, "rams", ["Anna", "Bo"], entries=[...], options={...})` -> its path, opened on that phone."""

    def make(page: Page, game: str, players: list[str], **rest: Any) -> str:
        data = {"format": "companion-match/1", "game": game, "players": players, **rest}
        file = {"name": "match.json", "mimeType": "application/json", "buffer": json.dumps(data).encode()}
        answer = page.context.request.post("/import", multipart={"file": file})
        assert answer.ok, answer.text()
        path = answer.url.removeprefix(page.context.request.get("/").url.rstrip("/"))
        page.goto(path)
        return path

    return make


@pytest.fixture
def accessible() -> Callable[[Page], None]:
    """Fails with what axe finds on the page."""

    def check(page: Page) -> None:
        found = Axe().run(page, options=AXE).response["violations"]
        told = [
            f"{one['id']}: {node['failureSummary']}\n  {node['html'][:200]}" for one in found for node in one["nodes"]
        ]
        assert not told, page.url + "\n" + "\n".join(told)

    return check
