"""Connections that speak TLS, which waitress does not: with the queues, bounds and deadlines that plain ones have."""

import ssl
from contextlib import suppress
from pathlib import Path
from threading import Lock
from time import time
from typing import Any

from companion.server.connections import Channel

RECORD = 2**14  # bytes of a record at most: whole ones are read, so that nothing waits where no poll of sockets sees it


class EncryptedChannel(Channel):
    """A connection that first agrees on its keys, as slowly as its phone likes: no thread waits for it."""

    def __init__(self, *given: Any, **named: Any):
        self._agreed = False
        self._talks = Lock()  # one thread may read while another writes: OpenSSL wants them one after the other
        super().__init__(*given, **named)

    def handle_read(self) -> None:
        try:
            data = self._read()
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return
        except (OSError, ValueError):
            data = b""
        if data:
            self.last_activity = time()
            self.received(data)
        else:
            self.handle_close()

    def _read(self) -> bytes:
        with self._talks:
            open_one = self._open()
            if not self._agreed:
                open_one.do_handshake()
                self._agreed = True
            return open_one.recv(RECORD)

    def _open(self) -> ssl.SSLSocket:
        """The socket; OSError once another thread has closed it."""
        found: ssl.SSLSocket | None = self.socket
        if found is None:
            raise ConnectionAbortedError
        return found

    def send(self, data: bytes, do_close: bool = True) -> int:
        try:
            with self._talks:
                return self._open().send(data[:RECORD])
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return 0
        except (OSError, ValueError):
            if do_close:
                self.handle_close()
            return 0

    def handle_close(self) -> None:
        """The phone is told that this is the end; its answer is not waited for."""
        if self._agreed:
            with suppress(OSError, ValueError), self._talks:
                self._open().unwrap()
        super().handle_close()


def context(certificate: Path, key: Path) -> ssl.SSLContext:
    """From PEM files; OSError where they cannot be used."""
    found = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    found.load_cert_chain(certificate, key)
    found.options |= ssl.OP_NO_RENEGOTIATION
    return found


def accept(server: Any, keys: ssl.SSLContext) -> tuple[ssl.SSLSocket, Any] | None:
    """The next connection, in the place of waitress' own; None where there is none, or it is gone already."""
    found = type(server).accept(server)
    if found is None:
        return None
    plain, address = found
    try:
        return keys.wrap_socket(plain, server_side=True, do_handshake_on_connect=False), address
    except (OSError, ValueError):
        plain.close()
        return None
