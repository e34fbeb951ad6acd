"""How requests wait for waitress: polls never behind others, connections never more than there is room for."""

import logging
from collections import deque
from collections.abc import Iterable
from heapq import nsmallest
from itertools import groupby
from threading import Condition, Lock, Thread
from time import monotonic
from typing import Any

from waitress.channel import HTTPChannel
from waitress.task import WSGITask

log = logging.getLogger("waitress")
FOR_POLLS = 2  # threads that serve polls and nothing else
PRESSED = 0.75  # of the connections that there is room for: from there on the crowd that takes most of it makes room
CLOSED = 16  # a crowd makes room by so small a part of all connections at once


class PollsFirst:
    """Threads that serve requests; some of them polls alone, so that no other work keeps a poll waiting."""

    def __init__(self, threads: int):
        lock = Lock()
        self._polls: deque[Any] = deque()
        self._others: deque[Any] = deque()
        self._poll_waits, self._any_waits = Condition(lock), Condition(lock)
        self._stopped = False
        kinds = [True] * FOR_POLLS + [False] * threads
        self._threads = [Thread(target=self._serve, args=(only,), daemon=True) for only in kinds]
        for thread in self._threads:
            thread.start()

    def add_task(self, channel: Any) -> None:
        with self._any_waits:
            if _is_poll(channel):
                self._polls.append(channel)
                self._poll_waits.notify()
            else:
                self._others.append(channel)
            self._any_waits.notify()

    def _serve(self, only_polls: bool) -> None:
        queues = (self._polls,) if only_polls else (self._polls, self._others)
        waits = self._poll_waits if only_polls else self._any_waits
        while channel := self._next(queues, waits):
            try:
                channel.service()
            except BaseException:
                log.exception("A request has failed outside of the app")

    def _next(self, queues: Iterable["deque[Any]"], waits: Condition) -> Any:
        with waits:
            while not self._stopped:
                for queue in queues:
                    if queue:
                        return queue.popleft()
                waits.wait()
        return None

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """What is being served is served to its end, for so many seconds; what waits is not."""
        with self._any_waits:
            self._stopped = True
            self._poll_waits.notify_all()
            self._any_waits.notify_all()
        end = monotonic() + timeout
        for thread in self._threads:
            thread.join(max(0.0, end - monotonic()))
        for channel in (*self._polls, *self._others) if cancel_pending else ():
            channel.cancel()
        return True


def _is_poll(channel: Any) -> bool:
    request = channel.requests[0]
    return request.command == "GET" and (request.path.endswith("/live") or "after=" in request.query)


class Task(WSGITask):  # type: ignore[misc]
    """An answer. One without a body, as to a poll, ends with its head: the connection stays open for the next."""

    def set_close_on_finish(self) -> None:
        asked = self.request.headers.get("CONNECTION", "").lower()
        if self.version != "1.1" or self.has_body or asked == "close":
            super().set_close_on_finish()


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection. Where many are open, the address that has most of them makes room, with those longest idle."""

    task_class = Task

    def __init__(self, server: Any, *given: Any, **named: Any):
        channels, room = server.active_channels, server.adj.connection_limit
        if len(channels) >= PRESSED * room:
            _make_room(list(channels.values()), max(1, room // CLOSED))
        super().__init__(server, *given, **named)


def _make_room(channels: list[Any], wanted: int) -> None:
    channels.sort(key=_address)
    crowd = max((list(found) for _, found in groupby(channels, _address)), key=len)
    idle = [channel for channel in crowd if not channel.requests]
    for channel in nsmallest(wanted, idle, key=lambda channel: float(channel.last_activity)):
        channel.will_close = True


def _address(channel: Any) -> str:
    return str(channel.addr[0])
