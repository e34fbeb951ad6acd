"""Debian's Firefox without a window, controlled by its own protocol, so that no driver is needed."""

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from engines.engine import START, Engine, Refused, ended

PROGRAM = "firefox-esr"
WIDTH, HEIGHT = 360, 740
PREFERENCES = {
    "intl.accept_languages": "en-GB",
    "marionette.port": 0,  # a free port, which Firefox writes into the profile
    "ui.primaryPointerCapabilities": 1,  # a finger
    "ui.allPointerCapabilities": 1,
    "ui.useOverlayScrollbars": 1,
    "app.normandy.enabled": False,  # no requests to Mozilla
    "app.update.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
}
NARROW = """document.documentElement.style.minWidth = 0;  // its window would not be narrower than 500
window.resizeTo(...arguments)"""


class Firefox(Engine):
    name = "Firefox"

    @classmethod
    def missing(cls) -> list[str]:
        return [] if shutil.which(PROGRAM) else [PROGRAM]

    def __init__(self) -> None:
        self.asked = 0
        with ExitStack() as ends:
            home = Path(ends.enter_context(tempfile.TemporaryDirectory(prefix="firefox", ignore_cleanup_errors=True)))
            ends.callback(ended, _running(home))
            self.socket = socket.create_connection(
                ("127.0.0.1", _written(home / "MarionetteActivePort")), timeout=START
            )
            ends.callback(self.socket.close)
            self.answers = ends.enter_context(self.socket.makefile("rb"))
            self._read()  # the greeting
            self._ask("WebDriver:NewSession")
            self._ask("Marionette:SetContext", value="chrome")
            self.run(NARROW, WIDTH, HEIGHT)
            self._ask("Marionette:SetContext", value="content")
            self._ask("WebDriver:SetWindowRect", width=WIDTH, height=HEIGHT)
            self.ends = ends.pop_all()

    def open(self, address: str) -> None:
        self._ask("WebDriver:Navigate", url=address)

    def run(self, script: str, *arguments: Any) -> Any:
        return self._ask("WebDriver:ExecuteScript", script=script, args=list(arguments))["value"]

    def click(self, element: str) -> None:
        self._ask("WebDriver:ElementClick", id=element)

    def type(self, element: str, text: str) -> None:
        self._ask("WebDriver:ElementSendKeys", id=element, text=text)

    def _ask(self, command: str, **parameters: Any) -> Any:
        self.asked += 1
        message = json.dumps([0, self.asked, command, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, answer = self._read()
        if error:
            raise Refused(error["error"], error["message"])
        return answer

    def _read(self) -> Any:
        """Read a message, which follows its length in bytes."""
        length = b""
        while (one := self.answers.read(1)) != b":":
            assert one, f"{PROGRAM} has ended"
            length += one
        return json.loads(self.answers.read(int(length)))


def _running(home: Path) -> subprocess.Popen[bytes]:
    """Start the program with its own profile."""
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
    (home / "user.js").write_text("\n".join(lines), encoding="utf-8")
    size = {"MOZ_HEADLESS_WIDTH": str(WIDTH), "MOZ_HEADLESS_HEIGHT": str(HEIGHT)}
    options = ["--headless", "--kiosk", "--no-remote", "--marionette", "--remote-allow-system-access"]
    return subprocess.Popen(
        [PROGRAM, *options, "--profile", str(home), "about:blank"],
        env={**os.environ, **size, "HOME": str(home)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _written(file: Path) -> int:
    """Return the port once it has been written completely."""
    end = time.monotonic() + START
    while time.monotonic() < end:
        if file.exists() and (text := file.read_text()):
            return int(text)
        time.sleep(0.1)
    raise TimeoutError(f"{PROGRAM} does not say in {START} s on which port it listens")
