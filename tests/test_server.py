"""The server stops strangers before the app is called, and its log and errors contain no secrets."""

import json
import logging
import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from support.app_server import served
from support.phones import Phone, new_app, new_table

from companion.app import create_app
from companion.limits import FIELDS, LARGEST_UPLOAD, LOGGED, LOGGED_HERE

CODE = "SECRET2222"


def told(port: int, head: str, body: Iterable[bytes] = ()) -> bytes:
    """Return the first line of the answer, however much of the request was read.

    The server may answer and close the connection during the request; the answer can still be read.
    """
    with socket.create_connection(("127.0.0.1", port), timeout=5) as asking:
        asking.sendall(f"POST /import HTTP/1.1\r\nHost: 127.0.0.1\r\n{head}\r\n\r\n".encode())
        with suppress(ConnectionError):
            for part in body:
                asking.sendall(part)
        return asking.makefile("rb").readline().strip()


class TestBodies:
    """A body that is too large is refused by the server, which would store it in a file, not only by the app."""

    def test_by_the_declared_length_before_reading(self, app: Flask) -> None:
        with served(app) as server:
            assert told(server.effective_port, "Content-Length: 900000000") == b"HTTP/1.1 413 Request Entity Too Large"

    def test_by_the_received_length_if_none_is_declared(self, app: Flask) -> None:
        chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
        with served(app) as server:
            line = told(server.effective_port, "Transfer-Encoding: chunked", [chunk] * (2 * LARGEST_UPLOAD // 0x10000))
            assert line == b"HTTP/1.1 413 Request Entity Too Large"

    def test_by_two_lengths_that_contradict_each_other(self, app: Flask) -> None:
        """The request is refused and the connection closed, as the rest could be read as another request."""
        both = (
            "POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n"
            "0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        )
        with served(app) as server, socket.create_connection(("127.0.0.1", server.effective_port), 5) as asking:
            asking.sendall(both.encode())
            answer = asking.makefile("rb").read()
        assert answer.startswith(b"HTTP/1.1 400 ")
        assert answer.count(b"HTTP/1.1") == 1


class TestRefusals:
    """Refusals are in the log, a few lines a minute, by route and without their data."""

    @pytest.fixture
    def told(self, caplog: pytest.LogCaptureFixture) -> Callable[[], list[str]]:
        caplog.set_level("INFO", "companion.audit_log")
        return lambda: [one.getMessage() for one in caplog.records if one.name == "companion.audit_log"]

    def test_each_kind(self, tmp_path: Path, told: Callable[[], list[str]]) -> None:
        app = new_app(tmp_path)
        client = app.test_client()
        client.get(f"/m/{CODE}")
        client.get(f"/nowhere/{CODE}")
        client.get("/", headers={"Host": f"{CODE}.example"})
        client.post("/join", data={"code": CODE}, headers={"Origin": f"https://{CODE}.example"})
        client.set_cookie("companion", CODE)
        client.get("/rules")
        found = [(line.partition(" {")[0], json.loads(line[line.index("{") :])) for line in told()]
        here = {"address": "127.0.0.1"}
        assert found == [
            ("refused", {"status": 404, "method": "GET", "route": "/m/<match_id>", **here}),
            ("refused", {"status": 404, "method": "GET", **here}),
            ("refused", {"status": 400, "method": "GET", "route": "/", **here}),
            ("refused", {"status": 403, "method": "POST", "route": "/join", **here}),
            ("forged cookie", {"route": "/rules", **here}),
        ]
        assert CODE not in "".join(told())

    def test_a_crowd_fills_no_disk(self, tmp_path: Path, told: Callable[[], list[str]]) -> None:
        client = new_app(tmp_path).test_client()
        for n in range(3 * LOGGED_HERE.times):
            client.get("/nowhere", environ_base={"REMOTE_ADDR": f"192.0.2.{n % 2}"})
        assert len(told()) == 2 * LOGGED_HERE.times
        for n in range(2 * LOGGED.times):
            client.get("/nowhere", environ_base={"REMOTE_ADDR": f"198.51.100.{n % 250}"})
        assert len(told()) == LOGGED.times


class TestLog:
    """An error is logged by its route, as an address may contain a code or a line break."""

    PATH = f"/j/{CODE}%0aforged"

    def test_of_the_app(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        def fail(_: str) -> None:
            raise RuntimeError

        monkeypatch.setattr("companion.web.pages.join.check_code_or_abort", fail)
        assert create_app(tmp_path).test_client().get(self.PATH).status_code == 500
        assert [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR] == [
            "Exception in /j/<code>"
        ]
        assert CODE not in caplog.text

    def test_of_what_lies_around_it(self, caplog: pytest.LogCaptureFixture) -> None:
        def broken(_: dict[str, Any], __: Callable[..., Any]) -> Iterator[bytes]:
            raise RuntimeError

        with served(broken) as server:
            asking = HTTPConnection("127.0.0.1", server.effective_port, timeout=5)
            asking.request("GET", self.PATH)
            assert asking.getresponse().status == 500
            asking.close()
        told = [one.getMessage() for one in caplog.records if one.name == "waitress"]
        assert told == ["Exception while serving a request"]
        assert CODE not in caplog.text


class TestHeaders:
    @pytest.mark.parametrize("path", ["/", "/nowhere", "/static/nowhere.js", "/static/", "/healthz", "/m/nowhere/live"])
    def test_pages_have_all_headers(self, app: Flask, path: str) -> None:
        with Phone(app).client.get(path) as answer:
            assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["Cache-Control"] == "no-store"


def test_a_form_of_fields_without_number_is_refused_before_it_is_read(app: Flask) -> None:
    """Each field costs more than its bytes; a complete paper sheet has slightly fewer."""
    phone = new_table(app)
    answers = [
        phone.client.post(
            f"/m/{phone.match}/entries", data="&".join(["x=1"] * n), content_type="application/x-www-form-urlencoded"
        ).status_code
        for n in (FIELDS, FIELDS + 1)
    ]
    assert answers == [422, 413]
