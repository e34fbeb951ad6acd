"""Serve an app on a port of this machine as `companion serve` does, in a thread of the tests."""

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
    """Run the server; its port is `effective_port`."""
    server = listening(app, host, 0)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.task_dispatcher.shutdown(timeout=1)
        with server.trigger.lock:  # wake it before its sockets are closed
            server.trigger.thunks.append(partial(close_all, server._map, ignore_all=True))
            server.trigger.pull_trigger()
        thread.join(timeout=5)
        RENDER_PROCESS.is_wanted = False  # later tests without a server typeset in this process
