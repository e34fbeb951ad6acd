"""Fixtures: a running server, and phones in Debian's Chromium.

For the tests here and for those of each game's pages, in tests/games/<key>/browser.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from browser.table import PLAYERS, running, stopped
from flask import Flask
from playwright.sync_api import Browser, Error, Page, ViewportSize, expect, sync_playwright
from waitress.server import create_server

from companion.app import create_app
from companion.web.http.rate_limit import Rates

SHELL = Path("/usr/bin/chromium-headless-shell")  # opens no windows, and starts faster
ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    "--host-resolver-rules=MAP companion.local 127.0.0.1",
]
PHONE = ViewportSize(width=360, height=740)
# Stop the page's timers, empty its storage and reset its address. Going to another page instead would cost half as
# much as a page that a test looks at.
EMPTIED = """() => {
  for (let timer = setTimeout(() => {}); timer; timer -= 1) clearTimeout(timer);
  for (const kept of [localStorage, sessionStorage]) kept.clear();
}"""
ENDED = f"""() => {{
  stop();
  document.open();
  document.close();
  history.replaceState(null, "", "/healthz");
  ({EMPTIED})();
}}"""
PATIENCE = 15_000  # ms before an expectation fails: two browsers share two cores
# A page that gets "wake" polls at once. These get it more often, so that no test waits for the poll every two
# seconds; 500 ms without a request remain, which "networkidle" needs. Unused phones in the drawer
# show a text page and do not poll.
WAKEFUL = """if (document.contentType === "text/html")
  setInterval(() => document.body?.dispatchEvent(new Event("wake")), 700)"""
AXE = {
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
LOOKS = {**AXE, "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block", "target-size"]}}
# The texts of axe's findings, built on the page: transferring the whole result would take as long as the check.
FINDINGS = """options => axe.run({ ...options, selectors: false }).then(({ violations }) => violations.flatMap(
  ({ id, nodes }) => nodes.map(({ failureSummary, html }) => `${id}: ${failureSummary}\n  ${html.slice(0, 200)}`)))"""
LANGUAGES = {"en": "en-GB", "sv": "sv-SE", "fr": "fr-FR", "it": "it-IT"}


@dataclass(frozen=True)
class Site:
    """A running server with its own empty instance."""

    url: str
    app: Flask


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        path = str(SHELL) if SHELL.exists() else None
        running = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def served(sixth_game: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Run the app under waitress on a free port, as `companion serve` does: one server for all tests."""
    app = create_app(tmp_path_factory.mktemp("served"))
    server = create_server(app, host="127.0.0.1", port=0, threads=4)
    thread = running(server)
    yield Site(f"http://127.0.0.1:{server.effective_port}", app)  # type: ignore[union-attr]
    stopped(server, thread)


@pytest.fixture
def site(served: Site) -> Site:
    """Return the server with empty rate counters."""
    served.app.extensions["rates"] = Rates()
    return served


@pytest.fixture(scope="session")
def modules(browser: Browser, served: Site) -> Iterator[Page]:
    """Return a page from which a test imports the scripts themselves."""
    page = browser.new_page(base_url=served.url)
    page.goto("/")
    yield page
    page.close()


@pytest.fixture(scope="session")
def drawer() -> dict[Any, list[Page]]:
    """Return the unused phones by their settings. Making a new one costs three times as much as a page on it."""
    return {}


