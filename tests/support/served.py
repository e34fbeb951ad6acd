"""An app on a port of this machine, served as `companion serve` does, in a thread of the tests."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from waitress.wasyncore import close_all

from companion.pdf.render_process import RENDER_PROCESS
from companion.server import listening


@contextmanager
def served(app: Any, host: str = "127.0.0.1") -> Iterator[Any]:
    """The server; its port is `effective_port`."""
    server = listening(app, host, 0)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.task_dispatcher.shutdown(timeout=1)
        with server.trigger.lock:  # it is pulled before it is closed with all others
            server.trigger.thunks.append(partial(close_all, server._map, ignore_all=True))
            server.trigger.pull_trigger()
        thread.join(timeout=5)
        RENDER_PROCESS.is_wanted = False  # a test that prints later has no server, and sets its pages itself
