"""The app on a port, for a table's phones: plain, or encrypted with the owner's own certificate."""

import logging
from pathlib import Path
from typing import Any

from werkzeug.middleware.proxy_fix import ProxyFix

THREADS = 8
CONNECTIONS = 4000  # phones and tabs at once; waitress' own 100 would keep the others waiting
IDLE = 30  # seconds
FORWARDED = {"x-forwarded-for", "x-forwarded-proto", "x-forwarded-host"}


def listening(
    app: Any, host: str, port: int, *, tls: tuple[Path, Path] | None = None, behind_proxy: bool = False
) -> Any:
    """The app on a port. Phones keep their connections open: there is room for many, idle ones are closed.

    Behind a proxy the app may be mounted under a path, which X-Forwarded-Prefix tells.
    """
    if tls:
        return _encrypted(app, host, port, *tls)
    from waitress.server import create_server  # noqa: PLC0415

    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a short queue is no news
    room: dict[str, Any] = {"connection_limit": CONNECTIONS, "asyncore_use_poll": True, "channel_timeout": IDLE}
    if behind_proxy:
        room |= {
            "trusted_proxy": "127.0.0.1",
            "trusted_proxy_headers": FORWARDED,
            "clear_untrusted_proxy_headers": True,
        }
        app = ProxyFix(app, x_for=0, x_proto=0, x_host=0, x_prefix=1)  # the others are waitress' own
    return create_server(app, host=host, port=port, threads=THREADS, ident="", **room)


class _Encrypted:
    """cheroot in the manner of waitress: waitress speaks no TLS."""

    def __init__(self, server: Any):
        self._server = server
        server.prepare()
        self.effective_port = server.bind_addr[1]

    def run(self) -> None:
        self._server.serve()

    def close(self) -> None:
        self._server.stop()


def _encrypted(app: Any, host: str, port: int, certificate: Path, key: Path) -> _Encrypted:
    from cheroot.ssl.builtin import BuiltinSSLAdapter  # noqa: PLC0415
    from cheroot.wsgi import Server  # noqa: PLC0415

    server = Server((host, port), app, numthreads=THREADS, server_name="", timeout=IDLE)
    server.ssl_adapter = BuiltinSSLAdapter(str(certificate), str(key))
    return _Encrypted(server)
