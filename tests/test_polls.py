"""A poll is cheap and never waits: one query, before the app is asked, and threads that do nothing else."""

import gc
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from support.phones import Phone, new_app, new_table
from support.served import served

from companion.server import connections, turns, waiting
from companion.server.server import LONGEST_HEAD, THREADS
from companion.web.http.origin_check import NAMES
from companion.web.http.poll_middleware import Polls
from companion.web.http.request_store import lent


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return new_app(tmp_path)


@pytest.fixture
def owner(app: Flask) -> Phone:
    return new_table(app)


class TestShortWay:
    """What has nothing new to say is said before the app is asked, and as the app would say it."""

    PAGES = ("/live", "/board/live", "/share", "/entries/1")

    @pytest.mark.parametrize("page", PAGES)
    def test_it_says_what_the_app_says(self, app: Flask, owner: Phone, page: str, monkeypatch: Any) -> None:
        owner.write("AABBC", 1)
        after = owner.version
        short = owner.get(page, after=after)
        polls = app.wsgi_app
        assert isinstance(polls, Polls)
        monkeypatch.setattr(app, "wsgi_app", polls.further)
        long = owner.get(page, after=after)
        assert short.status_code == long.status_code == 204
        of_a_body = {"Content-Language", "Content-Type", "Content-Length", "Vary"}
        told = [{name: text for name, text in one.headers if name not in of_a_body} for one in (short, long)]
        assert told[0] == told[1]
        assert set(short.vary) <= set(long.vary)

    def test_whoever_has_no_time_for_more_may_put_off_the_rest(self, app: Flask, owner: Phone) -> None:
        def put_off() -> None:
            raise connections.PutOff

        after, environ = owner.version, {"companion.put_off": put_off}
        path = f"/m/{owner.match}/live?after={after}"
        assert owner.client.get(path, environ_overrides=environ).status_code == 204
        owner.write("AABBC", 1)
        with pytest.raises(connections.PutOff):
            owner.client.get(path, environ_overrides=environ)

    def test_one_query(self, app: Flask, owner: Phone) -> None:
        after, asked = owner.version, []
        with lent(app) as store:
            store.db.conn.set_trace_callback(asked.append)  # type: ignore[attr-defined]
        assert owner.get("/live", after=after).status_code == 204
        assert [sql.split()[0].upper() for sql in asked] == ["SELECT"]

    def test_many_odd_names_crowd_none_out(self, app: Flask, owner: Phone) -> None:
        for n in range(NAMES + 50):
            app.test_client().get("/healthz", headers={"Host": f"10.0.0.1:{1000 + n}"})
        after, asked = owner.version, []
        with lent(app) as store:
            store.db.conn.set_trace_callback(asked.append)  # type: ignore[attr-defined]
        assert owner.get("/live", after=after).status_code == 204
        assert len(asked) == 1

    def test_news_strangers_and_other_names_go_the_long_way(self, app: Flask, owner: Phone) -> None:
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

    def test_who_is_shown_out_hears_nothing_more(self, app: Flask, owner: Phone) -> None:
        after = owner.version
        owner.client.post("/forget")
        assert owner.get("/live", after=after).status_code == 404


def test_an_entry_asks_the_database_for_little(app: Flask, owner: Phone) -> None:
    """Once each for who asks, for the match, its phones, what is known of it and its last entry; then it is written."""
    asked: list[str] = []
    owner.write("AABBC", 1)
    with lent(app) as store:  # the connection that was used last, so the next request has it
        store.db.conn.set_trace_callback(asked.append)  # type: ignore[attr-defined]
    owner.write("AABBC", 2)
    words = [sql.split(maxsplit=1)[0].upper() for sql in asked]
    written = ["BEGIN", "SELECT", "SAVEPOINT", "INSERT", "RELEASE", "COMMIT"]  # with sqlite-utils' own savepoint
    assert words == ["PRAGMA", *["SELECT"] * 5, *written]  # it asks for the columns of a key


PAGES = THREADS - waiting.NEWS - waiting.NEWCOMERS - waiting.FOR_ENTRIES


