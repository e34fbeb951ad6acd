"""Find the server of this computer: its port, and how it answers."""

import argparse
import http.client
import ssl
from typing import Literal

from companion.instance import instance, served_port

PATIENCE = 2  # seconds for one connection
HERE = "127.0.0.1"
LAST_PORT = 65535
Scheme = Literal["http", "https"]


def port_number(text: str) -> int:
    """Parse the port of an option.

    Raises:
        ArgumentTypeError: it is no number from 0 to 65535.
    """
    if not (text.isascii() and text.isdigit() and int(text) <= LAST_PORT):
        raise argparse.ArgumentTypeError(f"a port is a number up to {LAST_PORT}, not {text!r}")
    return int(text)


def asked_port(options: argparse.Namespace) -> int:
    """Return the port that was asked for, else that of the last server on these matches."""
    return options.port or served_port(instance())


def answers(address: str, port: int) -> Scheme | None:
    """Return the scheme by which companion answers there, None if it does not; any certificate will do."""
    encrypted = ssl._create_unverified_context()  # noqa: S323
    plain = http.client.HTTPConnection(address, port, timeout=PATIENCE)
    ways: tuple[tuple[Scheme, http.client.HTTPConnection], ...] = (
        ("http", plain),
        ("https", http.client.HTTPSConnection(address, port, timeout=PATIENCE, context=encrypted)),
    )
    for scheme, connection in ways:
        try:
            connection.request("GET", "/healthz")
            if connection.getresponse().status < http.client.BAD_REQUEST:
                return scheme
        except (OSError, http.client.HTTPException):
            continue
        finally:
            connection.close()
    return None


def scheme(port: int) -> Scheme:
    """Return the scheme of the server on this computer; http where none answers."""
    return answers(HERE, port) or "http"
