"""A table of the toy with three phones for browser tests, and a server that can be stopped."""

import re
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlencode

from flask import Flask
from playwright.sync_api import Locator, Page, expect
from waitress.server import BaseWSGIServer, MultiSocketServer, create_server

from companion.app import create_app

PLAYERS = ["Anna", "Bo", "Cia"]
DEAL = {"kind": "deal", "rounds": ["Anna", "Anna", "Bo", "Bo", "Cia"]}
SOON = 10_000  # ms within which all phones show a new entry, on a machine with more browsers than cores
ROW = ".waiting"  # a waiting entry of this phone
LATER = 12_000  # ms within which a phone notices that the server has stopped or is back
Make = Callable[..., Page]
NewMatch = Callable[..., str]
Table = tuple[Page, Page, Page, str]


def takes(page: Page, *names: str) -> None:
    """Give each player a round: the first tap as by a finger, so nothing may cover it; the others are faster events."""
    first, *others = names
    page.locator(f"[data-takes={first}]").click()
    for name in others:
        page.locator(f"[data-takes={name}]").dispatch_event("click")


def taken(page: Page, name: str) -> Locator:
    """Return the tally marks of the rounds that a player has."""
    return page.locator(f"[data-takes={name}] .pips path")


def typed(page: Page, *names: str) -> None:
    """Expect the rounds of these players in the form, and no others."""
    expect(page.locator("select[name='rounds[]'] option:checked:not([value=''])")).to_have_text(list(names))


def without_network(page: Page) -> None:
    """Cut the network, after the page has loaded and fetched everything that an entry may need."""
    expect(page.locator("link[rel=modulepreload][href$='/picker.js']")).to_have_count(1)
    page.evaluate(
        "async () => { for (const one of document.querySelectorAll('link[rel=modulepreload]')) await import(one.href) }"
    )
    page.context.set_offline(True)


def beside(page: Page, kind: str) -> Locator:
    """Open the form of another kind of entry from the menu."""
    if not page.locator("#other[open]").count():
        page.locator("#other > summary").click()
    page.locator(f"#row-{kind} > summary").click()
    return page.locator(f"#row-{kind} form")


def fines(page: Page, player: str, cost: str) -> None:
    """Fill in the form of a penalty: the player by a tap on the board, and the cost."""
    form = beside(page, "penalty")
    page.locator(f".seat[data-player={player}] .pick").click()
    form.locator("[name=cost]").fill(cost)


def wake(*phones: Page) -> None:
    """Let these phones ask for news now, which they would do with their next poll."""
    for phone in phones:
        phone.evaluate("document.body.dispatchEvent(new Event('wake'))")


def misses_polls(page: Page) -> None:
    """Cut the network, and let two polls get no answer: then the page says so."""
    page.context.set_offline(True)
    for _ in range(2):
        with page.expect_event("requestfailed"):
            wake(page)


def deals(page: Page, n: int) -> None:
    """Expect this number of valid deals on the sheet."""
    expect(page.locator("#lines tbody tr.deal:not(.struck)")).to_have_count(n)


def save(page: Page) -> None:
    page.locator("#entry .save").click()


def in_order(page: Page, *numbers: str) -> None:
    """Expect these valid deals on the sheet, the latest first; they may come a moment after the status text."""
    heads = page.locator("#lines tbody tr.deal:not(.struck) > :first-child")
    expect(heads).to_have_text([re.compile(rf"^\s*{number}\b") for number in numbers], timeout=LATER)


def top_row(page: Page, *cells: str) -> None:
    told = r"(\s*[−+]\d+)?▲?\s*".join(cells)  # the change by this deal is beside each number
    expect(page.locator("#lines tbody tr").first).to_have_text(re.compile(told), timeout=LATER)


def corrects(page: Page) -> None:
    """Open the form of the deal whose page is shown."""
    page.locator(".story .save").click()


def links(owner: Page, path: str) -> tuple[str, str]:
    """Return the links to write and to read, from the page that shares the match."""
    shared = owner.request.get(f"{path}/share").text()
    to_write, to_read = re.findall(r'class="address">.*?<a href="([^"]+/j/[\w-]+)"', shared)
    return to_write, to_read


def rights(owner: Page, path: str, act: str, name: str) -> None:
    """Change the rights of a phone as the owner: `write`, `only_read` or `out`. Sends requests only, which is fast."""
    of = owner.request.get(f"{path}/share").text().partition(f"<b>{name}</b>")[2]
    form = re.search(r'action="([^"]+)"', of)
    assert form
    answer = owner.request.post(form[1], form={"act": act}, max_redirects=0)
    assert answer.status == 303


def seat(anna: Page, bo: Page, cia: Page, path: str) -> None:
    """Let Bo join to write and Cia to read Anna's match, each with their name; nobody opens the score."""
    to_write, to_read = links(anna, path)
    anna.request.post(f"{path}/who", form={"player": "Anna"}, max_redirects=0)
    for page, name, link in ((bo, "Bo", to_write), (cia, "Cia", to_read)):
        page.request.get(link)  # the answer sets the cookie
        page.request.post("/join", form={"code": link.rpartition("/")[2], "player": name}, max_redirects=0)


def writes(phone: Page, path: str, *names: str) -> None:
    """Write the next deal on a phone. Sends requests only, which is fast."""
    seen = phone.request.get(path).headers["companion"]
    fields = [
        ("kind", "deal"),
        ("seen", seen),
        ("entry_id", f"asked-{seen}"),
        *(("rounds[]", one) for one in names),
    ]
    coded = {"Content-Type": "application/x-www-form-urlencoded"}
    assert phone.request.post(f"{path}/entries", data=urlencode(fields), headers=coded).ok


def running(server: BaseWSGIServer | MultiSocketServer) -> threading.Thread:
    """Run a server in a thread until it is closed, which also closes its sockets."""

    def run() -> None:
        with suppress(OSError):
            server.run()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread


def stopped(server: BaseWSGIServer | MultiSocketServer, thread: threading.Thread) -> None:
    """Close the server with all open connections of phones, for which it would wait."""
    with suppress(OSError):
        server.close()
    server.asyncore.close_all(server._map, ignore_all=True)
    thread.join(timeout=5)


class Server:
    """The app with a fixed port and instance, which can be stopped and started again."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.port = 0
        self.start()

    def start(self) -> None:
        app: Flask = create_app(self.folder)
        self.server = create_server(app, host="127.0.0.1", port=self.port, threads=4)
        self.port = self.server.effective_port
        self.thread = running(self.server)

    def stop(self) -> None:
        stopped(self.server, self.thread)