class Held:
    """An app whose slow pages last until they are let go."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.begun = self.now = self.most = 0  # slow pages: begun, under way, and the most of them at once

    def __call__(self, environ: Any, start_response: Any) -> list[bytes]:
        is_news = environ["PATH_INFO"] == "/m/news/live"
        if is_news:
            environ.get("companion.put_off", int)()
        if is_news or "/slow" in environ["PATH_INFO"]:
            self.begun, self.now = self.begun + 1, self.now + 1
            self.most = max(self.most, self.now)
            self.go.wait(10)
            self.now -= 1
        is_poll = environ["PATH_INFO"].endswith("/live")
        start_response("204 NO CONTENT" if is_poll else "200 OK", [] if is_poll else [("Content-Length", "2")])
        return [] if is_poll else [b"ok"]


class Asking:
    """A connection on which something is asked."""

    def __init__(self, address: str, name: str, path: str = "/m/1", forwarded: str = ""):
        self.addr, self.name = (address, 1), name
        self.requests = [SimpleNamespace(command="GET", path=path, headers={"X_FORWARDED_FOR": forwarded})]
        self.server = SimpleNamespace(adj=SimpleNamespace(trusted_proxy=""))


class TestWaiting:
    @pytest.fixture
    def held(self) -> Iterator[Held]:
        held = Held()
        yield held
        held.go.set()

    def test_polls_are_answered_while_everybody_else_waits(self, held: Held) -> None:
        with served(held) as server, ExitStack() as stack:
            for _ in range(THREADS + 4):
                busy = HTTPConnection("127.0.0.1", server.effective_port, timeout=5)
                stack.callback(busy.close)
                busy.request("GET", "/slow")
            phone = HTTPConnection("127.0.0.1", server.effective_port, timeout=5)
            stack.callback(phone.close)
            for _ in range(3):
                phone.request("GET", "/m/1/live")
                answer = phone.getresponse()
                answer.read()
                assert answer.status == 204
                assert answer.getheader("Connection") is None, "it stays open for the next poll"
            held.go.set()

    @pytest.mark.parametrize(
        ("flood", "at_once", "most"),
        [("/m/news/live", waiting.NEWS - waiting.FOR_KNOWN, waiting.NEWS), ("/slow", waiting.STRANGERS, PAGES)],
    )
    def test_an_entry_waits_neither_for_news_nor_for_pages(
        self, held: Held, flood: str, at_once: int, most: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Nor does a poll that has nothing to hear wait for one that has."""
        monkeypatch.setattr(turns, "WARMING", 0.0)
        with served(held) as server, ExitStack() as stack:
            others = [HTTPConnection("127.0.0.1", server.effective_port, timeout=5) for _ in range(2 * THREADS)]
            for other in others:
                stack.callback(other.close)
                other.request("GET", flood)
            phone = HTTPConnection("127.0.0.1", server.effective_port, timeout=5)
            stack.callback(phone.close)
            for method, path, said in (("GET", "/m/1/live", 204), ("POST", "/m/1/entries", 200)) * 3:
                phone.request(method, path)
                answer = phone.getresponse()
                answer.read()
                assert answer.status == said
            assert held.begun == at_once
            held.go.set()
            assert {other.getresponse().status for other in others} == {204 if "live" in flood else 200}
            assert held.most <= most

    def test_what_is_known_to_be_cheap_waits_for_nobody_who_is_not(
        self, held: Held, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """One request each of many addresses, on matches that take long: the first is served as the last is."""
        monkeypatch.setattr(turns, "WARMING", 0.0)
        with served(held) as server, ExitStack() as stack:
            phone = HTTPConnection("127.0.0.1", server.effective_port, timeout=5)
            stack.callback(phone.close)

            def asks() -> None:
                for method, path in (("GET", "/m/1"), ("POST", "/m/1/entries")):
                    phone.request(method, path)
                    assert phone.getresponse().read() == b"ok"

            asks()
            for n in range(2, 2 + 2 * THREADS):
                source = (f"127.0.0.{n}", 0)
                other = HTTPConnection("127.0.0.1", server.effective_port, timeout=5, source_address=source)
                stack.callback(other.close)
                other.request("POST" if n % 2 else "GET", f"/m/{n:x}/slow{'/entries' * (n % 2)}")
            for _ in range(3):
                asks()
            assert held.begun <= waiting.STRANGERS + 1
            held.go.set()

    def test_an_entry_does_not_wait_for_polls(self, held: Held) -> None:
        """However many there are."""
        with served(held) as server, ExitStack() as stack:
            for _ in range(2 * THREADS):
                other = stack.enter_context(socket.create_connection(("127.0.0.1", server.effective_port), timeout=5))
                other.sendall(b"GET /slow/live HTTP/1.1\r\nHost: x\r\n\r\n" * 10)
            phone = HTTPConnection("127.0.0.1", server.effective_port, timeout=5)
            stack.callback(phone.close)
            phone.request("POST", "/m/1/entries", b"x")
            assert phone.getresponse().read() == b"ok"
            held.go.set()

    def test_those_who_begin_matches_leave_threads_to_the_tables(self, held: Held) -> None:
        """Each waits for the disk, and may be anybody; an entry waits for one of them."""
        with served(held) as server, ExitStack() as stack:
            strangers = [
                HTTPConnection("127.0.0.1", server.effective_port, timeout=5)
                for _ in range(THREADS + waiting.NEWCOMERS)
            ]
            for stranger in strangers:
                stack.callback(stranger.close)
                stranger.request("POST", "/new/slow", b"x")
            phone = HTTPConnection("127.0.0.1", server.effective_port, timeout=5)
            stack.callback(phone.close)
            for path in ("/m/1/entries", "/m/1/form"):
                phone.request("POST", path, b"x")
                assert phone.getresponse().read() == b"ok"
            assert held.begun == waiting.NEWCOMERS
            held.go.set()
            assert [stranger.getresponse().read() for stranger in strangers] == [b"ok"] * len(strangers)
            assert held.most == waiting.NEWCOMERS

    def test_who_asks_for_it_is_hung_up_on(self, held: Held) -> None:
        with served(held) as server:
            phone = HTTPConnection("127.0.0.1", server.effective_port, timeout=5)
            phone.request("GET", "/m/1/live", headers={"Connection": "close"})
            answer = phone.getresponse()
            assert answer.getheader("Connection") == "close"
            answer.read()
            phone.close()

    def test_a_head_without_end_is_cut_off(self, held: Held) -> None:
        """Each of thousands of connections might keep one in memory."""
        with served(held) as server, socket.create_connection(("127.0.0.1", server.effective_port), 5) as stranger:
            stranger.sendall(b"GET / HTTP/1.1\r\nX: " + b"x" * LONGEST_HEAD)
            assert b" 431 " in stranger.recv(100)

    @pytest.mark.parametrize("line", [b"get / HTTP/1.1", b"GET /\xff HTTP/1.1", b"GET http://[/ HTTP/1.1", b"\x00"])
    def test_what_is_no_request_is_told_so_and_not_logged(self, held: Held, line: bytes, caplog: Any) -> None:
        with served(held) as server, socket.create_connection(("127.0.0.1", server.effective_port), 5) as stranger:
            stranger.sendall(line + b"\r\nHost: x\r\n\r\n")
            assert b" 400 " in stranger.recv(100)
        assert not caplog.records

    def test_requests_that_do_not_end_are_kept_up_to_a_bound(self, held: Held) -> None:
        with served(held) as server, ExitStack() as stack:
            largest = server.adj.max_request_body_size = 128 * 1024
            begun = b"POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % (largest - 1)
            for _ in range(2 * connections.UNFINISHED):
                other = stack.enter_context(socket.create_connection(("127.0.0.1", server.effective_port), timeout=5))
                other.sendall(begun + b"x" * (largest - 2))
            phone = HTTPConnection("127.0.0.1", server.effective_port, timeout=5)
            stack.callback(phone.close)
            for _ in range(20):  # in each round that the server makes it reads 8 kB of every connection
                phone.request("POST", "/", b"x")
                assert phone.getresponse().read() == b"ok"
            kept = sum(channel.unfinished for channel in server.active_channels.values())
            assert 0 < kept <= connections.UNFINISHED * largest + connections.LOOK

    def test_only_polls_are_polls(self) -> None:
        class Asked:
            def __init__(self, path: str, query: str = ""):
                self.path, self.query = path, query

        for path in ("/m/0a/live", "/m/0a/board/live", "/tv/live", "/healthz"):
            assert waiting._is_poll(Asked(path)), path
        for path in ("/m/0a/share", "/cards/m/0a/entries/12"):
            assert waiting._is_poll(Asked(path, "after=1.1"))
            assert not waiting._is_poll(Asked(path))
        for path in ("/rules", "/m/0a", "/m/0a/protocol.pdf"):
            assert not waiting._is_poll(Asked(path, "after=1.1")), "it only names itself so"

    def test_a_crowd_of_idle_connections_makes_room(self, held: Held) -> None:
        with served(held) as server, ExitStack() as stack:
            server.adj.connection_limit = 40
            for _ in range(80):
                stack.enter_context(socket.create_connection(("127.0.0.1", server.effective_port), timeout=5))
            phone = HTTPConnection("127.0.0.1", server.effective_port, timeout=5)
            stack.callback(phone.close)
            phone.request("GET", "/")
            assert phone.getresponse().read() == b"ok"
            assert len(server.active_channels) <= 40

    def test_a_flood_of_one_address_holds_up_its_own(self) -> None:
        queue = turns.Fair(turns.Used(), turns.Known(warming=0))
        for name in ("a1", "a2", "a3", "b1", "c1", "b2"):
            queue.append(Asking(name[0], name))
        found = []
        while queue:
            found.append(queue.popleft().name)
        assert found == ["a1", "b1", "c1", "a2", "b2", "a3"]

    def test_who_has_taken_much_time_waits_for_who_has_not(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """However many addresses ask for what is heavy; what was taken is soon forgotten."""

        used = turns.Used()
        for stranger in "abc":
            used.add(stranger, 2.0)
        used.add("d", 1.5)
        used.add("e", turns.OF_A_PHONE / 2)
        queue = turns.Fair(used, turns.Known(warming=0))
        for address in "abcdef":
            queue.append(Asking(address, ""))
        assert [queue.popleft().addr[0] for _ in range(6)] == ["e", "f", "d", "a", "b", "c"]
        for rounds in range(1, 14):  # of halves
            monkeypatch.setattr(turns, "monotonic", lambda at=rounds: used._since + turns.HALF + at)
            used.add("e", 0.0)
        assert used._of.keys() == {"e"}

    def test_the_cheap_come_first_then_the_unknown_then_the_dear(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """However many addresses ask, each once; the cheap ones are alike. What a request has cost is forgotten."""
        known = turns.Known(warming=0)
        known.add("GET /m/1", turns.CHEAP / 2)
        known.add("GET /m/2", turns.CHEAP / 9)
        known.add("GET /m/3", 2.0)
        known.add("GET /m/3", 0.0)
        queue = turns.Fair(turns.Used(), known)
        for n, match in enumerate("34124"):
            queue.append(Asking(f"10.0.0.{n}", match, f"/m/{match}/live"))
        assert [queue.popleft().name for _ in range(5)] == ["1", "2", "4", "4", "3"]
        later = turns.monotonic() + 9 * turns.RECALLED
        monkeypatch.setattr(turns, "monotonic", lambda: later)
        assert known.beyond_cheap("GET /m/3") == 0.0

    def test_nobody_waits_behind_a_stranger_for_whom_there_is_no_room(self) -> None:
        """Not even who has taken more time than a stranger costs: a table whose phones share an address, for one."""
        used, known = turns.Used(), turns.Known(warming=0)
        used.add("table", 9.0)
        known.add("GET /m/1", 0.0)
        known.add("GET /m/2", 1.0)
        queue = turns.Fair(used, known, at_once=2, kept=1)
        queue.append(Asking("stranger", "dear", "/m/2"))
        queue.append(Asking("table", "cheap", "/m/1"))
        assert queue.take(strangers=0).name == "cheap"  # type: ignore[union-attr]
        assert queue.take(strangers=0) is None
        assert queue.take(strangers=1).name == "dear"  # type: ignore[union-attr]

    def test_what_the_collector_takes_is_nobodys_own(self) -> None:
        """It stops whoever is served just then, for all that others have left lying."""
        turns.leave_out_collector()
        kept = [[n] for n in range(200_000)]
        before, own = time.thread_time(), turns.own_time()
        for _ in range(5):
            gc.collect()
        assert turns.own_time() - own < (time.thread_time() - before) / 2
        assert len(kept) == 200_000

    def test_behind_a_proxy_that_is_trusted_each_is_whom_it_names(self) -> None:
        """What stands before that, anybody may have written."""
        asked = Asking("10.0.0.1", "", forwarded="1.2.3.4, 192.168.0.7")
        assert turns.asker_of(asked) == "10.0.0.1"  # type: ignore[arg-type]
        asked.server.adj.trusted_proxy = "10.0.0.1"
        assert turns.asker_of(asked) == "192.168.0.7"  # type: ignore[arg-type]

    def test_of_what_requests_have_cost_no_more_is_kept_than_there_is_room_for(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(turns, "KINDS", 3)
        known = turns.Known(warming=0)
        for match in "12314":
            known.add(match, 0.0)
        assert [known.beyond_cheap(match) for match in "1234"] == [0.0, turns.UNKNOWN, 0.0, 0.0]

    @pytest.mark.parametrize(
        ("path", "kind"),
        [
            ("/m/0a1b/live", "/m/0a1b"),
            ("/cards/m/0a1b/entries", "/m/0a1b"),
            ("/rules/toy", "/rules"),
            ("/", "/"),
            ("*", "*"),
        ],
    )
    def test_what_is_asked_of_a_match_is_of_one_kind(self, path: str, kind: str) -> None:
        assert turns.kind_of(Asking("a", "", path)) == f"GET {kind}"  # type: ignore[arg-type]

    def test_the_largest_crowd_makes_room_and_first_those_longest_silent(self) -> None:
        class Open:
            will_close = False

            def __init__(self, address: str, last_activity: int, *requests: str):
                self.addr, self.last_activity, self.requests = (address, 1), last_activity, requests

            def leave(self) -> None:
                self.will_close = True

        few = [Open("10.0.0.2", 0)]
        many = [Open("10.0.0.1", at, *(["GET"] if at < 3 else [])) for at in (5, 1, 3, 4, 2)]
        connections._make_room([*many, *few], 4)
        assert [one.last_activity for one in (*few, *many) if one.will_close] == [1, 3, 4, 2]
