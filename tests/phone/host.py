"""A host of static files for the folder of the phone app: unknown addresses get 404.html."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

BUILT = Path(__file__).parent.parent.parent / "dist" / "phone"
PATH = "/cards/"  # the path of the folder on the host


class Files(SimpleHTTPRequestHandler):
    """The files of a folder, under a path."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript", ".wasm": "application/wasm"}

    def translate_path(self, path: str) -> str:
        """Return the file of an address; one that does not exist for addresses outside the folder."""
        return super().translate_path(path.removeprefix(PATH[:-1]) if path.startswith(PATH) else "/nothing")

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer with 404.html, as static hosts do."""
        page = (Path(self.directory) / "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *_: Any) -> None:
        """Log nothing."""


@contextmanager
def hosted(folder: Path = BUILT, port: int = 0) -> Iterator[str]:
    """Serve a folder on this machine, and yield its address."""
    server = ThreadingHTTPServer(("127.0.0.1", port), partial(Files, directory=str(folder)))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://localhost:{server.server_address[1]}{PATH}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
