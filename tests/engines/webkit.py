"""Debian's WebKitGTK in a window of a phone's size on a virtual screen, with its own driver."""

import json
import os
import shutil
import socket
import subprocess
import time
from contextlib import ExitStack, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from engines.engine import START, Engine, Refused, ended

DRIVER = "WebKitWebDriver"
SCREEN = "Xvfb"
WINDOW = Path(__file__).parent.parent / "support" / "webkit_window.py"
PYTHON = "/usr/bin/python3"  # the system's Python, which has python3-gi
KNOWS = "import gi; gi.require_version('WebKit2', '4.1')"
QUIET = {
    "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
    "NO_AT_BRIDGE": "1",
    "GDK_BACKEND": "x11",
}  # no graphics card, no desktop


class WebKit(Engine):
    name = "WebKitGTK"

    @classmethod
    def missing(cls) -> list[str]:
        absent = [name for name in (DRIVER, SCREEN) if not shutil.which(name)]
        if not absent and subprocess.run([PYTHON, "-c", KNOWS], capture_output=True, check=False).returncode:
            absent = ["gir1.2-webkit2-4.1", "python3-gi"]
        return absent

    def __init__(self) -> None:
        self.session = ""
        with ExitStack() as ends:
            screen, display = _screen()
            ends.callback(ended, screen)
            port = _free_port()
            environment = {**os.environ, **QUIET, "DISPLAY": display}
            quiet = subprocess.DEVNULL
            driver = subprocess.Popen([DRIVER, f"--port={port}"], env=environment, stdout=quiet, stderr=quiet)
            ends.callback(ended, driver)
            _answers(port)
            self.connection = HTTPConnection("127.0.0.1", port, timeout=START)
            ends.callback(self.connection.close)
            browser = {"binary": PYTHON, "args": [str(WINDOW)]}
            wanted = {"browserName": "Phone", "webkitgtk:browserOptions": browser}
            begun = self._ask("POST", "", {"capabilities": {"alwaysMatch": wanted}})
            self.session = "/" + begun["sessionId"]
            ends.callback(self._leave)
            self.ends = ends.pop_all()

    def open(self, address: str) -> None:
        self._ask("POST", "/url", {"url": address})

    def run(self, script: str, *arguments: Any) -> Any:
        return self._ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def click(self, element: str) -> None:
        self._ask("POST", f"/element/{element}/click", {})

    def type(self, element: str, text: str) -> None:
        self._ask("POST", f"/element/{element}/value", {"text": text})

    def _leave(self) -> None:
        with suppress(Refused, OSError):
            self._ask("DELETE", "")

    def _ask(self, method: str, path: str, parameters: Any = None) -> Any:
        body = None if parameters is None else json.dumps(parameters)
        self.connection.request(method, f"/session{self.session}{path}", body, {"Content-Type": "application/json"})
        with self.connection.getresponse() as response:
            answer = json.loads(response.read())["value"]
            if response.status != 200:
                raise Refused(answer["error"], answer["message"])
        return answer


def _screen() -> tuple[subprocess.Popen[bytes], str]:
    """Start a virtual screen and return it with its name; it uses the first free number."""
    read, write = os.pipe()
    screen = subprocess.Popen(
        [SCREEN, "-displayfd", str(write), "-screen", "0", "800x800x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as number:
        return screen, f":{number.readline().strip()}"


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def _answers(port: int) -> None:
    end = time.monotonic() + START
    while time.monotonic() < end:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=START):
            return
        time.sleep(0.1)
    raise TimeoutError(f"{DRIVER} does not listen in {START} s")
