"""The listening socket, which decrypts connections where there is a certificate: waitress speaks no TLS."""

import asyncio
import socket
import ssl
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

EVERYWHERE = "all"
HANDSHAKE = 30.0  # seconds
CHUNK = 2**16  # bytes
MAPPED = "::ffff:"  # before an address of IPv4 on a socket for both


def tls_context(certificate: Path, key: Path) -> ssl.SSLContext:
    """Load a certificate and its key from PEM files.

    Raises:
        OSError: They cannot be used.
    """
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)
    return context


def open_listener(host: str, port: int, tls: ssl.SSLContext | None = None) -> "Listener":
    """Listen on a host, a name or an address; EVERYWHERE for all addresses of this machine. Port 0 for a free one.

    Raises:
        socket.gaierror: Nobody knows the name.
        OSError: The port or the address cannot be used.
    """
    if host == EVERYWHERE:
        both = socket.has_dualstack_ipv6()
        family = socket.AF_INET6 if both else socket.AF_INET
        bound = socket.create_server(("", port), family=family, dualstack_ipv6=both)
    else:
        family, *_, address = min(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))  # IPv4 first
        bound = socket.create_server(address, family=family)
    return Listener(family, bound.type, fileno=bound.detach()) if tls is None else DecryptingListener(bound, tls)


class Listener(socket.socket):
    """A listening socket for IPv4, IPv6 or both."""

    def accept(self) -> tuple[socket.socket, tuple[object, ...]]:
        """Return the next connection, and from which address it comes."""
        connection, (address, *rest) = super().accept()
        return connection, (address.removeprefix(MAPPED), *rest)


class DecryptingListener(Listener):
    """A listening socket that hands TLS connections on decrypted.

    A thread with an event loop carries the bytes between each phone and a local pair of sockets.
    """

    def __init__(self, bound: socket.socket, tls: ssl.SSLContext):
        super().__init__(bound.family, bound.type, fileno=bound.detach())
        self._tls = tls
        self._carried: set[Future[None]] = set()
        self._is_running = Event()
        self._thread = Thread(target=lambda: asyncio.run(self._run()), daemon=True)
        self._thread.start()
        self._is_running.wait()

    async def _run(self) -> None:
        self._loop, self._is_closed = asyncio.get_running_loop(), asyncio.Event()
        self._is_running.set()
        await self._is_closed.wait()

    def accept(self) -> tuple[socket.socket, tuple[object, ...]]:
        """Return the decrypted end of the next connection, and from which address it comes."""
        encrypted, address = super().accept()
        near, far = socket.socketpair()
        carried = asyncio.run_coroutine_threadsafe(self._carry(encrypted, far), self._loop)
        self._carried.add(carried)  # an event loop alone does not keep its tasks from the garbage collector
        carried.add_done_callback(self._carried.discard)
        return _NearEnd(near.family, near.type, fileno=near.detach()), address

    async def _carry(self, encrypted: socket.socket, far: socket.socket) -> None:
        with encrypted, far, suppress(OSError):
            local_reader, local_writer = await asyncio.open_connection(sock=far)
            try:
                reader = asyncio.StreamReader()
                transport, protocol = await self._loop.connect_accepted_socket(
                    lambda: asyncio.StreamReaderProtocol(reader),
                    encrypted,
                    ssl=self._tls,
                    ssl_handshake_timeout=HANDSHAKE,
                )
                writer = asyncio.StreamWriter(transport, protocol, reader, self._loop)
                await asyncio.gather(_copy(reader, local_writer), _copy(local_reader, writer))
            finally:
                local_writer.close()

    def close(self) -> None:
        """Stop listening, and end all connections."""
        super().close()
        if self._thread.is_alive():
            with suppress(RuntimeError):  # it has just ended
                self._loop.call_soon_threadsafe(self._is_closed.set)
            self._thread.join()


class _NearEnd(socket.socket):
    """A local socket: the options of TCP, which waitress sets, mean nothing to it."""

    def setsockopt(self, *_: object) -> None:
        pass


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(CHUNK):
            writer.write(data)
            await writer.drain()
    finally:
        writer.close()