@pytest.fixture
def phone(browser: Browser, site: Site, drawer: dict[Any, list[Page]]) -> Iterator[Callable[..., Page]]:
    """Return a function that makes phones with cookies of their own; 360x740 and light by default.

    `width` and `height` can differ on any phone. `lang`, `color_scheme` and other keywords of playwright's
    `new_context` make another kind of phone, also `wakes`: whether it polls more often than the page would by itself.
    `new` makes a phone that is not reused, for a test that changes it for good: a clock, a script, a listener, headers
    or other media.
    """
    lent: dict[Page, Any] = {}

    def make(
        *,
        width: int = PHONE["width"],
        height: int = PHONE["height"],
        lang: str = "en",
        color_scheme: Literal["light", "dark"] = "light",
        wakes: bool = True,
        new: bool = False,
        **how: Any,
    ) -> Page:
        kind = None if new else (lang, wakes, color_scheme, *sorted(how.items()))
        size = ViewportSize(width=width, height=height)
        found = _taken_out(drawer.get(kind, []))
        if found is None:
            context = browser.new_context(
                base_url=site.url,
                has_touch=True,
                locale=LANGUAGES.get(lang, lang),
                color_scheme=color_scheme,
                viewport=size,
                reduced_motion="reduce",  # colours in transition would fail the contrast check
                **how,
            )
            context.set_default_timeout(PATIENCE)
            if wakes:
                context.add_init_script(WAKEFUL)
            found = context.new_page()
        if found.viewport_size != size:
            found.set_viewport_size(size)
        lent[found] = kind
        return found

    yield make
    for one, kind in lent.items():
        try:
            if kind is not None:
                drawer.setdefault(kind, []).append(wiped(one))
                continue
        except Error:  # closed by its test, or just loading another page: not worth waiting for
            pass
        one.context.close()


def _taken_out(laid_back: list[Page]) -> Page | None:
    """Return an unused phone, emptied again, or None; one that is just loading another page is closed."""
    while laid_back:
        one = laid_back.pop()
        try:
            return emptied(one)
        except Error:
            one.context.close()
    return None


def wiped(page: Page) -> Page:
    """Make a phone as if it had never joined a table. Its page stays, because making a page is slow."""
    for other in page.context.pages:
        if other != page:
            other.close()
    page.context.set_offline(False)
    page.unroute_all(behavior="ignoreErrors")
    return emptied(page, ENDED)


def emptied(page: Page, script: str = EMPTIED) -> Page:
    if not page.url.startswith("about:"):  # a phone that only sent forms has no page to empty
        page.evaluate(script)
    page.context.clear_cookies()
    return page


@pytest.fixture
def page(phone: Callable[..., Page]) -> Page:
    """Return a phone."""
    found: Page = phone()
    return found


@pytest.fixture
def new_match() -> Callable[..., str]:
    """`new_match(page, "toy", ["Anna", "Bo"], entries=[...], options={...})` -> its path, opened on that phone.

    Opening a page takes time: `at="/board"` opens only that page of the match, and `opens=False` none. The entries of
    each match have another time, because importing the same record twice gives the same match.
    """
    minutes = count(1)

    def make(page: Page, game: str, players: list[str], *, opens: bool = True, at: str = "", **rest: Any) -> str:
        when = f"{datetime.now(UTC) - timedelta(minutes=next(minutes)):%Y-%m-%dT%H:%M:%SZ}"
        rest["entries"] = [{"at": when, **entry} for entry in rest.get("entries", ())]
        data = {"format": "companion-match/1", "game": game, "players": players, **rest}
        file = {"name": "match.json", "mimeType": "application/json", "buffer": json.dumps(data).encode()}
        answer = page.context.request.post("/import", multipart={"file": file}, max_redirects=0)
        assert answer.status == 303, answer.text()
        path = urlsplit(answer.headers["location"]).path
        if opens:
            page.goto(path + at)
        return path

    return make


@pytest.fixture
def trio(phone: Callable[..., Page]) -> list[Page]:
    """Return three phones for one table."""
    return [phone() for _ in PLAYERS]


@pytest.fixture
def accessible() -> Callable[..., None]:
    """Return a check that fails with axe's findings; `is_known` checks only what colours and sizes can change."""

    def check(page: Page, *, is_known: bool = False) -> None:
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE_SCRIPT)
        told = page.evaluate(FINDINGS, LOOKS if is_known else AXE)
        assert not told, page.url + "\n" + "\n".join(told)

    return check
