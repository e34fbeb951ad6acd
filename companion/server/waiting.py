"""How requests wait for a thread: polls never behind others, entries never behind pages."""

import logging
import re
from collections.abc import Iterable
from math import inf
from threading import Condition, Lock, Thread
from time import monotonic

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser

from companion.server.connections import PutOff
from companion.server.turns import Fair, Known, Used, asker_of, kind_of, leave_out_collector, own_time

log = logging.getLogger("waitress")
FOR_POLLS = 2  # threads that serve polls and nothing else
FOR_ENTRIES = 1  # threads at least that neither news nor pages hold
NEWS = 2  # at once: more would only take each other's time
FOR_KNOWN = 1  # of them at least for those that are known to be cheap
STRANGERS = 2  # at once: requests that are not known to be cheap leave the others half of the processor
NEWCOMERS = 1  # of those who begin a match or join one at once: before an entry the disk has one such write to do
POLL = re.compile(r"/(?:live|healthz)$")  # whoever watches the server asks as often as phones do
POLL_AFTER = re.compile(r"/m/[0-9a-f]+/(?:share|entries/[0-9]+)$")
NEWCOMER = re.compile(r"/(?:new/[^/]*|join)$")


class PollsApart:
    """Threads that serve requests: some short polls alone, the others entries first, then news, newcomers, the rest.

    A poll is short where it has nothing to hear; with news it takes its turn. News, newcomers and the rest are never on
    all threads at once: an entry finds one. Whoever begins a match or joins one writes too, waits for the disk, and may
    be anybody: one after another.
    """

    def __init__(self, threads: int):
        lock = Lock()
        leave_out_collector()
        self._used, self._known, self._strangers = Used(), Known(), STRANGERS
        pages = threads - NEWS - NEWCOMERS - FOR_ENTRIES
        rooms = ((inf, 0), (inf, 0), (NEWS, FOR_KNOWN), (NEWCOMERS, 0), (pages, 0))
        self._polls, *queues = (Fair(self._used, self._known, *room) for room in rooms)
        self._queues = self._entries, self._news, self._newcomers, self._others = tuple(queues)
        self._poll_waits, self._reader_waits, self._any_waits = (Condition(lock) for _ in range(3))
        self._stopped = False
        readers = self._queues[1:]  # one thread serves no entries: they may all wait for the disk
        kinds = [(self._polls,)] * FOR_POLLS + [readers] + [self._queues] * (threads - 1)
        self._threads = [Thread(target=self._serve, args=(kind,), daemon=True) for kind in kinds]
        for thread in self._threads:
            thread.start()

    def add_task(self, channel: HTTPChannel) -> None:
        request = channel.requests[0]
        if request.command == "GET" and _is_poll(request):
            self._add(channel, self._polls, self._poll_waits)
        elif request.command == "POST" and request.path.endswith("/entries"):
            self._add(channel, self._entries, self._any_waits)
        elif request.command == "POST" and NEWCOMER.search(request.path):
            self._add(channel, self._newcomers, self._any_waits)
        else:
            self._add(channel, self._others, self._any_waits)

    def _add(self, channel: HTTPChannel, queue: Fair, waits: Condition) -> None:
        with waits:
            queue.append(channel)
            waits.notify()
            if queue in self._queues[1:]:
                self._reader_waits.notify()

    def _serve(self, queues: tuple[Fair, ...]) -> None:
        only_polls = queues == (self._polls,)
        waits = self._poll_waits if only_polls else self._any_waits if queues == self._queues else self._reader_waits
        while taken := self._next(queues, waits):
            queue, channel, is_strange = taken
            address, kind, began = asker_of(channel), kind_of(channel), own_time()
            channel.is_short = only_polls
            try:
                channel.service()
            except PutOff:
                self._add(channel, self._news, self._any_waits)
            except BaseException:
                log.exception("A request has failed outside of the app")
            finally:
                self._served(queue, address, kind, own_time() - began, is_strange=is_strange)

    def _next(self, queues: Iterable[Fair], waits: Condition) -> tuple[Fair, HTTPChannel, bool] | None:
        """The next request, its queue, and whether it is one that may take long; a short poll is put off if it does."""
        with waits:
            while not self._stopped:
                for queue in queues:
                    if channel := queue.take(self._room_in(queue)):
                        is_strange = queue is not self._polls and queue.is_strange(channel)
                        queue.free -= 1
                        self._strangers -= is_strange
                        if queue is not self._polls:
                            self._wake()  # who was woken for one request may have taken another that was waiting
                        return queue, channel, is_strange
                waits.wait()
        return None

    def _room_in(self, queue: Fair) -> int:
        """For how many strangers: a table's first entry waits for no news and no pages, and a short poll for nobody."""
        return STRANGERS if queue is self._polls else self._strangers + (queue is self._entries)

    def _served(self, queue: Fair, address: str, kind: str, seconds: float, *, is_strange: bool) -> None:
        with self._any_waits:
            queue.free += 1
            self._strangers += is_strange
            self._used.add(address, seconds)
            if queue is not self._polls:
                self._known.add(kind, seconds)
                self._wake()

    def _wake(self) -> None:
        """A thread for what still waits, if anything does: one that wakes for nothing takes its time of a poll."""
        if any(self._queues):
            self._any_waits.notify()
            self._reader_waits.notify()

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """What is being served is served to its end, for so many seconds; what waits is not."""
        with self._any_waits:
            self._stopped = True
            self._poll_waits.notify_all()
            self._reader_waits.notify_all()
            self._any_waits.notify_all()
        end = monotonic() + timeout
        for thread in self._threads:
            thread.join(max(0.0, end - monotonic()))
        for queue in (self._polls, *self._queues) if cancel_pending else ():
            while queue:
                queue.popleft().cancel()
        return True


def _is_poll(request: HTTPRequestParser) -> bool:
    """Whether it is what phones ask all the time; a page that only names itself so must not come before entries."""
    return bool(POLL.search(request.path) or ("after=" in request.query and POLL_AFTER.search(request.path)))
