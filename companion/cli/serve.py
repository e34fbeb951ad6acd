"""The server for every phone on the network."""

import argparse
import logging
import socket
from contextlib import closing
from typing import Any

from companion import qr
from companion.cli.saying import OK, UNREADABLE, tell
from companion.rules.words import say

PORT = 8000
THREADS = 8
CONNECTIONS = 4000  # phones and tabs at once; waitress' own 100 would keep the others waiting
IDLE = 30  # seconds


def add_to(commands: Any) -> None:
    serve = commands.add_parser("serve", help="run the app for every phone on the network")
    serve.add_argument("--host", default="0.0.0.0", help="the address to listen on (default: all)")  # noqa: S104 - phones
    serve.add_argument("--port", type=int, default=PORT)
    serve.add_argument("--behind-proxy", action="store_true", help="trust the headers of a reverse proxy here")
    serve.set_defaults(run=_serve)


def _serve(options: argparse.Namespace) -> int:
    from companion.app import create_app  # noqa: PLC0415 - Flask is needed by this command alone

    address = lan_address() if options.host in ("0.0.0.0", "::") else options.host  # noqa: S104 - a comparison
    app = create_app()
    proxy: dict[str, Any] = {}
    if options.behind_proxy:
        headers = {"x-forwarded-for", "x-forwarded-proto", "x-forwarded-host"}
        proxy = {"trusted_proxy": "127.0.0.1", "trusted_proxy_headers": headers, "clear_untrusted_proxy_headers": True}
    try:
        server = listening(app, options.host, options.port, **proxy)
    except OSError as error:
        tell(
            say(
                "Port {port} cannot be used: {reason}. Choose another with --port.",
                port=str(options.port),
                reason=error.strerror,
            )
        )
        return UNREADABLE
    port = getattr(server, "effective_port", options.port)  # a name of several addresses has no single one
    url = app.config["LAN_URL"] = f"http://{address}:{port}"
    print(f"companion  {url}\n", flush=True)
    print(qr.typed(url), end="")
    print(
        "\nScan it with a phone on the same network. Ctrl-C stops the server; every saved entry is on the disk.",
        flush=True,
    )
    try:
        server.run()
    except KeyboardInterrupt:
        server.close()
    return OK


def listening(app: Any, host: str, port: int, **more: Any) -> Any:
    """The app under waitress. Phones keep their connections open: there is room for many, idle ones are closed."""
    from waitress.server import create_server  # noqa: PLC0415

    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a short queue is no news
    room = {"connection_limit": CONNECTIONS, "asyncore_use_poll": True, "channel_timeout": IDLE}
    return create_server(app, host=host, port=port, threads=THREADS, ident="", **room, **more)


def lan_address() -> str:
    """This machine's address on its network; localhost where there is none. Nothing is sent."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(("192.168.255.255", 9))
            found: str = probe.getsockname()[0]
        except OSError:
            return "localhost"
    return found
