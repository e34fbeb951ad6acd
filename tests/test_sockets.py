"""Connections that have nothing to say cost nothing: the server asks those alone where something may have changed."""

import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from threading import Thread
from time import sleep
from typing import Any

import pytest
from support.served import served
from waitress.wasyncore import dispatcher

from companion.server import sockets
from companion.server.connections import Channel
from companion.server.sockets import Sockets

IDLE = 40


def answering(environ: Any, start_response: Any) -> list[bytes]:
    start_response("200 OK", [("Content-Length", "2")])
    return [b"ok"]


def asks(phone: HTTPConnection) -> int:
    phone.request("GET", "/live")
    answer = phone.getresponse()
    answer.read()
    return answer.status


class TestAsking:
    def test_idle_phones_are_not_asked_while_another_talks(self, monkeypatch: Any) -> None:
        monkeypatch.setattr(sockets, "ALL", 60.0)
        asked: Counter[int] = Counter()
        plain = Channel.readable

        def counted(channel: Channel) -> bool:
            asked[channel.addr[1]] += 1
            return bool(plain(channel))

        with served(answering) as server, ExitStack() as stack:
            phones = [HTTPConnection("127.0.0.1", server.effective_port) for _ in range(IDLE)]
            for phone in phones:
                stack.callback(phone.close)
                assert asks(phone) == 200
            monkeypatch.setattr(Channel, "readable", counted)
            for _ in range(10):
                assert asks(phones[0]) == 200
            talking = phones[0].sock.getsockname()[1]
        assert asked[talking] >= 10
        assert len(asked) < IDLE / 4  # one or the other had only just been answered

    def test_who_was_idle_for_too_long_is_hung_up_on(self) -> None:
        with served(answering) as server:
            phone, other = (HTTPConnection("127.0.0.1", server.effective_port, timeout=5) for _ in range(2))
            assert asks(phone) == 200
            [channel] = server.active_channels.values()
            for _ in range(3):  # meanwhile the loop has done with the first
                assert asks(other) == 200
            channel.will_close = True  # as waitress marks them, and tells nobody
            assert phone.sock.recv(10) == b""
            phone.close()
            other.close()

    def test_a_long_answer_goes_out_as_the_phone_reads_it(self) -> None:
        long = b"x" * 3_000_000

        def telling(environ: Any, start_response: Any) -> list[bytes]:
            start_response("200 OK", [("Content-Length", str(len(long)))])
            return [long]

        with served(telling) as server:
            phone = HTTPConnection("127.0.0.1", server.effective_port, timeout=10)
            for _ in range(3):
                phone.request("GET", "/")
                assert phone.getresponse().read() == long
            phone.close()
            while server.active_channels:  # what it kept in a file is closed with the connection
                sleep(0.01)


class Silent(dispatcher):
    """A socket that wants to hear, and counts what it hears."""

    def __init__(self, own: socket.socket, among: Sockets):
        self.heard = 0
        super().__init__(own, map=among)
        self.connected = True

    def writable(self) -> bool:
        return False

    def handle_read(self) -> None:
        self.heard += 1
        self.recv(10)
        for one in list(self._map.values()):
            one.close()


def look(among: Sockets) -> None:
    """Until none is left, or it is clear that nobody is heard."""
    thread = Thread(target=among.loop, args=(1,), daemon=True)
    thread.start()
    thread.join(timeout=5)


class TestNumbers:
    """The operating system gives the number of a socket that has gone to the next one."""

    @pytest.fixture
    def ends(self) -> Iterator[tuple[socket.socket, socket.socket]]:
        here, there = socket.socketpair()
        with here, there:
            yield here, there

    def test_a_number_that_is_used_again_is_heard(self, ends: tuple[socket.socket, socket.socket]) -> None:
        among = Sockets()
        first = Silent(ends[0], among)
        among._ask()
        dict.__delitem__(among, first._fileno)  # gone by another thread, in the midst of a look
        second = Silent(ends[0], among)
        ends[1].send(b"x")
        look(among)
        assert (first.heard, second.heard) == (0, 1)

    def test_one_that_goes_while_another_is_heard_is_not_heard_itself(
        self, ends: tuple[socket.socket, socket.socket]
    ) -> None:
        among = Sockets()
        both = [Silent(end, among) for end in ends]
        for end in ends:
            end.send(b"x")
        look(among)
        assert sorted(one.heard for one in both) == [0, 1]
