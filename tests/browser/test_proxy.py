"""Behind Caddy, with the file of docs/: https, under its own host name and under a path of another site."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from browser.table import running
from playwright.sync_api import Browser, Page, expect
from support.share import every

from companion.app import create_app
from companion.server import listening
from companion.web.http.security import BehindProxy

CADDYFILE = Path(__file__).parents[2] / "docs" / "Caddyfile"
PATIENCE = 20  # seconds until Caddy has created its own certificate authority


@dataclass(frozen=True)
class Proxied:
    own: str
    path: str


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    if shutil.which("caddy") is None:
        pytest.skip("caddy is not installed; `.ci/packages full` brings it, and starts no service")
    folder = tmp_path_factory.mktemp("proxied")
    server = listening(BehindProxy(create_app(folder / "instance"), "127.0.0.1"), "127.0.0.1", 0)
    running(server)
    own, path = free_port(), free_port()
    settings = {"NAME": f"https://localhost:{own}", "PATH_PORT": str(path), "PORT": str(server.effective_port)}
    text = CADDYFILE.read_text(encoding="utf-8").replace("{$NAME}:{$PATH_PORT:8443}", f"https://localhost:{path}")
    config = folder / "Caddyfile"
    config.write_text(
        "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n" + text, encoding="utf-8"
    )
    environment = {**os.environ, **settings, "XDG_DATA_HOME": str(folder), "HOME": str(folder)}
    command = ["caddy", "run", "--config", str(config), "--adapter", "caddyfile"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as caddy:
        _wait_for(own)
        yield Proxied(f"https://localhost:{own}", f"https://localhost:{path}/cards")
        caddy.terminate()
    server.close()


def _wait_for(port: int) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with suppress(OSError), closing(socket.create_connection(("127.0.0.1", port), timeout=1)):
            return
        time.sleep(0.1)
    raise TimeoutError(f"caddy does not listen on {port}")


@pytest.mark.parametrize("site", every(2, ["path", "own"]))
def test_a_deal_is_written_and_the_links_stay_inside(browser: Browser, proxied: Proxied, site: str) -> None:
    base = getattr(proxied, site)
    context = browser.new_context(ignore_https_errors=True, viewport={"width": 360, "height": 740})
    page: Page = context.new_page()
    outside: list[str] = []
    page.on("request", lambda request: None if request.url.startswith((base, "data:")) else outside.append(request.url))
    page.goto(f"{base}/new/toy")
    for seat, name in enumerate(["Anna", "Bo"]):
        page.locator("input[name='players[]']").nth(seat).fill(name)
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#board")).to_be_visible()
    match = page.url
    page.request.post(
        f"{match}/entries",
        form={"kind": "deal", "points[@0]": "17"},
        headers={"Origin": base.removesuffix("/cards")},
    )
    page.reload()
    expect(page.locator("main")).to_contain_text("27")
    for name in ("Referee", "Rules", "Share"):
        page.get_by_role("navigation").get_by_role("link", name=name).click()
        expect(page.locator("h1, h2").first).to_be_visible()
        assert page.url.startswith(base)
    assert outside == []
    context.close()
