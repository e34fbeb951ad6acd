"""Measure the app on a phone without a server, in Chromium on this machine: download, start, pages and size."""

import gzip
import statistics
import tempfile
import time
from pathlib import Path

import brotli
from browser.fixtures import ARGUMENTS, SHELL
from flask.testing import FlaskClient
from phone.device import GAME, Device
from phone.host import BUILT, hosted
from playwright.sync_api import Page, sync_playwright

from companion.app import create_app

MATCH = (f"/new/{GAME.key}", ("players[]", "Anna"), ("players[]", "Bo"), ("dealer", "0"))
PAGES = ("/", "{match}", "{match}/share", f"/rules/{GAME.key}", "/statistics")
# The limit of each figure, with its unit.
BUDGETS = {
    "download, brotli": (7.6, "MB"),
    "download, gzip": (10.3, "MB"),
    "second start beside a plain one": (0.4, "times"),
    "median page beside CPython": (2.5, "times"),
    "a save with its flush": (25.0, "ms"),
    "first search": (1.0, "s"),
    "renderer, plain": (250.0, "MB"),
    "renderer, restored": (310.0, "MB"),
    "storage": (95.0, "MB"),
}
DROP = """async () => {
  const its = `companion ${new URL("../../", location.href).pathname}`.replaceAll("/", "_");
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(its);
  const snapshot = await (await folder.getFileHandle("snapshot")).createSyncAccessHandle();
  snapshot.write(new Uint32Array(1), { at: 0 });
  snapshot.close();
}"""


def report() -> None:
    """Print each figure beside its limit."""
    if not (BUILT / "sw.js").exists():
        print("\nThe app on a phone of its own: dist/phone is not built (make phone).")
        return
    print("\nThe app on a phone of its own")
    for name, value in measured().items():
        most, unit = BUDGETS[name]
        print(f"  {name:34} {value:8.2f} {unit:6} at most {most:g}{'' if value <= most else '   OVER'}")


def measured() -> dict[str, float]:
    """Return the figures by name."""
    files = [path.read_bytes() for path in BUILT.rglob("*") if path.is_file() and path.name != "404.html"]
    figures = {
        "download, brotli": sum(len(brotli.compress(one)) for one in files) / 1e6,
        "download, gzip": sum(len(gzip.compress(one)) for one in files) / 1e6,
    }
    with hosted() as url, tempfile.TemporaryDirectory() as profile, sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=str(SHELL), args=ARGUMENTS, locale="en-GB"
        )
        phone = Device(context.new_page(), url).open().kept()
        context.close()
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=str(SHELL), args=ARGUMENTS, locale="en-GB"
        )
        phone = Device(context.new_page(), url).open()
        figures["renderer, restored"] = _renderer(phone.page)
        restored = statistics.median(_start(phone) for _ in range(3))
        plain = statistics.median(_start(phone, plain=True) for _ in range(3))
        figures["second start beside a plain one"] = restored / plain
        phone.page.workers[0].evaluate(DROP)
        context.close()
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=str(SHELL), args=ARGUMENTS, locale="en-GB"
        )
        phone = Device(context.new_page(), url).open().kept()
        figures["renderer, plain"] = _renderer(phone.page)
        begun = time.perf_counter()
        phone.get(f"/rules/{GAME.key}?q=when+does+it+end")
        figures["first search"] = time.perf_counter() - begun
        figures |= _pages(phone)
        usage = phone.page.evaluate("navigator.storage.estimate().then(({ usage }) => usage)")
        figures["storage"] = usage / 1e6
        context.close()
    return {name: figures[name] for name in BUDGETS}


def _start(phone: Device, *, plain: bool = False) -> float:
    """Return the milliseconds from opening the closed app to its first page, by the page's own clock."""
    if plain:
        phone.page.workers[0].evaluate(DROP)
    phone.page.goto("about:blank")
    spent = float(phone.open().state("drawn"))
    if plain:
        phone.kept()
    return spent


def _renderer(page: Page) -> float:
    """Return the private memory of the page's process in megabytes."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    time.sleep(2)
    own = []
    for status in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if b"--type=renderer" in status.read_bytes():
                rollup = (status.parent / "smaps_rollup").read_text(encoding="ascii")
                own.append(next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:")))
        except OSError:  # the process has ended
            continue
    return max(own, default=0) / 1000


def _served(phone: Device, path: str) -> float:
    """Return the milliseconds in which the app's worker answers, without the transfer there and back."""
    phone.get(path)
    return float(phone.state("served")["ms"])


def _answered(client: FlaskClient, path: str) -> float:
    """Return the milliseconds in which the app has answered in CPython."""
    begun = time.perf_counter()
    client.get(path)
    return (time.perf_counter() - begun) * 1000


def _pages(phone: Device) -> dict[str, float]:
    """Time pages and a save, beside the same app in CPython."""
    _, url, _ = phone.post(*MATCH)
    match = "/" + url.removeprefix(phone.url)
    with tempfile.TemporaryDirectory() as folder:
        client = create_app(Path(folder)).test_client()
        client.get("/")
        made = client.post(MATCH[0], data={"players[]": ["Anna", "Bo"], "dealer": "0"})
        factors = []
        for path in PAGES:
            client.get(path.format(match=made.location))
            here = statistics.median(_answered(client, path.format(match=made.location)) for _ in range(10))
            there = statistics.median(_served(phone, path.format(match=match)) for _ in range(10))
            factors.append(there / here)
    saves = []
    for number in range(20):
        fields = {"kind": "note", "text": "Tea", "entry_id": f"b{number}", "seen": f"{number}.0"}
        before = phone.state("served")
        phone.post(f"{match}/entries", **fields)
        saves += [one["ms"] for one in [phone.state("saved")] if one and one != before]
    return {"median page beside CPython": statistics.median(factors), "a save with its flush": statistics.median(saves)}
