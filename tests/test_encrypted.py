"""https with the owner's certificate is served as plain http is: no slow phone holds a thread, polls never wait."""

import gc
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPSConnection
from pathlib import Path
from typing import Any

import pytest
from support.served import served

from companion.server.server import THREADS

LONG = b"0123456789abcdef" * 2**15


def echo(environ: Any, start_response: Any) -> list[bytes]:
    """Over which scheme it was asked, how much came, and much in return."""
    came = len(environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0)))
    start_response("200 OK", [("Content-Length", str(len(LONG))), ("Came", f"{environ['wsgi.url_scheme']} {came}")])
    return [LONG]


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("keys")
    made = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=localhost"
    names = ["-addext", "subjectAltName=IP:127.0.0.1", "-out", "certificate.pem", "-keyout", "key.pem"]
    subprocess.run([*made.split(), *names], check=True, capture_output=True, cwd=folder)
    return folder / "certificate.pem", folder / "key.pem"


@pytest.fixture(scope="module")
def port(pair: tuple[Path, Path]) -> Iterator[int]:
    with served(echo, tls=pair) as server:
        yield server.effective_port


@pytest.fixture
def phone(pair: tuple[Path, Path], port: int) -> Iterator[HTTPSConnection]:
    trusted = ssl.create_default_context(cafile=pair[0])
    found = HTTPSConnection("127.0.0.1", port, timeout=10, context=trusted)
    yield found
    found.close()


def test_long_bodies_come_whole_both_ways_on_one_connection(phone: HTTPSConnection) -> None:
    for _ in range(2):
        phone.request("POST", "/", body=LONG[:500_000])
        answer = phone.getresponse()
        assert answer.getheader("Came") == "https 500000"
        assert answer.read() == LONG
        assert not answer.will_close


def test_an_idle_connection_outlives_the_garbage_collector(phone: HTTPSConnection) -> None:
    for _ in range(3):
        phone.request("GET", "/")
        answer = phone.getresponse()
        assert answer.read() == LONG
        assert not answer.will_close
        gc.collect()


@pytest.mark.parametrize("begun", [b"", b"\x16\x03\x01\x02", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"])
def test_nobody_waits_for_those_who_do_not_get_on(phone: HTTPSConnection, port: int, begun: bytes) -> None:
    """Silent, in the middle of agreeing on keys, or without any: more of them than there are threads."""
    with ExitStack() as stack:
        for _ in range(THREADS + 4):
            slow = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=5))
            slow.sendall(begun)
        phone.request("GET", "/")
        assert phone.getresponse().read() == LONG


def test_nobody_waits_for_heads_and_answers_that_are_half_there(phone: HTTPSConnection, port: int, pair: Any) -> None:
    trusted = ssl.create_default_context(cafile=pair[0])
    with ExitStack() as stack:
        for begun in (b"GET / HTTP/1.1\r\nHost: x\r\n", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n") * (THREADS + 4):
            plain = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=5))
            stack.enter_context(trusted.wrap_socket(plain, server_hostname="127.0.0.1")).sendall(begun)
        phone.request("GET", "/")
        assert phone.getresponse().read() == LONG
