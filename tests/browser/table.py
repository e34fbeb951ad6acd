"""A table of the toy with three phones, as browser tests play at it, and a server that can be stopped under it."""

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
SOON = 10_000  # ms within which everybody sees a new entry, on a machine with more browsers than cores
ROW = ".waiting"  # of an entry that waits on this phone
LATER = 12_000  # ms within which a phone has noticed that the server has gone, or is back
Make = Callable[..., Page]
NewMatch = Callable[..., str]
Table = tuple[Page, Page, Page, str]


def takes(page: Page, *names: str) -> None:
    """The first by a finger, under which nothing else may lie; the others straight on the element, at half the cost."""
    first, *others = names
    page.locator(f"[data-takes={first}]").click()
    for name in others:
        page.locator(f"[data-takes={name}]").dispatch_event("click")


def taken(page: Page, name: str) -> Locator:
    """The strokes for the rounds that a player has so far."""
    return page.locator(f"[data-takes={name}] .pips path")


def typed(page: Page, *names: str) -> None:
    """Expect the rounds of these players in the form, and no others."""
    expect(page.locator("select[name='rounds[]'] option:checked:not([value=''])")).to_have_text(list(names))


def without_network(page: Page) -> None:
    """The network goes, after the page has come to rest and has fetched what an entry may need."""
    expect(page.locator("link[rel=modulepreload][href$='/picker.js']")).to_have_count(1)
    page.evaluate(
        "async () => { for (const one of document.querySelectorAll('link[rel=modulepreload]')) await import(one.href) }"
    )
    page.context.set_offline(True)


def deals(page: Page, n: int) -> None:
    """Expect so many deals on the sheet that count."""
    expect(page.locator("#lines tbody tr.deal:not(.struck)")).to_have_count(n)


def save(page: Page) -> None:
    page.locator("#entry .save").click()


def in_order(page: Page, *numbers: str) -> None:
    """The deals of the sheet that count, the latest first: they may come a moment after what was said of them."""
    heads = page.locator("#lines tbody tr.deal:not(.struck) > :first-child")
    expect(heads).to_have_text([re.compile(rf"^\s*{number}\b") for number in numbers], timeout=LATER)


def top_row(page: Page, *cells: str) -> None:
    told = r"(\s*[−+]\d+)?▲?\s*".join(cells)  # change in this deal stands beside each number
    expect(page.locator("#lines tbody tr").first).to_have_text(re.compile(told), timeout=LATER)


def links(owner: Page, path: str) -> tuple[str, str]:
    """The one to write and the one to read, as they stand on the page that shares the match."""
    shared = owner.request.get(f"{path}/share").text()
    to_write, to_read = re.findall(r'class="address">.*?<a href="([^"]+/j/[\w-]+)"', shared)
    return to_write, to_read


def rights(owner: Page, path: str, act: str, name: str) -> None:
    """As the owner says it on the page: `pen`, `no_pen` or `out`; by requests alone, which cost little."""
    of = owner.request.get(f"{path}/share").text().partition(f"<b>{name}</b>")[2]
    form = re.search(r'action="([^"]+)"', of)
    assert form
    answer = owner.request.post(form[1], form={"act": act}, max_redirects=0)
    assert answer.status == 303


def seat(anna: Page, bo: Page, cia: Page, path: str) -> None:
    """Anna made the match, Bo writes too, Cia reads; each has said who it is, and none has opened it."""
    to_write, to_read = links(anna, path)
    anna.request.post(f"{path}/who", form={"player": "Anna"}, max_redirects=0)
    for page, name, link in ((bo, "Bo", to_write), (cia, "Cia", to_read)):
        page.request.get(link)  # with its page comes the cookie
        page.request.post("/join", form={"code": link.rpartition("/")[2], "player": name}, max_redirects=0)


def writes(phone: Page, path: str, *names: str) -> None:
    """The next deal, written on a phone at which nobody looks: by requests alone, which cost little."""
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
    """A server at work until it is closed, which pulls its sockets from under its hands."""

    def run() -> None:
        with suppress(OSError):
            server.run()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread


def stopped(server: BaseWSGIServer | MultiSocketServer, thread: threading.Thread) -> None:
    """Closed with all that phones hold open, for which it would wait."""
    with suppress(OSError):
        server.close()
    server.asyncore.close_all(server._map, ignore_all=True)
    thread.join(timeout=5)


class Server:
    """The app on one port and one instance, stopped and started again."""

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
