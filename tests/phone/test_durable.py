"""Nothing that was acknowledged on a phone is lost, however the app ends while it saves."""

import json
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest
from browser.fixtures import ARGUMENTS, SHELL
from phone.device import GAME, Device
from playwright.sync_api import Browser, BrowserContext, Error
from support.share import IS_WHOLE

KILLS = 70 if IS_WHOLE else 1  # for each way to kill it
WAYS = ("worker", "renderer", "browser")
# Write one note after another without a pause, and count those that were acknowledged.
WRITING = """async ([base, match, first, told]) => {
  for (let n = first; ; n += 1) {
    const fields = { kind: "note", text: `note ${n}`, entry_id: `kill-${n}`, seen: `${n}.0` };
    const how = { method: "POST", body: new URLSearchParams(fields), redirect: "manual" };
    const answer = await fetch(`${base}${match}/entries`, how);
    if (answer.status < 400) await window[told](n);
    else await new Promise((done) => setTimeout(done, 50));
  }
}"""


def notes(phone: Device, path: str) -> list[str]:
    """Return the notes stored on the phone, from its match file."""
    return [one["text"] for one in json.loads(phone.get(f"/{path}/match.json"))["entries"] if one["kind"] == "note"]


@pytest.fixture
def opened(browser: Browser, host: str, tmp_path: Path) -> Iterator[Callable[[], BrowserContext]]:
    """Return a function that opens the same browser with the same storage each time."""
    running: list[BrowserContext] = []

    def open_it() -> BrowserContext:
        context = browser.browser_type.launch_persistent_context(
            tmp_path / "profile", executable_path=str(SHELL), args=ARGUMENTS, locale="en-GB"
        )
        running.append(context)
        return context

    yield open_it
    for one in running:
        with suppress(Error):  # it was killed
            one.close()


def process_of(context: BrowserContext, kind: str) -> int:
    """Return the id of the browser's main process, or of the one that runs its page and the app."""
    page = context.pages[0]
    session = context.browser.new_browser_cdp_session() if context.browser else context.new_cdp_session(page)
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    found = [one["id"] for one in processes if one["type"] == kind]
    return int(found[-1])


@pytest.mark.parametrize("way", WAYS)
def test_nothing_acknowledged_is_lost_when_it_is_killed_while_it_saves(
    opened: Callable[[], BrowserContext], host: str, way: str
) -> None:
    context = opened()
    phone = Device(context.new_page(), host).open().kept()
    _, url, _ = phone.post(f"/new/{GAME.key}", ("players[]", "Anna"), ("players[]", "Bo"), dealer="0")
    acknowledged: list[int] = []
    names = count()
    path = url.removeprefix(host)
    assert path.startswith("m/"), url
    for _ in range(KILLS):
        told = f"told{next(names)}"
        before = len(acknowledged)
        phone.page.expose_binding(told, lambda _, n: acknowledged.append(n))
        phone.frame.evaluate(
            f"(given) => void ({WRITING})(given)", [phone.state("base"), path, len(notes(phone, path)), told]
        )
        while len(acknowledged) < before + 5:
            phone.page.wait_for_timeout(20)
        if way == "worker":
            phone.page.evaluate("companion.worker.terminate()")
            phone.reload()
        else:
            os.kill(process_of(context, way), signal.SIGKILL)
            with suppress(Error):
                context.close()
            context = opened()
            phone = Device(context.new_page(), host).open()
        kept = notes(phone, path)
        assert [n for n in acknowledged if f"note {n}" not in kept] == []
