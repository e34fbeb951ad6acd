"""A poll is cheap and never waits: one query, before the app is called, and threads for polls only."""

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from support.app_server import served
from support.phones import Phone, new_app

from companion.limits import LARGEST_HEAD
from companion.server import THREADS
from companion.web.http.access import PollMiddleware
from companion.web.http.request_store import borrowed_store


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return new_app(tmp_path)


class TestShortWay:
    """A poll without news is answered before the app is called, with the same answer as the app's."""

    PAGES = ("/live", "/board/live", "/share", "/entries/1")

    @pytest.mark.parametrize("page", PAGES)
    def test_it_answers_like_the_app(self, app: Flask, owner: Phone, page: str, monkeypatch: Any) -> None:
        owner.write("AABBC", 1)
        after = owner.version
        short = owner.get(page, after=after)
        polls = app.wsgi_app
        assert isinstance(polls, PollMiddleware)
        monkeypatch.setattr(app, "wsgi_app", polls.further)
        long = owner.get(page, after=after)
        assert short.status_code == long.status_code == 204
        of_a_body = {"Content-Language", "Content-Type", "Content-Length", "Vary"}
        told = [{name: text for name, text in one.headers if name not in of_a_body} for one in (short, long)]
        assert told[0] == told[1]
        assert set(short.vary) <= set(long.vary)

    def test_one_query(self, app: Flask, owner: Phone) -> None:
        after, asked = owner.version, []
        with borrowed_store(app) as store:
            store.db.conn.set_trace_callback(asked.append)  # type: ignore[attr-defined]
        assert owner.get("/live", after=after).status_code == 204
        assert [sql.split()[0].upper() for sql in asked] == ["SELECT"]

    def test_other_polls_are_answered_by_the_app(self, app: Flask, owner: Phone) -> None:
        after = owner.version
        owner.write("AABBC", 1)
        assert owner.get("/live", after=after).status_code == 200
        after = owner.version
        stranger = Phone(app, owner.match)
        assert stranger.get("/live", after=after).status_code == 404
        assert app.test_client().get(f"/m/{owner.match}/live?after={after}").status_code == 404
        path = f"/m/{owner.match}/live?after={after}"
        assert owner.client.get(path, headers={"Host": "evil.example"}).status_code == 400
        assert owner.client.post(path).status_code == 405

    def test_a_forged_cookie_is_nobody_s(self, app: Flask, owner: Phone) -> None:
        after, client = owner.version, app.test_client()
        for cookie in ("x", "", "a" * 3000, f"{owner.id}.{owner.id}"):
            client.set_cookie("companion", cookie)
            assert client.get(f"/m/{owner.match}/live?after={after}").status_code == 404

    def test_a_removed_phone_gets_no_polls(self, app: Flask, owner: Phone) -> None:
        after = owner.version
        owner.client.post("/forget")
        assert owner.get("/live", after=after).status_code == 404


def test_an_entry_asks_the_database_for_little(app: Flask, owner: Phone) -> None:
    """One query each for phone, match, phones, names to hide, known ids, last entry; then the entry is written."""
    asked: list[str] = []
    owner.write("AABBC", 1)
    with borrowed_store(app) as store:  # the connection used last, which the next request gets
        store.db.conn.set_trace_callback(asked.append)  # type: ignore[attr-defined]
    owner.write("AABBC", 2)
    words = [sql.split(maxsplit=1)[0].upper() for sql in asked]
    written = ["BEGIN", "SELECT", "SAVEPOINT", "INSERT", "RELEASE", "COMMIT"]  # with sqlite-utils' own savepoint
    assert words == ["PRAGMA", *["SELECT"] * 6, *written]  # PRAGMA asks for the columns of a key


class Held:
    """An app whose slow pages wait until they are released."""

    def __init__(self) -> None:
        self.go = threading.Event()

    def __call__(self, environ: Any, start_response: Any) -> list[bytes]:
        if "/slow" in environ["PATH_INFO"]:
            self.go.wait(10)
        start_response("200 OK", [("Content-Length", "2")])
        return [b"ok"]


class TestServer:
    @pytest.fixture
    def held(self) -> Iterator[Held]:
        held = Held()
        yield held
        held.go.set()

    @pytest.mark.parametrize(
        "begun", [b"", b"GET / HTTP/1.1\r\nHost: x\r\n", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx"]
    )
    def test_nobody_waits_for_requests_that_are_half_there(self, held: Held, begun: bytes) -> None:
        """There are more of them than threads."""
        with served(held) as server, ExitStack() as stack:
            for _ in range(THREADS + 4):
                slow = stack.enter_context(socket.create_connection(("127.0.0.1", server.effective_port), timeout=5))
                slow.sendall(begun)
            assert answer_of(server.effective_port) == b"ok"

    def test_a_poll_does_not_wait_for_pages(self, held: Held) -> None:
        """However many pages are requested."""
        with served(held) as server, ExitStack() as stack:
            for _ in range(2 * THREADS):
                busy = HTTPConnection("127.0.0.1", server.effective_port, timeout=5)
                stack.callback(busy.close)
                busy.request("GET", "/slow")
            assert answer_of(server.effective_port) == b"ok"
            held.go.set()

    def test_a_page_does_not_wait_for_a_crowd_at_another_address(self, held: Held) -> None:
        """One address cannot occupy all threads; all its requests are answered in the end."""
        with served(held) as server, ExitStack() as stack:
            crowd = [HTTPConnection("127.0.0.1", server.effective_port, timeout=5) for _ in range(2 * THREADS)]
            for stranger in crowd:
                stack.callback(stranger.close)
                stranger.request("GET", "/slow")
            assert answer_of(server.effective_port, "/m/1", source="127.0.0.2") == b"ok"
            held.go.set()
            assert [stranger.getresponse().read() for stranger in crowd] == [b"ok"] * len(crowd)

    def test_a_head_without_end_is_cut_off(self, held: Held) -> None:
        """Otherwise thousands of connections could keep one in memory each."""
        with served(held) as server, socket.create_connection(("127.0.0.1", server.effective_port), 5) as stranger:
            stranger.sendall(b"GET / HTTP/1.1\r\nX: " + b"x" * LARGEST_HEAD)
            assert b" 431 " in stranger.recv(100)

    @pytest.mark.parametrize("line", [b"get / HTTP/1.1", b"GET /\xff HTTP/1.1", b"GET http://[/ HTTP/1.1", b"\x00"])
    def test_an_invalid_request_is_refused_and_not_logged(self, held: Held, line: bytes, caplog: Any) -> None:
        with served(held) as server, socket.create_connection(("127.0.0.1", server.effective_port), 5) as stranger:
            stranger.sendall(line + b"\r\nHost: x\r\n\r\n")
            assert b" 400 " in stranger.recv(100)
        assert not caplog.records


def answer_of(port: int, path: str = "/m/1/live", source: str = "127.0.0.1") -> bytes:
    phone = HTTPConnection("127.0.0.1", port, timeout=5, source_address=(source, 0))
    phone.request("GET", path)
    try:
        return phone.getresponse().read()
    finally:
        phone.close()
