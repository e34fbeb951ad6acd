"""The app as people meet it: a live server, and phones before it in Debian's Chromium.

Fixtures of the tests here and of those of each game's pages, in tests/games/<key>/browser.
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

SHELL = Path("/usr/bin/chromium-headless-shell")  # opens no windows, whose own pages cost more than ours
ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    "--host-resolver-rules=MAP companion.local 127.0.0.1",
]
PHONE = ViewportSize(width=360, height=740)
# A page of which nothing is left: what it would have asked or drawn is forgotten, and so is where it stood. To go to
# another page, where nothing happens, costs as much as half of a page on which a test looks.
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
# A phone that wakes asks at once; these wake every second, so that nobody waits for a poll that comes every other.
# Oftener is not sooner: what each of three phones then asks in vain keeps two cores from what is waited for. Those in
# the drawer, on a page that is text, sleep.
WAKEFUL = """if (document.contentType === "text/html")
  setInterval(() => document.body?.dispatchEvent(new Event("wake")), 1000)"""
AXE = {
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
LOOKS = {**AXE, "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block", "target-size"]}}
# What is told of what axe finds, worked out on the page: all else that axe says of it costs as much as the looking.
FINDINGS = """options => axe.run({ ...options, selectors: false }).then(({ violations }) => violations.flatMap(
  ({ id, nodes }) => nodes.map(({ failureSummary, html }) => `${id}: ${failureSummary}\n  ${html.slice(0, 200)}`)))"""
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
        path = str(SHELL) if SHELL.exists() else None
        running = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def served(sixth_game: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The app under waitress on a free port, as `companion serve` runs it: one for all tests, each with its matches."""
    app = create_app(tmp_path_factory.mktemp("served"))
    server = create_server(app, host="127.0.0.1", port=0, threads=4)
    thread = running(server)
    yield Site(f"http://127.0.0.1:{server.effective_port}", app)  # type: ignore[union-attr]
    stopped(server, thread)


@pytest.fixture
def site(served: Site) -> Site:
    """The server, with nothing counted yet of what one address may do in a minute."""
    served.app.extensions["rates"] = Rates()
    return served


@pytest.fixture(scope="session")
def modules(browser: Browser, served: Site) -> Iterator[Page]:
    """A page from which a test imports the scripts themselves."""
    page = browser.new_page(base_url=served.url)
    page.goto("/")
    yield page
    page.close()


@pytest.fixture(scope="session")
def drawer() -> dict[Any, list[Page]]:
    """Phones that a test has laid back, by how they were made: a new one costs three times what a page on it does."""
    return {}


@pytest.fixture
def phone(browser: Browser, site: Site, drawer: dict[Any, list[Page]]) -> Iterator[Callable[..., Page]]:
    """Makes phones: each call is another one, with cookies of its own; 360x740 and light unless said otherwise.

    Any phone can be as large as a test says: `phone(width=320)`. Another one it is with `lang`, with `color_scheme` and
    other keywords of playwright's `new_context`, and with `wakes`, whether it asks oftener than the page would by
    itself; and with `new`, for a test that does to it what no hand takes back: a clock, a script or an ear of its own,
    headers, or other media.
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
                reduced_motion="reduce",  # a colour on its way from one to the other is neither
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
        except Error:  # closed by its test, or on its way to another page: not worth waiting for
            pass
        one.context.close()


def _taken_out(laid_back: list[Page]) -> Page | None:
    """One that was laid back, emptied of what it still did then; none that is on its way to another page by now."""
    while laid_back:
        one = laid_back.pop()
        try:
            return emptied(one)
        except Error:
            one.context.close()
    return None


def wiped(page: Page) -> Page:
    """A phone as if it had never been at a table; its page lies on, for that is what costs."""
    for other in page.context.pages:
        if other != page:
            other.close()
    page.context.set_offline(False)
    page.unroute_all(behavior="ignoreErrors")
    return emptied(page, ENDED)


def emptied(page: Page, script: str = EMPTIED) -> Page:
    if not page.url.startswith("about:"):  # of one that only sent forms nothing is there
        page.evaluate(script)
    page.context.clear_cookies()
    return page


@pytest.fixture
def page(phone: Callable[..., Page]) -> Page:
    """One phone."""
    found: Page = phone()
    return found


@pytest.fixture
def new_match() -> Callable[..., str]:
    """`new_match(page, "toy", ["Anna", "Bo"], entries=[...], options={...})` -> its path, opened on that phone.

    Each page that is opened costs: `at="/board"` opens that page of it alone, and `opens=False` none. Each match is
    another: its entries are of a minute of their own, as the same record taken in twice is one match.
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
    """Three phones of one table."""
    return [phone() for _ in PLAYERS]


@pytest.fixture
def accessible() -> Callable[..., None]:
    """Fails with what axe finds on the page; on a page looked through already, in what colours and sizes can change."""

    def check(page: Page, *, is_known: bool = False) -> None:
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE_SCRIPT)
        told = page.evaluate(FINDINGS, LOOKS if is_known else AXE)
        assert not told, page.url + "\n" + "\n".join(told)

    return check
